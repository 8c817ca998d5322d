/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A table of descriptors for one thread; see fdtable.h. */
#include "base/fdtable.h"

#include <errno.h>
#include <limits.h>
#include <linux/close_range.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A sanitizer reports on stderr, from any thread. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { REPORTS = STDERR_FILENO };
#else
enum { REPORTS = -1 };
#endif

static long close_from_to(int first, int last, unsigned flags)
{
	if (first > last)
		return 0;
	return syscall(SYS_close_range, (unsigned)first, (unsigned)last, flags);
}

static void close_below(int keep)
{
	if (REPORTS >= 0 && REPORTS < keep) {
		close_from_to(0, REPORTS - 1, 0);
		close_from_to(REPORTS + 1, keep - 1, 0);
	} else {
		close_from_to(0, keep - 1, 0);
	}
}

bool pxt_fdtable_part(int keep)
{
	int saved = errno;
	/* Descriptors above `keep` are not copied. */
	bool parted = keep < INT_MAX &&
		      close_from_to(keep + 1, INT_MAX,
				    CLOSE_RANGE_UNSHARE) == 0;

	if (parted)
		close_below(keep);
	errno = saved;
	return parted;
}
