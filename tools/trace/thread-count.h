/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* How many threads there are, each counted once. */
#ifndef POSIXTRACE_TOOLS_TRACE_THREAD_COUNT_H
#define POSIXTRACE_TOOLS_TRACE_THREAD_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: none. */
struct thread_count {
	uint64_t *ids;			/* process and thread id; 0: none */
	size_t room;			/* a power of two */
	size_t n;
};

/* Tid is not 0.  False: no memory. */
bool thread_count_add(struct thread_count *count, int32_t pid, int32_t tid);
void thread_count_fini(struct thread_count *count);

#endif
