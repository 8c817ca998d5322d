/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of the threads of a log, which the POSIX functions do not tell.
 *
 * They stand in the registry that a log begins with (posixtrace-log(5)), those
 * of the first threads at least.  Only a log whose registry is full has others,
 * and only when one of them is asked for are its blocks looked at, whose
 * headers say them.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_THREAD_NAMES_H
#define POSIXTRACE_TOOLS_TRACE_THREAD_NAMES_H

#include <stdint.h>

struct thread_names;

/*
 * Of the log in `fd`, which stays the caller's and has to stay open; of
 * something else there are none.  Nothing is read before the first name is
 * asked for.  NULL: no memory.
 */
struct thread_names *thread_names_create(int fd);

/* NULL is fine. */
void thread_names_destroy(struct thread_names *names);

/* As long as they are there.  NULL: the log does not say. */
const char *thread_names_find(struct thread_names *names, int32_t pid,
			      int32_t tid);

#endif
