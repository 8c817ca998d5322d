/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Decides which of the blocks in a file belong to the log and what is missing,
 * and collects their clock anchors.
 *
 * The blocks of an epoch are numbered from 1.  A LOOP log contains those from
 * some number up to the newest.  An older one may still be in the file: it is
 * separated by a gap in the numbers, and has nothing newer than the horizon.
 * Any other gap is damage, and the blocks before it are kept.
 */
#include "log/index.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "log/foreign.h"

/* Closer anchors would add only their errors. */
#define NEAR_NS	1000000u

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int oldest_first(const void *a, const void *b)
{
	const struct pxt_log_block *x = a, *y = b;

	int order = compare(x->serial, y->serial);

	return order ? order : compare(x->offset, y->offset);
}

static int by_time(const void *a, const void *b)
{
	const struct pxt_log_block *x = a, *y = b;
	int order = compare(x->base, y->base);

	return order ? order : oldest_first(a, b);
}

static int by_ticks(const void *a, const void *b)
{
	const struct pxt_anchor *x = a, *y = b;
	int order = compare(x->ticks, y->ticks);

	return order ? order : compare(x->ns, y->ns);
}

/*
 * Most elements are in order, but the others may belong far away, such as the
 * blocks of a thread that records seldom.  What is less than something before it is
 * taken out, sorted, and merged.  No two elements may compare equal, unless they
 * are.
 */
static __attribute__((noinline)) void sort(void *base, size_t n, size_t size,
		 int (*order)(const void *, const void *))
{
	unsigned char *first = base, *out = malloc(n * size + 1);
	size_t in = 0, n_out = 0;

	if (!out) {
		qsort(base, n, size, order);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const unsigned char *at = first + i * size;

		if (in && order(first + (in - 1) * size, at) > 0)
			memcpy(out + n_out++ * size, at, size);
		else if (in++ != i)
			memcpy(first + (in - 1) * size, at, size);
	}
	qsort(out, n_out, size, order);
	while (n_out) {
		bool is_in = in && order(first + (in - 1) * size,
					 out + (n_out - 1) * size) > 0;

		memcpy(first + (in + n_out - 1) * size, is_in ?
		       first + (in - 1) * size : out + (n_out - 1) * size,
		       size);
		in -= is_in;
		n_out -= !is_in;
	}
	free(out);
}

/* Drop overwritten blocks and count gaps; the blocks are and stay sorted. */
static void prune(struct pxt_index *index)
{
	size_t first = index->n;
	uint64_t after = index->blocks[index->n - 1].serial + 1;

	for (size_t i = index->n; i > 0; i--) {
		const struct pxt_log_block *block = &index->blocks[i - 1];

		if (block->serial == after)
			continue;
		if (block->serial != after - 1) {
			if (block->last <= index->summary.horizon)
				continue;
			index->summary.damaged++;
		}
		after = block->serial;
		index->summary.events += block->count;
		if (--first != i - 1)
			index->blocks[first] = *block;
	}
	if (first == 0)
		return;
	index->n -= first;
	memmove(index->blocks, index->blocks + first,
		index->n * sizeof(*index->blocks));
}

/*
 * How many blocks or series of blocks are missing before each one: whose they were
 * is not known.  The blocks are sorted by their serials.
 */
static void count_breaks(struct pxt_index *index,
			 const struct pxt_log_status *status)
{
	uint64_t newest = index->n ? index->blocks[index->n - 1].serial : 0;
	uint32_t breaks = 0;

	for (size_t i = 0; i < index->n; i++) {
		struct pxt_log_block *block = &index->blocks[i];

		breaks += i && block->serial != block[-1].serial + 1;
		block->breaks = breaks;
	}
	index->summary.breaks = breaks +
				(status && status->last_serial > newest);
}

/* Count blocks that are missing at either end. */
static void check_ends(struct pxt_index *index, bool is_loop,
		       const struct pxt_log_status *status)
{
	uint64_t newest = index->n ? index->blocks[index->n - 1].serial : 0;
	uint64_t oldest = index->n ? index->blocks[0].serial : 0;

	if (status && status->last_serial > newest)
		index->summary.damaged++;
	if (!index->n)
		return;
	if (!is_loop)
		index->summary.damaged += oldest > 1;
	else if (status && status->last_serial == newest)
		index->summary.damaged += oldest > status->first_serial;
}

/* Examine the header at `offset`.  TORN: only its beginning was written.  If it
 * is the header of index block `newest`, *index_end is the end of that. */
enum found { NOTHING, WHOLE, TORN };

static enum found find_header(const struct pxt_input *input,
			      const struct pxt_log_head *head, uint64_t offset,
			      uint64_t newest, uint64_t *index_end)
{
	struct pxt_chunk_header header;
	size_t got;

	if (pxt_input_read(input, &header, sizeof(header), offset, &got) != 0 ||
	    got < sizeof(header) || header.magic != pxt_log_magic(head))
		return NOTHING;
	pxt_foreign_header(head, &header);
	if (pxt_log_header_is_whole(&header)) {
		if (pxt_log_index_is_valid(&header, head) &&
		    header.serial == newest)
			*index_end = offset + sizeof(header) + header.used;
		return WHOLE;
	}
	return TORN;
}

/*
 * If the writer of a LOOP log was killed when it had written less than a
 * header, the older block at that place can no longer be recognised.  Returns
 * the offset of the torn header, or 0.
 */
static uint64_t find_torn_header(const struct pxt_index *index,
				 const struct pxt_input *input,
				 const struct pxt_log_head *head)
{
	const struct pxt_log_block *newest = &index->blocks[index->n - 1];
	uint64_t end = newest->offset + PXT_CHUNK_HEADER_SIZE + newest->used;
	uint64_t at = end, none = 0;

	/* An index block may follow it, or be the first block after a wrap. */
	if (find_header(input, head, end, newest->serial, &at) == TORN)
		return end;
	if (at != end && find_header(input, head, at, 0, &none) == TORN)
		return at;
	end = head->block_start;
	at = end;
	if (find_header(input, head, end, newest->serial, &at) == TORN)
		return end;
	if (at != end && find_header(input, head, at, 0, &none) == TORN)
		return at;
	return 0;
}

/*
 * Count the events of the lost block: at most as many as fit before the next
 * block.  If the torn header begins a lap, what follows the newest block is
 * older than the lost block, and is dropped, too.
 */
static void count_torn(struct pxt_index *index, const struct pxt_input *input,
		       const struct pxt_log_head *head)
{
	uint64_t at = find_torn_header(index, input, head);
	uint64_t next = at + head->chunk_size, newest, first = UINT64_MAX;
	struct pxt_log_summary *summary = &index->summary;
	size_t kept = 0;

	if (!at)
		return;
	newest = index->blocks[index->n - 1].offset;
	for (size_t i = 0; i < index->n; i++) {
		const struct pxt_log_block block = index->blocks[i];

		if (at < newest && block.offset > newest) {
			summary->events -= block.count;
			summary->lost += block.count;
			if (block.last > summary->horizon)
				summary->horizon = block.last;
			continue;
		}
		if (block.offset > at && block.offset < next)
			next = block.offset;
		if (block.base < first)
			first = block.base;
		index->blocks[kept++] = block;
	}
	index->n = kept;
	summary->lost += (next - at) / PXT_HEAD_SIZE;
	/* Blocks are missing before these. */
	if (first > 0 && first - 1 > summary->horizon)
		summary->horizon = first - 1;
}

/*
 * Keep the head's anchor and those that increase in both clocks.  The last one
 * is replaced by the next as long as it is close to its predecessor.
 */
static void thin_out(struct pxt_index *index)
{
	struct pxt_anchor *a = index->anchors, last = a[0];
	size_t n = 1;

	sort(a + 1, index->n_anchors - 1, sizeof(*a), by_ticks);
	for (size_t i = 1; i < index->n_anchors; i++) {
		struct pxt_anchor next = a[i];

		if (next.ticks <= last.ticks || next.ns <= last.ns)
			continue;
		last = next;
		if (n > 1 && a[n - 1].ns - a[n - 2].ns < NEAR_NS)
			n--;
		a[n++] = next;
	}
	index->n_anchors = n;
}

/* The running maximum of the blocks' last ticks, for seeking. */
static int find_reach(struct pxt_index *index)
{
	uint64_t reach = 0;

	index->reach = calloc(index->n + 1, sizeof(*index->reach));
	if (!index->reach)
		return ENOMEM;
	for (size_t i = 0; i < index->n; i++) {
		if (index->blocks[i].last > reach)
			reach = index->blocks[i].last;
		index->reach[i] = reach;
	}
	index->summary.last = reach;
	return 0;
}

static int collect_anchors(struct pxt_index *index,
			   const struct pxt_log_head *head,
			   const struct pxt_log_status *status)
{
	struct pxt_anchor *a = calloc(index->n + 2, sizeof(*a));
	size_t n = 0;

	if (!a)
		return ENOMEM;
	a[n++] = (struct pxt_anchor){ head->anchor_ticks, head->anchor_ns };
	for (size_t i = 0; i < index->n; i++)
		a[n++] = index->blocks[i].anchor;
	if (status)
		a[n++] = (struct pxt_anchor){ status->anchor_ticks,
					      status->anchor_ns };
	index->anchors = a;
	index->n_anchors = n;
	thin_out(index);
	return 0;
}

int pxt_index_init(struct pxt_index *index, const struct pxt_input *input,
		   const struct pxt_log_head *head,
		   const struct pxt_log_status *status,
		   const struct pxt_log_pointer *pointer)
{
	struct pxt_scan scan = { .epoch = status ? status->epoch : 0 };
	int err = pxt_lookup(&scan, input, head, status, pointer);

	if (err == ENOENT)
		err = pxt_scan_run(&scan, input, head, head->block_start);

	*index = (struct pxt_index){
		.blocks = scan.blocks,
		.n = scan.n,
		.epoch = scan.epoch ? scan.epoch : 1,
	};
	if (err)
		goto fini;
	if (status && status->epoch != scan.epoch)
		status = NULL;
	if (status)
		index->summary.lost = status->log_lost;
	if (scan.n > 0) {
		index->summary.horizon = scan.newest.log_horizon;
		if (scan.newest.log_lost > index->summary.lost)
			index->summary.lost = scan.newest.log_lost;
		sort(index->blocks, scan.n, sizeof(*scan.blocks),
		     oldest_first);
		prune(index);
		if (head->attr.log_policy == POSIX_TRACE_LOOP &&
		    !(status && status->complete))
			count_torn(index, input, head);
	}
	count_breaks(index, status);
	check_ends(index, head->attr.log_policy == POSIX_TRACE_LOOP, status);
	err = collect_anchors(index, head, status);
	if (err)
		goto fini;
	if (index->n > 0)
		sort(index->blocks, index->n, sizeof(*index->blocks), by_time);
	err = find_reach(index);
	if (err)
		goto fini;
	return 0;

fini:
	pxt_index_fini(index);
	return err;
}

void pxt_index_fini(struct pxt_index *index)
{
	free(index->blocks);
	free(index->anchors);
	free(index->reach);
	*index = (struct pxt_index){ 0 };
}
