/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Calls of the library for the kernel, which a test makes fail.  The program is
 * linked with the static library, and with --wrap for the calls (meson.build), so
 * that only calls of the library fail, also in builds with a sanitizer, whose leak
 * check then finds memory that was not freed.
 */
#ifndef TESTS_HAZARD_WRAPPED_H
#define TESTS_HAZARD_WRAPPED_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum hz_kind {
	/* Memory, files, threads. */
	HZ_RESOURCES = 1,
	/* What orders threads and processes: futexes, file locks, membarrier,
	 * signal masks, and all that is asked about files. */
	HZ_ORDER = 2,
};

struct hz_failing {
	enum hz_kind kind;		/* only calls of this kind count, and fail */
	_Atomic uint32_t calls;		/* calls so far */
	uint32_t first, last;		/* the calls that fail; 0: none */
	_Atomic bool lacks;		/* a call failed for lack of memory or descriptors */
	bool tells_owners;		/* fstat() does not fail */
};

extern struct hz_failing hz_failing;

/* For the test itself. */
int __real_ftruncate(int fd, off_t size);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
			  void *(*run)(void *), void *arg);

#endif
