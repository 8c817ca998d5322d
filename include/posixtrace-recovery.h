/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, has for the time after the death of a
 * controller, and for processes that are not trusted.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_RECOVERY_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_RECOVERY_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/*
 * After the death of a controller: what was recorded and had not reached the
 * log is still in memory, in the segment of the stream, until the machine is
 * shut down or all slots of streams are needed.  posix_trace_open() on the log
 * reads both.  posixtrace_recover() writes it into the log for good, completes
 * the log, and removes the segment.  It does the same with a copy of the log, but
 * the segment stays while the log itself is in its directory, under any name; and
 * always if it is in the directory of another user.
 */
struct posixtrace_recovery {
	uint64_t events;	/* written into the log now */
	uint64_t lost;		/* lost from the stream, ever */
	int was_complete;	/* the controller did not die: nothing to do */
	int is_copy;		/* the segment stays, for the log itself */
};

/*
 * Recover the log in `file_desc`, which is open for reading and writing and
 * stays the caller's.  If it fails, or is killed, nothing is lost, and it can
 * be tried again.  *recovery is filled in if it succeeds.
 *
 * EBADF: not open for reading and writing.  EINVAL: not a log.  ENOENT: there
 * is nothing of its stream in memory, so the log has all that remains.
 * EBUSY: the controller is alive, or another process has been recovering the log
 * for some seconds.  ENOSPC, EFBIG, EIO, ENOMEM.
 */
int posixtrace_recover(int file_desc, struct posixtrace_recovery *recovery);

/*
 * Is the log in `file_desc`, which is open for reading, being written, by its
 * controller or by a process that recovers it? 1 or 0.  Only the stream's user
 * and root can know this; others get 0.
 */
int posixtrace_is_being_written(int file_desc);

/* A stream whose controller has died. */
struct posixtrace_leftover {
	pid_t controller;	/* 0: the memory is damaged, and only `size`
				 * and `segment` are known */
	pid_t target;		/* or POSIX_TRACE_ALLPROC */
	struct timespec created;
	uint64_t size;		/* bytes of memory that it takes */
	uint64_t log_device;	/* the file of its log, as st_dev ... */
	uint64_t log_inode;	/* ... and st_ino; 0: it had none, so nothing
				 * can be recovered */
	char name[TRACE_NAME_MAX + 1];	/* of the stream */
	char segment[128];	/* path of the segment */
	char log[192];		/* path of the log, as it was when the stream
				 * was created; empty if it is too long, or
				 * there was none */
};

/*
 * Put the leftovers of the caller's effective user, or of all if that is root,
 * `max` at most, into `list`.  Returns how many there are.
 */
size_t posixtrace_leftovers(struct posixtrace_leftover *list, size_t max);

/*
 * Discard a leftover that posixtrace_leftovers() returned: remove the segment,
 * with all events in it that its log lacks.  ENOENT: it does not exist any
 * more.
 */
int posixtrace_discard(const struct posixtrace_leftover *leftover);

/*
 * A traced process shares memory with its controllers, and can truncate it: the
 * kernel then sends SIGBUS to a process that accesses it.  A controller that must
 * survive untrusted processes, such as one of root's, calls this before it
 * creates a stream or opens a log.  From then on truncated memory reads as zeros,
 * and streams continue with what they have.  The function installs an action for
 * SIGBUS permanently; every other SIGBUS is passed to the previous action.
 * Returns how often memory has been truncated so far in which events were, or
 * names of their types: if that is not 0, some may be missing without being
 * counted.
 */
unsigned posixtrace_guard(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_RECOVERY_H */
