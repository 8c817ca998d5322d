/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-1: a traced process that calls exec goes on being traced into the
 * same stream; the map of names is new.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * The controller is the parent.
 */
#define NEEDS (CT_FILTER)
#include "conftest.h"

static void test(void)
{
	static char mode[] = "image";
	struct ct_pipe go, done;
	static struct ct_event ev;
	trace_event_id_t before, after;
	char *argv[5], a[16], b[16];
	trace_attr_t attr;
	trace_id_t trid;
	pid_t pid;
	int err;

	if (ct_argv[1]) {
		/* It has only heard before the exec, too. */
		go.number = 0;
		ct_hears[go.number] = 1;
		go.fd[0] = atoi(ct_argv[2]);
		done.fd[1] = atoi(ct_argv[3]);
		ct_fire(ct_type("conformance image"), 2);
		ct_tell(done);
		ct_hear(go);
		_exit(CT_DONE);
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	go = ct_pipe();
	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0) {
		ct_hear(go);
		ct_fire(ct_type("conformance before"), 1);
		snprintf(a, sizeof(a), "%d", go.fd[0]);
		snprintf(b, sizeof(b), "%d", done.fd[1]);
		argv[0] = ct_argv[0];
		argv[1] = mode;
		argv[2] = a;
		argv[3] = b;
		argv[4] = NULL;
		execv(argv[0], argv);
		_exit(CT_UNRESOLVED);
	}
	err = posix_trace_create(pid, ct_plain(&attr, POSIX_TRACE_LOOP),
			&trid);
	if (err == EPERM)
		UNTESTED("a process may not trace its child here");
	ct_setup("posix_trace_create", err);
	SETUP(posix_trace_trid_eventid_open(trid, "conformance before", &before));
	SETUP(posix_trace_start(trid));
	ct_tell(go);
	ct_hear(done);
	EXPECT(posix_trace_trid_eventid_open(trid, "conformance image", &after), 0);
	if (!ct_find(ct_try, trid, &ev, before) || ct_number(&ev) != 1)
		FAIL("expected the event before the exec");
	if (!ct_find(ct_try, trid, &ev, after) || ct_number(&ev) != 2)
		FAIL("expected the event of the new program");
	if (ev.info.posix_pid != pid)
		FAIL("expected pid %ld, got %ld", (long)pid, (long)ev.info.posix_pid);
	ct_tell(go);
	ct_reap(pid);
	PASS("the new program is traced under the old pid");
}
