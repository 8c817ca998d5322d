/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Traced processes that continue when the recording ends with its target:
 * children of a command that it did not wait for, daemons. */
#ifndef POSIXTRACE_TOOLS_RECORD_SURVIVORS_H
#define POSIXTRACE_TOOLS_RECORD_SURVIVORS_H

#include <stddef.h>
#include <sys/types.h>

enum { SURVIVORS_NAMED = 4 };

struct survivors {
	size_t n;
	struct {
		pid_t pid;
		char name[16];
	} named[SURVIVORS_NAMED];	/* the first of them */
};

/* Find the processes that record to the stream of this process, or would at
 * their next event, before it is shut down: then they unmap it.  `target`: the
 * process that has ended. */
void survivors_find(struct survivors *survivors, pid_t target);

/* Report them, if there are any. */
void survivors_report(const struct survivors *survivors);

#endif
