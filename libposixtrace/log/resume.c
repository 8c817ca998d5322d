/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Continues a log whose writer died: computes the state of struct pxt_log from
 * what a reader found.
 *
 * Blocks that are added are not indexed (table.c): readers need no index, and there
 * are few.  They are compressed as the others, or a LOOP log would keep less than it
 * had; where that is not available they are not.
 *
 * The registry of threads and types at the front of the file is written again,
 * in the order of the blocks, so that file and memory agree.  Other slots that
 * the dead writer had used are cleared: threads found later use other slots.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/output.h"
#include "log/reader.h"
#include "log/state.h"
#include "log/writer.h"

static int by_serial(const void *a, const void *b)
{
	const struct pxt_log_block *const *x = a, *const *y = b;

	return (*x)->serial < (*y)->serial ? -1 :
	       (*x)->serial > (*y)->serial;
}

/* The header of each block has the thread's name. */
static int add_thread(struct pxt_log *log, const struct pxt_log_reader *reader,
		      const struct pxt_log_block *block, void *bytes)
{
	const struct pxt_chunk_header *header = bytes;
	char comm[PXT_COMM_SIZE + 1] = "";

	if (!pxt_txtb_is_thread(block->tid) ||
	    pxt_registry_find(&log->registry, block->pid, block->tid))
		return 0;
	if (log->registry.n_threads == PXT_TXTB_SLOTS ||
	    pxt_log_load(reader, block, bytes) != 0)
		return 0;
	memcpy(comm, header->comm, sizeof(header->comm));
	return pxt_log_add_thread(log, block->pid, block->tid, comm);
}

/*
 * Use the newest name among all blocks of a thread.  Blocks rescued from memory
 * have the names that threads started with, which must not replace newer ones.
 */
static int rename_threads(struct pxt_log *log,
			  const struct pxt_log_reader *reader,
			  const struct pxt_log_block **order, size_t n,
			  void *bytes)
{
	bool is_named[PXT_TXTB_SLOTS] = {false};
	const struct pxt_chunk_header *header = bytes;
	int err = 0;

	while (n-- && !err) {
		const struct pxt_log_block *block = order[n];
		int index = pxt_registry_index(&log->registry, block->pid,
					       block->tid);
		char comm[PXT_COMM_SIZE + 1] = "";

		if (index < 0 || is_named[index] ||
		    pxt_log_load(reader, block, bytes) != 0)
			continue;
		is_named[index] = true;
		memcpy(comm, header->comm, sizeof(header->comm));
		err = pxt_log_add_thread(log, block->pid, block->tid, comm);
	}
	log->registry.keeps_names = true;
	return err;
}

static int take_block(struct pxt_log *log, const struct pxt_log_block *block)
{
	uint32_t len = PXT_CHUNK_HEADER_SIZE + block->used;
	int err;

	log->serial = block->serial;
	log->pos = block->offset + len;
	log->n_live++;
	log->live_bytes += len;
	if (log->head.attr.log_policy != POSIX_TRACE_LOOP)
		return 0;
	err = pxt_live_reserve(&log->live, 1);
	if (!err)
		pxt_live_push(&log->live, (struct pxt_live){
			.offset = block->offset,
			.base = block->base,
			.last = block->last,
			.len = len,
			.count = block->count,
		});
	return err;
}

static int take_blocks(struct pxt_log *log, const struct pxt_log_reader *reader)
{
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(reader, &n);
	/* The torn block is overwritten, as if it had never existed. */
	const struct pxt_log_block *torn = pxt_log_get_torn(reader);
	const struct pxt_log_block **order = calloc(n + 1, sizeof(*order));
	void *bytes = malloc(log->head.chunk_size);
	int err = order && bytes ? 0 : ENOMEM;

	for (size_t i = 0; i < n && !err; i++)
		order[i] = &block[i];
	if (!err)
		qsort(order, n, sizeof(*order), by_serial);
	for (size_t i = 0; i < n && !err; i++) {
		if (order[i] == torn)
			continue;
		err = take_block(log, order[i]);
		if (!err)
			err = add_thread(log, reader, order[i], bytes);
	}
	if (!err)
		err = rename_threads(log, reader, order, n, bytes);
	free(order);
	free(bytes);
	return err;
}

static int take_names(struct pxt_log *log, const struct pxt_log_reader *reader)
{
	int err = 0;

	for (unsigned id = 1; id < PXT_ID_SPACE && !err; id++) {
		const char *name = pxt_log_get_name(reader, id);

		if (pxt_log_get_type(reader, id))
			err = pxt_registry_describe_type(log, id);
		if (name && !err)
			err = pxt_registry_add_type(log, id, name);
	}
	return err;
}

/*
 * In a LOOP log images come behind the ring, whose end may be far behind the newest
 * block.  An index block may be there, too, which leads to blocks that remain.
 */
static uint64_t find_reach(const struct pxt_log *log, uint64_t size)
{
	if (log->head.attr.log_policy != POSIX_TRACE_LOOP)
		return 0;
	if (size > log->limit)
		size = log->limit;
	return (size + 7) & ~UINT64_C(7);
}

int pxt_log_resume(int fd, const struct pxt_log_reader *reader,
		   struct pxt_log **out)
{
	const struct pxt_log_status *status = pxt_log_get_status(reader);
	const struct pxt_log_summary *summary = pxt_log_get_summary(reader);
	struct pxt_log *log = calloc(1, sizeof(*log));
	uint64_t size;
	int err;

	if (!log)
		return ENOMEM;
	/* No writer gets there; the next number would not be valid. */
	err = status && status->sequence > INT64_MAX / 2 ? EINVAL : 0;
	if (err)
		goto free_log;
	err = pxt_output_open(fd, "", 0, &log->file, &size);
	if (err)
		goto free_log;
	log->resumed = true;
	log->head = *pxt_log_get_head(reader);
	log->pos = PXT_LOG_BLOCKS;
	log->limit = log->head.block_limit ? log->head.block_limit : UINT64_MAX;
	log->piece_max = log->head.attr.log_size / 4;
	log->reached = find_reach(log, size);
	log->epoch = pxt_log_get_epoch(reader);
	log->lost = summary->lost;
	log->horizon = summary->horizon;
	if (status) {
		log->status = *status;
		log->first_lost = status->log_first_lost;
		log->reported = status->log_reported;
		log->full = status->log_full == POSIX_TRACE_FULL;
	}
	err = pxt_log_open_packer(log);
	if (!err || err == ENOTSUP)
		err = take_blocks(log, reader);
	if (!err)
		pxt_log_take_images(log, reader);
	if (!err)
		err = take_names(log, reader);
	if (!err)
		err = pxt_registry_clear_rest(log);
	if (err) {
		pxt_log_destroy(log);
		return err;
	}
	*out = log;
	return 0;

free_log:
	free(log);
	return err;
}

int pxt_log_sync(struct pxt_log *log)
{
	return pxt_output_sync(&log->file);
}
