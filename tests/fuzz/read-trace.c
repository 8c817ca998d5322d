/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Properties of any file that posix_trace_open() accepts. */
#include "read-trace.h"

#include <posixtrace.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool is_so, const char *what)
{
	if (is_so)
		return;
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

static void read_attributes(trace_id_t trid)
{
	struct posix_trace_status_info status;
	struct posixtrace_usage usage;
	trace_attr_t attr;
	char name[TRACE_NAME_MAX + 1];

	must(posix_trace_get_attr(trid, &attr) == 0, "attributes");
	must(posix_trace_attr_getname(&attr, name) == 0, "trace name");
	must(posix_trace_attr_getgenversion(&attr, name) == 0, "version");
	must(posix_trace_attr_destroy(&attr) == 0, "attributes destroyed");
	must(posix_trace_get_status(trid, &status) == 0, "status");
	must(posixtrace_get_usage(trid, &usage) == 0, "usage");
}

static void read_types(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id, last = 0;
	int unavailable;

	for (;;) {
		must(posix_trace_eventtypelist_getnext_id(trid, &id,
				&unavailable) == 0, "type list");
		if (unavailable)
			break;
		must(id > last, "type list rises");
		last = id;
		must(posix_trace_eventid_get_name(trid, id, name) == 0 &&
		     strlen(name) <= TRACE_EVENT_NAME_MAX, "name of a type");
	}
	must(posix_trace_eventtypelist_rewind(trid) == 0, "list rewound");
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec ||
	       (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

/* The number of events, and a checksum over their contents. */
static uint64_t read_events(trace_id_t trid, uint64_t *sum)
{
	struct posix_trace_event_info info;
	struct posixtrace_context context;
	struct timespec last = { sizeof(time_t) < 8 ? INT32_MIN : INT64_MIN, 0 };
	unsigned char data[4096];
	uint64_t n = 0;
	int unavailable;
	size_t len;

	for (;;) {
		must(posix_trace_getnext_event(trid, &info, data, sizeof(data),
				&len, &unavailable) == 0, "next event");
		if (unavailable)
			return n;
		must(len <= sizeof(data), "data fits");
		must(info.posix_timestamp.tv_nsec >= 0 &&
		     info.posix_timestamp.tv_nsec < 1000000000, "time");
		must(n == 0 || !is_before(&info.posix_timestamp, &last),
		     "time does not fall");
		last = info.posix_timestamp;
		for (size_t i = 0; i < len; i++)
			*sum = *sum * 31 + data[i];
		*sum = *sum * 31 + info.posix_event_id;
		if (posixtrace_get_context(trid, &context) == 0)
			must(strlen(context.name) < sizeof(context.name) &&
			     context.kind >= POSIXTRACE_CONTEXT_THREAD &&
			     context.kind <= POSIXTRACE_CONTEXT_INITIALIZATION,
			     "context");
		n++;
	}
}

int read_trace(int fd)
{
	uint64_t sum[2] = { 0, 0 }, n;
	trace_id_t trid;
	int err = posix_trace_open(fd, &trid);

	if (err)
		return err;
	read_attributes(trid);
	read_types(trid);
	n = read_events(trid, &sum[0]);
	must(posix_trace_rewind(trid) == 0, "rewound");
	must(read_events(trid, &sum[1]) == n && sum[0] == sum[1],
	     "the same events after rewinding");
	must(posix_trace_close(trid) == 0, "closed");
	return 0;
}
