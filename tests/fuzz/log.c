/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Any bytes as a log: opened, read and checked.  Most mutations get right
 * checksums, so that the code after the checks is tested as well.  Each log has
 * a twin of the other byte order.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz.h"
#include "log/check.h"
#include "log/writer.h"
#include "read-trace.h"
#include "seal.h"
#include "twin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_finder finder = { .found = fuzz_found };
	int fd = fuzz_file(data, size);
	int err, unfit;

	if (fd < 0)
		return -1;
	err = read_trace(fd);
	unfit = pxt_log_check(fd, &finder);
	/* A file that is no log may be a dump.  If it is refused, there must be
	 * a reason. */
	if (!unfit && err)
		abort();
	if (unfit && finder.n_faults == 0)
		abort();
	close(fd);
	return err ? -1 : 0;
}

enum { CHUNK = 4096, LANES = 3 };

struct chunk {
	struct pxt_chunk_header header;
	unsigned char records[CHUNK - sizeof(struct pxt_chunk_header)];
};

/* Fill a chunk with events from *ticks on. */
static void fill(struct chunk *chunk, uint64_t *ticks, unsigned n)
{
	*chunk = (struct chunk){ .header = {
		.magic = PXT_CHUNK_MAGIC,
		.lease = n + 1,
		.pid = 99,
		.tid = 100 + (int32_t)(n % LANES),
		.thread = 0x7000 + n % LANES,
		.base = *ticks,
		.kind = n % 7 == 6 ? PXT_KIND_CONTROL : PXT_KIND_EVENTS,
		.lane = (uint16_t)(n % LANES),
		.comm = "worker",
	} };
	for (size_t len = 16; ; len = 16 + (*ticks * 7) % 40) {
		unsigned char *at = chunk->records + chunk->header.used;

		if (chunk->header.used + pxt_record_size(len) >
		    sizeof(chunk->records))
			break;
		pxt_record_put(at, *ticks, 0x401000, 65, len);
		chunk->header.used += (uint32_t)pxt_record_size(len);
		chunk->header.count++;
		chunk->header.last = *ticks;
		*ticks += 1 + *ticks % 100;
	}
}

static struct pxt_log_head head_of(uint32_t policy, uint64_t log_size)
{
	struct pxt_log_head head = {
		.pointer_size = sizeof(void *),
		.chunk_size = CHUNK,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = 99,
		.controller_pid = 98,
		.clock = PXT_CLOCK_MONOTONIC,
		.anchor_ticks = 1000,
		.anchor_ns = 1000,
		.anchor_real_ns = INT64_C(1700000000000000000),
		.boot_id = "00000000-0000-4000-8000-000000000000",
		.host = "host",
		.segment = "nowhere",
	};

	pxt_attr_init(&head.attr);
	head.attr.log_policy = policy;
	head.attr.log_size = log_size;
	return head;
}

static bool write_log(int fd, const struct pxt_log_head *head,
		      unsigned n_chunks, bool is_ended)
{
	struct pxt_log_status status = {
		.stream_status = POSIX_TRACE_SUSPENDED,
		.stream_full = POSIX_TRACE_NOT_FULL,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.processes = 1,
		.threads = LANES,
		.starts = 1,
		.anchor_ticks = 2000000,
		.anchor_ns = 2000000,
	};
	uint64_t ticks = 2000;
	struct chunk chunk;
	struct pxt_log *log;
	int err = pxt_log_create(fd, head, &log);

	if (err)
		return false;
	err = pxt_log_add_name(log, 65, "a type");
	for (unsigned n = 0; n < n_chunks && !err; n++) {
		fill(&chunk, &ticks, n);
		err = pxt_log_add_block(log, &chunk.header, chunk.records);
	}
	if (!err && is_ended)
		err = pxt_log_complete(log, &status, NULL, NULL, 0);
	pxt_log_destroy(log);
	return err == 0;
}

uint8_t *fuzz_seed(unsigned n, size_t *size)
{
	static const struct {
		uint32_t policy;
		uint64_t size;
		unsigned n_chunks;
		bool is_ended;
	} kinds[] = {
		{ POSIX_TRACE_APPEND, 0, 0, true },
		{ POSIX_TRACE_APPEND, 0, 9, true },
		{ POSIX_TRACE_APPEND, 0, 9, false },
		{ POSIX_TRACE_LOOP, 32768, 20, true },
		{ POSIX_TRACE_UNTIL_FULL, 20000, 9, true },
	};
	const unsigned n_kinds = sizeof(kinds) / sizeof(kinds[0]);
	bool is_twin = n >= n_kinds;
	struct pxt_log_head head;
	uint8_t *bytes = NULL, *twin;
	struct stat st;
	int fd;

	if (n >= 2 * n_kinds)
		return NULL;
	n %= n_kinds;
	fd = fuzz_file(NULL, 0);
	head = head_of(kinds[n].policy, kinds[n].size);
	if (fd < 0 || !write_log(fd, &head, kinds[n].n_chunks,
				 kinds[n].is_ended) || fstat(fd, &st) != 0)
		abort();
	*size = (size_t)st.st_size;
	bytes = malloc(*size);
	if (!bytes || pread(fd, bytes, *size, 0) != (ssize_t)*size)
		abort();
	close(fd);
	if (!is_twin)
		return bytes;
	twin = twin_make(bytes, size);
	free(bytes);
	return twin;
}

/* A number in the records, in a header of a block, or in the head. */
static void disturb(uint8_t *data, size_t size, uint64_t random)
{
	size_t at;

	if (size <= PXT_LOG_BLOCKS)
		return;
	switch (random % 4) {
	case 0:
		at = PXT_LOG_HEAD + random / 4 % sizeof(struct pxt_log_head);
		break;
	case 1:
		at = PXT_LOG_STATUS + random / 4 % 1024;
		break;
	default:
		at = PXT_LOG_BLOCKS + random / 4 % (size - PXT_LOG_BLOCKS);
	}
	data[at] ^= (uint8_t)(random >> 32);
}

void fuzz_repair(uint8_t *data, size_t size, uint64_t random)
{
	disturb(data, size, random >> 8);
	if (random % 8 != 0)
		seal_log(data, size);
}
