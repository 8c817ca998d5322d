/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posix_trace_eventset_{add,del,empty,fill,ismember}: sets of event types.
 * They work on the caller's object only, never on a stream's filter (SET-1).
 *
 * What fill() makes of `what`:
 *   ALL     every id there can be, assigned or not: a filter made of it also
 *           silences the types that are registered later
 *   SYSTEM  ids below the first user id, those still to be defined included
 *   WOPID   nothing: the set is that of the implementation-defined types
 *           that belong to no process (A-13, read to the letter), and each
 *           type in <posixtrace.h> belongs to a thread of a process.  So
 *           filtering WOPID never hides that events were lost.
 */
#include <errno.h>
#include <trace.h>

#include "model/eventset.h"

int posix_trace_eventset_add(trace_event_id_t event_id, trace_event_set_t *set)
{
	if (!set || !pxt_event_id_is_valid(event_id))
		return EINVAL;
	pxt_eventset_add(set, event_id);
	return 0;
}

int posix_trace_eventset_del(trace_event_id_t event_id, trace_event_set_t *set)
{
	if (!set || !pxt_event_id_is_valid(event_id))
		return EINVAL;
	pxt_eventset_del(set, event_id);
	return 0;
}

int posix_trace_eventset_empty(trace_event_set_t *set)
{
	if (!set)
		return EINVAL;
	*set = (trace_event_set_t){ 0 };
	return 0;
}

int posix_trace_eventset_fill(trace_event_set_t *set, int what)
{
	trace_event_id_t end;

	if (!set)
		return EINVAL;
	switch (what) {
	case POSIX_TRACE_WOPID_EVENTS:
		end = 0;
		break;
	case POSIX_TRACE_SYSTEM_EVENTS:
		end = PXT_ID_USER;
		break;
	case POSIX_TRACE_ALL_EVENTS:
		end = PXT_ID_SPACE;
		break;
	default:
		return EINVAL;
	}
	*set = (trace_event_set_t){ 0 };
	for (trace_event_id_t id = 1; id < end; id++)
		pxt_eventset_add(set, id);
	return 0;
}

int posix_trace_eventset_ismember(trace_event_id_t event_id,
				  const trace_event_set_t *restrict set,
				  int *restrict ismember)
{
	if (!set || !ismember || !pxt_event_id_is_valid(event_id))
		return EINVAL;
	*ismember = pxt_eventset_has(set, event_id);
	return 0;
}
