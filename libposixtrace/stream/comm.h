/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of threads that write, in the headers of their chunks.
 *
 * The kernel keeps a thread's name, and reading it takes a system call, which
 * a trace point must not make (a sandbox may forbid it).  So a writer reads
 * its name at its first event and when it ends, and stores it in the chunks
 * that it opens and in the one that is open at its end.  A thread may be
 * renamed in between, so the flush thread reads the names of living threads
 * when it writes their records.
 */
#ifndef PXT_STREAM_COMM_H
#define PXT_STREAM_COMM_H

#include "ring/parts.h"

/* Number of names cached. */
enum { PXT_COMMS = 16 };

struct pxt_comms {
	struct {
		int32_t pid, tid;
		char name[PXT_COMM_SIZE];
	} known[PXT_COMMS];
	unsigned n;
};

/* Invalidate the cached names. */
static inline void pxt_comms_forget(struct pxt_comms *comms)
{
	comms->n = 0;
}

/*
 * Store the current name of its writer in the header of a part of an acquired
 * piece (parts.h), which begins at `from`.
 */
void pxt_comms_renew(struct pxt_comms *comms, const struct pxt_view *view,
		     const struct pxt_piece *piece, uint32_t from,
		     struct pxt_chunk_header *header);

#endif
