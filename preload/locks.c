/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Waiting for each other: locks that were not free, conditions and barriers.
 * Results are error numbers here, as most of the functions return them.
 *
 * A lock that is free is not worth an event, so it is tried first.  That takes or
 * refuses it in every way that locking would (EOWNERDEAD, EAGAIN, EINVAL,
 * ENOTRECOVERABLE, one level more of a recursive one) except that it says EBUSY
 * instead of waiting, or instead of EDEADLK.  With an invalid time or clock it is not
 * tried where that is an error also if the lock is free.
 */
#include "real.h"

#include "record.h"

#include <errno.h>
#include <semaphore.h>

static void record_wait(trace_event_id_t id, const void *object, int err,
			int64_t holder, uint64_t begin, const void *caller)
{
	struct posixtrace_wait wait = {
		.object = (uintptr_t)object,
		.duration = pxt_now() - begin,
		.result = -err,
		.holder = holder,
	};

	pxt_record(id, &wait, sizeof(wait), caller);
}

/*
 * Which thread had the lock just now: only a hint, which changes meanwhile.  The
 * members are part of glibc's interface, as they are in the initializers.
 */
#ifdef __GLIBC__
static int64_t holder_of(const pthread_mutex_t *mutex)
{
	return __atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED);
}

/* Readers are only counted. */
static int64_t writer_of(const pthread_rwlock_t *lock)
{
	return __atomic_load_n(&lock->__data.__cur_writer, __ATOMIC_RELAXED);
}
#else
static int64_t holder_of(const pthread_mutex_t *mutex)
{
	(void)mutex;
	return 0;
}

static int64_t writer_of(const pthread_rwlock_t *lock)
{
	(void)lock;
	return 0;
}
#endif

/* Return `call`, which locks; it is recorded if `try` finds that it has to wait. */
#define LOCK(id, lock, holder, may_try, try, call)			\
	do {								\
		const void *caller = CALLER;				\
		int err;						\
		if (!pxt_recording(caller) || !(may_try))		\
			return call;					\
		err = try;						\
		if (err != EBUSY)					\
			return err;					\
		int64_t held_by = holder;				\
		uint64_t begin = pxt_now();				\
		err = call;						\
		record_wait(id, lock, err, held_by, begin, caller);	\
		return err;						\
	} while (0)

static bool is_time(const struct timespec *time)
{
	return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

static bool is_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

#define MUTEX(may_try, call)						\
	LOCK(POSIXTRACE_MUTEX_WAIT, mutex, holder_of(mutex), may_try,	\
	     REAL(pthread_mutex_trylock)(mutex), call)

PXT_INTERPOSE int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	MUTEX(true, REAL(pthread_mutex_lock)(mutex));
}

PXT_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t *mutex,
					  const struct timespec *abstime)
{
	MUTEX(true, REAL(pthread_mutex_timedlock)(mutex, abstime));
}

PXT_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t *mutex,
					  clockid_t clock,
					  const struct timespec *abstime)
{
	MUTEX(is_clock(clock),
	      REAL(pthread_mutex_clocklock)(mutex, clock, abstime));
}

#define RDLOCK(may_try, call)						\
	LOCK(POSIXTRACE_RDLOCK_WAIT, lock, writer_of(lock), may_try,	\
	     REAL(pthread_rwlock_tryrdlock)(lock), call)

PXT_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
	RDLOCK(true, REAL(pthread_rwlock_rdlock)(lock));
}

PXT_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock,
					     const struct timespec *abstime)
{
	RDLOCK(is_time(abstime),
	       REAL(pthread_rwlock_timedrdlock)(lock, abstime));
}

PXT_INTERPOSE int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock,
					     clockid_t clock,
					     const struct timespec *abstime)
{
	RDLOCK(is_clock(clock) && is_time(abstime),
	       REAL(pthread_rwlock_clockrdlock)(lock, clock, abstime));
}

#define WRLOCK(may_try, call)						\
	LOCK(POSIXTRACE_WRLOCK_WAIT, lock, writer_of(lock), may_try,	\
	     REAL(pthread_rwlock_trywrlock)(lock), call)

PXT_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	WRLOCK(true, REAL(pthread_rwlock_wrlock)(lock));
}

PXT_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock,
					     const struct timespec *abstime)
{
	WRLOCK(is_time(abstime),
	       REAL(pthread_rwlock_timedwrlock)(lock, abstime));
}

PXT_INTERPOSE int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock,
					     clockid_t clock,
					     const struct timespec *abstime)
{
	WRLOCK(is_clock(clock) && is_time(abstime),
	       REAL(pthread_rwlock_clockwrlock)(lock, clock, abstime));
}

PXT_INTERPOSE int pthread_spin_lock(pthread_spinlock_t *lock)
{
	LOCK(POSIXTRACE_SPIN_WAIT, (const void *)(uintptr_t)lock, 0, true,
	     REAL(pthread_spin_trylock)(lock), REAL(pthread_spin_lock)(lock));
}

/*
 * Semaphores have no holder, and their errors are in errno.  A wait is a
 * cancellation point also if it need not wait, which sem_trywait() is not.
 */
#define SEMAPHORE(may_try, call)					\
	do {								\
		const void *caller = CALLER;				\
		int saved_errno = errno;				\
		if (!pxt_recording(caller) || !(may_try))		\
			return call;					\
		pthread_testcancel();					\
		if (REAL(sem_trywait)(semaphore) == 0)			\
			return 0;					\
		if (errno != EAGAIN)					\
			return -1;					\
		errno = saved_errno;					\
		uint64_t begin = pxt_now();				\
		int result = call;					\
		record_wait(POSIXTRACE_SEM_WAIT, semaphore,		\
			    result == 0 ? 0 : errno, 0, begin, caller);	\
		return result;						\
	} while (0)

PXT_INTERPOSE int sem_wait(sem_t *semaphore)
{
	SEMAPHORE(true, REAL(sem_wait)(semaphore));
}

PXT_INTERPOSE int sem_timedwait(sem_t *semaphore, const struct timespec *abstime)
{
	SEMAPHORE(is_time(abstime), REAL(sem_timedwait)(semaphore, abstime));
}

PXT_INTERPOSE int sem_clockwait(sem_t *semaphore, clockid_t clock,
				const struct timespec *abstime)
{
	SEMAPHORE(is_clock(clock) && is_time(abstime),
		  REAL(sem_clockwait)(semaphore, clock, abstime));
}

/* What is waited for at each call. */
#define WAIT(id, object, call)						\
	do {								\
		const void *caller = CALLER;				\
		if (!pxt_recording(caller))				\
			return call;					\
		uint64_t begin = pxt_now();				\
		int err = call;						\
		record_wait(id, object, err, 0, begin, caller);		\
		return err;						\
	} while (0)

/* One thread gets PTHREAD_BARRIER_SERIAL_THREAD, which is no error. */
PXT_INTERPOSE int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	WAIT(POSIXTRACE_BARRIER_WAIT, barrier,
	     REAL(pthread_barrier_wait)(barrier));
}

#define CONDITION(call)	WAIT(POSIXTRACE_COND_WAIT, cond, call)

PXT_INTERPOSE int pthread_cond_wait(pthread_cond_t *cond,
				    pthread_mutex_t *mutex)
{
	CONDITION(REAL(pthread_cond_wait)(cond, mutex));
}

PXT_INTERPOSE int pthread_cond_timedwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 const struct timespec *abstime)
{
	CONDITION(REAL(pthread_cond_timedwait)(cond, mutex, abstime));
}

PXT_INTERPOSE int pthread_cond_clockwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 clockid_t clock,
					 const struct timespec *abstime)
{
	CONDITION(REAL(pthread_cond_clockwait)(cond, mutex, clock, abstime));
}
