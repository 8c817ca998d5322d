/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The descriptors by which logs are read and written. */
#ifndef PXT_LOG_FILE_H
#define PXT_LOG_FILE_H

#include <sys/types.h>

/*
 * A descriptor of our own.  The program may close it nevertheless, as by
 * close_range(2), and open a file that gets its number.  So before each use
 * the file behind it is checked: if it is another one, the call is EBADF, and
 * nothing is done to that file or its descriptor.
 */
struct pxt_file {
	int fd;			/* -1: it is closed */
	dev_t device;
	ino_t inode;
};

/* Another descriptor of the same open file.  0 or an errno value. */
int pxt_file_duplicate(int fd, int *out);

/* The same file opened anew.  0, or -1: that cannot be done. */
int pxt_file_reopen(int fd, int flags, int *out);

/* Take over a new descriptor of ours; it is closed if that fails.  0 or an errno
 * value. */
int pxt_file_note(int fd, struct pxt_file *file);

/*
 * 0, or EBADF if the descriptor belongs to another file by now.  A file that
 * cannot be checked, because its server has removed it, is taken for ours.
 * Async-signal-safe.
 */
int pxt_file_recognize(const struct pxt_file *file);

/* Async-signal-safe. */
void pxt_file_close(struct pxt_file *file);

#endif
