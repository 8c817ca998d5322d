/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A child that is traced by its parent.  It tells `ct_done` when it has opened its
 * types, hears `ct_go`, records, and tells `ct_done` again.
 */
#ifndef CONFCHILD_H
#define CONFCHILD_H

#include "conftest.h"

static struct ct_pipe ct_go, ct_done;

/* In the child, when it has opened its types: until the stream runs. */
static inline void ct_until_traced(void)
{
	ct_tell(ct_done);
	ct_hear(ct_go);
}

/* Make the child, which runs `target`, and trace it when it has opened its types. */
static inline trace_id_t ct_trace_child(void (*target)(void), pid_t *pid)
{
	trace_attr_t attr;
	trace_id_t trid;
	int err;

	ct_go = ct_pipe();
	ct_done = ct_pipe();
	*pid = ct_fork();
	if (*pid == 0)
		target();
	ct_hear(ct_done);
	err = posix_trace_create(*pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_expect("posix_trace_create(pid of a child)", err, 0);
	return trid;
}

/* Start the stream, and wait until the child has recorded. */
static inline void ct_child_records(trace_id_t trid)
{
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(ct_go);
	ct_hear(ct_done);
}

static inline trace_id_t ct_traced_child(void (*target)(void), pid_t *pid)
{
	trace_id_t trid = ct_trace_child(target, pid);

	ct_child_records(trid);
	return trid;
}

#if !defined(_POSIX_TRACE_EVENT_FILTER) || _POSIX_TRACE_EVENT_FILTER != -1
/* The identifier that the controller gets for a name, before the stream runs, is that
 * of the child's event 12. */
static inline void ct_must_share_type(void (*target)(void), const char *name)
{
	static struct ct_event ev;
	trace_event_id_t id;
	pid_t pid;
	trace_id_t trid = ct_trace_child(target, &pid);

	EXPECT(posix_trace_trid_eventid_open(trid, name, &id), 0);
	ct_child_records(trid);
	if (!ct_find(ct_try, trid, &ev, id) || ct_number(&ev) != 12)
		FAIL("expected the child's event under the controller's identifier");
	ct_tell(ct_go);
	ct_reap(pid);
}
#endif

#endif
