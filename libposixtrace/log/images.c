/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Image blocks (model/logform.h): each points to the one before it, and a word
 * at the front of the file to the newest.
 *
 * With APPEND they are among the other blocks, so that they are there if the
 * writer is killed.  With LOOP they would be overwritten, and with UNTIL_FULL
 * take the place of events: there they come behind all others, at the end.  If
 * the writer dies before, the segment has the images, and a recovery stores
 * them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/foreign.h"
#include "log/output.h"
#include "log/reader.h"
#include "log/state.h"
#include "log/writer.h"

size_t pxt_log_images_room(const struct pxt_log *log)
{
	return (log->head.chunk_size - PXT_CHUNK_HEADER_SIZE) /
	       PXT_LOG_IMAGES_UNIT * PXT_LOG_IMAGES_UNIT;
}

static bool is_append(const struct pxt_log *log)
{
	return log->head.attr.log_policy == POSIX_TRACE_APPEND;
}

static uint64_t find_place(const struct pxt_log *log)
{
	uint64_t at = log->pos;

	if (is_append(log))
		return at;
	if (at < log->reached)
		at = log->reached;
	return at < log->images.end ? log->images.end : at;
}

static int write_pointer(struct pxt_log *log, uint64_t offset)
{
	struct pxt_log_pointer pointer = {
		.identity = log->head.identity,
		.epoch = log->epoch,
		.offset = offset,
		.serial = log->images.units,
		.sequence = ++log->images.sequence,
	};
	uint64_t slot = (pointer.sequence + 1) % 2;

	pxt_log_pointer_seal(&pointer);
	return pxt_output_write(&log->file, &pointer, sizeof(pointer),
				PXT_LOG_IMAGES + slot * PXT_LOG_STATUS_SLOT);
}

int pxt_log_add_images(struct pxt_log *log, const void *records, size_t len)
{
	const size_t padded = (len + PXT_LOG_IMAGES_UNIT - 1) &
			      ~(size_t)(PXT_LOG_IMAGES_UNIT - 1);
	const uint64_t offset = find_place(log);
	struct pxt_chunk_header *block = calloc(1, sizeof(*block) + padded);
	struct iovec iov = { block, sizeof(*block) + padded };
	size_t written;
	int err;

	assert(len > 0 && padded <= pxt_log_images_room(log));
	if (!block)
		return ENOMEM;
	*block = (struct pxt_chunk_header){
		.magic = PXT_CHUNK_MAGIC,
		.used = (uint32_t)padded,
		.lease = 1,
		.thread = log->images.newest,
		.count = (uint32_t)(padded / PXT_LOG_IMAGES_UNIT),
		.kind = PXT_KIND_INDEX,
		.epoch = PXT_LOG_IMAGES_EPOCH,
		.identity = log->head.identity,
	};
	block->serial = log->images.units + block->count;
	memcpy(block + 1, records, len);
	pxt_log_block_seal(block, block + 1);
	err = pxt_output_writev(&log->file, &iov, 1, offset, &written);
	if (err && written > 0)
		pxt_output_cut(&log->file, offset, offset + written);
	free(block);
	if (err)
		return err;
	log->images.units += padded / PXT_LOG_IMAGES_UNIT;
	log->images.newest = offset;
	log->images.end = offset + sizeof(*block) + padded;
	if (is_append(log)) {
		log->pos = log->images.end;
		if (log->reached < log->pos)
			log->reached = log->pos;
	}
	return write_pointer(log, offset);
}

/* Read the header of an image block with that serial. */
static int read_header(const struct pxt_log_reader *reader, uint64_t offset,
		       uint64_t serial, struct pxt_chunk_header *header)
{
	const struct pxt_log_head *head = pxt_log_get_head(reader);
	size_t got;
	int err;

	if (offset < head->block_start || offset % 8 != 0)
		return EBADMSG;
	err = pxt_log_read(reader, header, sizeof(*header), offset, &got);
	if (err)
		return err;
	pxt_foreign_header(head, header);
	return got == sizeof(*header) && pxt_log_index_is_valid(header, head) &&
	       pxt_log_is_images(header) && header->serial == serial ?
	       0 : EBADMSG;
}

void pxt_log_take_images(struct pxt_log *log,
			 const struct pxt_log_reader *reader)
{
	const struct pxt_log_pointer *pointer = pxt_log_get_images(reader);
	struct pxt_chunk_header header;

	if (!pointer)
		return;
	/* What the dead writer had stored is stored again. */
	log->images.sequence = pointer->sequence;
	if (pointer->epoch != log->epoch ||
	    read_header(reader, pointer->offset, pointer->serial, &header) != 0)
		return;
	log->images.end = pointer->offset + sizeof(header) + header.used;
	if (is_append(log) && log->pos < log->images.end)
		log->pos = log->images.end;
}

struct chain {
	uint64_t *offset;	/* newest first */
	size_t n;
	size_t room;
};

static int note(struct chain *chain, uint64_t offset)
{
	if (chain->n == chain->room) {
		size_t room = chain->room ? 2 * chain->room : 16;
		void *grown = reallocarray(chain->offset, room,
					   sizeof(*chain->offset));

		if (!grown)
			return ENOMEM;
		chain->offset = grown;
		chain->room = room;
	}
	chain->offset[chain->n++] = offset;
	return 0;
}

/* Serials fall at each step, so it ends. */
static int follow(const struct pxt_log_reader *reader, struct chain *chain)
{
	const struct pxt_log_pointer *pointer = pxt_log_get_images(reader);
	uint64_t offset, serial;

	if (!pointer || pointer->epoch != pxt_log_get_epoch(reader))
		return 0;
	offset = pointer->offset;
	serial = pointer->serial;
	while (offset != 0) {
		struct pxt_chunk_header header;
		int err = read_header(reader, offset, serial, &header);

		if (!err)
			err = note(chain, offset);
		if (err)
			return err;
		offset = header.thread;
		serial -= header.count;
	}
	return serial == 0 ? 0 : EBADMSG;
}

static int load(const struct pxt_log_reader *reader, uint64_t offset,
		unsigned char *bytes, size_t *len)
{
	const struct pxt_log_head *head = pxt_log_get_head(reader);
	struct pxt_chunk_header header;
	size_t got;
	int err = pxt_log_read(reader, &header, sizeof(header), offset, &got);

	if (err)
		return err;
	pxt_foreign_header(head, &header);
	if (got < sizeof(header) || !pxt_log_index_is_valid(&header, head))
		return EBADMSG;
	*len = header.used;
	err = pxt_log_read(reader, bytes, *len, offset + sizeof(header), &got);
	if (err)
		return err;
	if (got < *len || header.data_crc != pxt_crc32c(0, bytes, *len))
		return EBADMSG;
	pxt_foreign_images(head, bytes, *len);
	return 0;
}

/* False: no further ones are wanted. */
static bool visit_all(const unsigned char *bytes, size_t len,
		      bool (*visit)(const struct pxt_image *image, void *arg),
		      void *arg, int *err)
{
	struct pxt_image record;

	for (size_t at = 0; len - at >= sizeof(record); at += record.size) {
		const struct pxt_image *image = (const void *)(bytes + at);

		memcpy(&record, image, sizeof(record));
		if (record.magic == 0)
			return true;
		if (!pxt_image_is_valid(image, len - at)) {
			*err = EBADMSG;
			return true;
		}
		if (!visit(image, arg))
			return false;
	}
	return true;
}

int pxt_log_each_image(const struct pxt_log_reader *reader,
		       bool (*visit)(const struct pxt_image *image, void *arg),
		       void *arg)
{
	unsigned char *bytes = malloc(pxt_log_get_head(reader)->chunk_size);
	struct chain chain = { 0 };
	int err = bytes ? follow(reader, &chain) : ENOMEM, damage = 0;
	bool goes_on = true;

	/* A damaged chain has at least its newest blocks. */
	if (err == EBADMSG) {
		damage = err;
		err = 0;
	}
	while (chain.n > 0 && goes_on && !err) {
		size_t len;

		err = load(reader, chain.offset[--chain.n], bytes, &len);
		if (!err)
			goes_on = visit_all(bytes, len, visit, arg, &damage);
		if (err == EBADMSG) {
			damage = err;
			err = 0;
		}
	}
	free(chain.offset);
	free(bytes);
	return err ? err : damage;
}
