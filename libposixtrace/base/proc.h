/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Identifies a process, and checks whether it is alive.  A process is
 * identified by its pid, its start time (a reused pid is a different process)
 * and its pid namespace, for which a number stands: its "space".  A pid of our
 * space may denote a process in a nested space, where it has another pid.
 *
 * Everything here reads /proc with plain system calls and is async-signal-safe,
 * unless documented otherwise.  A /proc that shows another space than ours (a
 * container that has not mounted its own) is used for the calling process only;
 * for other processes kill() shows whether they exist, and their start time is
 * unknown.
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
	/* Clock ticks since boot, also if a time namespace shows other values;
	 * 0 without /proc. */
	uint64_t start;
	bool is_vague;		/* `start` is not known exactly (timens.h) */
	uid_t uid;		/* its effective user */
	/* Its user may not examine it: it runs, or ran, with the rights of
	 * another user (set-user-ID etc.), or has asked for that (prctl(2)). */
	bool guarded;
	bool is_headless;	/* its main thread has ended, others have not */
	char state;		/* as in proc(5): R S D T t Z X ... */
};

/* ESRCH: there is no such process. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc);

/*
 * The way from the calling process up.  All processes above it that /proc shows are in
 * its own pid namespace: the parent of a process is in the same one or in one around
 * that, and there it has no number here.
 */
struct pxt_climb {
	pid_t parent;		/* the next one; 0: there is none */
	uint32_t space;
	int64_t ahead;		/* what a time namespace adds to start times */
	bool is_vague;
};

/* False: /proc shows another pid namespace. */
bool pxt_proc_climb_begin(struct pxt_climb *climb, const struct pxt_proc *from);

/* One step, which reads /proc/PID/stat alone: `uid`, `guarded` and `is_headless` are
 * not known.  False: there is none, or it is hidden. */
bool pxt_proc_climb(struct pxt_climb *climb, struct pxt_proc *parent);

/* Does /proc show our pid namespace?  Without that no other process can be found by its
 * pid. */
bool pxt_proc_shows_others(void);

/* Is there a filter of system calls (seccomp) for this thread?  In doubt true. */
bool pxt_proc_is_sandboxed(void);

/* Is this the id of a thread that is not a process?  In doubt false: kill() and
 * /proc do not distinguish them. */
bool pxt_proc_is_thread(pid_t pid);

/*
 * The process with this pid and start time exists and is no zombie.  In doubt
 * true: start times may be rounded differently in a time namespace, and pids are
 * not reused within a tick (doc/robustness.md has the exceptions).
 */
bool pxt_proc_is_alive(pid_t pid, uint64_t start);

/*
 * Has the main thread of this process ended?  *others is the number of its
 * other threads, including those of this library.  False if /proc shows another
 * space.
 */
bool pxt_proc_is_headless(uint64_t *others);

/* A number for the caller's pid namespace; 0 if it is not available. */
uint32_t pxt_proc_space(void);
/* The same, without a system call if it is cached.  `own`: the caller's pid. */
uint32_t pxt_proc_space_of(pid_t own);

/*
 * For a forked child, which may have its parent's pid in its own namespace:
 * discard the cached values.
 */
void pxt_proc_forget(void);

/*
 * Have all processes of that space ended?  Only the first space of a machine
 * can see that; elsewhere, and in doubt, false.  Not async-signal-safe.
 */
bool pxt_proc_space_is_deserted(uint32_t space);

/*
 * Read a file of /proc.  Returns the number of bytes, or -1.  Not a
 * cancellation point; async-signal-safe; errno may change.
 */
ssize_t pxt_proc_read_file(const char *path, char *buf, size_t size);

/* Now, in the unit of pxt_proc.start. */
uint64_t pxt_proc_now(void);

/* The name of a thread, as in the kernel: at most 15 characters, padded with
 * zeros.  False: it cannot be read. */
bool pxt_proc_thread_name(pid_t pid, pid_t tid, char name[16]);

/* The state letter of a thread, '\0' if there is none. */
char pxt_proc_thread_state(pid_t pid, pid_t tid);

#endif
