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

/*
 * Check the log in `fd`.  EINVAL: it is no log, or cannot be read at all; the
 * reasons have been reported as faults.  ENOMEM, EMFILE, EIO.
 */
int pxt_log_check(int fd, struct pxt_finder *finder);

#endif
