/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Chunks that the file has refused: the gap that their events leave in the log. */
#ifndef PXT_STREAM_REFUSED_H
#define PXT_STREAM_REFUSED_H

#include "log/writer.h"
#include "model/record.h"

/* All zero: none. */
struct pxt_refused {
	/* Events of the log, and those that gaps report which are among them. */
	struct pxt_gap gap;
	uint64_t of_log;		/* only the former */
	/* Ticks where the first refused chunk ends.  For each thread that is
	 * after what was written before, and before what comes next. */
	uint64_t at;
};

/* Drop a chunk, or what is left of it, and add its events. */
void pxt_refused_add(struct pxt_refused *refused, struct pxt_log *log,
		     const struct pxt_log_chunk *chunk);

#endif
