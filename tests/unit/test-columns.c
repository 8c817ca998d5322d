/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace_read_columns() returns the same events as reading them one by one,
 * whichever columns are requested, and writes nothing outside the arrays.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <posixtrace.h>

#include "dumpfile.h"
#include "logfile.h"
#include "support.h"

enum {
	N = 4000,
	MOST = N + 100,
	DATA = 1 << 18,
	CANARY = 0x5a,
};

/* Read all events of a stream one by one. */
struct listed {
	struct posix_trace_event_info info;
	size_t len;
	unsigned char data[256];
};

static struct columns {
	int64_t time[MOST + 1];
	uint32_t id[MOST + 1];
	int32_t pid[MOST + 1], tid[MOST + 1];
	uint64_t thread[MOST + 1], address[MOST + 1], offset[MOST + 2];
	uint8_t truncated[MOST + 1];
	unsigned char data[DATA + 1];
} got;

static struct listed listed[MOST];

static size_t list(trace_id_t trid)
{
	int unavailable;
	size_t n = 0;

	for (;;) {
		struct listed *next = &listed[n];

		ck_assert_int_eq(posix_trace_getnext_event(trid, &next->info,
				next->data, sizeof(next->data), &next->len,
				&unavailable), 0);
		if (unavailable)
			return n;
		ck_assert_uint_lt(++n, MOST);
	}
}

static struct posixtrace_columns all(size_t max)
{
	memset(&got, CANARY, sizeof(got));
	got.offset[0] = 0;
	return (struct posixtrace_columns){
		.size = sizeof(struct posixtrace_columns),
		.max = max,
		.time = got.time, .id = got.id, .pid = got.pid,
		.tid = got.tid, .thread = got.thread,
		.address = got.address, .truncated = got.truncated,
		.offset = got.offset, .data = got.data, .data_size = DATA,
	};
}

static void compare(size_t i, const struct listed *one)
{
	const struct posix_trace_event_info *info = &one->info;
	size_t len = got.offset[i + 1] - got.offset[i];

	ck_assert_int_eq(got.time[i], info->posix_timestamp.tv_sec *
			 INT64_C(1000000000) + info->posix_timestamp.tv_nsec);
	ck_assert_uint_eq(got.id[i], info->posix_event_id);
	ck_assert_int_eq(got.pid[i], info->posix_pid);
	ck_assert_int_eq(got.tid[i], info->posix_tid);
	/* A log of another machine may have larger ones. */
	ck_assert_uint_eq((pthread_t)got.thread[i], info->posix_thread_id);
	ck_assert_uint_eq(got.address[i],
			  (uintptr_t)info->posix_prog_address);
	ck_assert_uint_eq(got.truncated[i],
			  (unsigned)info->posix_truncation_status);
	ck_assert_uint_eq(len, one->len);
	ck_assert_mem_eq(got.data + got.offset[i], one->data, len);
}

/* Nothing is written after the last entry. */
static void check_canaries(size_t n)
{
	ck_assert_uint_eq(((unsigned char *)&got.time[n])[0], CANARY);
	ck_assert_uint_eq(((unsigned char *)&got.id[n])[0], CANARY);
	ck_assert_uint_eq(((unsigned char *)&got.tid[n])[0], CANARY);
	ck_assert_uint_eq(((unsigned char *)&got.address[n])[0], CANARY);
	ck_assert_uint_eq(((unsigned char *)&got.offset[n + 1])[0], CANARY);
	ck_assert_uint_eq(got.truncated[n], CANARY);
}

static bool is_last_of_batch(const struct listed *one)
{
	return one->info.posix_event_id == POSIX_TRACE_OVERFLOW ||
	       one->info.posix_event_id == POSIX_TRACE_START;
}

/* Read all events in batches of `max`, and compare. */
static void read_all(trace_id_t trid, size_t max, size_t n)
{
	size_t at = 0, k;

	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	for (;;) {
		struct posixtrace_columns columns = all(max);

		ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
		if (k == 0)
			break;
		ck_assert_uint_le(k, max);
		check_canaries(k);
		for (size_t i = 0; i < k; i++) {
			ck_assert_uint_lt(at, n);
			compare(i, &listed[at]);
			ck_assert(i + 1 == k || !is_last_of_batch(&listed[at]));
			at++;
		}
		ck_assert(k == max || at == n ||
			  is_last_of_batch(&listed[at - 1]));
	}
	ck_assert_uint_eq(at, n);
}

/* A log of N events, of which a LOOP log keeps the newest. */
static int make(uint32_t policy, uint64_t size)
{
	int fd = logfile_open("columns");
	struct pxt_log_head head = logfile_head(policy, size);
	struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed;
	struct pxt_log *log;

	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	feed = logfile_feed_new(log, 21);
	logfile_feed(feed, N);
	logfile_feed_end(feed);
	status.anchor_ticks = UINT64_C(1) << 46;
	status.anchor_ns = UINT64_C(1) << 45;
	ck_assert_int_eq(pxt_log_complete(log, &status, NULL, NULL, 0), 0);
	logfile_destroy(log);
	free(feed);
	return fd;
}

static const struct {
	uint32_t policy;
	uint64_t size;
} kinds[] = { { POSIX_TRACE_APPEND, 0 }, { POSIX_TRACE_LOOP, 150000 } };

START_TEST(batches_have_what_single_reads_have)
{
	static const size_t sizes[] = { 1, 2, 7, 1000, MOST };
	int fd = make(kinds[_i].policy, kinds[_i].size);
	trace_id_t trid;
	size_t n;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_uint_gt(n, N / 10);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		read_all(trid, sizes[i], n);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
}
END_TEST

/* Single and batch reads may be mixed, and a batch begins at the place of the
 * last seek. */
START_TEST(single_and_batch_reads_continue_each_other)
{
	int fd = make(POSIX_TRACE_APPEND, 0);
	struct posixtrace_columns columns = all(100);
	struct listed one;
	trace_id_t trid;
	int unavailable;
	size_t n, k;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
	ck_assert_uint_eq(k, 0);
	ck_assert_int_eq(posixtrace_seek(trid,
			&listed[n / 2].info.posix_timestamp), 0);
	ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
	ck_assert_uint_eq(k, 100);
	for (size_t i = 0; i < k; i++)
		compare(i, &listed[n / 2 + i]);
	ck_assert_int_eq(posix_trace_getnext_event(trid, &one.info, one.data,
			sizeof(one.data), &one.len, &unavailable), 0);
	ck_assert_ptr_eq(one.info.posix_prog_address,
			 listed[n / 2 + 100].info.posix_prog_address);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
}
END_TEST

/* Columns that are not requested are not needed for others; lengths can be
 * requested without the data. */
START_TEST(columns_are_filled_each_by_itself)
{
	int fd = make(POSIX_TRACE_APPEND, 0);
	struct posixtrace_columns columns = {
		.size = sizeof(columns), .max = MOST, .offset = got.offset,
	};
	trace_id_t trid;
	size_t n, k;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	got.offset[0] = 0;
	ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
	ck_assert_uint_eq(k, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(got.offset[i + 1] - got.offset[i],
				  listed[i].len);
	columns.offset = NULL;
	columns.id = got.id;
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
	ck_assert_uint_eq(k, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(got.id[i], listed[i].info.posix_event_id);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
}
END_TEST

/* If there is no room for the largest data, one event is returned at a time,
 * and its data is cut. */
START_TEST(small_buffer_cuts_the_data_of_one_event)
{
	int fd = make(POSIX_TRACE_APPEND, 0);
	trace_id_t trid;
	size_t n, k, n_cut = 0;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	for (size_t i = 0; i < n; i++) {
		struct posixtrace_columns columns = all(1000);
		bool is_cut = listed[i].len > 5;

		columns.data_size = 5;
		ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
		ck_assert_uint_eq(k, 1);
		ck_assert_uint_eq(got.data[5], CANARY);
		if (is_cut) {
			ck_assert_uint_eq(got.truncated[0],
					  POSIX_TRACE_TRUNCATED_READ);
			ck_assert_uint_eq(got.offset[1], 5);
			ck_assert_mem_eq(got.data, listed[i].data, 5);
		} else {
			compare(0, &listed[i]);
		}
		n_cut += is_cut;
	}
	ck_assert_uint_gt(n_cut, 0);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
}
END_TEST

/* The context is that of the last event. */
START_TEST(context_is_that_of_the_last_event_of_a_batch)
{
	struct posixtrace_columns columns = all(1);
	struct posixtrace_context context;
	struct dumpfile dump = { 0 };
	trace_id_t trid;
	size_t n, k;
	int fd;

	dumpfile_begin(&dump);
	for (unsigned i = 0; i < 10; i++)
		dumpfile_event(&dump, i % 2 ? DUMPFILE_THREAD_1 :
			       DUMPFILE_THREAD_2, 5, 4096 + i, 100 * i);
	fd = dumpfile_open(&dump, dump.size);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_uint_ge(n, 10);
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	for (size_t i = 0; i < n; i++) {
		ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
		ck_assert_uint_eq(k, 1);
		compare(0, &listed[i]);
		if (got.id[0] < POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		ck_assert_int_eq(posixtrace_get_context(trid, &context), 0);
		ck_assert_uint_eq(context.thread, context.id % 2 ?
				  DUMPFILE_THREAD_1 : DUMPFILE_THREAD_2);
	}
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
	dumpfile_end(&dump);
}
END_TEST

/* Several calls append to the same columns. */
START_TEST(calls_append_to_each_other)
{
	int fd = make(POSIX_TRACE_LOOP, 150000);
	trace_id_t trid;
	size_t n, k, at = 0;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	n = list(trid);
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	all(MOST);
	do {
		struct posixtrace_columns columns = {
			.size = sizeof(columns), .max = 77,
			.time = got.time + at, .id = got.id + at,
			.pid = got.pid + at, .tid = got.tid + at,
			.thread = got.thread + at,
			.address = got.address + at,
			.truncated = got.truncated + at,
			.offset = got.offset + at, .data = got.data,
			.data_size = DATA,
		};

		ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
		at += k;
	} while (k);
	ck_assert_uint_eq(at, n);
	for (size_t i = 0; i < n; i++)
		compare(i, &listed[i]);
	check_canaries(n);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	close(fd);
}
END_TEST

/* Invert a byte in the records of each block of the program but the first. */
static unsigned damage(int fd)
{
	struct posixtrace_block block;
	unsigned char byte;
	trace_id_t trid;
	unsigned n = 0;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	for (size_t i = 0; posixtrace_get_block(trid, i, &block) == 0; i++) {
		off_t at = (off_t)(block.offset + block.bytes - 9);

		if (block.is_controllers || n++ == 0 || n % 2)
			continue;
		ck_assert_int_eq(pread(fd, &byte, 1, at), 1);
		byte ^= 0xff;
		ck_assert_int_eq(pwrite(fd, &byte, 1, at), 1);
	}
	ck_assert_int_eq(posix_trace_close(trid), 0);
	return n / 2;
}

/* Between two events of the thread whose block it was; one by one, and in a column, for
 * which there is no room in what older programs have. */
START_TEST(breaks_are_where_blocks_cannot_be_read)
{
	int fd = make(POSIX_TRACE_APPEND, 0);
	unsigned n_damaged = damage(fd);
	struct posixtrace_columns columns = all(MOST);
	static uint32_t breaks[MOST + 1];
	uint32_t seen[16] = { 0 }, sum = 0, now = 77;
	trace_id_t trid;
	size_t k;

	ck_assert_uint_gt(n_damaged, 1);
	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	ck_assert_int_eq(posixtrace_get_breaks(trid, &now), 0);
	ck_assert_uint_eq(now, 0);
	columns = all(1);
	columns.breaks = breaks;
	for (;;) {
		uint32_t *before;

		got.offset[0] = 0;
		ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
		if (k == 0)
			break;
		ck_assert_int_eq(posixtrace_get_breaks(trid, &now), 0);
		ck_assert_uint_eq(now, breaks[0]);
		before = &seen[(unsigned)got.tid[0] % 16];
		ck_assert_uint_ge(now, *before);
		sum += now - *before;
		*before = now;
	}
	/* Behind the last ones there may be nothing of their threads. */
	ck_assert_uint_gt(sum, 1);
	ck_assert_uint_le(sum, n_damaged);
	ck_assert_int_eq(posix_trace_rewind(trid), 0);
	columns = all(MOST);
	columns.size = offsetof(struct posixtrace_columns, breaks);
	breaks[0] = 77;
	columns.breaks = breaks;
	ck_assert_int_eq(posixtrace_read_columns(trid, &columns, &k), 0);
	ck_assert_uint_eq(breaks[0], 77);
	ck_assert_int_eq(posixtrace_get_breaks(trid, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	ck_assert_int_eq(posixtrace_get_breaks(trid, &now), EINVAL);
	close(fd);
}
END_TEST

START_TEST(misuse_is_refused)
{
	int fd = make(POSIX_TRACE_APPEND, 0);
	struct posixtrace_columns good = all(10), bad;
	trace_id_t trid, active;
	size_t n = 77;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	ck_assert_int_eq(posixtrace_read_columns(trid, NULL, &n), EINVAL);
	ck_assert_int_eq(posixtrace_read_columns(trid, &good, NULL), EINVAL);
	bad = good;
	bad.size++;
	ck_assert_int_eq(posixtrace_read_columns(trid, &bad, &n), EINVAL);
	bad = good;
	bad.size--;
	ck_assert_int_eq(posixtrace_read_columns(trid, &bad, &n), EINVAL);
	bad = good;
	bad.max = 0;
	ck_assert_int_eq(posixtrace_read_columns(trid, &bad, &n), EINVAL);
	bad = good;
	bad.offset = NULL;
	ck_assert_int_eq(posixtrace_read_columns(trid, &bad, &n), EINVAL);
	bad = good;
	bad.data_size = 7;
	got.offset[0] = 8;
	ck_assert_int_eq(posixtrace_read_columns(trid, &bad, &n), EINVAL);
	ck_assert_int_eq(posix_trace_create(0, NULL, &active), 0);
	ck_assert_int_eq(posixtrace_read_columns(active, &good, &n), EINVAL);
	ck_assert_int_eq(posix_trace_shutdown(active), 0);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	ck_assert_int_eq(posixtrace_read_columns(trid, &good, &n), EINVAL);
	ck_assert_uint_eq(n, 77);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("columns");
	/* Unchecked, because the process keeps its control block after opening
	 * a stream. */
	TCase *tc = tcase_create("columns");

	suite_add_tcase(suite, tc);
	tcase_add_loop_test(tc, batches_have_what_single_reads_have, 0,
			    sizeof(kinds) / sizeof(kinds[0]));
	tcase_add_test(tc, single_and_batch_reads_continue_each_other);
	tcase_add_test(tc, columns_are_filled_each_by_itself);
	tcase_add_test(tc, small_buffer_cuts_the_data_of_one_event);
	tcase_add_test(tc, context_is_that_of_the_last_event_of_a_batch);
	tcase_add_test(tc, calls_append_to_each_other);
	tcase_add_test(tc, breaks_are_where_blocks_cannot_be_read);
	tcase_add_test(tc, misuse_is_refused);
	return support_run(suite);
}
