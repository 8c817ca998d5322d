/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the gaps in a log report.  A LOOP log overwrites a gap like any event;
 * what it reported is then reported at the beginning of the log (replay.h),
 * so that the gaps always sum to what was lost.
 */
#ifndef PXT_SOURCE_GAPS_H
#define PXT_SOURCE_GAPS_H

#include "log/reader.h"
#include "source/rescue.h"

/*
 * Visit what the controller recorded itself, of which gaps are: in the log, and in the
 * memory of a dead controller (`rescue`, or NULL).  A block that cannot be read counts
 * as without events.  ENOMEM.
 */
int pxt_gaps_visit(const struct pxt_log_reader *log,
		   const struct pxt_rescue *rescue,
		   void (*visit)(const struct pxt_event *event, void *arg),
		   void *arg);

/*
 * Sum up the events that the gaps report that pxt_gaps_visit() finds.  ENOMEM.
 */
int pxt_gaps_sum(const struct pxt_log_reader *log,
		 const struct pxt_rescue *rescue, uint64_t *events);

#endif
