/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which of the blocks in a file belong to the log, what is missing, and the
 * clock anchors they carry.
 *
 * The blocks of an epoch are numbered from 1.  A LOOP log has those from
 * some number up to the newest; an older one may have survived behind them
 * in the file, is separated by a gap, and has nothing newer than the
 * horizon.  Any other gap is damage, and what is before it is kept.
 */
#include "log/index.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

/* Anchors this near to each other add nothing but their errors. */
#define NEAR_NS	1000000u

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int newest_first(const void *a, const void *b)
{
	const struct pxt_log_block *x = a, *y = b;

	return compare(y->serial, x->serial);
}

static int by_time(const void *a, const void *b)
{
	const struct pxt_log_block *x = a, *y = b;
	int order = compare(x->base, y->base);

	return order ? order : compare(x->serial, y->serial);
}

static int by_ticks(const void *a, const void *b)
{
	const struct pxt_anchor *x = a, *y = b;
	int order = compare(x->ticks, y->ticks);

	return order ? order : compare(x->ns, y->ns);
}

/* Drop what was overwritten, count gaps; newest first before and after. */
static void prune(struct pxt_index *index)
{
	uint64_t after = index->blocks[0].serial + 1;
	size_t n = 0;

	for (size_t i = 0; i < index->n; i++) {
		const struct pxt_log_block *block = &index->blocks[i];

		if (block->serial == after)
			continue;
		if (block->serial != after - 1) {
			if (block->last <= index->summary.horizon)
				continue;
			index->summary.damaged++;
		}
		after = block->serial;
		index->summary.events += block->count;
		index->blocks[n++] = *block;
	}
	index->n = n;
}

/* Are blocks missing at either end? */
static void check_ends(struct pxt_index *index, bool is_loop,
		       const struct pxt_log_status *status)
{
	uint64_t newest = index->n ? index->blocks[0].serial : 0;
	uint64_t oldest = index->n ? index->blocks[index->n - 1].serial : 0;

	if (status && status->last_serial > newest)
		index->summary.damaged++;
	if (!index->n)
		return;
	if (!is_loop)
		index->summary.damaged += oldest > 1;
	else if (status && status->last_serial == newest)
		index->summary.damaged += oldest > status->first_serial;
}

/*
 * Leave the head's anchor and those that follow in both clocks.  The last
 * one gives way to the next as long as it is near the one before it.
 */
static void thin_out(struct pxt_index *index)
{
	struct pxt_anchor *a = index->anchors, last = a[0];
	size_t n = 1;

	qsort(a + 1, index->n_anchors - 1, sizeof(*a), by_ticks);
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

static int collect_anchors(struct pxt_index *index,
			   const struct pxt_log_head *head,
			   const struct pxt_log_status *status)
{
	struct pxt_anchor *a = calloc(index->n + 2, sizeof(*a));
	size_t n = 0;

	if (!a)
		return ENOMEM;
	a[n++] = (struct pxt_anchor){ head->anchor_ticks, head->anchor_ns };
	if (status)
		a[n++] = (struct pxt_anchor){ status->anchor_ticks,
					      status->anchor_ns };
	for (size_t i = 0; i < index->n; i++)
		a[n++] = index->blocks[i].anchor;
	index->anchors = a;
	index->n_anchors = n;
	thin_out(index);
	return 0;
}

int pxt_index_init(struct pxt_index *index, const struct pxt_input *input,
		   const struct pxt_log_head *head,
		   const struct pxt_log_status *status)
{
	struct pxt_scan scan = { .epoch = status ? status->epoch : 0 };
	int err = pxt_scan_run(&scan, input, head);

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
		qsort(index->blocks, scan.n, sizeof(*scan.blocks),
		      newest_first);
		prune(index);
	}
	check_ends(index, head->attr.log_policy == POSIX_TRACE_LOOP, status);
	err = collect_anchors(index, head, status);
	if (err)
		goto fini;
	if (index->n > 0)
		qsort(index->blocks, index->n, sizeof(*index->blocks), by_time);
	return 0;

fini:
	pxt_index_fini(index);
	return err;
}

void pxt_index_fini(struct pxt_index *index)
{
	free(index->blocks);
	free(index->anchors);
}
