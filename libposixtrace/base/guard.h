/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * If another process truncates a shared file, an access beyond its end raises
 * SIGBUS.  In a process that has installed this guard such an access reads
 * zeros: the handler maps private memory over the missing pages.
 */
#ifndef PXT_BASE_GUARD_H
#define PXT_BASE_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Install the guard permanently.  Returns how often memory was replaced, or found
 * cut off, in which there is data for others: not in control blocks.
 */
uint32_t pxt_guard(void);

/* Count data that was found to be zeros: a file that was truncated and is as long as
 * before again raises no signal. */
void pxt_guard_note_cut(void);

/* Was any of this memory replaced?  Only the last replacements are known. */
bool pxt_guard_has_replaced(const void *memory, size_t size);

/* All signals except those that the guard handles in any thread. */
void pxt_guard_fill(sigset_t *set);

enum { PXT_LONG_BITS = 8 * sizeof(unsigned long) };

struct pxt_held {
	/* In the kernel's layout. */
	unsigned long signals[_NSIG / PXT_LONG_BITS];
	bool is_held;			/* a sandbox may forbid it: quiet.h */
};

/*
 * Block all signals except those that the thread's own instructions cause, and
 * unblock them: in between no handler can interrupt and leave by longjmp.
 * Async-signal-safe.
 */
void pxt_guard_hold(struct pxt_held *held);
void pxt_guard_release(const struct pxt_held *held);

#endif
