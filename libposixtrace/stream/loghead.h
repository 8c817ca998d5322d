/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the head of a stream's log says of it. */
#ifndef PXT_STREAM_LOGHEAD_H
#define PXT_STREAM_LOGHEAD_H

#include "log/writer.h"
#include "stream/stream.h"

void pxt_loghead_fill(const struct pxt_stream *stream,
		      struct pxt_log_head *head);

#endif
