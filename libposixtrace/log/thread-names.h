/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The names of the threads of a log.
 *
 * The registry that a log begins with (posixtrace-log(5)) has those of the first
 * threads.  Only a log whose registry is full has others, and only when one of
 * them is asked for are its blocks looked at, whose headers say them.
 */
#ifndef PXT_LOG_THREAD_NAMES_H
#define PXT_LOG_THREAD_NAMES_H

#include <stdint.h>

struct pxt_log_reader;
struct pxt_thread_names;

/*
 * Of a log that is open, and stays open as long as they are used.  Nothing is
 * read before the first name is asked for.  NULL: no memory.
 */
struct pxt_thread_names *pxt_thread_names_create(
		const struct pxt_log_reader *reader);

/* NULL is fine. */
void pxt_thread_names_destroy(struct pxt_thread_names *names);

/* The name lives as long as they do.  NULL: the log does not say. */
const char *pxt_thread_names_find(struct pxt_thread_names *names, int32_t pid,
				  int32_t tid);

#endif
