/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Logs of machines with the other byte order: everything that can be read from
 * a log can be read from its twin (twin.h), also if it is cut or damaged.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <posixtrace.h>

#include "log/check.h"
#include "log/compress.h"
#include "log/index.h"
#include "logfile.h"
#include "support.h"
#include "twin.h"

struct bytes {
	uint8_t *at;
	size_t size;
};

static struct bytes content_of(int fd)
{
	struct bytes bytes;
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	bytes.size = (size_t)st.st_size;
	bytes.at = malloc(bytes.size + 1);
	ck_assert_int_eq(pread(fd, bytes.at, bytes.size, 0),
			 (ssize_t)bytes.size);
	return bytes;
}

static int file_of(const struct bytes *bytes)
{
	int fd = memfd_create("twin", MFD_CLOEXEC);

	ck_assert_int_eq(pwrite(fd, bytes->at, bytes->size, 0),
			 (ssize_t)bytes->size);
	return fd;
}

static struct bytes twin_of(const struct bytes *log)
{
	struct bytes twin = { .size = log->size };

	twin.at = twin_make(log->at, &twin.size);
	ck_assert_ptr_nonnull(twin.at);
	return twin;
}

/* ---- Logs of every kind ---- */

enum { SYSTEM_EVENTS = 14, TYPED = 300 };

/* System events, one of each data format. */
static void add_system_events(struct pxt_log *log, uint64_t ticks,
			      uint16_t kind)
{
	static const unsigned ids[SYSTEM_EVENTS] = {
		POSIX_TRACE_ERROR, POSIX_TRACE_START, POSIX_TRACE_STOP,
		POSIX_TRACE_FILTER, POSIX_TRACE_OVERFLOW, POSIXTRACE_READ,
		POSIXTRACE_OPEN, POSIXTRACE_EXEC, POSIXTRACE_EXIT,
		POSIXTRACE_SIGNAL, POSIXTRACE_CONNECT, POSIXTRACE_TRANSFER, 63,
		POSIX_TRACE_FLUSH_START,
	};
	static const size_t lens[SYSTEM_EVENTS] = {
		4, 256, 4, 512, 16, 32, 24 + 13, 24 + 16, 16, 24, 32 + 13, 40, 64,
		0,
	};
	struct {
		struct pxt_chunk_header header;
		_Alignas(8) unsigned char records[LOGFILE_CHUNK];
	} chunk = { .header = {
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1,
		.pid = 99,
		.tid = kind == PXT_KIND_CONTROL ? 0 : 107,
		.base = ticks,
		.last = ticks + SYSTEM_EVENTS - 1,
		.count = SYSTEM_EVENTS,
		.kind = kind,
	} };
	unsigned char *at = chunk.records;

	for (unsigned i = 0; i < SYSTEM_EVENTS; i++) {
		struct pxt_origin origin = { 0x7fff12345678, 99, 4711 };
		size_t front = kind == PXT_KIND_CONTROL ? sizeof(origin) : 0;
		size_t len = front + lens[i];
		unsigned char *data = pxt_record_put(at, ticks + i,
						     0x400000 + i, ids[i], len);

		memcpy(data, &origin, front);
		for (size_t k = 0; k < lens[i]; k++)
			data[front + k] = (unsigned char)(k + 7 * i);
		at += pxt_record_size(len);
	}
	chunk.header.used = (uint32_t)(at - chunk.records);
	ck_assert_int_eq(pxt_log_add_block(log, &chunk.header, chunk.records),
			 0);
}

static const struct kind {
	uint32_t policy;
	uint64_t size;
	size_t n_events;
	uint32_t compression;
	bool is_complete;
	bool is_narrow;			/* from a 32-bit machine */
} kinds[] = {
	{ POSIX_TRACE_APPEND, 0, 0, 0, true, false },
	{ POSIX_TRACE_APPEND, 0, 300, 0, true, false },
	{ POSIX_TRACE_APPEND, 0, 300, 0, false, false },
	{ POSIX_TRACE_LOOP, 40000, 3000, 0, true, false },
	{ POSIX_TRACE_LOOP, 40000, 3000, 0, false, false },
	{ POSIX_TRACE_UNTIL_FULL, 30000, 3000, 0, true, false },
	/* Index blocks, also overwritten ones. */
	{ POSIX_TRACE_APPEND, 0, 20000, 0, true, false },
	{ POSIX_TRACE_APPEND, 0, 20000, 0, false, false },
	{ POSIX_TRACE_LOOP, 1000000, 40000, 0, true, false },
	{ POSIX_TRACE_APPEND, 0, 300, 3, true, false },
	{ POSIX_TRACE_APPEND, 0, 300, 0, true, true },
};

enum {
	N_KINDS = sizeof(kinds) / sizeof(kinds[0]),
	N_SMALL = 6,			/* the first events */
};

static struct bytes make_log(const struct kind *kind)
{
	struct pxt_log_head head = logfile_head(kind->policy, kind->size);
	struct pxt_log_status status = logfile_status();
	struct logfile_feed *feed;
	struct pxt_log *log;
	struct bytes bytes;
	int fd = logfile_open("twin");

	head.attr.compression = kind->compression;
	if (kind->is_narrow)
		head.pointer_size = 4;
	ck_assert_int_eq(pxt_log_create(fd, &head, &log), 0);
	for (unsigned id = 1; id < PXT_ID_USER + 100; id++)
		ck_assert_int_eq(pxt_log_add_name(log, id, "name"), 0);
	/* No event of the feed has this type. */
	ck_assert_int_eq(pxt_log_add_name(log, TYPED, "typed"), 0);
	ck_assert_int_eq(pxt_log_add_type(log, TYPED, "n:u32 path:str"), 0);
	feed = logfile_feed_new(log, 4711);
	logfile_feed(feed, kind->n_events);
	logfile_feed_end(feed);
	add_system_events(log, feed->ticks + 1, PXT_KIND_CONTROL);
	add_system_events(log, feed->ticks + 100, PXT_KIND_EVENTS);
	status.anchor_ticks = UINT64_C(1) << 46;
	status.anchor_ns = UINT64_C(1) << 45;
	ck_assert_int_eq(kind->is_complete ?
			 pxt_log_complete(log, &status, NULL, NULL, 0) :
			 pxt_log_set_status(log, &status), 0);
	free(feed);
	logfile_destroy(log);
	bytes = content_of(fd);
	close(fd);
	return bytes;
}

/* ---- Comparisons ---- */

static void expect_same_block(const struct pxt_log_block *a,
			      const struct pxt_log_block *b)
{
	ck_assert_uint_eq(a->offset, b->offset);
	ck_assert_uint_eq(a->serial, b->serial);
	ck_assert_uint_eq(a->base, b->base);
	ck_assert_uint_eq(a->last, b->last);
	ck_assert_int_eq(a->pid, b->pid);
	ck_assert_int_eq(a->tid, b->tid);
	ck_assert_uint_eq(a->used, b->used);
	ck_assert_uint_eq(a->count, b->count);
	ck_assert_uint_eq(a->kind, b->kind);
	ck_assert_int_eq(a->is_packed, b->is_packed);
	ck_assert_uint_eq(a->lane, b->lane);
	ck_assert_uint_eq(a->anchor.ticks, b->anchor.ticks);
	ck_assert_uint_eq(a->anchor.ns, b->anchor.ns);
}

/* Headers are equal except for the checksums, records are equal. */
static void expect_same_bytes(const struct pxt_log_reader *a,
			      const struct pxt_log_block *a_block,
			      const struct pxt_log_reader *b,
			      const struct pxt_log_block *b_block)
{
	size_t size = pxt_log_get_head(a)->chunk_size;
	struct pxt_chunk_header *x = malloc(size), *y = malloc(size);
	int err = pxt_log_load(a, a_block, x);
	uint32_t records;

	ck_assert_int_eq(pxt_log_load(b, b_block, y), err);
	if (!err) {
		ck_assert_mem_eq(x, y, offsetof(struct pxt_chunk_header,
						data_crc));
		ck_assert_mem_eq(x + 1, y + 1, x->used);
		ck_assert_int_eq(pxt_log_records_size(b, b_block, &records), 0);
		ck_assert_uint_eq(records, x->used);
	}
	free(x);
	free(y);
}

static void expect_same_front(const struct pxt_log_reader *a,
			      const struct pxt_log_reader *b)
{
	struct pxt_log_head x = *pxt_log_get_head(a), y = *pxt_log_get_head(b);
	const struct pxt_log_pointer *p = pxt_log_get_pointer(a);
	const struct pxt_log_pointer *q = pxt_log_get_pointer(b);
	const struct pxt_log_status *s = pxt_log_get_status(a);
	const struct pxt_log_status *t = pxt_log_get_status(b);

	ck_assert(!pxt_log_is_foreign(&x));
	ck_assert(pxt_log_is_foreign(&y));
	y.byte_order = x.byte_order;
	y.crc = x.crc;
	ck_assert_mem_eq(&x, &y, sizeof(x));
	ck_assert_int_eq(!s, !t);
	if (s)
		ck_assert_mem_eq(s, t, sizeof(*s));
	ck_assert_int_eq(!p, !q);
	if (p)
		ck_assert_mem_eq(p, q, sizeof(*p));
	for (unsigned id = 0; id < PXT_ID_SPACE; id++) {
		ck_assert_pstr_eq(pxt_log_get_name(a, id),
				  pxt_log_get_name(b, id));
		ck_assert_pstr_eq(pxt_log_get_type(a, id),
				  pxt_log_get_type(b, id));
	}
	ck_assert_uint_eq(pxt_log_get_epoch(a), pxt_log_get_epoch(b));
	ck_assert_mem_eq(pxt_log_get_summary(a), pxt_log_get_summary(b),
			 sizeof(struct pxt_log_summary));
}

typedef int opener(int fd, struct pxt_log_reader **out);

/* The number of blocks. */
static size_t expect_same_log(int a_fd, int b_fd, opener *open)
{
	struct pxt_log_reader *a, *b;
	const struct pxt_anchor *anchor, *other;
	const struct pxt_log_block *block, *twin;
	size_t n, m;
	int err = open(a_fd, &a);

	ck_assert_int_eq(open(b_fd, &b), err);
	if (err)
		return 0;
	expect_same_front(a, b);
	anchor = pxt_log_get_anchors(a, &n);
	other = pxt_log_get_anchors(b, &m);
	ck_assert_uint_eq(n, m);
	ck_assert_mem_eq(anchor, other, n * sizeof(*anchor));
	block = pxt_log_get_blocks(a, &n);
	twin = pxt_log_get_blocks(b, &m);
	ck_assert_uint_eq(n, m);
	ck_assert_mem_eq(pxt_log_get_summary(a), pxt_log_get_summary(b),
			 sizeof(struct pxt_log_summary));
	for (size_t i = 0; i < n; i++) {
		if (!block[i].is_packed)
			expect_same_block(&block[i], &twin[i]);
		expect_same_bytes(a, &block[i], b, &twin[i]);
		ck_assert_uint_eq(pxt_log_find_block(a, block[i].last),
				  pxt_log_find_block(b, block[i].last));
	}
	pxt_log_close(a);
	pxt_log_close(b);
	return n;
}

struct reported {
	char text[65536];
	size_t len;
};

static void report(void *context, uint64_t offset, bool is_fault,
		 const char *text)
{
	struct reported *reported = context;

	reported->len += (size_t)snprintf(reported->text + reported->len,
			sizeof(reported->text) - reported->len, "%llu %d %s\n",
			(unsigned long long)offset, is_fault, text);
	ck_assert_uint_lt(reported->len, sizeof(reported->text));
}

/* The values of checksums differ; that they are wrong is reported in both. */
static void forget_checksums(char *text)
{
	while ((text = strstr(text, "checksum of the head")))
		for (; *text != '\n'; text++)
			if (strchr("0123456789abcdef", *text))
				*text = 'x';
}

static void expect_same_findings(int a_fd, int b_fd)
{
	struct reported *reported = calloc(2, sizeof(*reported));
	struct pxt_finder a = { .found = report, .context = &reported[0] };
	struct pxt_finder b = { .found = report, .context = &reported[1] };
	int err = pxt_log_check(a_fd, &a);

	ck_assert_int_eq(pxt_log_check(b_fd, &b), err);
	forget_checksums(reported[0].text);
	forget_checksums(reported[1].text);
	ck_assert_str_eq(reported[0].text, reported[1].text);
	ck_assert_uint_eq(a.n_faults, b.n_faults);
	free(reported);
}

static size_t expect_same(const struct bytes *log)
{
	struct bytes twin = twin_of(log);
	int fd = file_of(log), twin_fd = file_of(&twin);
	size_t n = expect_same_log(fd, twin_fd, pxt_log_open);

	ck_assert_uint_eq(expect_same_log(fd, twin_fd, pxt_log_open_by_scan), n);
	expect_same_findings(fd, twin_fd);
	close(fd);
	close(twin_fd);
	free(twin.at);
	return n;
}

START_TEST(the_twin_of_a_log_reads_the_same)
{
	struct bytes log;
	size_t n;

	if (kinds[_i].compression && pxt_compress_check() != 0)
		return;
	/* Convert a set of event types to this machine's format. */
	if (kinds[_i].is_narrow && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		return;
	log = make_log(&kinds[_i]);
	n = expect_same(&log);
	ck_assert_uint_ge(n, 2);
	if (kinds[_i].n_events >= 20000)
		ck_assert_uint_gt(n, PXT_LOG_INDEX_MOST / 8);
	free(log.at);
}
END_TEST

/* The result of pxt_lookup() for a log, and the number of blocks found. */
static int look_up(const struct bytes *log, size_t *n)
{
	struct pxt_scan scan = { 0 };
	struct pxt_log_reader *reader;
	struct pxt_input input;
	int fd = file_of(log), err;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_input_open(&input, fd), 0);
	err = pxt_lookup(&scan, &input, pxt_log_get_head(reader),
			 pxt_log_get_status(reader),
			 pxt_log_get_pointer(reader));
	*n = scan.n;
	free(scan.blocks);
	pxt_input_close(&input);
	pxt_log_close(reader);
	close(fd);
	return err;
}

START_TEST(the_index_of_the_twin_is_of_use)
{
	struct bytes log = make_log(&kinds[_i]), twin = twin_of(&log);
	size_t n, m;

	ck_assert_int_eq(look_up(&log, &n), 0);
	ck_assert_int_eq(look_up(&twin, &m), 0);
	ck_assert_uint_eq(n, m);
	free(log.at);
	free(twin.at);
}
END_TEST

START_TEST(the_twin_of_the_twin_is_the_log)
{
	struct bytes log = make_log(&kinds[3]), twin = twin_of(&log);
	struct bytes back = twin_of(&twin);

	ck_assert_uint_eq(back.size, log.size);
	ck_assert_mem_eq(back.at, log.at, log.size);
	ck_assert_mem_ne(twin.at, log.at, log.size);
	free(log.at);
	free(twin.at);
	free(back.at);
}
END_TEST

START_TEST(what_is_damaged_is_as_damaged_in_the_twin)
{
	struct bytes log = make_log(&kinds[_i]);
	uint64_t random = 99 + (uint64_t)_i;

	for (int round = 0; round < 12; round++) {
		struct bytes one = { malloc(log.size), log.size };

		memcpy(one.at, log.at, log.size);
		for (uint64_t n = support_random_below(&random, 4); ; n--) {
			uint64_t at = support_random_below(&random, 3) ?
				PXT_LOG_BLOCKS +
				support_random_below(&random,
						log.size - PXT_LOG_BLOCKS) :
				PXT_LOG_STATUS + support_random_below(&random,
						20000);

			one.at[at] ^= (uint8_t)(1u << (random >> 60 & 7));
			if (n == 0)
				break;
		}
		expect_same(&one);
		free(one.at);
	}
	free(log.at);
}
END_TEST

START_TEST(what_is_cut_is_as_short_in_the_twin)
{
	struct bytes log = make_log(&kinds[_i]);
	uint64_t random = 7 + (uint64_t)_i;

	for (int round = 0; round < 6; round++) {
		struct bytes one = log;

		one.size = PXT_LOG_BLOCKS + 8 * support_random_below(&random,
				(log.size - PXT_LOG_BLOCKS) / 8);
		expect_same(&one);
	}
	/* Before the blocks, between two parts. */
	for (size_t size = PXT_LOG_HEAD + 472; size < log.size; size += 20000) {
		struct bytes one = { log.at, size };

		if (size > PXT_LOG_NAMES)
			one.size = PXT_LOG_NAMES + (size - PXT_LOG_NAMES) /
				   72 * 72;
		if (one.size < PXT_LOG_TYPES)
			expect_same(&one);
	}
	free(log.at);
}
END_TEST

/* The text of this fault contains numbers. */
START_TEST(two_threads_of_one_object_are_reported)
{
	struct bytes log = make_log(&kinds[1]);

	memcpy(log.at + 48 + 48 * 9, log.at + 48, 48);
	expect_same(&log);
	free(log.at);
}
END_TEST

/* A head that claims the other byte order, but does not have it. */
START_TEST(a_head_is_not_believed_for_its_byte_order)
{
	struct bytes log = make_log(&kinds[1]);
	struct pxt_log_head *head = (void *)(log.at + PXT_LOG_HEAD);
	struct pxt_log_reader *reader;
	int fd;

	head->byte_order = 0x04030201;
	for (int sealed = 0; sealed < 2; sealed++) {
		if (sealed)
			pxt_log_head_seal(head);
		fd = file_of(&log);
		ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
		close(fd);
	}
	free(log.at);
}
END_TEST

START_TEST(a_stream_reports_the_byte_order_of_its_data)
{
	const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct bytes log = make_log(&kinds[1]), twin = twin_of(&log);
	struct posixtrace_arguments arguments;
	int fd = file_of(_i ? &twin : &log);
	trace_id_t trid;

	ck_assert_int_eq(posix_trace_open(fd, &trid), 0);
	ck_assert_int_eq(posixtrace_is_big_endian(trid), is_big != !!_i);
	ck_assert_int_eq(posixtrace_get_arguments(trid, TYPED, &arguments), 0);
	ck_assert_int_eq(arguments.is_big_endian, is_big != !!_i);
	ck_assert_int_eq(posix_trace_close(trid), 0);
	ck_assert_int_eq(posixtrace_is_big_endian(trid), -1);
	close(fd);
	free(log.at);
	free(twin.at);
}
END_TEST

/* The segment is on the other machine. */
START_TEST(a_log_of_the_other_order_is_not_recovered)
{
	struct bytes log = make_log(&kinds[2]), twin = twin_of(&log), now;
	struct posixtrace_recovery recovery;
	int fd = file_of(&twin);

	ck_assert_int_eq(posixtrace_recover(fd, &recovery), ENOENT);
	now = content_of(fd);
	ck_assert_uint_eq(now.size, twin.size);
	ck_assert_mem_eq(now.at, twin.at, now.size);
	close(fd);
	free(now.at);
	free(log.at);
	free(twin.at);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log-twin");
	TCase *tc = support_case(suite, "log-twin");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, the_twin_of_a_log_reads_the_same, 0, N_KINDS);
	tcase_add_loop_test(tc, the_index_of_the_twin_is_of_use, N_SMALL, 9);
	tcase_add_test(tc, the_twin_of_the_twin_is_the_log);
	tcase_add_loop_test(tc, what_is_damaged_is_as_damaged_in_the_twin, 1,
			    N_SMALL);
	tcase_add_loop_test(tc, what_is_cut_is_as_short_in_the_twin, 1,
			    N_SMALL);
	tcase_add_test(tc, two_threads_of_one_object_are_reported);
	tcase_add_test(tc, a_head_is_not_believed_for_its_byte_order);
	tcase_add_test(tc, a_log_of_the_other_order_is_not_recovered);

	/* Unchecked, because the process keeps its control block after opening
	 * a stream. */
	tc = tcase_create("streams");
	tcase_add_loop_test(tc, a_stream_reports_the_byte_order_of_its_data, 0, 2);
	suite_add_tcase(suite, tc);
	return support_run(suite);
}
