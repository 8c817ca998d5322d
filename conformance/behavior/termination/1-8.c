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

/* Why the log is not what it should be, or an empty string.  It need not be complete
 * as soon as it can be opened. */
static const char *fault(int *next)
{
	static struct ct_event ev;
	static char text[100];
	int fd = SYSTEM(open(ct_path, O_RDONLY)), i, k;

	snprintf(text, sizeof(text), "the log cannot be opened");
	if (posix_trace_open(fd, &trid) != 0) {
		close(fd);
		return text;
	}
	text[0] = '\0';
	for (k = 0; k < THREADS; k++)
		next[k] = 0;
	if (!ct_has_type(trid, "conformance a", &id))
		snprintf(text, sizeof(text), "the log has not the type");
	while (text[0] == '\0' && ct_find(ct_read, trid, &ev, id)) {
		k = ct_number(&ev) / EVENTS;
		i = ct_number(&ev) % EVENTS;
		if (k < 0 || k >= THREADS || i != next[k])
			snprintf(text, sizeof(text), "event %d of thread %d came "
					"out of turn", i, k);
		else
			next[k]++;
	}
	for (k = 0; k < THREADS; k++)
		if (text[0] == '\0' && next[k] <= ENOUGH)
			snprintf(text, sizeof(text), "the log has %d events of "
					"thread %d, it recorded more than %d",
					next[k], k, ENOUGH);
	SETUP(posix_trace_close(trid));
	close(fd);
	return text;
}

static void test(void)
{
	const char *text = "";
	int fd = ct_file(), status, next[THREADS] = { 0 }, i;
	pid_t pid;

	done = ct_pipe();
	pid = ct_fork();
	if (pid == 0)
		controller(fd);
	for (i = 0; i < THREADS; i++)
		ct_hear(done);
	SYSTEM(kill(pid, SIGKILL));
	SYSTEM(waitpid(pid, &status, 0));
	CT_UNTIL(*(text = fault(next)) == '\0');
	if (*text != '\0')
		FAIL("%s", text);
	PASS("the log has %d and %d events of two threads", next[0], next[1]);
}
