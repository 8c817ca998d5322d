/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reports everything in a log that is not as posixtrace-log(5) says, with its
 * offset.  Reading a log tolerates damage and counts it; this says where it
 * is.  Nothing is repaired.
 */
#ifndef PXT_LOG_CHECK_H
#define PXT_LOG_CHECK_H

#include "log/finding.h"

/* What was found out besides; valid if pxt_log_check() returns 0. */
struct pxt_log_verdict {
	uint64_t n_blocks;		/* that can be read */
	uint64_t n_events;		/* in them, gaps aside */
	uint64_t stream_lost;		/* as the log says */
	uint64_t log_lost;
	uint64_t n_dropped;		/* before the time up to which it is lost */
	bool complete;
};

/*
 * Check the log in `fd`.  EINVAL: it is no log, or cannot be read at all; the
 * reasons have been reported as faults.  ENOMEM, EMFILE, EIO.
 */
int pxt_log_check(int fd, struct pxt_finder *finder,
		  struct pxt_log_verdict *verdict);

#endif
