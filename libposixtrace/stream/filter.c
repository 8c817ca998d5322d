/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The set of event types that a stream ignores. */
#include "stream/stream.h"

#include <errno.h>
#include <string.h>

#include "model/eventset.h"

static_assert(sizeof(trace_event_set_t) * 8 == PXT_ID_SPACE,
	      "a set has a bit for each id");

void pxt_stream_get_filter(const struct pxt_stream *stream,
			   trace_event_set_t *set)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint64_t words[PXT_ID_SPACE / 64];

	for (unsigned i = 0; i < PXT_ID_SPACE / 64; i++)
		words[i] = pxt_load_relaxed(&segment->filter[i]);
	memcpy(set, words, sizeof(words));
}

/* Relaxed, word by word: events under way may still go by the old one. */
void pxt_stream_put_filter(struct pxt_stream *stream,
			   const trace_event_set_t *set)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	uint64_t words[PXT_ID_SPACE / 64];

	memcpy(words, set, sizeof(words));
	for (unsigned i = 0; i < PXT_ID_SPACE / 64; i++)
		pxt_store_relaxed(&segment->filter[i], words[i]);
}

int pxt_stream_set_filter(struct pxt_stream *stream,
			  const trace_event_set_t *set, int how,
			  const void *address)
{
	struct pxt_segment *segment = pxt_segment_of(stream);
	struct { trace_event_set_t old, new; } sets;

	pxt_stream_get_filter(stream, &sets.old);
	sets.new = *set;
	if (how == POSIX_TRACE_ADD_EVENTSET) {
		sets.new = sets.old;
		pxt_eventset_unite(&sets.new, set);
	} else if (how == POSIX_TRACE_SUB_EVENTSET) {
		sets.new = sets.old;
		pxt_eventset_subtract(&sets.new, set);
	} else if (how != POSIX_TRACE_SET_EVENTSET) {
		return EINVAL;
	}
	/* FILT-4; whether FILTER itself is ignored, the old filter says. */
	if ((pxt_load_relaxed(&segment->run) & PXT_RUN_MASK) ==
	    PXT_RUN_RUNNING)
		pxt_announce(stream, POSIX_TRACE_FILTER, address, &sets,
			     sizeof(sets));
	pxt_stream_put_filter(stream, &sets.new);
	return 0;
}
