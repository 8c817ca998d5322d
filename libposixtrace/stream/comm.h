/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of threads that write, in the headers of their chunks.
 *
 * A thread's name is a matter of the kernel's, and to ask for it is a system
 * call, which a trace point must not make (a sandbox may forbid it).  So a
 * writer asks at its first event and when it ends, and puts the answer into the
 * chunks that it opens and into the one that is open then.  In between a thread
 * may be renamed, so the flush thread asks for the names of those that live
 * when it writes what they have recorded.
 */
#ifndef PXT_STREAM_COMM_H
#define PXT_STREAM_COMM_H

#include "ring/collect.h"

/* Asked for a moment ago. */
enum { PXT_COMMS = 16 };

struct pxt_comms {
	struct {
		int32_t pid, tid;
		char name[PXT_COMM_SIZE];
	} known[PXT_COMMS];
	unsigned n;
};

/* What was known may not be true any more. */
static inline void pxt_comms_forget(struct pxt_comms *comms)
{
	comms->n = 0;
}

/* Put the name that the writer of a pinned piece has now into a copy of its
 * header. */
void pxt_comms_renew(struct pxt_comms *comms, const struct pxt_view *view,
		     const struct pxt_piece *piece,
		     struct pxt_chunk_header *header);

#endif
