/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EXIT-1: when the controller ends, in whatever way, its streams are shut
 * down, so its logs are complete.
 *
 * Source: XSH _Exit() Consequences of Process Termination, XSH
 * posix_trace_shutdown() DESCRIPTION; TRC; shall.
 *
 * By SIGKILL, while two threads record and a third flushes: what is in the
 * log is the beginning of each thread's sequence.
 */
#define NEEDS (CT_LOG)
#include "conftest.h"

#define THREADS 2
#define EVENTS 20000
#define ENOUGH 500

static trace_event_id_t id;
static trace_id_t trid;
static struct ct_pipe done;
static int events;		/* of each thread, at most EVENTS */

static void *recorder(void *arg)
{
	int me = *(int *)arg, i;

	for (i = 0; i < events; i++) {
		ct_fire(id, me * EVENTS + i);
		if (i == ENOUGH)
			ct_tell(done);
	}
	for (;;)
		pause();
	return NULL;
}

static void controller(int fd)
{
	static int me[THREADS] = { 0, 1 };
	trace_attr_t attr;
	int i, n = 2 * THREADS * EVENTS;

	id = ct_type("conformance a");
	SETUP(posix_trace_attr_init(&attr));
	SETUP(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL));
	SETUP(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND));
	trid = ct_logging_of(&attr, &n, 16, fd);
	events = n / (2 * THREADS);
	if (events <= ENOUGH)
		UNTESTED("there is memory for %d events only", n);
	for (i = 0; i < THREADS; i++)
		ct_thread(recorder, &me[i]);
	for (;;)
		posix_trace_flush(trid);
}

static void test(void)
{
	static struct ct_event ev;
	int fd = ct_file(), status, next[THREADS] = { 0 }, i, k;
	pid_t pid;

	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		controller(fd);
	for (i = 0; i < THREADS; i++)
		ct_hear(done);
	SYSTEM(kill(pid, SIGKILL));
	SYSTEM(waitpid(pid, &status, 0));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	CT_UNTIL((i = posix_trace_open(fd, &trid)) == 0);
	ct_expect("posix_trace_open of the log of a killed controller", i, 0);
	id = ct_type_in(trid, "conformance a");
	while (ct_read(trid, &ev)) {
		if (!ct_is(trid, &ev, id))
			continue;
		k = ct_number(&ev) / EVENTS;
		i = ct_number(&ev) % EVENTS;
		if (k < 0 || k >= THREADS || i != next[k])
			FAIL("event %d of thread %d came, expected "
					"%d", i, k, next[k]);
		next[k]++;
	}
	for (k = 0; k < THREADS; k++)
		if (next[k] <= ENOUGH)
			FAIL("the log has events of thread %d up to %d, it "
					"recorded %d",
					k, next[k] - 1, ENOUGH);
	PASS("the log has %d and %d events of two threads", next[0], next[1]);
}
