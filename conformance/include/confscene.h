/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the scenarios share. */
#ifndef CONFSCENE_H
#define CONFSCENE_H

#include "conftest.h"

/* Get a string of attributes.  It must stay within an array of TRACE_NAME_MAX bytes,
 * as the page of the function says that the application has it. */
static inline void ct_get_string(const char *what,
		int (*get)(const trace_attr_t *, char *),
		const trace_attr_t *attr, char text[4096])
{
	long max = sysconf(_SC_TRACE_NAME_MAX);
	size_t i;

	if (max == -1 || max >= 4096)
		UNTESTED("TRACE_NAME_MAX is %ld", max);
	memset(text, '#', 4096);
	ct_expect(what, get(attr, text), 0);
	if (memchr(text, '\0', (size_t)max + 1) == NULL)
		FAIL("%s gave no string of %ld bytes", what, max);
	if (strlen(text) == (size_t)max)
		UNTESTED("%s gave %ld bytes, for which the pages disagree "
				"whether the array is enough", what, max);
	for (i = (size_t)max; i < 4096; i++)
		if (text[i] != '#')
			FAIL("%s wrote byte %zu of an array of %ld", what, i,
					max);
}

#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1
/*
 * In the last log that was made ten events have this name, and are of this process.
 * How much a default stream holds is not said, but that it lost events is, or that it
 * was full and stopped, which has a number.
 */
static inline void ct_must_have_ten(const char *name, pid_t pid)
{
	trace_id_t trid = ct_reopen();
	trace_event_id_t id = ct_type_in(trid, name);
	struct posix_trace_status_info status = ct_status(trid);
	static struct ct_event ev;
	int n = 0, told;

	told = status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN ||
		status.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	while (ct_read(trid, &ev)) {
		n += ct_is(trid, &ev, id) && ev.info.posix_pid == pid;
		told |= ct_is(trid, &ev, POSIX_TRACE_STOP) &&
			ct_number(&ev) != 0;
	}
	if (n > 10 || (n < 10 && !told))
		FAIL("expected ten events of process %ld in the log, got %d and "
				"no word of others", (long)pid, n);
}
#endif

#endif
