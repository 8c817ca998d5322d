/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The set of event types that a stream filters out. */
#include "stream/stream.h"

#include <errno.h>
#include <string.h>

#include "model/eventset.h"

/* Relaxed, type by type: events in flight may still use the old filter. */
void pxt_stream_get_filter(const struct pxt_stream *stream,
			   trace_event_set_t *set)
{
	const struct pxt_segment *segment = pxt_segment_of(stream);

	*set = (trace_event_set_t){0};
	for (unsigned id = 0; id < PXT_ID_SPACE; id++)
		if (pxt_segment_filters(segment, id))
			pxt_eventset_add(set, (trace_event_id_t)id);
}

void pxt_stream_put_filter(struct pxt_stream *stream,
			   const trace_event_set_t *set)
{
	struct pxt_segment *segment = pxt_segment_of(stream);

	for (unsigned id = 0; id < PXT_ID_SPACE; id++)
		pxt_store_relaxed(&segment->filter[id], pxt_eventset_has(
					set, (trace_event_id_t)id));
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
	/* FILT-4: the old filter decides whether FILTER itself is filtered
	 * out. */
	if ((pxt_load_relaxed(&segment->run) & PXT_RUN_MASK) ==
	    PXT_RUN_RUNNING)
		pxt_emit(stream, POSIX_TRACE_FILTER, address, &sets,
			 sizeof(sets));
	pxt_stream_put_filter(stream, &sets.new);
	return 0;
}
