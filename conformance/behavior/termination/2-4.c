/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXEC-2: when the controller calls exec its streams are shut down.
 *
 * Source: XSH exec DESCRIPTION; TRC; shall.
 *
 * A stream of another process, which records on.
 */
#define NEEDS (CT_LOG)
#include "confexec.h"

/* Does the file have a log with the event of this number? */
static int in_log(int number)
{
	static struct ct_event ev;
	int fd = SYSTEM(open(ct_path, O_RDONLY)), found = 0;
	trace_id_t trid;

	if (posix_trace_open(fd, &trid) == 0) {
		found = ct_find_number(ct_read, trid, &ev, number);
		SETUP(posix_trace_close(trid));
	}
	close(fd);
	return found;
}

/* Trace the process into the log, and then be another program. */
static void control(pid_t target, int fd, struct ct_pipe fired)
{
	trace_attr_t attr;
	trace_id_t trid;
	int err;

	ct_log_attr(&attr, 20);
	CT_UNTIL((err = posix_trace_create_withlog(target, &attr, fd, &trid))
			!= EAGAIN);
	if (err == EPERM)
		UNTESTED("a process may not trace its parent here");
	ct_made("posix_trace_create_withlog", &attr, err);
	SETUP(posix_trace_start(trid));
	kill(target, SIGUSR1);
	ct_hear(fired);
	ct_exec("image");
}

static volatile sig_atomic_t made;

static void handler(int sig)
{
	(void)sig;
	made = 1;
}

static void test(void)
{
	struct ct_pipe fired;
	trace_event_id_t id = ct_type("conformance a");
	struct sigaction sa;
	pid_t pid, target = getpid();
	int fd;

	if (ct_mode()) {
		ct_tell(ct_done);
		ct_hear(ct_go);
		_exit(CT_DONE);
	}
	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = handler;
	SYSTEM(sigaction(SIGUSR1, &sa, NULL));
	fd = ct_file();
	fired = ct_pipe();
	pid = ct_fork();
	if (pid == 0) {
		close(ct_go.fd[1]);
		control(target, fd, fired);
	}
	CT_UNTIL(made || waitpid(pid, NULL, WNOHANG) != 0);
	if (!made)
		UNTESTED("a process does not trace its parent here");
	ct_fire(id, 4711);
	ct_tell(fired);
	ct_hear(ct_done);
	CT_UNTIL(in_log(4711));
	if (!in_log(4711))
		FAIL("expected the event before the exec in the log");
	ct_fire(id, 4712);
	CT_WATCH(in_log(4712));
	if (in_log(4712))
		FAIL("the log has an event after the exec of its controller");
	ct_tell(ct_go);
	ct_reap(pid);
	PASS("the exec of its controller completed the log");
}
