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
 * Sum up the events that the gaps in the log report, and those in the memory of
 * a dead controller (`rescue`, or NULL).  A block that cannot be read counts as
 * without gaps.  ENOMEM.
 */
int pxt_gaps_sum(const struct pxt_log_reader *log,
		 const struct pxt_rescue *rescue, uint64_t *events);

#endif
