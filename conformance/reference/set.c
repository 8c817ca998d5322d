/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Sets of event types (page posix_trace_eventset_add).
 */
#include "reference.h"

enum { BITS = 8 * sizeof(unsigned int) };

bool set_has(const trace_event_set_t *set, trace_event_id_t type)
{
	return (set->__bits[type / BITS] >> type % BITS & 1) != 0;
}

void set_put(trace_event_set_t *set, trace_event_id_t type, bool member)
{
	unsigned int bit = 1U << type % BITS;

	if (member)
		set->__bits[type / BITS] |= bit;
	else
		set->__bits[type / BITS] &= ~bit;
}

/* An invalid type may be refused; with `lax` it is not. */
static int put(trace_event_set_t *set, trace_event_id_t type, bool member)
{
	if (type == 0 || type >= TYPES)
		return choose.lax ? 0 : EINVAL;
	set_put(set, type, member);
	return 0;
}

int posix_trace_eventset_add(trace_event_id_t type, trace_event_set_t *set)
{
	return put(set, type, true);
}

int posix_trace_eventset_del(trace_event_id_t type, trace_event_set_t *set)
{
	return put(set, type, false);
}

int posix_trace_eventset_empty(trace_event_set_t *set)
{
	memset(set, 0, sizeof(*set));
	return 0;
}

/* Does the process have a name for this type now? */
static bool is_there(trace_event_id_t type)
{
	const struct process *process;
	bool there = type_is_system(type);
	sigset_t saved;

	if (shared == NULL)
		return there;
	segment_lock(&saved);
	process = process_self();
	if (process != NULL && type_name(&shared->map[process->map], type))
		there = true;
	segment_unlock(&saved);
	return there;
}

/*
 * WOPID_EVENTS are the system types that belong to no process.  It is disputed
 * whether those of POSIX can be among them: the page says
 * "implementation-defined", and an example in the rationale includes
 * POSIX_TRACE_ERROR.  ALL_EVENTS includes types that get names later.
 */
static bool is_meant(trace_event_id_t type, int what)
{
	switch (what) {
	case POSIX_TRACE_WOPID_EVENTS:
		return (type == EVENT_EXTRA && choose.extra) ||
			(choose.wopid && (type == POSIX_TRACE_ERROR ||
			type == POSIX_TRACE_OVERFLOW ||
			type == POSIX_TRACE_RESUME));
	case POSIX_TRACE_SYSTEM_EVENTS:
		return type_is_system(type);
	}
	return !choose.other || is_there(type);
}

int posix_trace_eventset_fill(trace_event_set_t *set, int what)
{
	if (!choose.lax && what != POSIX_TRACE_WOPID_EVENTS &&
			what != POSIX_TRACE_SYSTEM_EVENTS &&
			what != POSIX_TRACE_ALL_EVENTS)
		return EINVAL;
	memset(set, 0, sizeof(*set));
	for (trace_event_id_t type = 1; type < TYPES; type++)
		set_put(set, type, is_meant(type, what));
	return 0;
}

int posix_trace_eventset_ismember(trace_event_id_t type,
		const trace_event_set_t *restrict set, int *restrict ismember)
{
	if (type == 0 || type >= TYPES)
		return choose.lax ? (*ismember = 0) : EINVAL;
	*ismember = set_has(set, type);
	return 0;
}
