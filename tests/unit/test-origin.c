/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The origin of the events of a trace, as the functions of <posixtrace.h>
 * return it. */
#include <errno.h>
#include <posixtrace.h>
#include <string.h>
#include <unistd.h>

#include "dumpfile.h"
#include "logfile.h"
#include "support.h"

enum { PID = 99, TID = 4711 };

static struct pxt_log_head head;
static trace_id_t trid;
static struct posixtrace_clock clocks;
static struct posixtrace_origin origin;
static char name[POSIXTRACE_THREAD_NAME_MAX + 1];

static void setup(void)
{
	trace_event_id_t id;

	/* Unchecked, for what every process keeps once it uses the library. */
	posix_trace_eventid_open("any", &id);
	support_begin();
	head = logfile_head(POSIX_TRACE_APPEND, 0);
}

static void teardown(void)
{
	support_check_leaks();
}

/* A log with this head, and a block with one event of each thread. */
static void open_log(const int32_t *tids, size_t n)
{
	int fd = logfile_open("origin");
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	for (size_t i = 0; i < n; i++) {
		uint64_t ticks = LOGFILE_START + i;
		struct pxt_chunk_header header = {
			.magic = PXT_CHUNK_MAGIC,
			.used = PXT_HEAD_SIZE,
			.lease = 1,
			.pid = PID,
			.tid = tids[i],
			.base = ticks,
			.last = ticks,
			.count = 1,
			.kind = PXT_KIND_EVENTS,
			.comm = "a thread",
			.anchor_ticks = ticks,
			.anchor_ns = head.anchor_ns,
		};
		_Alignas(8) unsigned char record[PXT_HEAD_SIZE];

		pxt_record_put_time(record, ticks, 0);
		pxt_record_put_type(record, 0, PXT_ID_USER, false);
		ck_assert_int_eq(pxt_log_add_block(log, &header, record), 0);
	}
	logfile_destroy(log);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	close(fd);
}

static void close_trace(void)
{
	ck_assert_int_eq(posix_trace_close(trid), 0);
}

START_TEST(log_says_what_both_clocks_were)
{
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_clock(trid, &clocks), 0);
	ck_assert_int_eq(clocks.real.tv_sec, 1700000000);
	ck_assert_int_eq(clocks.real.tv_nsec, 123456789);
	ck_assert_int_eq(clocks.monotonic.tv_sec, 5);
	ck_assert_int_eq(clocks.monotonic.tv_nsec, 0);
	close_trace();
}
END_TEST

/* A stream that was made from events has one clock, or none with a date. */
START_TEST(clock_that_is_not_known_is_zero)
{
	head.anchor_ns = (uint64_t)head.anchor_real_ns;
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_clock(trid, &clocks), 0);
	ck_assert_int_eq(clocks.real.tv_sec, 1700000000);
	ck_assert_int_eq(clocks.monotonic.tv_sec, 0);
	ck_assert_int_eq(clocks.monotonic.tv_nsec, 0);
	close_trace();
}
END_TEST

START_TEST(log_without_a_date_has_no_clock)
{
	head.anchor_ns = 0;
	head.anchor_real_ns = 0;
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_clock(trid, &clocks), ENOENT);
	close_trace();
}
END_TEST

START_TEST(log_says_where_it_is_from)
{
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), 0);
	ck_assert_int_eq(origin.target, PID);
	ck_assert_int_eq(origin.controller, head.controller_pid);
	ck_assert_int_eq(origin.highest_id, PID);
	ck_assert_str_eq(origin.host, head.host);
	ck_assert_str_eq(origin.boot_id, head.boot_id);
	close_trace();
}
END_TEST

START_TEST(every_log_has_another_identity)
{
	uint32_t identity;

	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), 0);
	identity = origin.identity;
	close_trace();
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), 0);
	ck_assert_uint_ne(origin.identity, identity);
	close_trace();
}
END_TEST

START_TEST(highest_id_is_that_of_a_thread)
{
	static const int32_t tids[] = { 7, TID, 8 };

	open_log(tids, 3);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), 0);
	ck_assert_int_eq(origin.highest_id, TID);
	close_trace();
}
END_TEST

START_TEST(thread_has_its_name)
{
	static const int32_t tids[] = { TID };

	open_log(tids, 1);
	ck_assert_int_eq(posixtrace_get_thread_name(trid, PID, TID, name), 0);
	ck_assert_str_eq(name, "a thread");
	ck_assert_int_eq(posixtrace_get_thread_name(trid, PID, TID + 1, name),
			 ENOENT);
	ck_assert_int_eq(posixtrace_get_thread_name(trid, PID + 1, TID, name),
			 ENOENT);
	/* On failure the result is not changed. */
	ck_assert_str_eq(name, "a thread");
	close_trace();
}
END_TEST

START_TEST(log_says_how_it_is_stored)
{
	static const int32_t tids[] = { TID, TID + 1 };
	struct posixtrace_log log;
	struct posixtrace_block block;

	open_log(tids, 2);
	ck_assert_int_eq(posixtrace_get_log(trid, &log), 0);
	ck_assert_uint_eq(log.version, PXT_LOG_VERSION);
	ck_assert_uint_eq(log.pointer_size, head.pointer_size);
	ck_assert_uint_eq(log.block_start, PXT_LOG_BLOCKS);
	ck_assert_uint_eq(log.block_limit, 0);
	ck_assert_uint_eq(log.block_max, head.chunk_size);
	ck_assert_uint_eq(log.blocks, 2);
	ck_assert_uint_eq(log.records, 2);
	ck_assert_uint_eq(log.damaged, 0);
	ck_assert(log.has_status);
	ck_assert_int_eq(log.has_counter, head.clock == PXT_CLOCK_COUNTER);
	ck_assert_uint_ge(log.anchors, 1);
	ck_assert_uint_eq(log.first.ticks, head.anchor_ticks);
	ck_assert_uint_eq(log.first.ns, head.anchor_ns);
	ck_assert_uint_ge(log.last.ticks, log.first.ticks);
	ck_assert_int_eq(log.first_real_ns, head.anchor_real_ns);
	ck_assert_str_eq(log.segment, head.segment);
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_int_eq(posixtrace_get_block(trid, i, &block), 0);
		ck_assert_uint_eq(block.serial, i + 1);
		ck_assert_uint_ge(block.offset, log.block_start);
		ck_assert_uint_eq(block.bytes, PXT_CHUNK_HEADER_SIZE +
				  PXT_HEAD_SIZE);
		ck_assert_uint_eq(block.records, 1);
		ck_assert_uint_eq(block.record_bytes, PXT_HEAD_SIZE);
		ck_assert_uint_eq(block.base, LOGFILE_START + i);
		ck_assert_uint_eq(block.last, LOGFILE_START + i);
		ck_assert_int_eq(block.pid, PID);
		ck_assert_int_eq(block.tid, tids[i]);
		ck_assert(!block.is_controllers);
	}
	ck_assert_int_eq(posixtrace_get_block(trid, 2, &block), ENOENT);
	close_trace();
}
END_TEST

START_TEST(threadx_trace_does_not_say)
{
	struct dumpfile file = { 0 };
	struct posixtrace_block block;
	struct posixtrace_log log;
	trace_id_t other;
	int fd;

	dumpfile_begin(&file);
	dumpfile_events(&file, 3, 100, 10);
	fd = dumpfile_open(&file, file.size);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	close(fd);
	ck_assert_int_eq(posixtrace_open_again(trid, &other), ENOTSUP);
	ck_assert_int_eq(posixtrace_get_clock(trid, &clocks), ENOENT);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), ENOENT);
	ck_assert_int_eq(posixtrace_get_thread_name(trid, 0, DUMPFILE_THREAD_1,
						    name), ENOENT);
	ck_assert_int_eq(posixtrace_get_log(trid, &log), ENOENT);
	ck_assert_int_eq(posixtrace_get_block(trid, 0, &block), ENOENT);
	close_trace();
	dumpfile_end(&file);
}
END_TEST

static void check_refused(int err)
{
	struct posixtrace_block block;
	struct posixtrace_log log;

	ck_assert_int_eq(posixtrace_get_log(trid, &log), err);
	ck_assert_int_eq(posixtrace_get_block(trid, 0, &block), err);
	ck_assert_int_eq(posixtrace_get_clock(trid, &clocks), err);
	ck_assert_int_eq(posixtrace_get_origin(trid, &origin), err);
	ck_assert_int_eq(posixtrace_get_thread_name(trid, PID, TID, name), err);
}

START_TEST(only_what_was_opened_can_be_asked)
{
	ck_assert_int_eq(posix_trace_create(0, NULL, &trid), 0);
	check_refused(EINVAL);
	ck_assert_int_eq(posix_trace_shutdown(trid), 0);
	check_refused(EINVAL);
	open_log(NULL, 0);
	close_trace();
	check_refused(EINVAL);
}
END_TEST

START_TEST(null_results_are_refused)
{
	open_log(NULL, 0);
	ck_assert_int_eq(posixtrace_get_clock(trid, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_origin(trid, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_log(trid, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_block(trid, 0, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_thread_name(trid, PID, TID, NULL),
			 EINVAL);
	close_trace();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("origin");
	TCase *tc = support_case(suite, "origin");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, log_says_what_both_clocks_were);
	tcase_add_test(tc, clock_that_is_not_known_is_zero);
	tcase_add_test(tc, log_without_a_date_has_no_clock);
	tcase_add_test(tc, log_says_where_it_is_from);
	tcase_add_test(tc, every_log_has_another_identity);
	tcase_add_test(tc, highest_id_is_that_of_a_thread);
	tcase_add_test(tc, thread_has_its_name);
	tcase_add_test(tc, log_says_how_it_is_stored);
	tcase_add_test(tc, threadx_trace_does_not_say);
	tcase_add_test(tc, only_what_was_opened_can_be_asked);
	tcase_add_test(tc, null_results_are_refused);
	return support_run(suite);
}
