/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads: create, start, exit, join.
 *
 * A new thread begins in thread_main() here, which records that it started,
 * calls the program's routine, and records that it ended, however it does:
 * by returning, by pthread_exit(), or cancelled.  The end is recorded by a
 * cleanup handler below all of the program's own, hence after these and
 * before the destructors of thread-specific data.
 *
 * The routine and its argument are passed in one of a fixed number of parcels.
 * No memory is allocated, as freeing it in the new thread would give that
 * thread an arena of the allocator that it may never need.  A parcel is in
 * use only until the thread runs.  If none is free, the thread is created
 * without a wrapper: it has a THREAD_CREATE, but neither START nor EXIT.
 */
#include "real.h"

#include "record.h"

enum { N_PARCELS = 1024 };

/*
 * refs    how many hold it: creator and thread, or 0 if it is free
 * self    stored by the thread, read by the creator
 * others  stored by the creator before the thread exists
 */
struct parcel {
	atomic_int refs;
	_Atomic(pthread_t) self;
	void *(*routine)(void *);
	void *argument;
};

static struct parcel parcels[N_PARCELS];

/* Where to look for a free parcel first. */
static atomic_uint next_parcel;

/* What this thread gave to pthread_exit(), if it did. */
static __thread struct {
	bool called;
	bool wrapped;	/* its THREAD_EXIT is recorded by its thread_main() */
	void *value;
} leaving __attribute__((tls_model("initial-exec")));

static struct parcel *parcel_take(void)
{
	unsigned first = atomic_fetch_add_explicit(&next_parcel, 1,
						   memory_order_relaxed);

	for (unsigned i = 0; i < N_PARCELS; i++) {
		struct parcel *parcel = &parcels[(first + i) % N_PARCELS];
		int none = 0;

		if (atomic_compare_exchange_strong(&parcel->refs, &none, 2))
			return parcel;
	}
	return NULL;
}

static void parcel_drop(struct parcel *parcel, int refs)
{
	atomic_fetch_sub(&parcel->refs, refs);
}

static void record_thread(trace_event_id_t id, pthread_t thread,
			  void *(*routine)(void *), uint64_t begin,
			  int64_t result, const void *caller)
{
	struct posixtrace_thread event = {
		.thread = (uint64_t)thread,
		.routine = (uintptr_t)routine,
		.duration = begin != 0 ? pxt_now() - begin : 0,
		.result = result,
	};

	pxt_record(id, &event, sizeof(event), caller);
}

/* What a thread is about to return, kept where its cleanup finds it. */
struct life {
	void *(*routine)(void *);
	uint64_t begin;
	void *volatile value;
	volatile bool returned;
};

static void thread_ends(void *arg)
{
	const struct life *life = arg;
	void *value = PTHREAD_CANCELED;

	if (life->returned)
		value = life->value;
	else if (leaving.called)
		value = leaving.value;
	if (pxt_recording(NULL))
		record_thread(POSIXTRACE_THREAD_EXIT, pthread_self(),
			      life->routine, life->begin, (intptr_t)value,
			      (void *)(uintptr_t)life->routine);
}

static PXT_CALLS_PROGRAM void *thread_main(void *arg)
{
	struct parcel *parcel = arg;
	void *argument = parcel->argument;
	struct life life = {
		.routine = parcel->routine,
		.begin = pxt_now(),
	};

	atomic_store(&parcel->self, pthread_self());
	parcel_drop(parcel, 1);
	leaving.wrapped = true;
	if (pxt_recording(NULL))
		record_thread(POSIXTRACE_THREAD_START, pthread_self(),
			      life.routine, 0, 0,
			      (void *)(uintptr_t)life.routine);
	pthread_cleanup_push(thread_ends, &life);
	life.value = life.routine(argument);
	life.returned = true;
	pthread_cleanup_pop(1);
	return life.value;
}

/*
 * The id of a thread just created. *thread belongs to the program, and the new
 * thread may already have freed it; but then it has stored its id here itself.
 */
static pthread_t created_thread(const pthread_t *thread,
				struct parcel *parcel)
{
	pthread_t self = atomic_load(&parcel->self);

	if (self == 0) {
		pthread_t stored = *(const volatile pthread_t *)thread;

		self = atomic_load(&parcel->self);
		if (self == 0)
			self = stored;
	}
	return self;
}

PXT_INTERPOSE int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
				 void *(*routine)(void *), void *argument)
{
	const void *caller = CALLER;
	struct parcel *parcel = NULL;
	pthread_t created = 0;

	/* A thread of libposixtrace's own is not the program's. */
	if (pxt_may_record(caller))
		parcel = parcel_take();
	if (parcel == NULL)
		return REAL(pthread_create)(thread, attr, routine, argument);

	atomic_store(&parcel->self, 0);
	parcel->routine = routine;
	parcel->argument = argument;

	/* The new thread is not to be the first that records. */
	if (pxt_recording(caller) && pxt_owner() == 0)
		pxt_begin_child();

	uint64_t begin = pxt_recording(caller) ? pxt_now() : 0;
	int err = REAL(pthread_create)(thread, attr, thread_main, parcel);

	if (begin != 0) {
		if (err == 0)
			created = created_thread(thread, parcel);
		record_thread(POSIXTRACE_THREAD_CREATE, created, routine,
			      begin, -err, caller);
	}
	parcel_drop(parcel, err == 0 ? 1 : 2);
	return err;
}

/* Its life is that of the process; what else has no parcel is not known. */
static uint64_t initial_begin(void)
{
	return pxt_may_call() && gettid() == getpid() ?
	       pxt_possessed_since() : 0;
}

PXT_INTERPOSE void pthread_exit(void *value)
{
	const void *caller = CALLER;

	leaving.called = true;
	leaving.value = value;
	/* The initial thread has no thread_main() that would record it. */
	if (!leaving.wrapped && pxt_recording(caller))
		record_thread(POSIXTRACE_THREAD_EXIT, pthread_self(), NULL,
			      initial_begin(), (intptr_t)value, caller);
	REAL(pthread_exit)(value);
	__builtin_unreachable();
}

PXT_INTERPOSE int pthread_join(pthread_t thread, void **value)
{
	const void *caller = CALLER;

	if (!pxt_recording(caller))
		return REAL(pthread_join)(thread, value);

	uint64_t begin = pxt_now();
	int err = REAL(pthread_join)(thread, value);

	record_thread(POSIXTRACE_THREAD_JOIN, thread, NULL, begin, -err,
		      caller);
	return err;
}
