/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The log that doc/queries.md asks: always the same one.  In each of three
 * hours a program works for a second: a cycle each 10 ms (one comes late), a
 * request each 20 ms (two take long), with a lock that another thread takes,
 * too.  In the second hour 17 ms are lost.
 *
 * usage: make-story LOG
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/log-writer.h"

enum {
	MAIN = 100, WORKER = 101, LOGGER = 102,
	CYCLE = 65, LOCK_BEGIN, LOCK_END, REQUEST_BEGIN, REQUEST_END, MARK,
	MOST = 4000,
};

#define MS	INT64_C(1000000)
#define HOUR	(3600000 * MS)
#define ORIGIN	INT64_C(1700000000000000000)

static struct story_event {
	int64_t ns;
	unsigned n;			/* keeps events of the same time in order */
	int32_t tid;
	unsigned id;
	size_t len;
	unsigned char data[40];
} events[MOST];
static unsigned n_events;

static struct story_event *add(int64_t ns, int32_t tid, unsigned id)
{
	struct story_event *event = &events[n_events];

	*event = (struct story_event){
		.ns = ORIGIN + ns, .n = n_events, .tid = tid, .id = id,
	};
	n_events++;
	return event;
}

/* Numbers in a log are in the byte order of the machine. */
static void put(struct story_event *event, const void *bytes, size_t len)
{
	memcpy(event->data + event->len, bytes, len);
	event->len += len;
}

static void put_number(struct story_event *event, uint32_t number)
{
	put(event, &number, sizeof(number));
}

static void put_string(struct story_event *event, const char *text)
{
	put(event, text, strlen(text) + 1);
}

static void hold(int64_t ns, int32_t tid, int64_t length, const char *name)
{
	put_string(add(ns, tid, LOCK_BEGIN), name);
	add(ns + length, tid, LOCK_END);
}

static void request(int64_t ns, uint32_t id, int64_t length)
{
	static const char *const paths[] = { "/", "/list", "/item" };
	struct story_event *event = add(ns, MAIN, REQUEST_BEGIN);

	put_number(event, id);
	put_string(event, paths[id % 3]);
	hold(ns + length / 4, MAIN, length / 2, "table");
	event = add(ns + length, MAIN, REQUEST_END);
	put_number(event, id);
	put_number(event, id % 25 == 24 ? 500 : 200);
}

static void tell_hour(uint32_t hour)
{
	for (uint32_t i = 0; i < 100; i++) {
		int64_t late = hour == 1 && i == 40 ? 4 * MS : 0;
		struct story_event *event = add(hour * HOUR + i * 10 * MS +
						late, WORKER, CYCLE);
		double temperature = 20 + hour + (i % 10) * 0.5;

		put_number(event, 100 * hour + i);
		put(event, &temperature, sizeof(temperature));
	}
	for (uint32_t i = 0; i < 50; i++) {
		int64_t length = (1 + i * 7 % 5) * MS;

		if (i == 30 && hour > 0)
			length = (8 + hour) * MS;
		request(hour * HOUR + i * 20 * MS + MS / 2, 50 * hour + i,
			length);
	}
	for (uint32_t i = 0; i < 10; i++)
		hold(hour * HOUR + i * 100 * MS + MS, LOGGER,
		     (1 + i % 3) * MS, "file");
	put_string(add(hour * HOUR + 990 * MS, LOGGER, MARK),
		   hour == 2 ? "last" : "next hour");
}

static int compare(const void *a, const void *b)
{
	const struct story_event *x = a, *y = b;

	return x->ns != y->ns ? (x->ns > y->ns) - (x->ns < y->ns) :
	       (x->n > y->n) - (x->n < y->n);
}

static const char *find_name(void *context, int32_t pid, int32_t tid,
			     struct thread_name *room)
{
	(void)context;
	(void)pid;
	(void)room;
	return tid == MAIN ? "main" : tid == WORKER ? "worker" : "logger";
}

static bool add_types(struct log_writer *writer)
{
	return log_writer_add_type(writer, POSIX_TRACE_OVERFLOW,
				   "posix_trace_overflow", NULL) &&
	       log_writer_add_type(writer, POSIX_TRACE_RESUME,
				   "posix_trace_resume", NULL) &&
	       log_writer_add_type(writer, CYCLE, "ctl:cycle",
				   "n:u32 temperature:f64") &&
	       log_writer_add_type(writer, LOCK_BEGIN, "lock_begin",
				   "name:str") &&
	       log_writer_add_type(writer, LOCK_END, "lock_end", NULL) &&
	       log_writer_add_type(writer, REQUEST_BEGIN, "request_begin",
				   "id:u32 path:str") &&
	       log_writer_add_type(writer, REQUEST_END, "request_end",
				   "id:u32 status:i32") &&
	       log_writer_add_type(writer, MARK, "mark", "text:str");
}

static bool add_events(struct log_writer *writer)
{
	/* Called when the log is completed. */
	static const struct log_writer_names names = { find_name, NULL };
	const int64_t gap = ORIGIN + HOUR + 483 * MS, end = gap + 17 * MS;
	uint64_t n_lost = 0;

	for (unsigned i = 0; i < n_events; i++) {
		const struct story_event *one = &events[i];
		const struct pxt_event event = {
			.address = 0x1000 + one->id, .data = one->data,
			.len = one->len, .id = one->id, .pid = MAIN,
			.tid = one->tid,
		};

		if (one->ns >= gap && one->ns < end) {
			n_lost++;
			continue;
		}
		if (n_lost) {
			if (!log_writer_add_gap(writer, one->ns, MAIN, n_lost,
						gap, one->ns))
				return false;
			n_lost = 0;
		}
		if (!log_writer_add(writer, one->ns, &event, &names))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	static const struct log_writer_totals totals = { .processes = 1 };
	struct pxt_log_head head = {
		.target_pid = MAIN, .host = "story", .pointer_size = 8,
	};
	struct log_writer *writer = argc == 2 ? log_writer_create(argv[1]) :
					        NULL;
	bool is_fine;

	if (!writer)
		return 2;
	pxt_attr_init(&head.attr);
	for (uint32_t hour = 0; hour < 3; hour++)
		tell_hour(hour);
	qsort(events, n_events, sizeof(events[0]), compare);
	is_fine = log_writer_begin(writer, &head, events[0].ns,
				   events[n_events - 1].ns) &&
		  add_types(writer) && add_events(writer) &&
		  log_writer_end(writer, &totals);
	log_writer_destroy(writer);
	return !is_fine;
}
