/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Logs for tests; see logfile.h. */
#include "logfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "log/state.h"
#include "support.h"

int logfile_open(const char *name)
{
	const char *dir = getenv("TEST_LOG_DIR");
	char path[256];
	int fd;

	if (dir) {
		snprintf(path, sizeof(path), "%s/%s.ptl", dir, name);
		fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	} else {
		fd = memfd_create(name, MFD_CLOEXEC);
	}
	ck_assert_int_ge(fd, 0);
	return fd;
}

int logfile_reopen(int fd, int flags)
{
	char path[32];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, flags | O_CLOEXEC);
	ck_assert_int_ge(again, 0);
	return again;
}

void logfile_destroy(struct pxt_log *log)
{
	ck_assert(!log || pxt_log_is_valid(log));
	pxt_log_destroy(log);
}

struct pxt_log_head logfile_head(uint32_t policy, uint64_t log_size)
{
	struct pxt_log_head head = {
		.pointer_size = sizeof(void *),
		.chunk_size = LOGFILE_CHUNK,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = 99,
		.controller_pid = 98,
		.clock = PXT_CLOCK_COUNTER,
		.anchor_ticks = LOGFILE_START,
		.anchor_ns = 5000000000,
		.anchor_real_ns = INT64_C(1700000000123456789),
		.controller_start = 4242,
		.boot_id = "00000000-0000-4000-8000-000000000000",
		.host = "host",
		.segment = "segment",
	};

	pxt_attr_init(&head.attr);
	head.attr.log_policy = policy;
	head.attr.log_size = log_size;
	return head;
}

struct pxt_log_status logfile_status(void)
{
	return (struct pxt_log_status){
		.stream_status = POSIX_TRACE_SUSPENDED,
		.stream_full = POSIX_TRACE_FULL,
		.stream_overrun = POSIX_TRACE_OVERRUN,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.flush_error = 5,
		.processes = 1,
		.events = 77,
		.bytes = 7777,
		.lost = 3,
		.peak = 4000,
		.threads = LOGFILE_LANES,
		.starts = 2,
		.filtered = 1,
	};
}

static void begin_chunk(struct logfile_feed *feed, uint32_t lane)
{
	feed->lanes[lane].header = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.lease = 1 + feed->n,
		.pid = 99,
		.tid = 100 + (int32_t)lane,
		.thread = UINT64_C(0x7f0000000000) + lane,
		.kind = PXT_KIND_EVENTS,
		.lane = (uint16_t)lane,
	};
	snprintf(feed->lanes[lane].header.comm, PXT_COMM_SIZE, "worker-%u",
		 lane);
}

struct logfile_feed *logfile_feed_new(struct pxt_log *log, uint64_t seed)
{
	struct logfile_feed *feed = calloc(1, sizeof(*feed));

	ck_assert_ptr_nonnull(feed);
	feed->log = log;
	feed->random = seed;
	feed->ticks = LOGFILE_START;
	feed->data_max = 64;
	for (uint32_t lane = 0; lane < LOGFILE_LANES; lane++)
		begin_chunk(feed, lane);
	return feed;
}

static void add_chunk(struct logfile_feed *feed, uint32_t lane)
{
	struct pxt_chunk_header *header = &feed->lanes[lane].header;

	if (header->count == 0)
		return;
	header->anchor_ticks = feed->ticks;
	header->anchor_ns = 5000000000 + (feed->ticks - LOGFILE_START) / 2;
	if (feed->add)
		feed->add(feed, header, feed->lanes[lane].records);
	else
		ck_assert_int_eq(pxt_log_add_block(feed->log, header,
				feed->lanes[lane].records), 0);
	feed->n_added += header->count;
	begin_chunk(feed, lane);
}

void logfile_data(unsigned char *data, size_t len, size_t seq)
{
	for (size_t i = 0; i < len; i++)
		data[i] = (unsigned char)(seq * 31 + i);
}

static void make_event(struct logfile_feed *feed)
{
	uint32_t lane = (uint32_t)support_random_below(&feed->random,
						       LOGFILE_LANES);
	size_t len = support_random_below(&feed->random, feed->data_max + 1);
	struct logfile_event *event = &feed->events[feed->n];
	struct pxt_chunk_header *header = &feed->lanes[lane].header;
	unsigned char *record;

	if (feed->n == LOGFILE_EVENTS)
		ck_abort_msg("a test wants more events");
	if (PXT_CHUNK_HEADER_SIZE + header->used + pxt_record_size(len) >
	    LOGFILE_CHUNK)
		add_chunk(feed, lane);
	/* Sometimes two events have the same time. */
	feed->ticks += support_random_below(&feed->random, 1000);
	*event = (struct logfile_event){
		.ticks = feed->ticks,
		.lane = lane,
		.id = (uint16_t)(PXT_ID_USER + feed->n % 100),
		.len = (uint16_t)len,
	};

	record = feed->lanes[lane].records + header->used;
	memset(record, 0, pxt_record_size(len));
	pxt_record_put_time(record, event->ticks, len);
	pxt_record_put_type(record, feed->n, event->id, feed->n % 7 == 0);
	logfile_data(record + PXT_HEAD_SIZE, len, feed->n);
	if (header->count++ == 0)
		header->base = event->ticks;
	header->last = event->ticks;
	header->used += (uint32_t)pxt_record_size(len);
	feed->n++;
}

void logfile_feed(struct logfile_feed *feed, size_t n)
{
	while (n-- > 0)
		make_event(feed);
}

void logfile_feed_end(struct logfile_feed *feed)
{
	for (uint32_t lane = 0; lane < LOGFILE_LANES; lane++)
		add_chunk(feed, lane);
}

/* A single assertion, because libcheck makes a system call for each. */
static bool is_as_made(const struct logfile_event *made,
		       const struct pxt_event *event)
{
	unsigned char data[LOGFILE_CHUNK];

	logfile_data(data, made->len, event->address);
	return event->ticks == made->ticks && event->id == made->id &&
	       event->len == made->len && event->pid == 99 &&
	       event->tid == 100 + (int)made->lane &&
	       event->truncated == (event->address % 7 == 0) &&
	       memcmp(event->data, data, made->len) == 0;
}

static void check_event(struct logfile_feed *feed,
			const struct pxt_event *event,
			const struct pxt_log_block *block)
{
	struct logfile_event *made = &feed->events[event->address];

	if (event->address >= feed->n || made->seen ||
	    !is_as_made(made, event) || event->ticks < block->base ||
	    event->ticks > block->last)
		ck_abort_msg("event %u at offset %u is not as made",
			     (unsigned)event->address,
			     (unsigned)block->offset);
	made->seen = true;
}

size_t logfile_check(struct logfile_feed *feed,
		     const struct pxt_log_reader *reader, size_t *n_bad)
{
	size_t n_blocks, n = 0;
	const struct pxt_log_block *blocks = pxt_log_get_blocks(reader,
								&n_blocks);
	struct pxt_chunk_header *chunk = malloc(LOGFILE_CHUNK);

	ck_assert_ptr_nonnull(chunk);
	*n_bad = 0;
	for (size_t i = 0; i < feed->n; i++)
		feed->events[i].seen = false;
	for (size_t i = 0; i < n_blocks; i++) {
		int err = pxt_log_load(reader, &blocks[i], chunk);
		struct pxt_cursor cursor;
		struct pxt_event event;
		size_t before = n;

		if (err) {
			ck_assert_int_eq(err, EBADMSG);
			++*n_bad;
			continue;
		}
		if (i > 0 && blocks[i].base < blocks[i - 1].base)
			ck_abort_msg("blocks are not in the order of time");
		pxt_cursor_init(&cursor, chunk, chunk + 1, chunk->used);
		for (; pxt_cursor_next(&cursor, &event); n++)
			check_event(feed, &event, &blocks[i]);
		ck_assert_uint_eq(n - before, blocks[i].count);
	}
	free(chunk);
	return n;
}

size_t logfile_check_whole(struct logfile_feed *feed, int fd)
{
	struct pxt_log_reader *reader;
	size_t n, n_bad;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	n = logfile_check(feed, reader, &n_bad);
	ck_assert_uint_eq(n_bad, 0);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->events, n);
	pxt_log_close(reader);
	return n;
}

/* No ck_assert() here, because libcheck writes to a file, too, in each of
 * them. */
void logfile_limit_size(uint64_t bytes)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
		abort();
	limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
	if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
		abort();
}
