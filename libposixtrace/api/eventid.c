/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Event type names and ids, and the list of types of a stream. */
#include <errno.h>
#include <string.h>
#include <trace.h>

#include "api/use.h"
#include "model/eventset.h"
#include "process/self.h"

/* EVOPEN-E1: a name of TRACE_EVENT_NAME_MAX bytes is valid. */
static int check_name(const char *name)
{
	if (!name)
		return EINVAL;
	return strnlen(name, PXT_EVENT_NAME_SIZE) > TRACE_EVENT_NAME_MAX ?
	       ENAMETOOLONG : 0;
}

int posix_trace_eventid_open(const char *restrict event_name,
		trace_event_id_t *restrict event_id)
{
	const struct pxt_process *process = pxt_self_process();
	int err = check_name(event_name);

	if (err || !event_id)
		return err ? err : EINVAL;
	pxt_self_enter();
	/* No memory for names at all: every name is the unnamed type. */
	*event_id = !process->map ? POSIX_TRACE_UNNAMED_USEREVENT :
		    pxt_eventmap_open(process->map, &process->control->opened,
				      event_name);
	return 0;
}

int posix_trace_trid_eventid_open(trace_id_t trid,
		const char *restrict event_name,
		trace_event_id_t *restrict event)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	int err = check_name(event_name);

	if (!stream)
		return EINVAL;
	if (!err && !event)
		err = EINVAL;
	if (!err)
		*event = pxt_stream_open_name(stream, event_name);
	pxt_use_end(stream);
	return err;
}

int posix_trace_eventid_get_name(trace_id_t trid, trace_event_id_t event,
		char *event_name)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ANY);
	char name[PXT_EVENT_NAME_SIZE];
	bool found;

	if (!stream)
		return EINVAL;
	found = event_name && pxt_event_id_is_valid(event) &&
		pxt_stream_name(stream, event, name);
	pxt_use_end(stream);
	if (!found)
		return EINVAL;
	memcpy(event_name, name, strlen(name) + 1);
	return 0;
}

int posix_trace_eventid_equal(trace_id_t trid, trace_event_id_t event1,
		trace_event_id_t event2)
{
	(void)trid;
	return event1 == event2;
}

int posix_trace_eventtypelist_getnext_id(trace_id_t trid,
		trace_event_id_t *restrict event, int *restrict unavailable)
{
	struct pxt_stream *stream;
	unsigned id;

	if (!event || !unavailable)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	id = pxt_stream_next_type(stream);
	pxt_use_end(stream);
	*unavailable = id == 0;
	if (id)
		*event = id;
	return 0;
}

int posix_trace_eventtypelist_rewind(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ANY);

	if (!stream)
		return EINVAL;
	stream->list_at = 0;
	pxt_use_end(stream);
	return 0;
}
