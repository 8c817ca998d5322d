/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The word has the kernel's layout: the owner's tid, and a bit for waiters; see
 * futex(2). */
#include "base/pilock.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/futex.h"
#include "base/helgrind.h"

static uint32_t self(void)
{
	return (uint32_t)syscall(SYS_gettid);
}

static bool take(_Atomic uint32_t *word, uint32_t tid, uint32_t *owner)
{
	*owner = 0;
	if (!pxt_cas_acq_rel(word, owner, tid))
		return false;
	pxt_helgrind_after(word);
	return true;
}

bool pxt_pilock_try(_Atomic uint32_t *word)
{
	uint32_t owner;

	/* No system call, also if it is taken. */
	return pxt_load_relaxed(word) == 0 && take(word, self(), &owner);
}

bool pxt_pilock_take(_Atomic uint32_t *word)
{
	uint32_t tid = self(), owner;
	int saved = errno;

	while (!take(word, tid, &owner)) {
		if ((owner & FUTEX_TID_MASK) == tid)
			return false;
		if (syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, NULL,
			    NULL, 0) == 0) {
			/* The kernel has stored our tid. */
			pxt_load_acquire(word);
			pxt_helgrind_after(word);
			break;
		}
		/* Without PI-futexes, or in a sandbox: no priority
		 * inheritance. */
		if (errno != EINTR && errno != EAGAIN)
			pxt_nap(50000);
	}
	errno = saved;
	return true;
}

bool pxt_pilock_is_mine(_Atomic uint32_t *word)
{
	uint32_t owner = pxt_load_relaxed(word);

	return owner != 0 && (owner & FUTEX_TID_MASK) == self();
}

void pxt_pilock_give(_Atomic uint32_t *word)
{
	uint32_t owner = self();
	int saved = errno;

	pxt_helgrind_before(word);
	if (pxt_cas_acq_rel(word, &owner, 0))
		return;
	/* Another thread waits, and the kernel passes the lock to it.  A
	 * release, for ThreadSanitizer, which does not see the kernel's
	 * store. */
	atomic_fetch_or_explicit(word, 0, memory_order_release);
	if (syscall(SYS_futex, word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL,
		    0) != 0)
		pxt_store_release(word, 0);
	errno = saved;
}
