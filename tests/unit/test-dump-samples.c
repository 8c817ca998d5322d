/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Genuine dumps, if available ($PXT_SAMPLES/txtb), compared with TraceX's own
 * "Raw Trace Dump" of them: the same objects, and the same events in the same
 * order, at the same times, of the same threads, with the same words.
 *
 * TraceX inserts a RUNNING event where one seems to be missing; such a line has
 * dashes instead of a raw event, and is skipped.
 */
#include <inttypes.h>
#include <posixtrace.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dump/dump.h"
#include "support.h"

static const char *const samples[] = {
	"demo_threadx", "demo_filex", "demo_netx_tcp", "demo_netx_udp",
};

enum { SAMPLES = sizeof(samples) / sizeof(samples[0]) };

static FILE *golden;
static int fd;

static void setup(void)
{
	trace_event_id_t id;

	/* Unchecked, for what every process keeps once it uses the library. */
	posix_trace_eventid_open("any", &id);
	support_begin();
}

static void teardown(void)
{
	support_check_leaks();
}

static void open_sample(int i)
{
	const char *dir = getenv("PXT_SAMPLES");
	char *path;

	ck_assert_int_ge(asprintf(&path, "%s/txtb/%s.trx", dir, samples[i]), 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "cannot open %s", path);
	free(path);
	ck_assert_int_ge(asprintf(&path,
			"%s/txtb/golden_tracex6.2.1_rawdump_%s.txt", dir,
			samples[i]), 0);
	golden = fopen(path, "re");
	ck_assert_msg(golden != NULL, "cannot open %s", path);
	free(path);
}

static void close_sample(void)
{
	fclose(golden);
	close(fd);
}

/* The next line; NULL at the end. */
static char *read_line(char *line, size_t size)
{
	return fgets(line, (int)size, golden);
}

static void find_heading(const char *heading)
{
	char line[1024];

	do
		ck_assert_ptr_nonnull(read_line(line, sizeof(line)));
	while (!strstr(line, heading));
}

static uint64_t number_after(const char *heading, int base)
{
	char line[1024];
	char *at;

	rewind(golden);
	do {
		ck_assert_ptr_nonnull(read_line(line, sizeof(line)));
		at = strstr(line, heading);
	} while (!at);
	return strtoull(at + strlen(heading), NULL, base);
}

START_TEST(header_is_the_one_tracex_sees)
{
	const struct pxt_dump_header *header;
	const struct pxt_dump_layout *layout;
	const struct pxt_dump_summary *summary;
	struct pxt_dump *dump;

	open_sample(_i);
	ck_assert_int_eq(pxt_dump_open(fd, &dump, NULL), 0);
	header = pxt_dump_get_header(dump);
	layout = pxt_dump_get_layout(dump);
	summary = pxt_dump_get_summary(dump);
	ck_assert(!header->big_endian);
	ck_assert_uint_eq(header->mask, number_after("Timer Mask:", 16));
	ck_assert_uint_eq(header->name_size,
			  number_after("Object Name Size:", 10));
	ck_assert_uint_eq(header->base, number_after("Base Address:", 16));
	ck_assert_uint_eq(header->buffer_start,
			  number_after("Buffer Start:", 16));
	ck_assert_uint_eq(header->buffer_end, number_after("Buffer End:", 16));
	ck_assert_uint_eq(header->buffer_start +
			  summary->oldest * layout->entry_size,
			  number_after("Buffer Oldest:", 16));
	ck_assert_uint_eq(summary->span,
			  number_after("Max Relative Ticks:", 10));
	ck_assert(summary->is_wrapped);
	pxt_dump_close(dump);
	close_sample();
}
END_TEST

static bool ends_with(const char *text, size_t len, const char *end)
{
	return len >= strlen(end) &&
	       strncmp(text + len - strlen(end), end, strlen(end)) == 0;
}

/*    0000EEA4   THREAD            System Timer Thread         00  00 ...  */
START_TEST(objects_are_those_of_tracex)
{
	const struct pxt_dump_object *object;
	struct pxt_dump *dump;
	char line[1024];
	size_t n, seen = 0;

	open_sample(_i);
	ck_assert_int_eq(pxt_dump_open(fd, &dump, NULL), 0);
	object = pxt_dump_get_objects(dump, &n);
	find_heading("Objects in Trace");
	find_heading("Address");
	while (read_line(line, sizeof(line)) && !strchr(line, '*')) {
		uint64_t address;
		size_t len;

		if (sscanf(line, " %" SCNx64, &address) != 1)
			continue;
		ck_assert_uint_lt(seen, n);
		ck_assert_uint_eq(object[seen].address, address);
		/* The name ends in column 58. */
		len = 58;
		while (len > 0 && line[len - 1] == ' ')
			len--;
		ck_assert_msg(ends_with(line, len, object[seen].name),
			      "%s: %s", object[seen].name, line);
		seen++;
	}
	ck_assert_uint_gt(seen, 0);
	ck_assert_uint_eq(seen, n);
	pxt_dump_close(dump);
	close_sample();
}
END_TEST

/* A line of the list of events. */
struct line {
	uint64_t ticks;
	unsigned id;
	char context[40];
	uint64_t info[4];
	uint64_t stamp;
	uint64_t raw_id;
	uint64_t raw_priority;
};

static bool read_event(struct line *event)
{
	char text[1024];
	const char *at;
	int used;

	do {
		if (!read_line(text, sizeof(text)) || strstr(text, "Trace Done"))
			return false;
	} while (sscanf(text, " %*u %" SCNu64 "%n", &event->ticks, &used) != 1 ||
		 strstr(text, "--------"));
	at = strchr(text, '(');
	ck_assert_ptr_nonnull(at);
	ck_assert_int_eq(sscanf(at, "( %u)%n", &event->id, &used), 1);
	at += used + strspn(at + used, " ");
	memcpy(event->context, at, sizeof(event->context) - 1);
	event->context[sizeof(event->context) - 1] = '\0';
	at = strstr(at, "I1:");
	ck_assert_ptr_nonnull(at);
	ck_assert_int_eq(sscanf(at, "I1: %" SCNx64 " I2: %" SCNx64 " I3: %"
				SCNx64 " I4: %" SCNx64 " %" SCNx64 " %*s %"
				SCNx64 " %" SCNx64, &event->info[0],
				&event->info[1], &event->info[2],
				&event->info[3], &event->stamp, &event->raw_id,
				&event->raw_priority), 7);
	return true;
}

START_TEST(events_are_those_of_tracex)
{
	uint64_t total, seen = 0, inserted;
	struct pxt_dump_place place;
	struct pxt_dump_event event;
	struct pxt_dump *dump;
	struct line line;

	open_sample(_i);
	ck_assert_int_eq(pxt_dump_open(fd, &dump, NULL), 0);
	total = number_after("Total Events:", 10);
	inserted = strcmp(samples[_i], "demo_netx_udp") == 0;
	find_heading("Trace Events");
	pxt_dump_begin(&place);
	for (; read_event(&line); seen++) {
		ck_assert_int_eq(pxt_dump_next(dump, &place, &event), 0);
		ck_assert_uint_eq(event.entry.id, line.raw_id);
		ck_assert_uint_eq(event.id, line.id);
		ck_assert_uint_eq(event.entry.stamp &
				  pxt_dump_get_header(dump)->mask, line.stamp);
		ck_assert_uint_eq(event.entry.priority, line.raw_priority);
		for (unsigned w = 0; w < 4; w++)
			ck_assert_uint_eq(event.entry.info[w], line.info[w]);
		/* TraceX increases the times after an inserted event. */
		ck_assert_uint_eq(event.ticks, line.ticks);
	}
	ck_assert_uint_eq(seen + inserted, total);
	ck_assert_uint_ne(pxt_dump_next(dump, &place, &event), 0);
	pxt_dump_close(dump);
	close_sample();
}
END_TEST

/* By the POSIX functions, with the names of the threads. */
START_TEST(streams_are_those_of_tracex)
{
	struct posix_trace_event_info info;
	struct posixtrace_context context;
	struct line line;
	trace_id_t trid;
	uint32_t words[4];
	int unavailable;
	size_t len;

	open_sample(_i);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	find_heading("Trace Events");
	while (read_event(&line)) {
		char name[TRACE_EVENT_NAME_MAX + 1], who[64];
		const struct pxt_threadx_event *known;

		ck_assert_int_eq(posix_trace_getnext_event(trid, &info, words,
				sizeof(words), &len, &unavailable), 0);
		ck_assert(!unavailable);
		ck_assert_uint_eq(len, sizeof(words));
		for (unsigned w = 0; w < 4; w++)
			ck_assert_uint_eq(words[w], line.info[w]);
		ck_assert_uint_eq((uint64_t)info.posix_timestamp.tv_nsec,
				  line.ticks);
		known = pxt_threadx_event(line.id);
		ck_assert_ptr_nonnull(known);
		ck_assert_int_eq(posix_trace_eventid_get_name(trid,
				info.posix_event_id, name), 0);
		ck_assert_str_eq(name, known->name);
		ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
		if (context.kind == POSIXTRACE_CONTEXT_INTERRUPT)
			snprintf(who, sizeof(who), "Interrupt");
		else
			snprintf(who, sizeof(who), "%.16s (%08" PRIX64 ")",
				 context.name, context.thread);
		ck_assert_msg(strncmp(line.context, who, strlen(who)) == 0,
			      "%s, not %s", who, line.context);
	}
	ck_assert_int_eq(posix_trace_getnext_event(trid, &info, words,
			sizeof(words), &len, &unavailable), 0);
	ck_assert(unavailable);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close_sample();
}
END_TEST

int main(void)
{
	Suite *suite;
	TCase *tc;

	/* 77 means "skipped" to meson. */
	if (!getenv("PXT_SAMPLES"))
		return 77;
	suite = suite_create("dump-samples");
	tc = tcase_create("samples");
	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, header_is_the_one_tracex_sees, 0, SAMPLES);
	tcase_add_loop_test(tc, objects_are_those_of_tracex, 0, SAMPLES);
	tcase_add_loop_test(tc, events_are_those_of_tracex, 0, SAMPLES);
	tcase_add_loop_test(tc, streams_are_those_of_tracex, 0, SAMPLES);
	return support_run(suite);
}
