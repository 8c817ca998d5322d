/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds the blocks of a log; for the files of log/ only. */
#ifndef PXT_LOG_INDEX_H
#define PXT_LOG_INDEX_H

#include "log/input.h"
#include "log/reader.h"

/* The blocks that belong to the log, and what is known of the others. */
struct pxt_index {
	struct pxt_log_block *blocks;
	size_t n;
	struct pxt_anchor *anchors;
	size_t n_anchors;
	uint32_t epoch;			/* of the blocks, at least 1 */
	struct pxt_log_summary summary;
	/* The maximum last ticks of blocks[0] to blocks[i]. */
	uint64_t *reach;
};

/*
 * Index a log with this head.  `status` is NULL if it has none, `pointer` if
 * the file does not say where its own index is.  ENOMEM, EIO.
 */
int pxt_index_init(struct pxt_index *index, const struct pxt_input *input,
		   const struct pxt_log_head *head,
		   const struct pxt_log_status *status,
		   const struct pxt_log_pointer *pointer);
void pxt_index_fini(struct pxt_index *index);

/* scan.c: every complete block of the newest epoch, by offset. */
struct pxt_scan {
	struct pxt_log_block *blocks;
	size_t n;
	size_t capacity;
	uint32_t epoch;
	struct pxt_chunk_header newest;	/* serial 0: no block */
};

/* The offset at which blocks end. */
uint64_t pxt_scan_end(const struct pxt_input *input,
		      const struct pxt_log_head *head);

/* Find blocks of scan->epoch and newer ones from `offset` on, and add them to
 * scan->blocks, which the caller frees. */
int pxt_scan_run(struct pxt_scan *scan, const struct pxt_input *input,
		 const struct pxt_log_head *head, uint64_t offset);

/* Add a block by its header.  ENOMEM. */
int pxt_scan_add(struct pxt_scan *scan, const struct pxt_chunk_header *header,
		 uint64_t offset);

/*
 * lookup.c: the same blocks by the index in the log, oldest first.  ENOENT: it
 * has no usable index, scan instead; ENOMEM, EIO.
 */
int pxt_lookup(struct pxt_scan *scan, const struct pxt_input *input,
	       const struct pxt_log_head *head,
	       const struct pxt_log_status *status,
	       const struct pxt_log_pointer *pointer);

#endif
