/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Completing the log of a dead controller. */
#ifndef PXT_STREAM_RECOVER_H
#define PXT_STREAM_RECOVER_H

#include <posixtrace.h>
#include <stdbool.h>

/*
 * posixtrace_recover().  `patient`: wait for another process that recovers it,
 * a few seconds at most.
 */
int pxt_recover(int fd, bool patient, struct posixtrace_recovery *recovery);

#endif
