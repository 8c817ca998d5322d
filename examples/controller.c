/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Traces another process.  Any program of the same user that is linked with
 * libposixtrace can be traced, at any time and without its cooperation.
 *
 *	controller PID LOG SECONDS [EVENT...]
 *
 * The events go into the file LOG, for the analyser or `posixtrace report`.
 * The event types named at the end (without any: the unnamed user event) are
 * filtered out during the first half of the time and let through during the
 * second, since a filter can be changed during tracing.
 *
 * SIGINT and SIGTERM end the tracing early, with a complete log.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void interrupt(int sig)
{
	(void)sig;
	interrupted = 1;
}

static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "controller: %s: %s\n", what, strerror(error));
		exit(EXIT_FAILURE);
	}
}

static void catch_signals(void)
{
	struct sigaction act;

	memset(&act, 0, sizeof(act));
	act.sa_handler = interrupt;
	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

/* Wait until the time is over or a signal comes. */
static void wait_seconds(double seconds)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += (time_t)seconds;
	end.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
	if (end.tv_nsec >= 1000000000) {
		end.tv_nsec -= 1000000000;
		end.tv_sec++;
	}
	while (!interrupted &&
	       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end,
			       NULL) == EINTR)
		continue;
}

/*
 * The event types to filter at first.  A name can be opened before the target
 * has opened it; the target will get the same id.
 */
static void named_events(trace_id_t trid, char *const names[],
			 trace_event_set_t *set)
{
	trace_event_id_t id = POSIX_TRACE_UNNAMED_USEREVENT;

	check(posix_trace_eventset_empty(set), "posix_trace_eventset_empty");
	if (names[0] == NULL)
		check(posix_trace_eventset_add(id, set), "unnamed event");
	for (; names[0] != NULL; names++) {
		check(posix_trace_trid_eventid_open(trid, names[0], &id),
		      names[0]);
		check(posix_trace_eventset_add(id, set), names[0]);
	}
}

static trace_id_t create_stream(pid_t pid, int log)
{
	trace_attr_t attr;
	trace_id_t trid;

	check(posix_trace_attr_init(&attr), "posix_trace_attr_init");
	check(posix_trace_attr_setname(&attr, "controller"), "name");
	/* A full stream is written to the log ... */
	check(posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH),
	      "stream policy");
	/* ... and the log may grow as long as the disk has room. */
	check(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND),
	      "log policy");
	/* Processes that the target forks are traced as well. */
	check(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED),
	      "inheritance");
	check(posix_trace_create_withlog(pid, &attr, log, &trid),
	      "posix_trace_create_withlog");
	check(posix_trace_attr_destroy(&attr), "posix_trace_attr_destroy");
	return trid;
}

static void report_losses(trace_id_t trid)
{
	struct posix_trace_status_info status;

	check(posix_trace_get_status(trid, &status), "posix_trace_get_status");
	if (status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN)
		fprintf(stderr, "controller: events were lost: "
				"the stream was full\n");
	if (status.posix_log_overrun_status == POSIX_TRACE_OVERRUN)
		fprintf(stderr, "controller: events were lost: "
				"the log was full\n");
	if (status.posix_stream_flush_error != 0)
		fprintf(stderr, "controller: writing the log: %s\n",
			strerror(status.posix_stream_flush_error));
}

int main(int argc, char *argv[])
{
	trace_event_set_t filter, named;
	trace_id_t trid;
	double seconds;
	pid_t pid;
	int log;

	if (argc < 4 || (pid = (pid_t)atol(argv[1])) <= 0 ||
	    (seconds = atof(argv[3])) <= 0) {
		fprintf(stderr, "usage: controller PID LOG SECONDS "
				"[EVENT...]\n");
		return 2;
	}
	log = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);
	check(log < 0 ? errno : 0, argv[2]);
	catch_signals();

	trid = create_stream(pid, log);

	/* A filter is the set of types that are NOT recorded: the events named,
	 * and system events that are not about a particular process. */
	named_events(trid, argv + 4, &named);
	check(posix_trace_set_filter(trid, &named, POSIX_TRACE_SET_EVENTSET),
	      "posix_trace_set_filter");
	check(posix_trace_eventset_fill(&filter, POSIX_TRACE_WOPID_EVENTS),
	      "posix_trace_eventset_fill");
	check(posix_trace_set_filter(trid, &filter, POSIX_TRACE_ADD_EVENTSET),
	      "posix_trace_set_filter");

	check(posix_trace_start(trid), "posix_trace_start");
	wait_seconds(seconds / 2);

	/* The target continues; the change itself is recorded as an event. */
	check(posix_trace_set_filter(trid, &named, POSIX_TRACE_SUB_EVENTSET),
	      "posix_trace_set_filter");
	wait_seconds(seconds / 2);

	check(posix_trace_stop(trid), "posix_trace_stop");
	report_losses(trid);
	/* Write the rest of the stream and complete the log. */
	check(posix_trace_shutdown(trid), "posix_trace_shutdown");
	check(close(log) != 0 ? errno : 0, argv[2]);
	return EXIT_SUCCESS;
}
