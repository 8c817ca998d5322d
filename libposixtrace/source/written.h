/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What of the records in the memory of a dead controller is in its log already.
 *
 * A controller can die between writing a block and noting that in the segment,
 * and a process that recovers the log notes nothing.  But a block says where in
 * the ring its records were (pxt_place()), so it is known up to which byte the
 * log has a chunk.  Times would not do: while a clock is behind, all events
 * have the same one, and those of a new thread have earlier ones than those of
 * the thread that had its lane before.
 *
 * Two things are decided by time nevertheless.  A LOOP log may have overwritten
 * the block of a chunk; then the chunk is not newer than what was overwritten,
 * nor than the newest block of its lane.  And blocks that an older version wrote
 * have no place; it wrote each lane in order of time.
 */
#ifndef PXT_SOURCE_WRITTEN_H
#define PXT_SOURCE_WRITTEN_H

#include "log/reader.h"
#include "ring/collect.h"

struct pxt_written {
	const struct pxt_view *view;
	struct pxt_written_lane *lanes;
	/* By chunk: the place of its newest block under its present lease; 0:
	 * there is none. */
	uint64_t *places;
	/* ticks of the newest event that the log has overwritten, or 0 */
	uint64_t horizon;
};

/* ENOMEM. */
int pxt_written_init(struct pxt_written *written, const struct pxt_view *view,
		     const struct pxt_log_reader *log);
void pxt_written_fini(struct pxt_written *written);

/*
 * Where the records of a piece begin that are not in the log, but for those that
 * are not newer than *last.  `in_order`: its lane's chunks were written before it
 * and after it, as those in the queue are.
 */
uint32_t pxt_written_end(const struct pxt_written *written,
			 const struct pxt_piece *piece, bool in_order,
			 uint64_t *last);

#endif
