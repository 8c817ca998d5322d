/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The frames of one sender; see reception.h. */
#include "live/reception.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <trace.h>
#include <unistd.h>

#include "common/tool.h"
#include "trace/summary.h"

bool reception_begin(struct reception *r)
{
	r->receiver = receiver_create(r->file.fd, r->from);
	if (!r->receiver)
		tool_error("%s: out of memory", r->from);
	return r->receiver != NULL;
}

bool reception_keep(struct reception *r)
{
	if (!r->is_kept && !r->is_refused) {
		r->is_kept = r->keep ? r->keep(r, r->context) :
				       logfile_keep(&r->file);
		r->is_refused = !r->is_kept;
	}
	return r->is_kept;
}

/* Counted as in other commands, including events that report losses. */
static uint64_t count_events(const struct reception *r,
			     const struct receiver_counts *counts)
{
	struct summary summary = { 0 };
	trace_id_t trid;

	lseek(r->file.fd, 0, SEEK_SET);
	if (posix_trace_open(r->file.fd, &trid) == 0) {
		summary_count(&summary, r->file.path, trid, SUMMARY_SOON);
		posix_trace_close(trid);
	}
	return summary.has_usage ? summary.usage.events : counts->events;
}

static void sum_up(const struct reception *r,
		   const struct receiver_counts *counts)
{
	tool_note("%" PRIu64 " events, lost %" PRIu64 " (%" PRIu64
		  " on the line); frames: %" PRIu64 " fine, %" PRIu64
		  " unchecked, %" PRIu64 " damaged; %s",
		  count_events(r, counts), counts->lost, counts->line_lost,
		  counts->fine, counts->unchecked, counts->damaged,
		  r->file.path);
	if (counts->before)
		tool_note("%s: joined late: %" PRIu64 " events had been sent "
			  "before", r->from, counts->before);
	if (counts->is_other)
		tool_note("%s: another stream begins; receive it again for "
			  "that", r->from);
	else if (!counts->is_over)
		tool_note("%s: the stream has no end; the log is not complete",
			  r->file.path);
}

int reception_finish(struct reception *r, int status)
{
	struct receiver_counts counts;
	int err;

	receiver_finish(r->receiver);
	receiver_count(r->receiver, &counts);
	err = receiver_error(r->receiver);
	if (err == EPROTO)
		return TOOL_FAILURE;
	if (err) {
		tool_error("%s: %s; the log ends early", r->file.path,
			   strerror(err));
		return TOOL_FAILURE;
	}
	if (!counts.has_begun) {
		tool_error("%s: no frames of 'posixtrace live --frames' came; "
			   "is it the right line, and the right speed?",
			   r->from);
		return TOOL_FAILURE;
	}
	if (!reception_keep(r))
		return TOOL_FAILURE;
	if (!r->is_quiet)
		sum_up(r, &counts);
	if (status)
		return status;
	if (counts.lost)
		return TOOL_LOST;
	return counts.is_over ? TOOL_FINE : TOOL_DAMAGED;
}

void reception_end(struct reception *r)
{
	receiver_destroy(r->receiver);
	logfile_fini(&r->file);
}
