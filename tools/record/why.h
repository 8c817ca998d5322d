/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds out why a stream cannot be created, where the standard has one error
 * number for all causes. */
#ifndef POSIXTRACE_TOOLS_RECORD_WHY_H
#define POSIXTRACE_TOOLS_RECORD_WHY_H

#include <stdint.h>
#include <sys/types.h>

/*
 * posix_trace_create() has returned ENOMEM, or an error about descriptors:
 * find the scarce resource, and report it with advice.  `pid` is the target of
 * the stream, and `size` the requested size, 0: the default.
 */
void why_scarce(pid_t pid, uint64_t size);

/* It has returned EAGAIN: streams have all slots, or what else is called so. */
void why_no_slot(pid_t pid);

/* pthread_create() has said EAGAIN, for a thread "that does this". */
void why_no_thread(const char *what, const char *purpose);

/* The same when a command could not be forked. */
void why_not_started(const char *command, int err);

#endif
