/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The piecewise straight line from ticks to nanoseconds. */
#include "model/timeline.h"

#include <errno.h>
#include <stdlib.h>

__extension__ typedef __int128 int128;

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

/* So many are there at most when it follows a clock. */
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
		/* Every second anchor of the older half stays. */
		for (size_t i = 0; i < line->n; i++)
			if (i >= KEPT || i % 2 == 0)
				line->anchors[n++] = line->anchors[i];
		line->n = n;
		line->at = 0;
		line->slope.until = 0;
	}
	return pxt_timeline_add(line, anchor);
}

/* The piece to use for `ticks`: the index of the anchor it begins with. */
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

/* Anchors of a file may be anything: time then stops at either end. */
static int64_t clamp(int128 ns)
{
	return ns > INT64_MAX ? INT64_MAX : ns < INT64_MIN ? INT64_MIN :
	       (int64_t)ns;
}

/* How far `ticks` is from an anchor; a factor of a product that fits. */
static int128 distance(uint64_t ticks, uint64_t anchor)
{
	const uint64_t most = UINT64_C(1) << 62;

	if (ticks >= anchor)
		return ticks - anchor < most ? ticks - anchor : most;
	return anchor - ticks < most ? -(int128)(anchor - ticks) :
	       -(int128)most;
}

/* Prepare a piece, if its numbers are such as a clock has. */
static void prepare(struct pxt_timeline *line, size_t i)
{
	/* A product with `factor` then has less than 128 bits, and what it is
	 * too small is less than 1. */
	const uint64_t most = UINT64_C(1) << 39, steepest = 1 << 20;
	const struct pxt_anchor *a = &line->anchors[i];
	uint64_t ticks = a[1].ticks - a[0].ticks, ns = a[1].ns - a[0].ns;
	int128 base = (int128)a[0].ns + line->real_offset;

	line->slope.until = 0;
	if (ns / ticks >= steepest || ns > UINT64_MAX >> 2 ||
	    ticks > UINT64_MAX >> 2 || a[0].ticks > UINT64_MAX - most ||
	    base > INT64_MAX >> 1 || base < INT64_MIN >> 1)
		return;
	line->slope = (struct pxt_slope){
		.from = a[0].ticks,
		.until = a[0].ticks + most,
		.ticks = ticks,
		.ns = ns,
		.factor = (uint64_t)(((pxt_uint128)ns << 40) / ticks),
		.base = (int64_t)base,
	};
	if (i + 2 < line->n && a[1].ticks < line->slope.until)
		line->slope.until = a[1].ticks;
}

int64_t pxt_timeline_look_up(struct pxt_timeline *line, uint64_t ticks)
{
	const struct pxt_anchor *a = line->anchors;
	int128 ns;
	size_t i;

	if (line->n == 1)
		return clamp((int128)a[0].ns + line->real_offset +
			     distance(ticks, a[0].ticks));
	i = piece_of(line, ticks);
	prepare(line, i);
	ns = distance(ticks, a[i].ticks) * distance(a[i + 1].ns, a[i].ns) /
	     (int128)(a[i + 1].ticks - a[i].ticks);
	return clamp((int128)a[i].ns + line->real_offset + ns);
}
