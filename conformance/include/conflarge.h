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

/* A stream with room for `room` such events; its log has no limit but the file's. */
static inline trace_id_t ct_large_log(size_t room)
{
	trace_attr_t attr;

	signal(SIGXFSZ, SIG_IGN);
	ct_attr(&attr, POSIX_TRACE_UNTIL_FULL, room, 1024);
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	ct_room(&attr, room, 1024);
	return ct_logging(&attr, ct_file());
}

/* The file may get this many bytes more, if it has no more than 1 MiB. */
static inline rlim_t ct_limit_file(rlim_t more)
{
	struct rlimit limit;
	struct stat st;

	SYSTEM(stat(ct_path, &st));
	if (st.st_size > 1 << 20)
		UNTESTED("the file of the log has %ld bytes already",
				(long)st.st_size);
	limit.rlim_cur = limit.rlim_max = (rlim_t)st.st_size + more;
	SYSTEM(setrlimit(RLIMIT_FSIZE, &limit));
	return limit.rlim_cur;
}

/* Shut down a stream with more events than the file may have bytes.  Returns the
 * error. */
static inline int ct_must_not_fit(trace_id_t trid, rlim_t limit)
{
	int err = posix_trace_shutdown(trid);
	struct stat st;

	SYSTEM(stat(ct_path, &st));
	if (err == 0 && st.st_size > (off_t)limit)
		UNTESTED("another process wrote the log past this one's limit");
	if (err != EFBIG && err != ENOSPC)
		FAIL("expected EFBIG or ENOSPC, got %s", ct_error(err));
	return err;
}

#endif
