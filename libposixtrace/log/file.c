/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The library's own descriptors.  A duplicate shares its file offset and flags
 * with the original, so nothing in log/ moves an offset, and where a flag is in
 * the way the file is opened again through /proc.
 */
#include "log/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int pxt_file_duplicate(int fd, int *out)
{
	/* Not 0 to 2, which programs print to.  A high number is rarely among
	 * those that a program closes or opens by number.  And ThreadSanitizer,
	 * which knows only one descriptor table (base/fdtable.h), does not
	 * confuse it with one of the program's. */
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 512);

	if (own < 0)
		own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	/* EINVAL: there cannot be a descriptor above 2. */
	if (own < 0)
		return errno == EINVAL ? EMFILE : errno;
	*out = own;
	return 0;
}

int pxt_file_reopen(int fd, int flags, int *out)
{
	char path[32];
	int again, err;

	/* Not /proc/self: the main thread may have ended. */
	snprintf(path, sizeof(path), "/proc/thread-self/fd/%d", fd);
	again = open(path, flags | O_CLOEXEC | O_NOCTTY);
	if (again < 0)
		return -1;
	err = pxt_file_duplicate(again, out);
	close(again);
	return err ? -1 : 0;
}

int pxt_file_note(int fd, struct pxt_file *file)
{
	struct stat st;
	int err;

	if (fstat(fd, &st) < 0) {
		err = errno;
		close(fd);
		return err;
	}
	*file = (struct pxt_file){ fd, st.st_dev, st.st_ino };
	return 0;
}

int pxt_file_recognize(const struct pxt_file *file)
{
	int saved = errno;
	struct stat st;
	bool same;

	if (file->fd < 0)
		return EBADF;
	same = fstat(file->fd, &st) < 0 ? errno != EBADF :
	       st.st_dev == file->device && st.st_ino == file->inode;
	errno = saved;
	return same ? 0 : EBADF;
}

void pxt_file_close(struct pxt_file *file)
{
	if (pxt_file_recognize(file) == 0)
		close(file->fd);
	file->fd = -1;
}
