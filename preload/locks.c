/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Waiting for each other: mutexes that were not free, and conditions.
 * Results are error numbers here, as the functions return them.
 */
#include "real.h"

#include "record.h"

#include <errno.h>

static void record_wait(trace_event_id_t id, const void *object, int err,
			uint64_t begin, const void *caller)
{
	struct posixtrace_wait wait = {
		.object = (uintptr_t)object,
		.duration = pxt_now() - begin,
		.result = -err,
	};

	pxt_record(id, &wait, sizeof(wait), caller);
}

/*
 * A mutex that is free is not worth an event, so it is tried first.  That
 * takes or refuses it in every way that locking would (EOWNERDEAD, EAGAIN,
 * EINVAL, ENOTRECOVERABLE, one level more of a recursive one) except that
 * it says EBUSY instead of waiting, or instead of EDEADLK.
 */
PXT_INTERPOSE int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	const void *caller = CALLER;

	if (!pxt_recording(caller))
		return REAL(pthread_mutex_lock)(mutex);

	int err = REAL(pthread_mutex_trylock)(mutex);

	if (err != EBUSY)
		return err;

	uint64_t begin = pxt_now();

	err = REAL(pthread_mutex_lock)(mutex);
	record_wait(POSIXTRACE_MUTEX_WAIT, mutex, err, begin, caller);
	return err;
}

#define WAIT(cond, call)						\
	do {								\
		const void *caller = CALLER;				\
		if (!pxt_recording(caller))				\
			return call;					\
		uint64_t begin = pxt_now();				\
		int err = call;						\
		record_wait(POSIXTRACE_COND_WAIT, cond, err, begin,	\
			    caller);					\
		return err;						\
	} while (0)

PXT_INTERPOSE int pthread_cond_wait(pthread_cond_t *cond,
				    pthread_mutex_t *mutex)
{
	WAIT(cond, REAL(pthread_cond_wait)(cond, mutex));
}

PXT_INTERPOSE int pthread_cond_timedwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 const struct timespec *abstime)
{
	WAIT(cond, REAL(pthread_cond_timedwait)(cond, mutex, abstime));
}

PXT_INTERPOSE int pthread_cond_clockwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 clockid_t clock,
					 const struct timespec *abstime)
{
	WAIT(cond, REAL(pthread_cond_clockwait)(cond, mutex, clock, abstime));
}
