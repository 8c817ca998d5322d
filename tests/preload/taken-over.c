/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A program that has functions of its own for those of the C library, as the runtime of
 * ThreadSanitizer that is linked into a program has.  What the library calls while it
 * sets a child up goes through them to the preload library, and is none of the program's
 * events: nothing is lost.
 *
 * Records 10 x FORK, 11 x PROCESS, 11 x EXIT, 10 x PIPE.
 */
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 10 };

#define PUBLIC __attribute__((visibility("default")))

typedef int open_function(const char *path, int flags, ...);

/* The next function of that name; ISO C knows no conversion. */
#define NEXT(name, function) \
	(*(void **)&(function) = dlsym(RTLD_NEXT, name))

/* Its symbol is open64. */
PUBLIC int open(const char *path, int flags, ...)
{
	open_function *next;
	va_list more;
	mode_t mode;

	va_start(more, flags);
	mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
	va_end(more);
	NEXT("open64", next);
	return next(path, flags, mode);
}

PUBLIC ssize_t read(int fd, void *buf, size_t size)
{
	ssize_t (*next)(int, void *, size_t);

	NEXT("read", next);
	return next(fd, buf, size);
}

PUBLIC int close(int fd)
{
	int (*next)(int);

	NEXT("close", next);
	return next(fd);
}

int main(void)
{
	int bad = 0;

	for (int i = 0; i < CHILDREN; i++) {
		pid_t child = fork();
		int status, ends[2];

		if (child == 0) {
			CHECK(pipe(ends) == 0);
			_exit(0);
		}
		CHECK(child > 0 && waitpid(child, &status, 0) == child);
		bad += status != 0;
	}
	printf("%d children ended badly\n", bad);
	return bad != 0;
}
