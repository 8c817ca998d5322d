/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* File descriptors for reading and writing logs. */
#ifndef PXT_LOG_FILE_H
#define PXT_LOG_FILE_H

#include <sys/types.h>

/*
 * A descriptor owned by the library.  The program may close it nevertheless,
 * for instance by close_range(2), and open another file with its number.  So
 * each use first checks the file behind it: if it is another file, the call
 * fails with EBADF and changes neither the file nor the descriptor.
 */
struct pxt_file {
	int fd;			/* -1: closed */
	dev_t device;
	ino_t inode;
};

/* Another descriptor of the same open file.  0 or an errno value. */
int pxt_file_duplicate(int fd, int *out);

/* Open the same file again.  0, or -1: not possible. */
int pxt_file_reopen(int fd, int flags, int *out);

/* Take ownership of a new descriptor; on failure it is closed.  0 or an errno
 * value. */
int pxt_file_note(int fd, struct pxt_file *file);

/*
 * 0, or EBADF if the descriptor now belongs to another file.  A file that
 * cannot be checked, because its server has removed it, counts as the same.
 * Async-signal-safe.
 */
int pxt_file_recognize(const struct pxt_file *file);

/* Async-signal-safe. */
void pxt_file_close(struct pxt_file *file);

#endif
