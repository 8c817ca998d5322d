/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of the threads of a log.
 *
 * The registry at the front of a log (posixtrace-log(5)) has those of the first
 * threads.  Only if the registry is full, and another thread's name is
 * requested, are the block headers read for it.
 */
#ifndef PXT_LOG_THREAD_NAMES_H
#define PXT_LOG_THREAD_NAMES_H

#include <stdint.h>

struct pxt_log_reader;
struct pxt_thread_names;

/*
 * For an open log, which must stay open as long as the names are used.  Nothing
 * is read before the first request.  NULL: no memory.
 */
struct pxt_thread_names *pxt_thread_names_create(
		const struct pxt_log_reader *reader);

/* NULL is fine. */
void pxt_thread_names_destroy(struct pxt_thread_names *names);

/* The name exists as long as *names.  NULL: unknown. */
const char *pxt_thread_names_find(struct pxt_thread_names *names, int32_t pid,
				  int32_t tid);

#endif
