/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How far a tool has come, on one line of the terminal that standard error is;
 * nothing if it is none, or if the work is done in half a second.  The line is
 * gone when the work is done, and while a message is written.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_PROGRESS_H
#define POSIXTRACE_TOOLS_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum {
	/* Events between two looks at the clock: some milliseconds. */
	PROGRESS_STEP = 1 << 12,
};

/* All zero: none is shown. */
struct progress {
	const char *what;		/* is worked on */
	uint64_t done;			/* events */
	uint64_t total;			/* of so many; 0: not known */
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
