/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A picture of how the durations of groups are distributed, by gnuplot. */
#ifndef POSIXTRACE_TOOLS_STAT_PLOT_H
#define POSIXTRACE_TOOLS_STAT_PLOT_H

#include <stdbool.h>

#include "stat/by.h"

/*
 * Write an SVG to `path`, of the first rows of a key, ten or as many as are asked
 * for; `log` is their trace.  Reports a failure and returns false.
 */
bool plot_write(const char *path, const struct by *by, enum by_key key,
		size_t top, const struct who *who, const char *log);

#endif
