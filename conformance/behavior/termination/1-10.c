/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * Streams without log are shut down, too: others can be created in their place.
 */
#define ALONE 1
#include "conftest.h"

static void test(void)
{
	long max = sysconf(_SC_TRACE_SYS_MAX), n;
	trace_attr_t attr;
	trace_id_t trid;
	int round, status, err;

	if (max == -1 || max > 1000)
		max = 20;
	ct_attr(&attr, POSIX_TRACE_LOOP, 4, 16);
	for (round = 0; round < 3; round++) {
		pid_t pid = ct_fork();

		if (pid == 0) {
			for (n = 0; n < max; n++)
				if (posix_trace_create(0, &attr, &trid) != 0)
					break;
			if (n == 0)
				UNRESOLVED("the child got no stream");
			raise(SIGKILL);
		}
		SYSTEM(waitpid(pid, &status, 0));
		if (!WIFSIGNALED(status))
			exit(WEXITSTATUS(status));
		/* There may be memory for fewer than TRACE_SYS_MAX. */
		CT_UNTIL((err = posix_trace_create(0, &attr, &trid)) != EAGAIN &&
				err != ENOMEM);
		if (err != 0)
			FAIL("expected the streams of a killed controller to "
					"be free again, create gave %s",
					ct_error(err));
		SETUP(posix_trace_shutdown(trid));
	}
	PASS("the streams of killed controllers are gone");
}
