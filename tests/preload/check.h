/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * For programs that must behave the same with and without the preload library.
 * Each prints line by line whether what POSIX promises is true.  The outputs
 * are compared, so they must not depend on addresses or timing.
 */
#ifndef TESTS_PRELOAD_CHECK_H
#define TESTS_PRELOAD_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)						\
	do {								\
		if (!(condition)) {					\
			printf("%s:%d: not so: %s\n", __FILE__,		\
			       __LINE__, #condition);			\
			exit(1);					\
		}							\
	} while (0)

#endif
