/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names and descriptions of a stream's event types, as far as its log has
 * them. */
#ifndef PXT_STREAM_LOGNAMES_H
#define PXT_STREAM_LOGNAMES_H

#include "log/writer.h"
#include "stream/stream.h"

struct pxt_lognames {
	unsigned named;				/* ids below have been written */
	uint64_t described[PXT_ID_SPACE / 64];	/* ids whose types have been */
};

void pxt_lognames_init(struct pxt_lognames *names);

/*
 * Write those that have come since.  What is recorded before this is called
 * may go into the log after it: names and types stand there before the events
 * that need them.  The errors of pxt_log_add_name().
 */
int pxt_lognames_write(struct pxt_lognames *names, struct pxt_stream *stream,
		       struct pxt_log *log);

#endif
