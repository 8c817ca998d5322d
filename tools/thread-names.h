/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of threads, which stand in the registry that a log begins with
 * (posixtrace-log(5)); the POSIX functions do not tell them. */
#ifndef POSIXTRACE_TOOLS_THREAD_NAMES_H
#define POSIXTRACE_TOOLS_THREAD_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum { THREAD_NAME_SIZE = 32, THREAD_NAMES_MOST = 255 };

struct thread_names {
	struct {
		int32_t pid;
		int32_t tid;
		char name[THREAD_NAME_SIZE];
	} threads[THREAD_NAMES_MOST];
	size_t n;
};

/* From the file of a log; none if it is something else. */
void thread_names_read(struct thread_names *names, int fd);

/* NULL: the log does not say. */
const char *thread_names_find(const struct thread_names *names, int32_t pid,
			      int32_t tid);

#endif
