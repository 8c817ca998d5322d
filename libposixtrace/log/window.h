/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The newest events of a log, for its window (posixtrace-log(5)): as many as
 * it has entries, each with a limited part of its data.
 */
#ifndef PXT_LOG_WINDOW_H
#define PXT_LOG_WINDOW_H

#include "log/txtb.h"
#include "log/writer.h"

enum { PXT_WINDOW_DATA = sizeof(((struct pxt_txtb_entry *)0)->info) };

struct pxt_window {
	struct pxt_event event[PXT_TXTB_ENTRIES];	/* a ring ... */
	unsigned char data[PXT_TXTB_ENTRIES][PXT_WINDOW_DATA];
	uint64_t n;			/* ... with this many so far */
};

/* Add the next of events in order of time. */
void pxt_window_keep(struct pxt_window *window, const struct pxt_event *event);

/* The time of an event in nanoseconds: */
typedef int64_t pxt_window_clock(void *context, uint64_t ticks);

/* Complete the log with `status` and the events in the window. */
int pxt_window_complete(const struct pxt_window *window, struct pxt_log *log,
			const struct pxt_log_status *status,
			pxt_window_clock *clock, void *context);

#endif
