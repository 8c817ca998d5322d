/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What all wrappers do: ask whether to record, call the real function, and
 * record.  Between the question and the record a wrapper holds nothing, so
 * the real call may be cancelled, may be left by siglongjmp() from a signal
 * handler, and may never return.
 */
#ifndef PXT_PRELOAD_RECORD_H
#define PXT_PRELOAD_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include <posixtrace.h>

/* The address that the wrapper will return to. */
#define CALLER __builtin_return_address(0)

/*
 * A function of this library that calls one of the program's, such as a signal
 * handler.  If that ends with a jump to a wrapper, as compilers do for a last call,
 * the wrapper returns to here: the call is the program's all the same.  A section of
 * their own tells them from other code of this library.
 */
#define PXT_CALLS_PROGRAM						\
	__attribute__((noinline, used, section("pxt_calls_program")))

/*
 * Non-zero while this thread is inside posixtrace_system_event(): what the
 * library calls there is not the program's doing.  A signal handler that
 * interrupts it is, and finds zero (signals.c).  Shared with the handlers
 * of its own thread only.
 */
extern __thread volatile int pxt_busy
	__attribute__((tls_model("initial-exec")));

/* What pxt_busy is set to then. */
int pxt_busy_value(void);

/*
 * Why recording may take more than the usual steps, as bits; those of the last are
 * for functions only (functions.c).
 */
extern atomic_uint pxt_unusual;
enum { PXT_NOT_READY = 1, PXT_CRAMPED = 2, PXT_FUNCTIONS_UNUSUAL = 4 };

/*
 * May posixtrace_try_system_event() be called without further questions, but for those
 * that are `besides`?  It calls nothing, and needs no room on a stack to speak of.
 */
static inline bool pxt_is_usual(unsigned besides)
{
	return __builtin_expect(!(atomic_load_explicit(&pxt_unusual,
						       memory_order_relaxed) &
				  ~besides) && !pxt_busy, 1);
}

/*
 * May a call from `caller` be recorded?  Not before the constructor of this
 * library nor after its destructor, not while this thread records, and not when
 * libposixtrace is the caller.
 */
bool pxt_may_record(const void *caller);

/* Asked by each wrapper; cheap if nothing is traced. */
static inline bool pxt_recording(const void *caller)
{
	return __builtin_expect(posixtrace_is_traced() != 0, 0) &&
	       pxt_may_record(caller);
}

/*
 * May this library, and libposixtrace, make system calls of their own?  Not while
 * a seccomp filter might kill for them (sandbox.c); then nothing is asked of the
 * kernel.
 */
extern atomic_uint pxt_sandbox;
enum { PXT_SANDBOX_KILLS = 1 };		/* other bits: getpid() is not possible */

static inline bool pxt_may_call(void)
{
	return atomic_load_explicit(&pxt_sandbox, memory_order_relaxed) == 0;
}

/* But getpid(), which hardly any filter kills for? */
static inline bool pxt_may_ask_pid(void)
{
	return !(atomic_load_explicit(&pxt_sandbox, memory_order_relaxed) &
		 ~(unsigned)PXT_SANDBOX_KILLS);
}

/*
 * Does this process run in the memory of its parent, as a child of vfork() does?
 * It may not record: its thread, pid and lanes are the parent's.  Asked by the
 * wrappers of functions that such a child usually calls; owner.c says when that
 * costs a system call.  Where that is not possible, a thread that has called vfork()
 * may be its child.
 */
bool pxt_ask_sharing(void);

/* Where on the stack a thread is known not to; stored by the thread. */
extern __thread uintptr_t pxt_owned_low
	__attribute__((tls_model("initial-exec")));
enum { PXT_OWNED_SIZE = 65536 };

static inline bool pxt_shares_memory(void)
{
	return __builtin_expect((uintptr_t)__builtin_frame_address(0) -
				pxt_owned_low >= PXT_OWNED_SIZE, 0) &&
	       pxt_ask_sharing();
}

/* Before vfork(), and a system call that may be such a one. */
void pxt_begin_vfork(void);
void pxt_begin_syscall(long number, long argument);

/* In the thread that called vfork(): its child has gone. */
void pxt_forget_vfork(void);

/* In what may be its child, which is about to go: it has asked, also if nothing was
 * traced so far. */
void pxt_end_vfork(void);

/* Has this thread called vfork(), and is its child not known to have gone?  In the
 * child it has, too. */
bool pxt_has_called_vfork(void);

/*
 * Is it a child of vfork(), whose parent's thread waits for it?  Then it may
 * record as that thread.  Called only if pxt_shares_memory(); *is_new is true at
 * the first call in a child.
 */
bool pxt_is_vfork_child(bool *is_new);

/*
 * May this process record its exec or exit?  A child of vfork() may, and the
 * vfork is recorded before it; *child is its pid then, else 0.
 */
bool pxt_may_record_process(pid_t *child, const void *caller);

/* Of a process that does not share memory. */
pid_t pxt_own_pid(void);

/* In a forked child, which has a copy of the memory. */
void pxt_own_memory(void);

/* The process that owns the memory; 0: a child with a copy.  pxt_last_owner() is
 * that of which it has a copy. */
pid_t pxt_owner(void);
pid_t pxt_last_owner(void);
void pxt_owner_init(void);

/* When that was last done, by pxt_now(). */
uint64_t pxt_possessed_since(void);

/*
 * The stack that this thread's last signal handler ran on, if it was an
 * alternate one: recording there needs room on it.  Stored by the trampolines,
 * from the context that the kernel gives them (signals.c).
 */
struct pxt_stack {
	uintptr_t low;
	size_t size;
};
extern __thread struct pxt_stack pxt_alternate
	__attribute__((tls_model("initial-exec")));

/* Is the caller of this on that stack? */
static inline bool pxt_is_on_alternate(void)
{
	return (uintptr_t)__builtin_frame_address(0) - pxt_alternate.low <
	       pxt_alternate.size;
}

/*
 * Record the user event posixtrace_not_recorded: what is not recorded, why, and
 * how many times.
 */
void pxt_warn(const char *what, const char *why, uint64_t times,
	      const void *caller);

/*
 * The process is about to do something after which it cannot be recorded: record
 * why, and nothing from here on.  pxt_resume(): it failed, recording goes on.
 * False: the process is not being recorded.
 */
bool pxt_stop(const char *why, const void *caller);
void pxt_resume(void);

/* Record; errno is kept. */
void pxt_record(trace_event_id_t id, const void *data, size_t len,
		const void *caller);

/* Nanoseconds of CLOCK_MONOTONIC. */
static inline uint64_t pxt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/*
 * exec.c: remove this library from the LD_PRELOAD of the environment, for
 * programs that the C library runs by itself.
 */
void pxt_leave_environment(void);

/* memory.c: read the environment, pick the means of measuring a block. */
void pxt_memory_init(void);

/*
 * In the copy of the thread that has called fork(); not by _Fork().  Ahead of its
 * turn if another handler of pthread_atfork() begins a thread: that of ThreadSanitizer's
 * runtime does.
 */
void pxt_begin_child(void);

/* begin.c: record the begin of a forked child, and of a program. */
void pxt_record_child(pid_t parent, const void *caller);
void pxt_record_program(void);

/* process.c: where the thread that is forking does so, if that is known. */
const void *pxt_fork_caller(void);

/* functions.c: read the environment; and, at the end, record that there were none. */
void pxt_functions_init(void);
void pxt_functions_fini(void);

/* process.c: record that a child was made, or not. */
void pxt_record_fork(pid_t child, int status, const void *caller);

/* process.c: record the end of the process, once. */
void pxt_record_exit(int status, const void *caller);

/* process.c: the same from our destructor. */
void pxt_process_fini(void);

#endif
