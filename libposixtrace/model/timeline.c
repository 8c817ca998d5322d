/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The piecewise straight line from ticks to nanoseconds. */
#include "model/timeline.h"

#include <errno.h>
#include <stdlib.h>

int pxt_timeline_init(struct pxt_timeline *line, struct pxt_anchor first,
		      int64_t real_ns)
{
	*line = (struct pxt_timeline){
		.anchors = malloc(16 * sizeof(*line->anchors)),
		.n = 1,
		.room = 16,
		.real_offset = (int64_t)((uint64_t)real_ns - first.ns),
	};
	if (!line->anchors)
		return ENOMEM;
	line->anchors[0] = first;
	return 0;
}

void pxt_timeline_fini(struct pxt_timeline *line)
{
	free(line->anchors);
	line->anchors = NULL;
	line->n = 0;
}

int pxt_timeline_add(struct pxt_timeline *line, struct pxt_anchor anchor)
{
	struct pxt_anchor *last = &line->anchors[line->n - 1], *grown;
	size_t room = line->room;

	if (anchor.ticks <= last->ticks || anchor.ns <= last->ns)
		return 0;
	if (line->n == room) {
		grown = realloc(line->anchors, 2 * room * sizeof(*grown));
		if (!grown)
			return ENOMEM;
		line->anchors = grown;
		line->room = 2 * room;
	}
	line->anchors[line->n++] = anchor;
	line->slope.until = 0;
	return 0;
}

/* The maximum number when it follows a clock. */
enum { MOST = 1024, KEPT = MOST / 2 };

int pxt_timeline_reserve(struct pxt_timeline *line)
{
	struct pxt_anchor *grown = realloc(line->anchors,
					   MOST * sizeof(*grown));

	if (!grown)
		return ENOMEM;
	line->anchors = grown;
	line->room = MOST;
	return 0;
}

int pxt_timeline_follow(struct pxt_timeline *line, struct pxt_anchor anchor)
{
	size_t n = 0;

	if (line->n >= MOST) {
		/* Remove every second anchor of the older half. */
		for (size_t i = 0; i < line->n; i++)
			if (i >= KEPT || i % 2 == 0)
				line->anchors[n++] = line->anchors[i];
		line->n = n;
		line->at = 0;
		line->slope.until = 0;
	}
	return pxt_timeline_add(line, anchor);
}

/* The piece for `ticks`: the index of the anchor at its begin. */
static size_t piece_of(struct pxt_timeline *line, uint64_t ticks)
{
	const struct pxt_anchor *a = line->anchors;
	size_t low = 0, high = line->n - 1;	/* n >= 2 */

	if (line->at + 1 < line->n && a[line->at].ticks <= ticks &&
	    ticks < a[line->at + 1].ticks)
		return line->at;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (a[middle].ticks <= ticks)
			low = middle;
		else
			high = middle;
	}
	return line->at = low;
}

/* The distance of `ticks` from an anchor, limited so that the product does not
 * overflow: anchors of a file may be anything. */
static int64_t distance(uint64_t ticks, uint64_t anchor)
{
	const uint64_t most = UINT64_C(1) << 62;

	if (ticks >= anchor)
		return (int64_t)(ticks - anchor < most ? ticks - anchor : most);
	return -(int64_t)(anchor - ticks < most ? anchor - ticks : most);
}

/* Prepare a piece, if its numbers are plausible for a clock. */
static void prepare(struct pxt_timeline *line, size_t i)
{
	/* A product with `factor` then has less than 128 bits, and its error
	 * is less than 1. */
	const uint64_t most = UINT64_C(1) << 39, steepest = 1 << 20;
	const struct pxt_anchor *a = &line->anchors[i];
	uint64_t ticks = a[1].ticks - a[0].ticks, ns = a[1].ns - a[0].ns;
	int64_t base;

	line->slope.until = 0;
	if (ns / ticks >= steepest || ns > UINT64_MAX >> 2 ||
	    ticks > UINT64_MAX >> 2 || a[0].ticks > UINT64_MAX - most ||
	    __builtin_add_overflow(a[0].ns, line->real_offset, &base) ||
	    base > INT64_MAX >> 1 || base < INT64_MIN >> 1)
		return;
	line->slope = (struct pxt_slope){
		.from = a[0].ticks,
		.until = a[0].ticks + most,
		.ticks = ticks,
		.ns = ns,
		.factor = pxt_divide_40(ns, ticks),
		.base = base,
	};
	if (i + 2 < line->n && a[1].ticks < line->slope.until)
		line->slope.until = a[1].ticks;
}

int64_t pxt_timeline_look_up(struct pxt_timeline *line, uint64_t ticks)
{
	const struct pxt_anchor *a = line->anchors;
	size_t i;

	if (line->n == 1)
		return pxt_line_at(a[0].ns, line->real_offset,
				   distance(ticks, a[0].ticks), 1, 1);
	i = piece_of(line, ticks);
	prepare(line, i);
	return pxt_line_at(a[i].ns, line->real_offset,
			   distance(ticks, a[i].ticks),
			   (uint64_t)distance(a[i + 1].ns, a[i].ns),
			   a[i + 1].ticks - a[i].ticks);
}
