/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the time stamps of a trace are, and as one number each. */
#include "trace/clocks.h"

#include "common/nanoseconds.h"
#include "log/reader.h"

/* Some logs do not know what CLOCK_MONOTONIC was, and have the same number for
 * both. */
struct clocks clocks_read(const struct open_log *log)
{
	struct clocks clocks = { 0 };
	struct pxt_log_reader *reader;
	const struct pxt_log_head *head;

	if (log->dump || pxt_log_open(log->input.fd, &reader) != 0)
		return clocks;
	head = pxt_log_get_head(reader);
	if (head->anchor_real_ns > 0)
		clocks.real = (uint64_t)head->anchor_real_ns;
	if (head->anchor_ns < clocks.real)
		clocks.monotonic = head->anchor_ns;
	pxt_log_close(reader);
	return clocks;
}

uint64_t clocks_ns(const struct timespec *time, uint64_t *n_far)
{
	int64_t ns;

	*n_far += !ns_since_epoch(time, &ns);
	return (uint64_t)ns;
}
