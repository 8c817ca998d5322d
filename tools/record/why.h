/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Why there is no stream, where the standard has one error number for all. */
#ifndef POSIXTRACE_TOOLS_RECORD_WHY_H
#define POSIXTRACE_TOOLS_RECORD_WHY_H

#include <stdint.h>
#include <sys/types.h>

/*
 * posix_trace_create() has said ENOMEM, or that there are no descriptors: look
 * for what is scarce, and say it and what to do.  `pid` is whom the stream
 * was for, and `size` what was asked for, 0: the default.
 */
void why_scarce(pid_t pid, uint64_t size);

/* A command could not even be forked. */
void why_not_started(const char *command, int err);

#endif
