/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The records of threads that trace; see thread.h. */
#include "process/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fence.h"
#include "base/futex.h"
#include "base/guard.h"
#include "base/helgrind.h"
#include "base/proc.h"
#include "base/quiet.h"

/* One size for all, and one object is all that a thread's first event needs. */
union object {
	struct pxt_thread thread;
	struct pxt_level level;
	struct pxt_pool pool;
};

/* Their memory is allocated in blocks that are never freed. */
enum {
	BLOCK_SIZE = 256 << 10,
	BLOCK_HEAD = 320,		/* unused; see struct pxt_pages */
	OBJECT_SIZE = (sizeof(union object) + 63) & ~63,
	BLOCK_OBJECTS = (BLOCK_SIZE - BLOCK_HEAD) / OBJECT_SIZE,
	N_BLOCKS = 1024,
	SPARE_BLOCKS = 4,
};

__thread struct pxt_thread_self pxt_thread_self
	__attribute__((tls_model("initial-exec")));

static _Atomic(unsigned char *) blocks[N_BLOCKS];
static _Atomic uint32_t n_objects;	/* ever handed out, or asked for */
/* Objects that are records of threads: one bit each. */
static _Atomic uint64_t is_record[N_BLOCKS * BLOCK_OBJECTS / 64 + 1];

static uint64_t (*attached_now)(void);
static pthread_key_t exit_key;
static bool exit_key_works;

/* All objects handed out are below this index. */
static uint32_t end_of_objects(void)
{
	uint32_t n = pxt_load_relaxed(&n_objects);

	return n < N_BLOCKS * BLOCK_OBJECTS ? n : N_BLOCKS * BLOCK_OBJECTS;
}

static void *object(uint32_t i)
{
	unsigned char *block = pxt_load_acquire(&blocks[i / BLOCK_OBJECTS]);

	return block ? block + BLOCK_HEAD +
		       (size_t)(i % BLOCK_OBJECTS) * OBJECT_SIZE : NULL;
}

static bool provide_block(uint32_t b)
{
	unsigned char *none = NULL;
	int saved = errno;
	void *fresh;

	if (pxt_load_acquire(&blocks[b]))
		return true;
	if (pxt_is_quiet())
		return false;
	fresh = mmap(NULL, BLOCK_SIZE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	errno = saved;
	if (fresh == MAP_FAILED)
		return false;
	pxt_helgrind_ignore(fresh, BLOCK_SIZE);
	if (!pxt_cas_acq_rel(&blocks[b], &none, fresh))
		munmap(fresh, BLOCK_SIZE);
	return true;
}

/*
 * A new zeroed object.  Handlers and other threads may call this concurrently.
 */
static void *new_object(uint32_t *index)
{
	uint32_t i = pxt_add_relaxed(&n_objects, 1), b = i / BLOCK_OBJECTS;
	uint32_t taken = i + 1;

	if (b >= N_BLOCKS) {
		pxt_add_relaxed(&n_objects, -1u);
		return NULL;
	}
	if (!provide_block(b)) {
		/* Undo, unless others took an index meanwhile: a thread that
		 * tries at every event must not use the indices up. */
		pxt_cas_relaxed(&n_objects, &taken, i);
		return NULL;
	}
	*index = i;
	return object(i);
}

/* The i-th object if it is the record of a thread. */
static struct pxt_thread *record(uint32_t i)
{
	if (!(pxt_load_acquire(&is_record[i / 64]) >> i % 64 & 1))
		return NULL;
	return object(i);
}

/*
 * Take over the record of a thread that has ended.  It is noted before it is
 * taken, so that a longjmp in between does not lose it.
 */
static struct pxt_thread *reuse(uint32_t tid)
{
	uint32_t n = end_of_objects();

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_thread *thread = record(i);
		uint32_t no = 0;

		if (!thread || pxt_load_relaxed(&thread->user) != 0)
			continue;
		pxt_thread_self.candidate = thread;
		pxt_fence_light();
		if (pxt_cas_acq_rel(&thread->user, &no, tid))
			return thread;
	}
	return NULL;
}

/* Calls in progress of threads that have no record. */
static _Atomic uint32_t unregistered;

void pxt_unregistered_enter(void)
{
	atomic_fetch_add(&unregistered, 1);
}

void pxt_unregistered_exit(void)
{
	/* Release: as pxt_reader_exit(). */
	atomic_fetch_sub_explicit(&unregistered, 1, memory_order_release);
}

/* Records out of use, so that reuse() is tried only when it can succeed. */
static _Atomic uint32_t n_unused;

/* The name of new threads of a quiet process. */
static char quiet_name[PXT_COMM_SIZE];

/*
 * The thread's current name; there is no cheaper way to see that it has
 * changed.
 */
static void read_name(char comm[PXT_COMM_SIZE])
{
	if (pxt_is_quiet())
		memcpy(comm, quiet_name, PXT_COMM_SIZE);
	else
		prctl(PR_GET_NAME, comm);
	comm[PXT_COMM_SIZE - 1] = '\0';
}

void pxt_thread_reserve(void)
{
	uint32_t next = end_of_objects() / BLOCK_OBJECTS;

	for (uint32_t b = next; b < next + SPARE_BLOCKS && b < N_BLOCKS; b++)
		provide_block(b);
	read_name(quiet_name);
}

static void identify(struct pxt_thread *thread, pid_t pid, int32_t tid)
{
	struct pxt_writer_identity *id = &thread->identity;

	*id = (struct pxt_writer_identity){
		.pid = pid,
		.tid = tid,
		.thread = (uint64_t)pthread_self(),
		.space = pxt_proc_space_of(pid),
		.kind = PXT_KIND_EVENTS,
	};
	read_name(id->comm);
}

static void forget_self(void)
{
	pxt_thread_self = (struct pxt_thread_self){0};
}

/* An unused record for thread `tid`, or a new one. */
static struct pxt_thread *take_record(uint32_t tid)
{
	struct pxt_thread *thread = NULL;
	uint32_t index;

	if (pxt_load_relaxed(&n_unused))
		thread = reuse(tid);
	if (thread) {
		pxt_add_relaxed(&n_unused, -1u);
		return thread;
	}
	thread = new_object(&index);
	if (!thread)
		return NULL;
	thread->level[0] = &thread->first;
	pxt_store_relaxed(&thread->user, tid);
	pxt_thread_self.candidate = thread;
	atomic_fetch_or_explicit(&is_record[index / 64],
				 UINT64_C(1) << index % 64,
				 memory_order_release);
	return thread;
}

/* Let another thread have the record. */
static void release_record(struct pxt_thread *thread)
{
	pxt_store_release(&thread->user, 0);
	pxt_add_relaxed(&n_unused, 1);
}

static bool is_used_by(const struct pxt_thread *thread, uint32_t tid)
{
	return thread && pxt_load_relaxed(&thread->user) == tid;
}

/*
 * The id of the calling thread of process `pid`.  A child of vfork() runs in
 * the memory of its parent's thread, and records as that: the C library has the
 * thread's id there, the kernel tells the child's.  A child made by clone() has
 * its parent's in its memory, too, but is process `pid`.  0: a quiet process
 * cannot ask the kernel.
 */
static uint32_t thread_id(pid_t pid)
{
	uint32_t tid = pxt_is_quiet() ? 0 : (uint32_t)syscall(SYS_gettid);
	uint32_t known;
	clockid_t clock;

	if (pthread_getcpuclockid(pthread_self(), &clock) != 0)
		return tid;
	/* As the kernel composes it of a thread's id. */
	known = ~(uint32_t)(clock >> 3);
	return !tid || (known != tid && getpid() != pid) ? known : tid;
}

/*
 * No signal is blocked: a handler that interrupts this, and traces, goes on
 * with the candidate that it finds, or publishes one of its own; and so does
 * the next event if a handler leaves this by longjmp.
 */
struct pxt_thread *pxt_thread_enter(pid_t pid)
{
	const uint32_t tid = thread_id(pid);
	struct pxt_thread *thread, *published = NULL;

	if (!tid)
		return pxt_thread_self.thread;
	/* First, so that a candidate does not outlive its thread. */
	if (exit_key_works)
		pthread_setspecific(exit_key, &pxt_thread_self);
	thread = pxt_thread_self.candidate;
	if (!is_used_by(thread, tid))
		thread = take_record(tid);
	if (!thread)
		return pxt_thread_self.thread;
	thread->key = thread->clock_key = 0;
	identify(thread, pid, (int32_t)tid);
	if (__atomic_compare_exchange_n(&pxt_thread_self.thread, &published,
					thread, false, __ATOMIC_RELAXED,
					__ATOMIC_RELAXED))
		return thread;
	if (published != thread)
		release_record(thread);
	return published;
}

/* Does any writer of the thread have this lane of the stream? */
static bool has_lane(const struct pxt_thread *thread, unsigned stream,
		     const struct pxt_lane *lane)
{
	for (unsigned d = 0; d < PXT_DEPTHS; d++)
		if (thread->level[d] && thread->level[d]->writer[stream] &&
		    thread->level[d]->writer[stream]->lane == lane)
			return true;
	return false;
}

/*
 * The caller's own frame replaces the abandoned one: a handler that interrupts
 * now is on top of it, and if that handler leaves by longjmp, too, the next
 * caller repeats this.
 */
void pxt_thread_recover(struct pxt_thread *thread, unsigned depth,
			uintptr_t place)
{
	const struct pxt_level *level = thread->level[depth];
	uint64_t owner = pxt_writer_owner(&thread->identity);

	pxt_reader_enter(thread, depth, place);
	if (depth + 1 < PXT_DEPTHS)
		pxt_reader_exit(thread, depth + 1);
	for (unsigned i = 0; level && i < PXT_STREAMS; i++)
		if (level->writer[i]) {
			if (level->writer[i]->claiming &&
			    !has_lane(thread, i, level->writer[i]->claiming))
				pxt_writer_give_back(level->writer[i], owner);
			level->writer[i]->claiming = NULL;
			pxt_writer_recover(level->writer[i]);
		}
}

void pxt_reader_recover_abandoned(void)
{
	struct pxt_thread *thread = pxt_thread_self.thread;

	if (!pxt_reader_is_inside())
		return;
	for (unsigned depth = PXT_DEPTHS; depth-- > 0;)
		if (pxt_load_relaxed(&thread->frame[depth]))
			pxt_thread_recover(thread, depth, (uintptr_t)
					   __builtin_frame_address(0));
	pxt_reader_exit(thread, 0);
}

/*
 * Release the lanes of a depth.  Lanes of streams that are being detached are
 * left to the thread that detaches them: for those this frame was stored too
 * late.
 */
static void leave_lanes(struct pxt_thread *thread, unsigned depth,
			uint64_t attached)
{
	struct pxt_level *level = thread->level[depth];

	for (unsigned i = 0; level && i < PXT_STREAMS; i++) {
		struct pxt_writer *writer;

		if (!(attached >> i & 1) || !level->writer[i])
			continue;
		writer = level->writer[i];
		if (writer->lane) {
			pxt_writer_rename(writer, &thread->identity);
			pxt_writer_exit(writer);
			/* Prefault here: exit is not latency-critical, a first
			 * event is. */
			pxt_chunk_prepare(writer->view);
		}
		*writer = (struct pxt_writer){0};
		level->writer[i] = NULL;
		if (depth == 0 &&
		    pxt_load_relaxed(&thread->fast_stream) == i + 1)
			pxt_store_relaxed(&thread->fast_stream, 0);
	}
}

/* The thread ends, or its record is not needed any more. */
static void leave(struct pxt_thread *thread)
{
	struct pxt_held held;
	uint64_t attached;

	/* No handler may trace with a record that is being released. */
	pxt_guard_hold(&held);
	pxt_reader_recover_abandoned();
	pxt_reader_enter(thread, 0, (uintptr_t)&attached);
	attached = attached_now();
	if (attached)
		read_name(thread->identity.comm);
	for (unsigned d = 0; d < PXT_DEPTHS; d++)
		leave_lanes(thread, d, attached);
	pxt_reader_exit(thread, 0);
	forget_self();
	release_record(thread);
	pxt_guard_release(&held);
}

void pxt_thread_leave(void)
{
	if (pxt_thread_self.thread)
		leave(pxt_thread_self.thread);
}

/* The destructor of exit_key. */
static void end_of_thread(void *arg)
{
	struct pxt_thread *candidate = pxt_thread_self.candidate;

	(void)arg;
	/* Then it ends as if it was killed: a reader notices. */
	if (pxt_is_quiet())
		return;
	if (pxt_thread_self.thread)
		leave(pxt_thread_self.thread);
	else if (is_used_by(candidate, (uint32_t)syscall(SYS_gettid)))
		release_record(candidate);
}

void pxt_thread_prepare(uint64_t (*attached)(void))
{
	attached_now = attached;
	pxt_helgrind_ignore_object(blocks);
	pxt_helgrind_ignore_object(n_objects);
	pxt_helgrind_ignore_object(is_record);
	pxt_helgrind_ignore_object(unregistered);
	pxt_helgrind_ignore_object(n_unused);
	/*
	 * Above the first 32 keys glibc allocates when a value is set, which a
	 * trace point must not do.  Then ended threads are found by
	 * pxt_collect_dead().
	 */
	if (pthread_key_create(&exit_key, end_of_thread) != 0)
		return;
	if (exit_key < 32)
		exit_key_works = true;
	else
		pthread_key_delete(exit_key);
}

/*
 * A new object, unless there is one by then: a handler may have made it first,
 * or may leave this call by longjmp.  In a quiet process, which blocks no
 * signals, an object may be left over then.
 */
static bool provide(void **place)
{
	void *none = NULL, *fresh;
	struct pxt_held held;
	uint32_t index;

	pxt_guard_hold(&held);
	if (!*place) {
		fresh = new_object(&index);
		__atomic_compare_exchange_n(place, &none, fresh, false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	}
	pxt_guard_release(&held);
	return *place;
}

static struct pxt_writer *unused_writer(struct pxt_level *level)
{
	for (struct pxt_pool **pool = &level->pool;; pool = &(*pool)->more) {
		if (!*pool)
			provide((void **)pool);
		if (!*pool)
			return NULL;
		for (unsigned i = 0; i < PXT_POOL_WRITERS; i++)
			if (!__atomic_load_n(&(*pool)->writer[i].view,
					     __ATOMIC_ACQUIRE))
				return &(*pool)->writer[i];
	}
}

static struct pxt_writer *take_fast(struct pxt_thread *thread, unsigned stream)
{
	/* First, so that another stream does not take it if a handler leaves
	 * by longjmp. */
	pxt_store_relaxed(&thread->fast_stream, stream + 1);
	pxt_thread_self.fast = (struct pxt_writer){0};
	return &pxt_thread_self.fast;
}

struct pxt_writer *pxt_thread_writer(struct pxt_thread *thread,
				     unsigned depth, unsigned stream)
{
	struct pxt_writer *writer;
	unsigned fast;

	if (depth >= PXT_DEPTHS)
		return NULL;
	if (!thread->level[depth] && !provide((void **)&thread->level[depth]))
		return NULL;
	writer = thread->level[depth]->writer[stream];
	if (!writer) {
		fast = pxt_load_relaxed(&thread->fast_stream);
		writer = depth == 0 && (fast == 0 || fast == stream + 1) ?
			 take_fast(thread, stream) :
			 unused_writer(thread->level[depth]);
		thread->level[depth]->writer[stream] = writer;
	}
	return writer;
}

void pxt_thread_forget_all(void)
{
	uint32_t n = end_of_objects();

	/* Only the caller is left, so nothing else touches these. */
	for (uint32_t i = 0; i < n; i++) {
		void *one = object(i);

		if (one)
			memset(one, 0, OBJECT_SIZE);
	}
	memset((void *)is_record, 0, (n + 63) / 64 * sizeof(*is_record));
	pxt_store_relaxed(&n_objects, 0);
	pxt_store_relaxed(&n_unused, 0);
	pxt_store_relaxed(&unregistered, 0);
	forget_self();
	if (exit_key_works)
		pthread_setspecific(exit_key, NULL);
}

/*
 * Has the thread left its trace point, or has its record been reused?  NULL:
 * the unregistered readers.
 */
static bool has_left(const struct pxt_thread *thread, uint64_t deadline)
{
	for (unsigned i = 0; thread ? pxt_load_acquire(&thread->frame[0]) != 0 :
			     pxt_load_acquire(&unregistered) != 0; i++) {
		if (i < 1000)
			continue;
		if (pxt_clock_ns(CLOCK_MONOTONIC) > deadline)
			return false;
		pxt_nap(50000);
	}
	return true;
}

bool pxt_thread_all_left(uint64_t wait_ns)
{
	uint64_t deadline = pxt_clock_ns(CLOCK_MONOTONIC) + wait_ns;
	uint32_t n = end_of_objects();

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_thread *thread = record(i);

		if (thread && thread != pxt_thread_self.thread &&
		    !has_left(thread, deadline))
			return false;
	}
	return has_left(NULL, deadline);
}

/*
 * The thread may be looking for an unused writer meanwhile, by `view`: that is
 * stored once and last, so it finds this one only when it is all zero.
 */
static void clear(struct pxt_writer *writer)
{
	const size_t behind = offsetof(struct pxt_writer, view) +
			      sizeof(writer->view);

	memset(writer, 0, offsetof(struct pxt_writer, view));
	memset((char *)writer + behind, 0, sizeof(*writer) - behind);
	__atomic_store_n(&writer->view, NULL, __ATOMIC_RELEASE);
}

static void forget_writer(struct pxt_thread *thread, unsigned depth,
			  unsigned stream)
{
	struct pxt_writer *writer = thread->level[depth]->writer[stream];

	if (!writer)
		return;
	thread->level[depth]->writer[stream] = NULL;
	/* The fast writer is in thread-local storage, which may no longer
	 * exist. */
	if (depth == 0 &&
	    pxt_load_relaxed(&thread->fast_stream) == stream + 1)
		pxt_store_relaxed(&thread->fast_stream, 0);
	else
		clear(writer);
}

void pxt_thread_forget_stream(unsigned stream)
{
	uint32_t n = end_of_objects();

	for (uint32_t i = 0; i < n; i++) {
		struct pxt_thread *thread = record(i);

		if (!thread)
			continue;
		for (unsigned d = 0; d < PXT_DEPTHS; d++)
			if (thread->level[d])
				forget_writer(thread, d, stream);
	}
}
