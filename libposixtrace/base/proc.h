/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which process is that, and is it still there?  A process is named by its
 * pid and its start time, so that a reused pid is someone else.  Everything
 * here reads /proc with plain system calls and is async-signal-safe.
 */
#ifndef PXT_BASE_PROC_H
#define PXT_BASE_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_proc {
	pid_t pid;
	pid_t parent;
	uint64_t start;		/* clock ticks after boot; 0 without /proc */
	uid_t uid;		/* its effective user */
	/* Its user may not look into it: it runs, or ran, with the rights of
	 * another one (set-user-ID and the like), or has said so itself. */
	bool guarded;
	char state;		/* as in proc(5): R S D T t Z X ... */
};

/* ESRCH: there is no such process. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc);

/* The process with this pid and start time exists and is no zombie. */
bool pxt_proc_is_alive(pid_t pid, uint64_t start);

/* A number for the caller's pid namespace; 0 if it cannot be had. */
uint32_t pxt_proc_space(void);

/* The state letter of a thread, '\0' if there is none. */
char pxt_proc_thread_state(pid_t pid, pid_t tid);

#endif
