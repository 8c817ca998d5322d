/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a dead controller left in memory.  The log names the segment of its
 * stream, which outlives controller and traced processes as long as the
 * machine runs.  Events that were recorded and not yet flushed are still
 * there, and are found once, when the log is opened.
 *
 * A controller can die between writing a block and noting that in the
 * segment; written.h finds out what the log has.
 */
#ifndef PXT_SOURCE_RESCUE_H
#define PXT_SOURCE_RESCUE_H

#include "log/reader.h"
#include "model/eventmap.h"
#include "directory/directory.h"
#include "ring/segment.h"
#include "source/single.h"
#include "source/source.h"

/* Made here: pxt_rescue.gap, pxt_rescue.stop. */
#define PXT_RESCUED_GAP		UINT32_MAX
#define PXT_RESCUED_STOP	(UINT32_MAX - 1)

/* Records of one writer, in one chunk, that are not in the log. */
struct pxt_rescued {
	uint32_t chunk;			/* or PXT_RESCUED_ */
	uint32_t lease;			/* of the chunk */
	uint32_t from, to;		/* bytes of records */
	uint32_t count;
	uint32_t number;		/* of its lane's chunks: for ties */
	uint64_t thread;		/* the writer ... */
	int32_t pid, tid;
	char comm[PXT_COMM_SIZE];	/* ... and its last name */
	uint64_t base;			/* ticks, not after the first record */
	uint64_t last;			/* ticks of the last record */
};

struct pxt_rescue {
	/* Locked, so that nothing removes it; -1: closed. */
	int fd;
	uid_t uid;			/* owner of its directory */
	unsigned slot;			/* its slot in that directory */
	struct pxt_view view;
	struct pxt_eventmap *map;	/* NULL: it no longer exists */
	/* The pieces, ordered by their end. */
	struct pxt_rescued *piece;
	size_t n;
	uint64_t events;		/* in the pieces */
	uint64_t lost;			/* from the stream since its creation */
	/* What the log's gaps report of it, but for those that the controller
	 * recorded itself: up to the block that it named last, if that is
	 * there, ... */
	uint64_t stood;
	/* ... and with `gap` */
	uint64_t reported;
	/* The losses that the log does not report: an OVERFLOW with its
	 * header, which is one of the pieces if there is any. */
	_Alignas(8) unsigned char gap[PXT_SINGLE_SIZE];
	/* The same for a STOP, see ending.h. */
	_Alignas(8) unsigned char stop[PXT_SINGLE_SIZE];
};

/*
 * Now, by the clocks of the dead controller, which may have been in another
 * time namespace.
 */
struct pxt_anchor pxt_rescue_anchor(const struct pxt_rescue *rescue);

/*
 * Is this still the segment of the log with that head?  The file, or the slot,
 * may belong to another stream by now.
 */
bool pxt_rescue_is_of(const struct pxt_view *view,
		      const struct pxt_log_head *head);

/*
 * Find what the log lacks.  `exclusive`: for a caller that will remove the
 * segment; else several callers may do it at a time.  Traced processes that
 * still write are made to stop.  ENOENT: the segment no longer exists, or
 * belongs to another stream; EBUSY: its controller is alive, or another
 * process holds the lock; ENODATA: nothing of it is in memory, since its stream has
 * gone on with another log, or had not begun with this one; ESTALE: the log has been completed since it was
 * opened, so open it again; ENOMEM.
 */
int pxt_rescue_begin(struct pxt_rescue *rescue,
		     const struct pxt_log_reader *log, bool exclusive);
void pxt_rescue_end(struct pxt_rescue *rescue);

/*
 * Is the log in `fd` incomplete because its controller, or a process that
 * recovers it, is still writing it?  False also if that cannot be found out.
 */
bool pxt_rescue_is_in_use(int fd);

/*
 * Copy a piece, with a header that describes it, into `bytes`, which has the
 * size of a chunk.  False: the records no longer exist.
 */
bool pxt_rescue_load(const struct pxt_rescue *rescue,
		     const struct pxt_rescued *piece, unsigned char *bytes);

/*
 * The piece is in the log: it is not found any more, also if a LOOP log has
 * overwritten it by then.
 */
void pxt_rescue_note_written(const struct pxt_rescue *rescue,
			     const struct pxt_rescued *piece);

/*
 * The block with that serial will be `gap`; 0: it was not written.  If this
 * process is killed after writing that block, the next recovery does not
 * report it again.
 */
void pxt_rescue_set_gap_block(const struct pxt_rescue *rescue, uint64_t serial);

/*
 * All of it is stored elsewhere: remove the segment's files.  Only if begun
 * with `exclusive`.
 */
void pxt_rescue_remove(const struct pxt_rescue *rescue);

#endif
