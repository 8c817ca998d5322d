/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tables of `posixtrace diff`. */
#ifndef POSIXTRACE_TOOLS_DIFF_SHOW_H
#define POSIXTRACE_TOOLS_DIFF_SHOW_H

#include "common/sheet.h"
#include "diff/matches.h"
#include "trace/summary.h"

/* What was read of a trace. */
struct read_side {
	const char *path;
	uint64_t events;		/* picked */
	uint64_t span_ns;
	bool is_dump;			/* which has no seconds */
	struct summary summary;
};

void show_sides(struct sheet *sheet, const struct read_side sides[SIDES]);

/* The groups with the most added time first; `top`: so many of them, 0: all.
 * False: no memory. */
bool show_groups(struct sheet *sheet, const struct matches *matches, size_t top);

/* Draw the distributions of the first of these on both sides, five or `top`, as SVG.
 * Reports a failure and returns false. */
bool show_plot(const char *path, const struct matches *matches, size_t top,
	       const struct read_side sides[SIDES]);

/*
 * Report the groups whose total grew by more than `percent`, or whose median did if
 * that is no chance.  True: there is one.
 */
bool show_grown(const struct matches *matches, double percent);

#endif
