/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads a trace log and prints all of it: the attributes of the stream, its
 * final status, the event types, and every event with its data in hexadecimal.
 *
 * usage: analyser LOG
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>
#include <unistd.h>

static void check(int error, const char *what)
{
	if (error != 0) {
		fprintf(stderr, "analyser: %s: %s\n", what, strerror(error));
		exit(EXIT_FAILURE);
	}
}

/* Print the attributes; returns the maximum size of an event's data. */
static size_t print_attributes(trace_id_t trid)
{
	char name[TRACE_NAME_MAX + 1];
	char version[TRACE_NAME_MAX + 1];
	struct timespec created;
	trace_attr_t attr;
	size_t user_size, system_size, stream_size;

	check(posix_trace_get_attr(trid, &attr), "posix_trace_get_attr");
	check(posix_trace_attr_getname(&attr, name), "name");
	check(posix_trace_attr_getgenversion(&attr, version), "version");
	check(posix_trace_attr_getcreatetime(&attr, &created), "time");
	check(posix_trace_attr_getmaxdatasize(&attr, &user_size), "data size");
	check(posix_trace_attr_getmaxsystemeventsize(&attr, &system_size),
	      "system event size");
	check(posix_trace_attr_getstreamsize(&attr, &stream_size), "size");
	check(posix_trace_attr_destroy(&attr), "posix_trace_attr_destroy");

	printf("stream \"%s\" of %s, created at %lld.%09ld\n", name, version,
	       (long long)created.tv_sec, created.tv_nsec);
	printf("stream size %zu, data size %zu\n", stream_size, user_size);
	return user_size > system_size ? user_size : system_size;
}

static const char *yes_no(int yes)
{
	return yes ? "yes" : "no";
}

static void print_status(trace_id_t trid)
{
	struct posix_trace_status_info status;

	check(posix_trace_get_status(trid, &status), "posix_trace_get_status");
	printf("stream running: %s, full: %s, events lost: %s\n",
	       yes_no(status.posix_stream_status == POSIX_TRACE_RUNNING),
	       yes_no(status.posix_stream_full_status == POSIX_TRACE_FULL),
	       yes_no(status.posix_stream_overrun_status ==
		      POSIX_TRACE_OVERRUN));
	printf("log full: %s, events lost from it: %s, error: %s\n",
	       yes_no(status.posix_log_full_status == POSIX_TRACE_FULL),
	       yes_no(status.posix_log_overrun_status == POSIX_TRACE_OVERRUN),
	       status.posix_stream_flush_error == 0 ? "none" :
	       strerror(status.posix_stream_flush_error));
}

static void print_types(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	int unavailable;

	printf("event types:\n");
	for (;;) {
		check(posix_trace_eventtypelist_getnext_id(trid, &id,
							   &unavailable),
		      "posix_trace_eventtypelist_getnext_id");
		if (unavailable)
			break;
		check(posix_trace_eventid_get_name(trid, id, name),
		      "posix_trace_eventid_get_name");
		printf("  %s\n", name);
	}
}

static void print_event(trace_id_t trid,
			const struct posix_trace_event_info *event,
			const unsigned char *data, size_t len)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	check(posix_trace_eventid_get_name(trid, event->posix_event_id, name),
	      "posix_trace_eventid_get_name");
	printf("%lld.%09ld %ld %p %s",
	       (long long)event->posix_timestamp.tv_sec,
	       event->posix_timestamp.tv_nsec, (long)event->posix_pid,
	       event->posix_prog_address, name);
	for (size_t i = 0; i < len; i++)
		printf("%s%02x", i % 4 == 0 ? " " : "", data[i]);
	if (event->posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED)
		printf(" ... (truncated)");
	printf("\n");
}

static void print_events(trace_id_t trid, void *data, size_t size)
{
	struct posix_trace_event_info event;
	unsigned long count = 0;
	int unavailable;
	size_t len;

	printf("events:\n");
	for (;;) {
		check(posix_trace_getnext_event(trid, &event, data, size, &len,
						&unavailable),
		      "posix_trace_getnext_event");
		if (unavailable)
			break;	/* the end of the log, not an error */
		print_event(trid, &event, data, len);
		count++;
	}
	printf("%lu events\n", count);
}

int main(int argc, char *argv[])
{
	trace_id_t trid;
	size_t size;
	void *data;
	int log;

	if (argc != 2) {
		fprintf(stderr, "usage: analyser LOG\n");
		return 2;
	}
	log = open(argv[1], O_RDONLY);
	check(log < 0 ? errno : 0, argv[1]);
	check(posix_trace_open(log, &trid), argv[1]);

	size = print_attributes(trid);
	print_status(trid);
	print_types(trid);

	data = malloc(size);
	check(data == NULL ? ENOMEM : 0, "memory for the data of an event");
	print_events(trid, data, size);
	free(data);

	/* Close the stream first; the descriptor is this program's. */
	check(posix_trace_close(trid), "posix_trace_close");
	check(close(log) != 0 ? errno : 0, argv[1]);
	return EXIT_SUCCESS;
}
