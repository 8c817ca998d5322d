/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The parts of a piece: records of one writer each, without the owner records
 * between them (adopt.h).  A log has a block for each.
 */
#ifndef PXT_RING_PARTS_H
#define PXT_RING_PARTS_H

#include "ring/collect.h"

struct pxt_parts {
	const struct pxt_piece *piece;
	const unsigned char *records;	/* of the chunk, or a copy */
	struct pxt_cursor cursor;
	struct pxt_event event;		/* the first record of the next part */
	bool has_event;
};

/* The parts of the records from `from` on; `records` are those of the chunk. */
void pxt_parts_begin(struct pxt_parts *parts, const struct pxt_piece *piece,
		     const unsigned char *records, uint32_t from);

/*
 * The next part: a header that describes it, without the name, and its begin.
 * Records that cannot be decoded are left out.  False: there is no more.
 */
bool pxt_parts_next(struct pxt_parts *parts, struct pxt_chunk_header *header,
		    uint32_t *from);

/*
 * The last name stored by the writer whose records end at `end` of an acquired
 * piece.
 */
void pxt_parts_name(const struct pxt_view *view, const struct pxt_piece *piece,
		    uint32_t end, char name[PXT_COMM_SIZE]);

#endif
