/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The blocks written last, in private memory.  The window is made from them
 * when the log is completed: searching a large file would take too long.  Their
 * records are read back from the file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/reader.h"
#include "log/state.h"
#include "log/writer.h"

void pxt_newest_note(struct pxt_log *log,
		     const struct pxt_chunk_header *header, uint64_t offset)
{
	struct pxt_newest *newest = log->newest;
	struct pxt_log_block *place;

	if (!newest)
		newest = log->newest = calloc(1, sizeof(*newest));
	if (!newest)
		return;
	place = &newest->blocks[newest->n % PXT_NEWEST];
	if (newest->n++ >= PXT_NEWEST && place->last > newest->dropped)
		newest->dropped = place->last;
	*place = pxt_log_block_of(header, offset);
}

void pxt_newest_clear(struct pxt_log *log)
{
	if (log->newest)
		log->newest->n = log->newest->dropped = 0;
}

int pxt_log_read_back(const struct pxt_log *log,
		      struct pxt_log_reader **reader,
		      struct pxt_log_block **blocks, size_t *n,
		      uint64_t *dropped)
{
	const struct pxt_newest *newest = log->newest;
	int err;

	if (!newest || newest->n == 0)
		return ENOENT;
	*n = newest->n < PXT_NEWEST ? (size_t)newest->n : PXT_NEWEST;
	*blocks = calloc(*n, sizeof(**blocks));
	if (!*blocks)
		return ENOMEM;
	memcpy(*blocks, newest->blocks, *n * sizeof(**blocks));
	*dropped = newest->dropped;
	err = pxt_log_open_again(&log->file, &log->head, reader);
	if (err)
		free(*blocks);
	return err;
}
