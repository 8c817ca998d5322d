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

/* Make the child, which runs `target`, trace it, and wait until it has recorded. */
static inline trace_id_t ct_traced_child(void (*target)(void), pid_t *pid)
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
	EXPECT(posix_trace_start(trid), 0);
	ct_tell(ct_go);
	ct_hear(ct_done);
	return trid;
}

#endif
