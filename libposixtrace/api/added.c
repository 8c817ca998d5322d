/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* <posixtrace-added.h>: events that others have recorded. */
#include <errno.h>
#include <posixtrace.h>
#include <string.h>

#include "api/use.h"
#include "stream/flush.h"

int posixtrace_open_type(trace_id_t trid, const char *name,
		const char *arguments, trace_event_id_t *event_id)
{
	struct pxt_stream *stream;
	unsigned id;

	if (!name || !arguments || !event_id ||
	    strnlen(arguments, PXT_TYPE_SIZE) == PXT_TYPE_SIZE)
		return EINVAL;
	if (strnlen(name, PXT_EVENT_NAME_SIZE) > TRACE_EVENT_NAME_MAX)
		return ENAMETOOLONG;
	stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	if (!stream)
		return EINVAL;
	id = pxt_eventmap_open_described(stream->target.map,
					 &stream->target.control->opened, name,
					 arguments);
	pxt_use_end(stream);
	if (id == POSIX_TRACE_UNNAMED_USEREVENT)
		return ENOSPC;
	*event_id = id;
	return 0;
}

int posixtrace_add_events(trace_id_t trid, const struct posixtrace_added *events,
		size_t n)
{
	struct pxt_added added = { .events = events, .n = n };
	struct pxt_stream *stream;
	int err = EINVAL, saved = errno;

	stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	if (!stream)
		return EINVAL;
	if ((events || n == 0) &&
	    pxt_added_is_valid(&added, &stream->slot.view))
		err = n ? pxt_flush_add(stream, &added) : 0;
	pxt_use_end(stream);
	errno = saved;
	return err;
}

int posixtrace_add_loss(trace_id_t trid, uint64_t events, uint64_t first_ns,
		uint64_t until_ns)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	struct pxt_added_clock *clock;
	int saved = errno;

	if (!stream)
		return EINVAL;
	clock = &stream->added_clock;
	pxt_added_clock_renew(clock, pxt_segment_anchor(&stream->slot.view));
	if (events > 0)
		pxt_stream_add_loss(stream, events,
				    pxt_added_clock_ticks(clock, first_ns),
				    pxt_added_clock_ticks(clock, until_ns));
	pxt_use_end(stream);
	errno = saved;
	return 0;
}
