/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a trace events were lost, told while it is read. */
#ifndef POSIXTRACE_TOOLS_LOSSES_H
#define POSIXTRACE_TOOLS_LOSSES_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero at first. */
struct losses {
	uint64_t n_told;		/* events, in all gaps */
	bool was_auto_stopped;		/* and has not gone on */
};

/*
 * For every system event that was just read from trid: is it one that stands
 * for a gap or ends one?  *loss is the gap then.
 */
bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct posix_trace_event_info *info, const void *data,
		 size_t len, struct posixtrace_loss *loss);

#endif
