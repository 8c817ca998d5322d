/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a dead controller left in memory: the log names the segment of its
 * stream, which outlives both sides as long as the machine runs.  What was
 * recorded and not yet flushed is still there.
 */
#ifndef PXT_STREAM_RESCUE_H
#define PXT_STREAM_RESCUE_H

#include "log/reader.h"
#include "model/eventmap.h"
#include "ring/collect.h"

struct pxt_rescue {
	int fd;				/* locked, so that nobody removes it */
	struct pxt_view view;
	struct pxt_eventmap *map;	/* NULL: gone */
	uint64_t *stuck;		/* see pxt_collect_settle() */
};

/*
 * Find the segment that a log names.  False: there is none any more, or its
 * controller lives, or it is another stream's by now.  Traced processes that
 * still write to it are made to stop.
 */
bool pxt_rescue_begin(struct pxt_rescue *rescue,
		      const struct pxt_log_head *head);
void pxt_rescue_end(struct pxt_rescue *rescue);

/* Call `found` for each piece of a chunk that is not in the log.  Returns the
 * first error of that. */
int pxt_rescue_find(struct pxt_rescue *rescue,
		    const struct pxt_log_reader *log,
		    int (*found)(void *context, const struct pxt_piece *piece),
		    void *context);

/* Copy a chunk's header and some of its records, leaving them there. */
void pxt_rescue_copy(const struct pxt_rescue *rescue, uint32_t chunk,
		     uint32_t from, uint32_t size, unsigned char *bytes);

#endif
