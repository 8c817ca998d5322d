/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Makes a list of blocks from the bytes after the names.
 *
 * Blocks are adjacent, so one leads to the next.  Elsewhere (damage, the rest
 * of an overwritten block, preallocated space) the next magic number at a
 * multiple of 8 is searched, in large reads, skipping holes.  Overwriting a
 * block destroys its first bytes, so the bytes after a valid header belong to
 * it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/foreign.h"
#include "log/index.h"
#include "log/input.h"

enum {
	STRIDE = 8,
	NEAR = 4096,		/* read for one header */
	FAR = 256 * 1024,	/* read to search, or for many headers */
	/* Blocks up to this size are read along with the headers, which is
	 * faster than one read for each. */
	SMALL = 8 * 1024,
};

/* A part of the file, read ahead. */
struct view {
	const struct pxt_input *input;
	uint32_t magic;		/* of a block */
	uint64_t end;		/* blocks end before this */
	uint64_t offset;	/* of bytes[0] in the file */
	size_t n;
	unsigned char bytes[FAR];
};

/* Load the bytes at `offset`, at least `want` unless the file ends. */
static int look(struct view *view, uint64_t offset, size_t want, size_t ahead,
		const unsigned char **bytes, size_t *n)
{
	if (offset < view->offset || offset + want > view->offset + view->n) {
		int err;

		if (ahead > view->end - offset)
			ahead = (size_t)(view->end - offset);
		view->n = 0;
		view->offset = offset;
		err = pxt_input_read(view->input, view->bytes, ahead, offset,
				     &view->n);
		if (err)
			return err;
	}
	*bytes = view->bytes + (offset - view->offset);
	*n = view->n - (size_t)(offset - view->offset);
	return 0;
}

/* Find the next possible header, or the end. */
static int search(struct view *view, uint64_t *offset)
{
	while (*offset < view->end) {
		const unsigned char *bytes;
		size_t n, at;
		int err;

		if (*offset < view->offset || *offset >= view->offset + view->n)
			*offset = pxt_input_skip_hole(view->input, *offset) /
				  STRIDE * STRIDE;
		if (*offset >= view->end)
			break;
		err = look(view, *offset, STRIDE, FAR, &bytes, &n);
		if (err)
			return err;
		if (n < sizeof(view->magic))
			break;
		for (at = 0; at + sizeof(view->magic) <= n; at += STRIDE) {
			if (memcmp(bytes + at, &view->magic,
				   sizeof(view->magic)) == 0) {
				*offset += at;
				return 0;
			}
		}
		*offset += at;
	}
	*offset = view->end;
	return 0;
}

int pxt_scan_add(struct pxt_scan *scan, const struct pxt_chunk_header *header,
		 uint64_t offset)
{
	if (header->epoch < scan->epoch)
		return 0;
	if (header->epoch > scan->epoch) {
		scan->epoch = header->epoch;
		scan->n = 0;
		scan->newest.serial = 0;
	}
	if (scan->n == scan->capacity) {
		size_t capacity = scan->capacity ? 2 * scan->capacity : 64;
		void *blocks = reallocarray(scan->blocks, capacity,
					    sizeof(*scan->blocks));

		if (!blocks)
			return ENOMEM;
		scan->blocks = blocks;
		scan->capacity = capacity;
	}
	if (header->serial > scan->newest.serial)
		scan->newest = *header;
	scan->blocks[scan->n++] = pxt_log_block_of(header, offset);
	return 0;
}

/* Add all blocks from `offset` on. */
static int walk(struct pxt_scan *scan, struct view *view,
		const struct pxt_log_head *head, uint64_t offset)
{
	struct pxt_chunk_header header = { .used = SMALL };
	const unsigned char *bytes;
	size_t n;
	int err;

	while (offset + sizeof(header) <= view->end) {
		err = look(view, offset, sizeof(header),
			   header.used < SMALL ? FAR : NEAR, &bytes, &n);
		if (err)
			return err;
		if (n < sizeof(header))
			break;
		memcpy(&header, bytes, sizeof(header));
		pxt_foreign_header(head, &header);
		if (pxt_log_block_is_valid(&header, head) &&
		    header.used <= view->end - offset - sizeof(header)) {
			err = pxt_scan_add(scan, &header, offset);
			offset += sizeof(header) + header.used;
		} else if (pxt_log_index_is_valid(&header, head)) {
			offset += sizeof(header) + header.used;
			err = 0;
		} else {
			header.used = SMALL;
			offset += STRIDE;
			err = search(view, &offset);
		}
		if (err)
			return err;
	}
	return 0;
}

uint64_t pxt_scan_end(const struct pxt_input *input,
		      const struct pxt_log_head *head)
{
	return head->block_limit && head->block_limit < input->size ?
	       head->block_limit : input->size;
}

int pxt_scan_run(struct pxt_scan *scan, const struct pxt_input *input,
		 const struct pxt_log_head *head, uint64_t offset)
{
	struct view *view = malloc(sizeof(*view));
	int err;

	if (!view)
		return ENOMEM;
	view->input = input;
	view->magic = pxt_log_magic(head);
	view->offset = 0;
	view->n = 0;
	view->end = pxt_scan_end(input, head);
	err = walk(scan, view, head, offset);
	free(view);
	return err;
}
