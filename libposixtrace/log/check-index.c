/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Checks that the index of a log agrees with its blocks. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/check-form.h"
#include "log/foreign.h"

/* The block at an offset, of `n` sorted by offset; or NULL. */
static const struct pxt_log_block *find(const struct pxt_log_block **block,
					size_t n, uint64_t offset)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (block[middle]->offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && block[low]->offset == offset ? block[low] : NULL;
}

static bool is_of(const struct pxt_log_entry *entry,
		  const struct pxt_log_block *block)
{
	return entry->base == block->base && entry->last == block->last &&
	       entry->anchor_ticks == block->anchor.ticks &&
	       entry->anchor_ns == block->anchor.ns &&
	       entry->used == block->used && entry->count == block->count &&
	       entry->pid == block->pid && entry->tid == block->tid &&
	       (entry->kind & ~PXT_KIND_PACKED) == block->kind &&
	       !(entry->kind & PXT_KIND_PACKED) == !block->is_packed &&
	       entry->lane == block->lane;
}

static void check_entries(const struct pxt_check *check,
			  const struct pxt_log_block **block, size_t n,
			  uint64_t offset, const struct pxt_chunk_header *header,
			  const struct pxt_log_entry *entries,
			  struct pxt_finder *finder)
{
	bool is_loop = check->head->attr.log_policy == POSIX_TRACE_LOOP;
	uint64_t serial = header->serial - header->count;

	for (uint32_t i = 0; i < header->count; i++) {
		const struct pxt_log_block *found = find(block, n,
							 entries[i].offset);

		serial++;
		if (found && found->serial == serial &&
		    is_of(&entries[i], found))
			continue;
		/* A block that was overwritten later is no fault of the
		 * index. */
		if (is_loop && (!found || found->serial != serial))
			continue;
		pxt_fault(finder, offset + sizeof(*header) +
			  i * sizeof(entries[i]), "index: the entry of block %"
			  PRIu64 " is not what that block says", serial);
	}
}

/* Check one index block; false: there is none at `offset`. */
static bool check_one(const struct pxt_check *check,
		      const struct pxt_log_block **block, size_t n,
		      uint64_t offset, void *bytes, uint64_t *len,
		      struct pxt_finder *finder, int *err)
{
	struct pxt_chunk_header header;
	size_t got;

	*err = pxt_input_read(&check->input, &header, sizeof(header), offset,
			      &got);
	if (*err || got < sizeof(header))
		return false;
	pxt_foreign_header(check->head, &header);
	if (!pxt_log_index_is_valid(&header, check->head))
		return false;
	*len = sizeof(header) + header.used;
	*err = pxt_input_read(&check->input, bytes, header.used,
			      offset + sizeof(header), &got);
	if (*err || got < header.used)
		return false;
	if (check->status && header.epoch != check->status->epoch)
		return true;
	if (header.data_crc != pxt_crc32c(0, bytes, header.used))
		pxt_fault(finder, offset + sizeof(header), "index: the "
			  "checksum of its entries is wrong; the log is read "
			  "without");
	else {
		pxt_foreign_entries(check->head, bytes, header.count);
		check_entries(check, block, n, offset, &header, bytes, finder);
	}
	return true;
}

int pxt_check_index(const struct pxt_check *check,
		    const struct pxt_log_block **block, size_t n,
		    uint64_t *end, struct pxt_finder *finder)
{
	void *bytes = malloc(check->head->chunk_size);
	uint64_t len;
	int err = 0;

	if (!bytes)
		return ENOMEM;
	while (check_one(check, block, n, *end, bytes, &len, finder, &err))
		*end += len;
	free(bytes);
	return err;
}
