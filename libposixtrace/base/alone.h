/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Is the calling thread the only one of its process?  Then words that only
 * threads of this process share need no locked instruction (some 6 ns each).
 * Not for what a signal handler or other processes may access.
 */
#ifndef PXT_BASE_ALONE_H
#define PXT_BASE_ALONE_H

#include <stdbool.h>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>

static inline bool pxt_is_alone(void)
{
	return __libc_single_threaded;
}
#else
static inline bool pxt_is_alone(void)
{
	return false;
}
#endif

#endif
