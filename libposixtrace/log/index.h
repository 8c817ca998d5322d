/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finding the blocks of a log; for the files of log/ only. */
#ifndef PXT_LOG_INDEX_H
#define PXT_LOG_INDEX_H

#include "log/output.h"
#include "log/reader.h"

/* The blocks that belong to the log, and what they say of the others. */
struct pxt_index {
	struct pxt_log_block *blocks;
	size_t n;
	struct pxt_anchor *anchors;
	size_t n_anchors;
	uint32_t epoch;			/* of the blocks; 1 at least */
	struct pxt_log_summary summary;
};

/* Index a log with this head; `status` is NULL if it has none. ENOMEM, EIO. */
int pxt_index_init(struct pxt_index *index, const struct pxt_input *input,
		   const struct pxt_log_head *head,
		   const struct pxt_log_status *status);
void pxt_index_fini(struct pxt_index *index);

/* scan.c: every whole block of the newest epoch, in the order of the file. */
struct pxt_scan {
	struct pxt_log_block *blocks;
	size_t n;
	size_t capacity;
	uint32_t epoch;
	struct pxt_chunk_header newest;	/* serial 0: no block at all */
};

/* Finds blocks of scan->epoch and newer ones; the blocks are the caller's. */
int pxt_scan_run(struct pxt_scan *scan, const struct pxt_input *input,
		 const struct pxt_log_head *head);

#endif
