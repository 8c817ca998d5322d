/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which frames of a thread are active; see thread.h. */
#include "process/thread.h"

#include <errno.h>
#include <signal.h>

#include "base/quiet.h"

/*
 * How many trace points does this one, in a signal handler, interrupt?  A
 * trace point that was left by longjmp has left its frame in the list.  On one
 * stack, a frame is abandoned unless it is above ours by at least what the
 * kernel pushes for a handler, with all the registers.  Our own calls use
 * less, so it does not matter which of them a frame belongs to.
 */
unsigned pxt_thread_nesting(struct pxt_thread *thread, uintptr_t frame)
{
	enum { SIGNAL_FRAME = 512 };	/* x86-64's has over 1000 bytes */
	unsigned depth = 0;
	stack_t alternate;
	int saved = errno;

	while (depth < PXT_DEPTHS && pxt_load_relaxed(&thread->frame[depth]))
		depth++;
	if (depth && !pxt_is_quiet() && sigaltstack(NULL, &alternate) == 0 &&
	    !(alternate.ss_flags & SS_ONSTACK))
		while (depth && pxt_load_relaxed(&thread->frame[depth - 1]) <
				frame + SIGNAL_FRAME)
			pxt_thread_recover(thread, --depth, frame);
	errno = saved;
	return depth;
}
