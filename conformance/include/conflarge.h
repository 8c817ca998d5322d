/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A flush that gives EFBIG, and then good ones.  The size of files is limited by
 * setrlimit(), SIGXFSZ is ignored.
 */
#ifndef CONFLARGE_H
#define CONFLARGE_H

#include "conftest.h"

#include <sys/resource.h>

static inline void ct_fire_large(trace_event_id_t id, int n)
{
	static unsigned char data[1024];

	while (n-- > 0)
		posix_trace_event(id, data, sizeof(data));
}

/* A stream whose log has the policy, 4 MiB long if that limits it, after a flush
 * that gave EFBIG.  Files are no longer limited. */
static inline trace_id_t ct_flush_too_large(trace_event_id_t id, int policy)
{
	struct rlimit limit;
	trace_attr_t attr;
	trace_id_t trid;
	rlim_t unlimited;
	int round, err = 0;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, 200, 1024);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, policy));
	if (policy != POSIX_TRACE_APPEND)
		SETUP(posix_trace_attr_setlogsize(&attr, (size_t)4 << 20));
	ct_room(&attr, 200, 1024);
	trid = ct_logging(&attr, ct_file());
	SYSTEM(getrlimit(RLIMIT_FSIZE, &limit));
	unlimited = limit.rlim_cur;
	limit.rlim_cur = (1 << 20) + 4096;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	for (round = 0; round < 20 && err == 0; round++) {
		ct_fire_large(id, 100);
		err = posix_trace_flush(trid);
	}
	limit.rlim_cur = unlimited;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	if (err != EFBIG)
		UNTESTED("posix_trace_flush() gave %s", ct_error(err));
	return trid;
}

/* Flush some more events. */
static inline void ct_flush_well(trace_id_t trid, trace_event_id_t id, int events)
{
	int err;

	ct_fire_large(id, events);
	err = posix_trace_flush(trid);
	if (err != 0)
		UNTESTED("posix_trace_flush() still gives %s", ct_error(err));
}

#endif
