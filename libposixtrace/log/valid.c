/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The invariants of a log that is being written, between two calls. */
#include "log/state.h"

/* A circular array. */
static bool queue_is_valid(const struct pxt_live_queue *queue)
{
	const size_t capacity = queue->capacity;

	return (capacity & (capacity - 1)) == 0 && queue->n <= capacity &&
	       (capacity == 0 ? queue->first == 0 : queue->first < capacity);
}

/* The live blocks of a LOOP log sum up, and each begins at or after the end of
 * its predecessor, except one, where the writer started at the front again. */
static bool blocks_are_valid(const struct pxt_log *log)
{
	uint64_t bytes = 0, n = 0, reported = 0, end = PXT_LOG_BLOCKS;
	unsigned laps = 0;

	for (size_t i = 0; i < log->live.n; i++) {
		const struct pxt_live *block = pxt_live_at(&log->live, i);

		laps += i > 0 && block->offset < end;
		if (block->offset < PXT_LOG_BLOCKS ||
		    block->offset + block->len > log->limit)
			return false;
		bytes += block->len;
		n += block->count > 0;
		reported += block->reported;
		end = block->offset + block->len;
	}
	return laps <= 1 && bytes == log->live_bytes && n == log->n_live &&
	       reported <= log->reported &&
	       (log->live.n == 0 || end == log->pos);
}

bool pxt_log_is_valid(const struct pxt_log *log)
{
	const bool is_loop = log->head.attr.log_policy == POSIX_TRACE_LOOP;

	if (!queue_is_valid(&log->live) || log->table.n > log->table.max ||
	    (!is_loop && log->live.n != 0) ||
	    log->refused > (log->resumed ? log->lost : 0))
		return false;
	return log->resumed ||
	       (log->pos >= PXT_LOG_BLOCKS && log->pos <= log->limit &&
		log->n_live <= log->serial &&
		(!is_loop || blocks_are_valid(log)));
}
