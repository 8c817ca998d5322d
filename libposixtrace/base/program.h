/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Can a library built like this code be loaded into an executable file by
 * LD_PRELOAD?
 *
 * Reads the file with plain system calls, async-signal-safe, and does not keep
 * it open; errno may change.  A script is what its interpreter is.  A file that
 * cannot be read is assumed to accept the library: the loader decides.
 */
#ifndef PXT_BASE_PROGRAM_H
#define PXT_BASE_PROGRAM_H

#include <stdbool.h>

enum pxt_program {
	PXT_PROGRAM_FITS,	/* or unknown */
	/* The loader ignores LD_PRELOAD, or there is none. */
	PXT_PROGRAM_IS_STATIC,
	PXT_PROGRAM_IS_PRIVILEGED,	/* set-user-ID, set-group-ID */
	/* The loader warns, or does not start the program. */
	PXT_PROGRAM_OTHER_MACHINE,
	PXT_PROGRAM_OTHER_LOADER,	/* another C library than glibc */
	PXT_PROGRAM_ASAN,		/* the shared runtime of ASan */
};

/* The open file may be one of O_PATH. */
enum pxt_program pxt_program_of_fd(int fd);

/* As execve() resolves the path. */
enum pxt_program pxt_program_of_path(const char *path);

/* As execvp() finds the file; `search` is PATH's value, NULL if not set. */
enum pxt_program pxt_program_of_name(const char *file, const char *search);

/* Would LD_PRELOAD break the program? */
static inline bool pxt_program_refuses(enum pxt_program program)
{
	return program >= PXT_PROGRAM_OTHER_MACHINE;
}

/* The reason why it is not recorded, as text; NULL: it can be. */
const char *pxt_program_reason(enum pxt_program program);

#endif
