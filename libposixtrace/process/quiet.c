/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Making this process quiet; see quiet.h. */
#include "process/quiet.h"

#include <errno.h>
#include <pthread.h>

#include "base/fence.h"
#include "base/futex.h"
#include "base/proc.h"
#include "base/quiet.h"
#include "process/self.h"
#include "process/thread.h"
#include "ring/chunk.h"

/* For a thread that is inside a trace point, preempted perhaps. */
#define WAIT_NS 100000000

/* Call `visit` for each stream; none is unmapped meanwhile. */
static void each_stream(void (*visit)(const struct pxt_view *view))
{
	uint64_t streams;

	pxt_unregistered_enter();
	streams = pxt_load_acquire(&pxt_self->attached);
	for (; streams; streams &= streams - 1)
		visit(&pxt_attached[__builtin_ctzll(streams)].view);
	pxt_unregistered_exit();
}

/* Those who sleep for long are woken, and from then on sleep shortly. */
static void fall_silent(const struct pxt_view *view)
{
	pxt_add_relaxed(&view->segment->silent, 1);
	pxt_add_relaxed(&view->segment->wake, 1);
	pxt_futex_wake(&view->segment->wake);
}

static void be_heard(const struct pxt_view *view)
{
	pxt_add_relaxed(&view->segment->silent, -1u);
}

void pxt_quiet_begin(void)
{
	int saved = errno, cancel;

	if (pxt_is_quiet())
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	/* A thread of a child of clone() has its parent's id in its memory. */
	if (pxt_self_is_usable() && !pxt_thread_self.thread)
		pxt_thread_enter((pid_t)pxt_load_relaxed(&pxt_self->pid));
	pxt_thread_reserve();
	/* It is remembered. */
	pxt_proc_space();
	each_stream(pxt_segment_prepare);
	if (!atomic_exchange(&pxt_quiet, true))
		each_stream(fall_silent);
	/* The sandbox may be for the other threads, too: none of them is making
	 * a system call for recording any more. */
	pxt_self_settle();
	pxt_fence_heavy(false);
	pxt_thread_all_left(WAIT_NS);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

void pxt_quiet_end(void)
{
	if (!atomic_exchange(&pxt_quiet, false))
		return;
	each_stream(be_heard);
	/* A controller may have published a stream. */
	atomic_exchange(&pxt_gate->pending, 1);
}
