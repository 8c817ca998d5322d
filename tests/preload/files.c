/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Files opened, read and written in every way: modes, errors, errno, invalid
 * pointers.  The argument is a writable directory.  Compile it with and without
 * _FORTIFY_SOURCE, which uses other functions of libc.
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Hidden from the compiler, so that the fortified functions are called. */
static volatile size_t four = 4;
static volatile int read_only = O_RDONLY;
static const char *volatile nowhere = (const char *)8;

static mode_t mode_of(int fd)
{
	struct stat status;

	CHECK(fd >= 0 && fstat(fd, &status) == 0);
	return status.st_mode & 07777;
}

static void modes(int dir)
{
	int fds[6];

	umask(0);
	fds[0] = open("a", O_CREAT | O_RDWR, 0640);
	fds[1] = open64("b", O_CREAT | O_RDWR, 0604);
	fds[2] = openat(dir, "c", O_CREAT | O_RDWR, 0660);
	fds[3] = openat64(dir, "d", O_CREAT | O_RDWR, 0606);
	fds[4] = creat("e", 0700);
	fds[5] = creat64("f", 0707);
	for (int i = 0; i < 6; i++) {
		printf("mode %o\n", (unsigned)mode_of(fds[i]));
		CHECK(close(fds[i]) == 0);
	}
	fds[0] = open(".", O_TMPFILE | O_RDWR, 0604);
	CHECK(fds[0] >= 0 ? mode_of(fds[0]) == 0604 : errno == EOPNOTSUPP);
	if (fds[0] >= 0)
		close(fds[0]);
}

static void errors(int dir)
{
	char byte;

	errno = 0;
	CHECK(open("missing", read_only) == -1 && errno == ENOENT);
	CHECK(open64("missing", read_only) == -1 && errno == ENOENT);
	CHECK(openat(dir, "missing", read_only) == -1 && errno == ENOENT);
	CHECK(openat64(dir, "missing", read_only) == -1 && errno == ENOENT);
	CHECK(open(nowhere, O_RDONLY) == -1 && errno == EFAULT);
	CHECK(creat(nowhere, 0600) == -1 && errno == EFAULT);
	CHECK(read(-1, &byte, 1) == -1 && errno == EBADF);
	CHECK(write(-1, &byte, 1) == -1 && errno == EBADF);
	CHECK(pread(-1, &byte, 1, 0) == -1 && errno == EBADF);
	CHECK(close(-1) == -1 && errno == EBADF);
	CHECK(fsync(-1) == -1 && errno == EBADF);
	CHECK(fdatasync(-1) == -1 && errno == EBADF);
	CHECK(write(dir, nowhere, 1) == -1 && errno == EBADF);
	printf("errors\n");
}

static void bytes(void)
{
	char buf[4];
	int fd = open("a", O_RDWR);

	errno = ERANGE;
	CHECK(write(fd, "abcdefgh", 8) == 8);
	CHECK(pwrite(fd, "XY", 2, 2) == 2);
	CHECK(pwrite64(fd, "Z", 1, 4) == 1);
	CHECK(fsync(fd) == 0 && fdatasync(fd) == 0);
	CHECK(pread(fd, buf, four, 1) == 4 && memcmp(buf, "bXYZ", 4) == 0);
	CHECK(pread64(fd, buf, four, 4) == 4 && memcmp(buf, "Zfgh", 4) == 0);
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	CHECK(read(fd, buf, four) == 4 && memcmp(buf, "abXY", 4) == 0);
	CHECK(read(fd, buf, four) == 4 && memcmp(buf, "Zfgh", 4) == 0);
	CHECK(read(fd, buf, four) == 0);
	CHECK(close(fd) == 0);
	CHECK(errno == ERANGE);
	printf("bytes\n");
}

int main(int argc, char **argv)
{
	int dir;

	CHECK(argc == 2 && chdir(argv[1]) == 0);
	dir = open(".", O_RDONLY | O_DIRECTORY);
	CHECK(dir >= 0);
	modes(dir);
	errors(dir);
	bytes();
	for (const char *name = "abcdef"; *name != '\0'; name++)
		unlink((const char[]){ *name, '\0' });
	return 0;
}
