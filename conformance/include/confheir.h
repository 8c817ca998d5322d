/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A child that a stream traces because it inherits it.  For programs that need the
 * option Trace Inherit.
 */
#ifndef CONFHEIR_H
#define CONFHEIR_H

#include "conftest.h"

struct ct_heir {
	trace_id_t trid;
	pid_t pid;
	struct ct_pipe go;
};

/* A running stream that children inherit. */
static inline trace_id_t ct_running_inherited(void)
{
	trace_attr_t attr;

	ct_init(&attr);
	SETUP(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	return ct_running(&attr);
}

/* The child has recorded event 1. */
static inline struct ct_heir ct_heir(trace_event_id_t id)
{
	struct ct_pipe done = ct_pipe();
	struct ct_heir heir;

	heir.go = ct_pipe();
	heir.trid = ct_running_inherited();
	heir.pid = ct_fork();
	if (heir.pid == 0) {
		ct_fire(id, 1);
		ct_tell(done);
		ct_hear(heir.go);
		ct_fire(id, 2);
		_exit(CT_DONE);
	}
	ct_hear(done);
	return heir;
}

/* It records event 2, and ends. */
static inline void ct_heir_ends(const struct ct_heir *heir)
{
	ct_tell(heir->go);
	ct_reap(heir->pid);
}

/* Events 0 and 2 of this process, and 1 of a child that inherits the stream. */
static inline struct ct_heir ct_heir_between(trace_event_id_t id)
{
	struct ct_heir heir;

	heir.trid = ct_running_inherited();
	ct_fire(id, 0);
	heir.pid = ct_fork();
	if (heir.pid == 0) {
		ct_fire(id, 1);
		_exit(CT_DONE);
	}
	ct_reap(heir.pid);
	ct_fire(id, 2);
	return heir;
}

#endif
