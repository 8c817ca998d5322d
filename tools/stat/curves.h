/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A picture of how durations are distributed, by gnuplot. */
#ifndef POSIXTRACE_TOOLS_STAT_CURVES_H
#define POSIXTRACE_TOOLS_STAT_CURVES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/spread.h"

struct curve {
	const struct spread *spread;	/* of nanoseconds, at least one */
	char *title;
	unsigned color;			/* from 0 on */
	bool is_dashed;
};

struct curves {
	const char *title;
	const char *what;		/* that is distributed */
	struct curve *list;
	size_t n;
};

/* Check the argument of --plot: 0, or the result of tool_misuse(). */
int curves_check_name(const char *path);

/* When all options are known: a picture has one of the bits of by_request.keys. */
int curves_check_keys(unsigned keys);

/* Write them as an SVG to `path`.  Reports a failure and returns false. */
bool curves_draw(const char *path, const struct curves *curves);

#endif
