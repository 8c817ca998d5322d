/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Classifies the argument of -p. */
#ifndef POSIXTRACE_TOOLS_RECORD_PROCESS_H
#define POSIXTRACE_TOOLS_RECORD_PROCESS_H

#include <sys/types.h>

enum process_kind {
	PROCESS_RUNS,		/* or unknown */
	PROCESS_IS_MISSING,
	PROCESS_IS_THREAD,	/* of a process, but not its first one */
	PROCESS_IS_KERNEL,	/* a thread of the kernel */
	PROCESS_HAS_ENDED,	/* a zombie */
};

/* *of: the process that has the thread, else pid itself. */
enum process_kind process_identify(pid_t pid, pid_t *of);

#endif
