/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names and descriptions of a stream's event types, and the images of its
 * processes, that its log already has.
 */
#ifndef PXT_STREAM_LOGNAMES_H
#define PXT_STREAM_LOGNAMES_H

#include "log/writer.h"
#include "stream/logimages.h"
#include "stream/stream.h"

struct pxt_lognames {
	/* lower ids have been written */
	unsigned named;
	/* ids whose types are written */
	uint64_t described[PXT_ID_SPACE / 64];
	struct pxt_logimages images;
};

void pxt_lognames_init(struct pxt_lognames *names);

/*
 * Write those that have been added since.  Call it before writing events: what
 * was recorded before this call may be written after it, and names and types
 * come before the events that need them.  The errors of pxt_log_add_name(); an
 * image that cannot be written is tried again by the next call.
 */
int pxt_lognames_write(struct pxt_lognames *names, struct pxt_stream *stream,
		       struct pxt_log *log);

#endif
