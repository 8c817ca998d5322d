/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of a log's threads: of those with a slot in the registry at its
 * front, and of the others. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <posixtrace.h>

#include "log/reader.h"
#include "log/thread-names.h"
#include "log/txtb.h"
#include "logfile.h"
#include "support.h"

enum {
	PID = 99,
	FIRST = 1000,			/* tid */
	THREADS = PXT_TXTB_SLOTS + 50,
};

static int fd;
static struct pxt_log *log_file;
static struct pxt_log_reader *reader;	/* NULL: no name was looked up */
static struct pxt_thread_names *names;
static uint64_t ticks;

static void setup(void)
{
	struct pxt_log_head head = logfile_head(POSIX_TRACE_APPEND, 0);

	fd = logfile_open("names");
	ck_assert_int_eq(pxt_log_create(fd, &head, &log_file), 0);
	reader = NULL;
	names = NULL;
	ticks = LOGFILE_START;
}

static void teardown(void)
{
	pxt_thread_names_destroy(names);
	pxt_log_close(reader);
	logfile_destroy(log_file);
	close(fd);
}

/* A block with one event. */
static void add_block(int32_t tid, uint16_t kind, const char *name)
{
	struct pxt_chunk_header header = {
		.magic = PXT_CHUNK_MAGIC,
		.used = PXT_HEAD_SIZE,
		.lease = 1,
		.pid = PID,
		.tid = tid,
		.base = ticks,
		.last = ticks,
		.count = 1,
		.kind = kind,
		.anchor_ticks = ticks,
		.anchor_ns = ticks,
	};
	_Alignas(8) unsigned char record[PXT_HEAD_SIZE];

	ticks++;
	memcpy(header.comm, name, strnlen(name, sizeof(header.comm)));
	pxt_record_put_time(record, ticks, 0);
	pxt_record_put_type(record, 0, PXT_ID_USER, false);
	ck_assert_int_eq(pxt_log_add_block(log_file, &header, record), 0);
}

static void add_threads(int n)
{
	for (int i = 0; i < n; i++) {
		char name[PXT_COMM_SIZE];

		snprintf(name, sizeof(name), "thread-%d", i);
		add_block(FIRST + i, PXT_KIND_EVENTS, name);
	}
}

/* The result is from the time of the first lookup. */
static const char *find(int32_t pid, int32_t tid)
{
	if (!reader) {
		ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
		names = pxt_thread_names_create(reader);
		ck_assert_ptr_nonnull(names);
	}
	return pxt_thread_names_find(names, pid, tid);
}

static void check_threads(int n)
{
	for (int i = 0; i < n; i++) {
		char name[PXT_COMM_SIZE];

		snprintf(name, sizeof(name), "thread-%d", i);
		ck_assert_str_eq(find(PID, FIRST + i),
				 name);
	}
	ck_assert_ptr_null(find(PID, FIRST + n));
	ck_assert_ptr_null(find(PID + 1, FIRST));
}

START_TEST(blocks_are_left_alone_while_the_registry_has_room)
{
	static const struct pxt_txtb_slot unused;

	add_threads(PXT_TXTB_SLOTS - 1);
	/* A lookup in the blocks would still find the name. */
	ck_assert_int_eq(pwrite(fd, &unused, sizeof(unused), PXT_TXTB_REGISTRY),
			 sizeof(unused));
	ck_assert_ptr_null(find(PID, FIRST));
	ck_assert_str_eq(find(PID, FIRST + 1), "thread-1");
}
END_TEST

START_TEST(registry_gives_all_names_that_it_has_room_for)
{
	add_threads(PXT_TXTB_SLOTS - 1);
	check_threads(PXT_TXTB_SLOTS - 1);
}
END_TEST

START_TEST(thread_beyond_the_registry_has_its_name)
{
	add_threads(THREADS);
	check_threads(THREADS);
	check_threads(THREADS);
}
END_TEST

START_TEST(newest_name_of_a_thread_counts)
{
	add_threads(THREADS);
	add_block(FIRST + THREADS - 1, PXT_KIND_EVENTS, "renamed");
	ck_assert_str_eq(find(PID, FIRST + THREADS - 1),
			 "renamed");
}
END_TEST

START_TEST(name_may_be_as_long_as_its_field)
{
	add_threads(PXT_TXTB_SLOTS);
	add_block(1, PXT_KIND_EVENTS, "0123456789abcdef");
	add_block(2, PXT_KIND_EVENTS, "");
	ck_assert_str_eq(find(PID, 1), "0123456789abcdef");
	ck_assert_ptr_null(find(PID, 2));
}
END_TEST

/* The registry is for TraceX, which cannot show all characters. */
START_TEST(name_that_tracex_cannot_show_is_whole)
{
	add_block(1, PXT_KIND_EVENTS, "(sd-pam)");
	add_block(2, PXT_KIND_EVENTS, "z\303\274g [1]?");
	add_block(3, PXT_KIND_EVENTS, "?");
	ck_assert_str_eq(find(PID, 1), "(sd-pam)");
	ck_assert_str_eq(find(PID, 2), "z\303\274g [1]?");
	ck_assert_str_eq(find(PID, 3), "?");
}
END_TEST

START_TEST(damaged_block_leaves_the_name_to_an_older_one)
{
	const int32_t tid = FIRST + THREADS - 1;
	off_t end;

	add_threads(THREADS);
	add_block(tid, PXT_KIND_EVENTS, "renamed");
	end = lseek(fd, 0, SEEK_END);
	ck_assert_int_eq(pwrite(fd, "\377\377\377", 3, end - 12), 3);
	ck_assert_str_eq(find(PID, tid), "thread-304");
}
END_TEST

START_TEST(controller_is_no_thread)
{
	add_threads(PXT_TXTB_SLOTS);
	add_block(1, PXT_KIND_CONTROL, "controller");
	ck_assert_ptr_null(find(PID, 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("thread-names");
	TCase *tc = support_case(suite, "thread-names");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, blocks_are_left_alone_while_the_registry_has_room);
	tcase_add_test(tc, registry_gives_all_names_that_it_has_room_for);
	tcase_add_test(tc, thread_beyond_the_registry_has_its_name);
	tcase_add_test(tc, newest_name_of_a_thread_counts);
	tcase_add_test(tc, name_may_be_as_long_as_its_field);
	tcase_add_test(tc, name_that_tracex_cannot_show_is_whole);
	tcase_add_test(tc, damaged_block_leaves_the_name_to_an_older_one);
	tcase_add_test(tc, controller_is_no_thread);
	return support_run(suite);
}
