/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a dead controller left in memory: the log names the segment of its
 * stream, which outlives both sides as long as the machine runs.  What was
 * recorded and not yet flushed is still there, and is found once, when the
 * log is opened.
 *
 * A controller can die after he has written a block and before he said so in
 * the segment.  But each lane is written to the log in the order of time, so
 * what is not newer than the newest block of its lane is in the log.
 */
#ifndef PXT_SOURCE_RESCUE_H
#define PXT_SOURCE_RESCUE_H

#include "log/reader.h"
#include "model/eventmap.h"
#include "process/directory.h"
#include "ring/segment.h"
#include "source/single.h"
#include "source/source.h"

/* Records of one chunk that are not in the log. */
struct pxt_rescued {
	uint32_t chunk;			/* UINT32_MAX: pxt_rescue.gap */
	uint32_t from, to;		/* bytes of records */
	uint32_t count;
	uint64_t base;			/* ticks, not after the first's */
	uint64_t last;			/* of the last */
};

struct pxt_rescue {
	int fd;				/* locked, so that nobody removes it; -1: closed */
	uid_t uid;			/* whose directory it is in */
	unsigned slot;			/* there */
	struct pxt_view view;
	struct pxt_eventmap *map;	/* NULL: gone */
	/* The pieces, those that end first first. */
	struct pxt_rescued *piece;
	size_t n;
	uint64_t events;		/* in them */
	uint64_t lost;			/* from the stream, ever */
	uint64_t stood;			/* of those, as reported by the last gap */
	uint64_t reported;			/* ... when `gap` is in the log, too */
	/* What the log does not tell of those: an OVERFLOW with its header,
	 * which is one of the pieces if there is any. */
	_Alignas(8) unsigned char gap[PXT_SINGLE_SIZE];
};

/* Now, by the clocks of the dead controller, who may have been in another
 * time namespace. */
struct pxt_anchor pxt_rescue_anchor(const struct pxt_rescue *rescue);

/* Is this still the segment of the log with that head?  The file may be another
 * stream's by now, and so may the slot. */
bool pxt_rescue_is_of(const struct pxt_view *view,
		      const struct pxt_log_head *head);

/*
 * Find what the log lacks.  `exclusive`: for who will remove it, else others
 * may do the same.  Traced processes that still write are made to stop.
 * ENOENT: there is no such segment any more, or it is another stream's by
 * now; EBUSY: its controller lives, or somebody else is at it; ENOMEM.
 */
int pxt_rescue_begin(struct pxt_rescue *rescue,
		     const struct pxt_log_reader *log, bool exclusive);
void pxt_rescue_end(struct pxt_rescue *rescue);

/*
 * Copy a piece, with a header that says what it is, into `bytes`, which take
 * a chunk.  False: there is nothing to be had any more.
 */
bool pxt_rescue_load(const struct pxt_rescue *rescue,
		     const struct pxt_rescued *piece, unsigned char *bytes);

/* The log's last status, brought up to date with what was found. */
void pxt_rescue_status(const struct pxt_rescue *rescue,
		       const struct pxt_log_reader *log,
		       struct pxt_log_status *status);

/* The block of that serial will be `gap`; 0: it was not written.  So who is
 * killed behind it does not have it reported again. */
void pxt_rescue_tells_next(const struct pxt_rescue *rescue, uint64_t serial);

/* All of it is safe elsewhere: remove the segment's files.  Only if begun
 * exclusively. */
void pxt_rescue_remove(const struct pxt_rescue *rescue);

#endif
