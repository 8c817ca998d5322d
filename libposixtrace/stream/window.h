/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The newest events of a stream that ends, for the window of its log. */
#ifndef PXT_STREAM_WINDOW_H
#define PXT_STREAM_WINDOW_H

#include "log/txtb.h"
#include "log/writer.h"
#include "model/timeline.h"
#include "stream/stream.h"

/* Enough events to look through for the newest ones that a window shows. */
enum { PXT_WINDOW_ENOUGH = 4 * PXT_TXTB_ENTRIES };

struct pxt_window;

/* NULL: no memory. */
struct pxt_window *pxt_window_create(void);
void pxt_window_destroy(struct pxt_window *window);

/* Take in the next of events in the order of time: the newest are kept. */
void pxt_window_keep(struct pxt_window *window, const struct pxt_event *event);

/* Complete the log with `status` and what the window has kept. */
int pxt_window_write(const struct pxt_window *window, struct pxt_log *log,
		     struct pxt_timeline *line,
		     const struct pxt_log_status *status);

/*
 * Complete the log with `status` and the newest events, as far as they are
 * still in the segment's memory: after the last flush, while nobody writes.
 */
int pxt_window_complete(struct pxt_log *log, struct pxt_stream *stream,
			const struct pxt_log_status *status);

#endif
