/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What an executable file is, as far as LD_PRELOAD is concerned: can a library
 * that was built as this code was be loaded into it?
 *
 * Reads the file with plain system calls, async-signal-safe, and keeps it open
 * no longer than that; errno may change.  A script is what its interpreter is.
 * A file that cannot be read is taken for one that can take the library: the
 * loader knows better.
 */
#ifndef PXT_BASE_PROGRAM_H
#define PXT_BASE_PROGRAM_H

#include <stdbool.h>

enum pxt_program {
	PXT_PROGRAM_FITS,	/* or we cannot tell */
	/* The loader ignores LD_PRELOAD, or there is none. */
	PXT_PROGRAM_IS_STATIC,
	PXT_PROGRAM_IS_PRIVILEGED,	/* set-user-ID, set-group-ID */
	/* It says something about it, or does not start. */
	PXT_PROGRAM_OTHER_MACHINE,
	PXT_PROGRAM_OTHER_LOADER,	/* another C library than glibc */
	PXT_PROGRAM_ASAN,		/* the shared runtime of ASan */
};

/* Of a file that is open, also with O_PATH. */
enum pxt_program pxt_program_of_fd(int fd);

/* As execve() takes it. */
enum pxt_program pxt_program_of_path(const char *path);

/* As execvp() finds it; `search` is the value of PATH, NULL if not set. */
enum pxt_program pxt_program_of_name(const char *file, const char *search);

/* Would LD_PRELOAD do harm? */
static inline bool pxt_program_refuses(enum pxt_program program)
{
	return program >= PXT_PROGRAM_OTHER_MACHINE;
}

/* Why it is not recorded, as text; NULL: it can be. */
const char *pxt_program_reason(enum pxt_program program);

#endif
