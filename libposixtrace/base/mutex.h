/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Mutexes of controllers: a waiting thread lends its priority to the owner, if
 * the kernel supports that.
 */
#ifndef PXT_BASE_MUTEX_H
#define PXT_BASE_MUTEX_H

#include <pthread.h>

static inline void pxt_mutex_init(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	/* Without PI-futexes: ENOTSUP. */
	if (pthread_mutex_init(mutex, &attr) != 0)
		pthread_mutex_init(mutex, NULL);
	pthread_mutexattr_destroy(&attr);
}

#endif
