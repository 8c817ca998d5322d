/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Makes a log of a stream that is full twice or more often, and goes on each
 * time when it has been flushed; what came in between is lost.
 *
 * With `full`, it has not gone on when it ends.
 *
 * usage: refill LOG [full]
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

enum { STREAM = 16384, TIMES = 2, EVENTS = 5000 };

static void check(const char *what, int err)
{
	if (err == 0)
		return;
	fprintf(stderr, "refill: %s: %s\n", what, strerror(err));
	exit(1);
}

/* A flush is complete, and the stream empty, some time after the request. */
static void flush(trace_id_t trid)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	struct posix_trace_status_info status;

	check("flush", posix_trace_flush(trid));
	do {
		nanosleep(&moment, NULL);
		check("status", posix_trace_get_status(trid, &status));
	} while (status.posix_stream_flush_status == POSIX_TRACE_FLUSHING);
}

int main(int argc, char **argv)
{
	trace_event_id_t id;
	trace_attr_t attr;
	trace_id_t trid;
	int fd;

	if (argc < 2 || argc > 3)
		return 2;
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_UNTIL_FULL);
	posix_trace_attr_setstreamsize(&attr, STREAM);
	posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND);
	check(argv[1], posix_trace_create_withlog(0, &attr, fd, &trid));
	check("type", posix_trace_eventid_open("refill:event", &id));
	check("start", posix_trace_start(trid));
	for (int i = 0; i < TIMES * EVENTS; i++) {
		posix_trace_event(id, &i, sizeof(i));
		if (i % EVENTS < EVENTS - 1)
			continue;
		flush(trid);
		check("start", posix_trace_start(trid));
	}
	posix_trace_event(id, "last", 4);
	for (int i = 0; argc > 2 && i < EVENTS; i++)
		posix_trace_event(id, &i, sizeof(i));
	check("shutdown", posix_trace_shutdown(trid));
	posix_trace_attr_destroy(&attr);
	return 0;
}
