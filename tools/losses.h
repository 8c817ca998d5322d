/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where in a trace events are missing: every gap once, as it is come to. */
#ifndef POSIXTRACE_TOOLS_LOSSES_H
#define POSIXTRACE_TOOLS_LOSSES_H

#include "format.h"

/* All zero: nothing was read. */
struct losses {
	bool was_auto_stopped;	/* what comes next is behind a gap */
	uint64_t told;		/* events of all gaps there were */
};

/* The gap that this event, the one read last from trid, stands for or ends.
 * False: there is none. */
bool losses_find(struct losses *losses, trace_id_t trid,
		 const struct format_event *event,
		 struct posixtrace_loss *loss);

#endif
