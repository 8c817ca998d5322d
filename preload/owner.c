/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Does this process run in memory that is another one's?  getpid() tells, but is a
 * system call, and each call that is recorded asks.  So a thread keeps the answer
 * that it does not, for the part of the stack that it was on:
 *
 *   vfork()   The child has its parent's stack and thread.  The answer is discarded
 *             before, and none is kept until as many children have asked as were
 *             begun, by when the parent goes on: a handler may ask just before the
 *             child is there.
 *   clone()   A child with its parent's memory has a stack of its own, perhaps in a
 *             frame of its parent: a thread that has called it keeps no answer.
 *             Made by a system call without the C library, it is on another part of
 *             the stack, or its parent waits, as that of a child of vfork() does.
 *   copies    The owner is in a page that the kernel wipes in a child, so that the
 *             child owns its memory, however it was made.
 */
#include "real.h"

#include "record.h"

#include <sched.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

/* The process that owns this memory, or did when it was copied: then *is_kept is
 * false.  The word that is wiped replaces the other. */
static _Atomic pid_t owner;
static atomic_bool unwiped;
static atomic_bool *is_kept = &unwiped;

/* When it became the owner: the start of the process, or later. */
static _Atomic(uint64_t) since;

__thread uintptr_t pxt_owned_low __attribute__((tls_model("initial-exec")));

/* Calls of vfork(), and children of them that have asked; the last such child. */
static __thread unsigned begun __attribute__((tls_model("initial-exec")));
static __thread unsigned asked __attribute__((tls_model("initial-exec")));
static __thread pid_t last __attribute__((tls_model("initial-exec")));
static __thread bool has_cloned __attribute__((tls_model("initial-exec")));

pid_t pxt_last_owner(void)
{
	return atomic_load_explicit(&owner, memory_order_relaxed);
}

pid_t pxt_owner(void)
{
	return atomic_load_explicit(is_kept, memory_order_relaxed) ?
	       pxt_last_owner() : 0;
}

static bool is_owner(pid_t pid)
{
	if (!atomic_load_explicit(is_kept, memory_order_relaxed))
		pxt_own_memory();
	return pxt_last_owner() == pid;
}

bool pxt_ask_sharing(void)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	pid_t pid;

	if (!pxt_may_ask_pid())
		return pxt_has_called_vfork();
	pid = getpid();
	if (!is_owner(pid)) {
		if (begun != asked && last != pid) {
			last = pid;
			asked++;
		}
		return true;
	}
	if (begun == asked && !has_cloned) {
		pxt_forget_vfork();
		pxt_owned_low = here - PXT_OWNED_SIZE / 2;
	}
	return false;
}

/* A handler may ask between any two of these. */
void pxt_begin_vfork(void)
{
	begun++;
	atomic_signal_fence(memory_order_seq_cst);
	pxt_owned_low = 0;
	atomic_signal_fence(memory_order_seq_cst);
}

void pxt_end_vfork(void)
{
	if (pxt_has_called_vfork())
		pxt_shares_memory();
}

static void begin_clone(unsigned long flags)
{
	if (!(flags & CLONE_VM))
		return;
	has_cloned = true;
	atomic_signal_fence(memory_order_seq_cst);
	pxt_owned_low = 0;
	atomic_signal_fence(memory_order_seq_cst);
}

void pxt_begin_syscall(long number, long argument)
{
	if (number == SYS_clone)
		begin_clone((unsigned long)argument);
	/* Its flags are in memory that may not be readable. */
#ifdef SYS_vfork
	else if (number == SYS_clone3 || number == SYS_vfork)
#else
	else if (number == SYS_clone3)
#endif
		begin_clone(CLONE_VM);
}

/* Those that the flags do not ask for are not there, and not used. */
#define CLONE(function)							\
	do {								\
		va_list args;						\
		pid_t *parent, *child;					\
		void *tls;						\
		va_start(args, arg);					\
		parent = va_arg(args, pid_t *);				\
		tls = va_arg(args, void *);				\
		child = va_arg(args, pid_t *);				\
		va_end(args);						\
		begin_clone((unsigned)flags);				\
		return REAL(function)(run, stack, flags, arg, parent, tls, \
				      child);				\
	} while (0)

PXT_INTERPOSE int clone(int (*run)(void *), void *stack, int flags, void *arg, ...)
{
	CLONE(clone);
}

int __clone(int (*run)(void *), void *stack, int flags, void *arg, ...);
PXT_INTERPOSE int __clone(int (*run)(void *), void *stack, int flags, void *arg,
			  ...)
{
	CLONE(clone);
}

uint64_t pxt_possessed_since(void)
{
	return atomic_load_explicit(&since, memory_order_relaxed);
}

void pxt_own_memory(void)
{
	atomic_store_explicit(&since, pxt_now(), memory_order_relaxed);
	if (pxt_may_ask_pid())
		atomic_store_explicit(&owner, getpid(), memory_order_relaxed);
	atomic_store_explicit(is_kept, true, memory_order_relaxed);
	asked = begun;
	has_cloned = false;
}

pid_t pxt_own_pid(void)
{
	return pxt_may_ask_pid() ? getpid() : pxt_last_owner();
}

void pxt_owner_init(void)
{
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page != MAP_FAILED && madvise(page, PAGE, MADV_WIPEONFORK) == 0)
		is_kept = page;
	else if (page != MAP_FAILED)
		munmap(page, PAGE);
	pxt_own_memory();
}
