/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Shows the progress of a tool on one line of the terminal; nothing if standard
 * error is not a terminal, or if the work takes less than half a second.  The
 * line is removed at the end, and while a message is written.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_PROGRESS_H
#define POSIXTRACE_TOOLS_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
	/* Events between two readings of the clock: some milliseconds. */
	PROGRESS_STEP = 1 << 12,
};

/* All zero: nothing is shown. */
struct progress {
	const char *what;		/* name of the input */
	uint64_t done;			/* events */
	uint64_t total;			/* 0: not known */
	bool is_on;
	struct timespec begun;
	struct timespec shown;
};

/* One at a time.  `what` stays until progress_end(). */
void progress_begin(struct progress *progress, const char *what);
void progress_end(struct progress *progress);

/* For progress_step(). */
void progress_update(struct progress *progress);

/* One event more. */
static inline void progress_step(struct progress *progress)
{
	if (++progress->done % PROGRESS_STEP == 0 && progress->is_on)
		progress_update(progress);
}

#endif
