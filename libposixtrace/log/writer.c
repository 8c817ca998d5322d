/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A log from its creation to its completion; blocks.c writes the blocks. */
#include "log/writer.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bsd/stdlib.h>
#include <bsd/string.h>

#include "log/front.h"
#include "log/output.h"
#include "log/state.h"

static void init_head(struct pxt_log_head *head)
{
	const uint64_t most = INT64_MAX - PXT_LOG_BLOCKS;

	memcpy(head->magic, PXT_LOG_MAGIC, sizeof(head->magic));
	head->version = PXT_LOG_VERSION;
	head->byte_order = PXT_LOG_BYTE_ORDER;
	head->identity = arc4random() | 1;
	head->block_start = PXT_LOG_BLOCKS;
	head->block_limit = 0;
	head->attr.log_size = pxt_log_size_in_use(&head->attr);
	head->attr.compression &= ~PXT_ATTR_LOCKED;
	if (head->attr.log_policy != POSIX_TRACE_APPEND)
		head->block_limit = PXT_LOG_BLOCKS +
				    (head->attr.log_size < most ?
				     head->attr.log_size : most);
	pxt_log_head_seal(head);
}

/* The members of the status that the log knows itself. */
static void fill_status(const struct pxt_log *log,
			struct pxt_log_status *status)
{
	status->epoch = log->epoch;
	status->identity = log->head.identity;
	status->log_overrun = pxt_log_is_overrun(log) ?
			      POSIX_TRACE_OVERRUN : POSIX_TRACE_NO_OVERRUN;
	status->log_full = pxt_log_is_full(log) ?
			   POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
	status->log_lost = log->lost;
	status->log_first_lost = log->first_lost;
	status->last_serial = log->serial;
	status->first_serial = log->n_live ? log->serial - log->n_live + 1 : 0;
	/* Untrusted input: serials may have wrapped. */
	if (status->first_serial > status->last_serial)
		status->first_serial = status->last_serial;
	status->sequence = log->status.sequence + 1;
	status->log_reported = log->reported < UINT32_MAX ? (uint32_t)log->reported :
			   UINT32_MAX;
	pxt_log_status_seal(status);
}

/*
 * The sequence number selects the slot, so a failed write leaves the other one.
 */
static int write_status(struct pxt_log *log,
			const struct pxt_log_status *status)
{
	uint64_t slot = (status->sequence + 1) % 2;
	int err = pxt_output_write(&log->file, status, sizeof(*status),
				   PXT_LOG_STATUS + slot * PXT_LOG_STATUS_SLOT);

	if (!err)
		log->status = *status;
	return err;
}

static int write_magic(const struct pxt_log *log,
		       const char magic[sizeof(log->head.magic)])
{
	return pxt_output_write(&log->file, magic, sizeof(log->head.magic),
				PXT_LOG_HEAD +
				offsetof(struct pxt_log_head, magic));
}

/*
 * Write everything before the names.  Names of an older log in the file are
 * zeroed first, so that they are not taken for damage; stale blocks are
 * recognised by their identity.
 *
 * The magic of the head is last, and that of an older log is zeroed before all:
 * who reads the file meanwhile finds no log, or a whole one.  It reads the magic
 * first (reader.c).
 */
static int write_front(struct pxt_log *log, uint64_t old_size)
{
	struct pxt_front *front = calloc(1, sizeof(*front));
	struct pxt_log_status *status;
	uint64_t end = old_size < PXT_LOG_BLOCKS ? old_size : PXT_LOG_BLOCKS;
	uint64_t n;
	int err = 0;

	if (!front)
		return ENOMEM;
	if (old_size > PXT_LOG_HEAD)
		err = write_magic(log, front->head.magic);
	for (uint64_t at = PXT_LOG_NAMES; at < end && !err; at += n) {
		n = end - at < sizeof(front->names) ? end - at
						    : sizeof(front->names);
		err = pxt_output_write(&log->file, front->names, n, at);
	}
	if (err)
		goto free_front;

	pxt_txtb_header_init(&front->txtb);
	front->head = log->head;
	memset(front->head.magic, 0, sizeof(front->head.magic));
	status = &front->slots[0].status;
	status->stream_status = POSIX_TRACE_SUSPENDED;
	status->stream_full = POSIX_TRACE_NOT_FULL;
	status->flush_status = POSIX_TRACE_NOT_FLUSHING;
	fill_status(log, status);
	log->status = *status;
	err = pxt_output_write(&log->file, front, PXT_LOG_NAMES, 0);
	if (!err)
		err = write_magic(log, log->head.magic);

free_front:
	free(front);
	return err;
}

int pxt_log_open_packer(struct pxt_log *log)
{
	int level = pxt_attr_level(&log->head.attr), err;

	if (level == 0)
		return 0;
	log->packed = malloc(log->head.chunk_size);
	if (!log->packed)
		return ENOMEM;
	err = pxt_packer_open(level, &log->packer);
	if (err) {
		free(log->packed);
		log->packed = NULL;
	}
	return err;
}

static void close_packer(struct pxt_log *log)
{
	pxt_packer_close(log->packer);
	free(log->packed);
}

int pxt_log_create(int fd, const struct pxt_log_head *head,
		   struct pxt_log **out)
{
	struct pxt_txtb_header probe;
	struct pxt_log *log;
	uint64_t old_size;
	int err;

	assert(head->chunk_size >= PXT_CHUNK_SIZE_MIN &&
	       head->chunk_size <= PXT_CHUNK_SIZE_MAX);
	log = calloc(1, sizeof(*log));
	if (!log)
		return ENOMEM;
	pxt_txtb_header_init(&probe);
	err = pxt_output_open(fd, &probe, sizeof(probe), &log->file, &old_size);
	if (err)
		goto free_log;

	log->head = *head;
	init_head(&log->head);
	log->claims = log->head.attr.log_policy != POSIX_TRACE_LOOP &&
		      pxt_output_claims(&log->file);
	log->epoch = 1;
	log->pos = PXT_LOG_BLOCKS;
	log->limit = log->head.block_limit ? log->head.block_limit : UINT64_MAX;
	log->piece_max = log->head.attr.log_size / 4;
	pxt_log_table_init(log);
	err = pxt_log_open_packer(log);
	if (err)
		goto close_fd;
	err = write_front(log, old_size);
	if (err)
		goto close_packer;
	*out = log;
	return 0;

close_packer:
	close_packer(log);
close_fd:
	pxt_file_close(&log->file);
free_log:
	free(log);
	return err;
}

void pxt_log_close_file(struct pxt_log *log)
{
	pxt_file_close(&log->file);
}

void pxt_log_disown(struct pxt_log *log)
{
	log->file.fd = -1;
}

void pxt_log_destroy(struct pxt_log *log)
{
	if (!log)
		return;
	pxt_log_close_file(log);
	close_packer(log);
	free(log->live.blocks);
	free(log->newest);
	free(log->table.entries);
	free(log);
}

const struct pxt_log_head *pxt_log_head(const struct pxt_log *log)
{
	return &log->head;
}

int pxt_log_add_name(struct pxt_log *log, unsigned id, const char *name)
{
	struct pxt_log_name entry = { .id = id };
	int err;

	assert(id > 0 && id < PXT_ID_SPACE);
	strlcpy(entry.name, name, sizeof(entry.name));
	pxt_log_name_seal(&entry, log->head.identity);
	err = pxt_output_write(&log->file, &entry, sizeof(entry),
			       PXT_LOG_NAMES + id * sizeof(entry));
	if (err)
		return err;
	return pxt_registry_add_type(log, id, name);
}

int pxt_log_add_type(struct pxt_log *log, unsigned id, const char *text)
{
	struct pxt_log_type entry = { .id = id };
	int err;

	assert(id > 0 && id < PXT_ID_SPACE);
	strlcpy(entry.text, text, sizeof(entry.text));
	pxt_log_type_seal(&entry, log->head.identity);
	err = pxt_output_write(&log->file, &entry, sizeof(entry),
			       PXT_LOG_TYPES + id * sizeof(entry));
	if (err)
		return err;
	return pxt_registry_describe_type(log, id);
}

int pxt_log_set_status(struct pxt_log *log,
		       const struct pxt_log_status *status)
{
	struct pxt_log_status written = *status;

	fill_status(log, &written);
	return write_status(log, &written);
}

int pxt_log_update_status(struct pxt_log *log)
{
	const struct pxt_log_status status = log->status;

	return pxt_log_set_status(log, &status);
}

int pxt_log_check_size(const struct pxt_log *log)
{
	return pxt_output_reaches(&log->file, log->reached) ? 0 : EIO;
}

uint64_t pxt_log_serial(const struct pxt_log *log)
{
	return log->serial;
}

int pxt_log_clear(struct pxt_log *log)
{
	struct pxt_log cleared = {
		.epoch = log->epoch + 1,
		.head.identity = log->head.identity,
		.status.sequence = log->status.sequence,
	};
	struct pxt_log_status status = log->status;
	int err;

	assert(pxt_log_is_valid(log));
	/* A recovering process counts from here (rescue.c). */
	status.lost = 0;
	status.stream_overrun = POSIX_TRACE_NO_OVERRUN;
	fill_status(&cleared, &status);
	err = write_status(log, &status);
	if (err)
		return err;
	log->epoch++;
	log->pos = PXT_LOG_BLOCKS;
	log->serial = 0;
	log->n_live = 0;
	log->live_bytes = 0;
	log->lost = 0;
	log->first_lost = 0;
	log->first_unreported = 0;
	log->reported = 0;
	log->horizon = 0;
	log->full = false;
	pxt_live_drop(&log->live, log->live.n);
	pxt_newest_clear(log);
	pxt_log_table_clear(log);
	log->images = (struct pxt_image_blocks){
		.sequence = log->images.sequence,
	};
	memset(&log->progress, 0, sizeof(log->progress));
	return 0;
}

int pxt_log_complete(struct pxt_log *log, const struct pxt_log_status *status,
		     const struct pxt_event *events, const int64_t *time_ns,
		     size_t n)
{
	const size_t size = PXT_TXTB_ENTRIES * sizeof(struct pxt_txtb_entry);
	struct pxt_txtb_entry *window = malloc(size);
	struct pxt_log_status final = *status;
	int err = ENOMEM, status_err;

	assert(pxt_log_is_valid(log));
	if (window) {
		pxt_log_fill_window(window, &log->registry, events, time_ns, n);
		err = pxt_output_write(&log->file, window, size, PXT_TXTB_WINDOW);
	}
	free(window);
	final.complete = PXT_LOG_COMPLETE;
	status_err = pxt_log_set_status(log, &final);
	return err ? err : status_err;
}

uint64_t pxt_log_lost(const struct pxt_log *log)
{
	return log->lost;
}

uint64_t pxt_log_first_lost(const struct pxt_log *log)
{
	return log->first_lost;
}

uint64_t pxt_log_horizon(const struct pxt_log *log)
{
	return log->horizon;
}

bool pxt_log_is_overrun(const struct pxt_log *log)
{
	return log->lost > 0;
}

bool pxt_log_is_full(const struct pxt_log *log)
{
	return log->full;
}

uint64_t pxt_log_bytes(const struct pxt_log *log)
{
	return log->live_bytes;
}

uint64_t pxt_log_blocks(const struct pxt_log *log)
{
	return log->n_live;
}
