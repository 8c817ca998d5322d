/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Identifies a process, and tells whether it is alive.  A process is
 * identified by its pid and its start time, so that a reused pid is a
 * different process, and by its pid namespace, for which a number stands: its
 * "space".  A process that is named by a pid of our own space may live in a
 * nested space, where it has another pid.
 *
 * Everything here reads /proc with plain system calls and is
 * async-signal-safe, unless it says otherwise.  A /proc that shows another
 * space than ours (a container that has not mounted its own) is used for the
 * calling process only; for other processes kill() tells whether they exist,
 * and their start time is not known.
 */
#ifndef PXT_BASE_PROC_H
#define PXT_BASE_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_proc {
	pid_t pid;		/* here ... */
	pid_t own_pid;		/* ... and in its own space ... */
	uint32_t space;		/* ... which is this; 0: not known */
	pid_t parent;
	/* Clock ticks after boot, also where a time namespace shows others; 0
	 * without /proc. */
	uint64_t start;
	bool is_vague;		/* `start` is not known exactly (timens.h) */
	uid_t uid;		/* its effective user */
	/* Its user may not examine it: it runs, or ran, with the rights of
	 * another user (set-user-ID and the like), or has asked for that
	 * itself. */
	bool guarded;
	bool is_headless;	/* its main thread has ended, others go on */
	char state;		/* as in proc(5): R S D T t Z X ... */
};

/* ESRCH: there is no such process. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc);

/* Is that the number of a thread, but not of a process?  In doubt it is not:
 * to kill() and in /proc one looks like the other. */
bool pxt_proc_is_thread(pid_t pid);

/*
 * The process with this pid and start time exists and is no zombie.  In doubt
 * it is: start times may be rounded the other way in a time namespace, and no
 * pid is used again within a tick.
 */
bool pxt_proc_is_alive(pid_t pid, uint64_t start);

/*
 * Has the main thread of this process ended?  Then how many others there are,
 * of whatever origin.  Without a /proc of our own it has not.
 */
bool pxt_proc_is_headless(uint64_t *others);

/* A number for the caller's pid namespace; 0 if it is not available. */
uint32_t pxt_proc_space(void);
/* The same, without a system call if it is known: the caller has this pid. */
uint32_t pxt_proc_space_of(pid_t own);

/*
 * In a forked child, which may have its parent's pid in a namespace of its
 * own: drop what the parent has cached about itself.
 */
void pxt_proc_forget(void);

/*
 * Are all processes of that space gone?  Only the first space of a machine
 * sees that; elsewhere, and in doubt, they are not.  Not async-signal-safe.
 */
bool pxt_proc_space_is_deserted(uint32_t space);

/*
 * Read a file of /proc: how many bytes, or -1.  No cancellation point, and
 * async-signal-safe; errno may change.
 */
ssize_t pxt_proc_read_file(const char *path, char *buf, size_t size);

/* Now, in the unit of pxt_proc.start. */
uint64_t pxt_proc_now(void);

/* The name of a thread of a process, as the kernel has it: at most 15
 * characters, and zeros behind them.  False: it cannot be read. */
bool pxt_proc_thread_name(pid_t pid, pid_t tid, char name[16]);

/* The state letter of a thread, '\0' if there is none. */
char pxt_proc_thread_state(pid_t pid, pid_t tid);

#endif
