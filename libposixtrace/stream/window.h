/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The newest events of a stream that ends, for the window of its log. */
#ifndef PXT_STREAM_WINDOW_H
#define PXT_STREAM_WINDOW_H

#include "log/writer.h"
#include "stream/stream.h"

/*
 * Complete the log with `status` and the newest events, as far as they are
 * still in the segment's memory: after the last flush, while nobody writes.
 */
int pxt_window_complete(struct pxt_log *log, struct pxt_stream *stream,
			const struct pxt_log_status *status);

#endif
