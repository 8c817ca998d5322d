/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Events for streams that are not attached yet; see missed.h. */
#include "process/missed.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/pilock.h"
#include "base/quiet.h"
#include "base/rundir.h"
#include "process/allproc.h"
#include "directory/directory.h"
#include "process/self.h"
#include "ring/lane.h"

struct missed {
	unsigned id;
	uint32_t subject;
};

/* As in trace.c: an event that finds a stream full is lost. */
static bool takes(const struct pxt_segment *segment, unsigned id,
		  uint32_t subject)
{
	uint64_t state = pxt_load_relaxed(&segment->run) & PXT_RUN_MASK;

	return (state == PXT_RUN_RUNNING || state == PXT_RUN_FULL) &&
	       !pxt_segment_filters(segment, id) &&
	       !(subject && pxt_rkh_suppresses(&segment->rkh, subject));
}

/* Does a mapped stream record such events? */
static bool is_wanted(const struct pxt_process *process, unsigned slot,
		      const struct pxt_view *view, const struct missed *missed)
{
	struct pxt_translation *translation;
	unsigned id = missed->id;

	if (pxt_allproc_attach_names(process, slot, view, &translation) != 0)
		return false;
	if (translation) {
		id = pxt_allproc_translate(translation, process->map, id);
		pxt_allproc_detach(translation);
	}
	return takes(view->segment, id, missed->subject);
}

static void count_in(const struct pxt_process *process, unsigned slot,
		     uint64_t serial, const struct missed *missed)
{
	struct pxt_view view;

	/* Even if the controller is dead: threads that have attached the
	 * stream write to it until they notice, and so its log goes on. */
	if (pxt_directory_map(process, slot, serial, &view) != 0)
		return;
	if (is_wanted(process, slot, &view, missed))
		pxt_segment_drop(view.segment, pxt_segment_ticks(&view));
	munmap(view.segment, view.size);
}

/* Is the stream one of those that the event is recorded in? */
static bool is_among(uint64_t streams, uint64_t serial)
{
	for (; streams; streams &= streams - 1)
		if (pxt_attached[__builtin_ctzll(streams)].serial == serial)
			return true;
	return false;
}

/* Used when the process is set up. */
static void count_published(uint64_t streams, const struct missed *missed)
{
	const struct pxt_process *process = pxt_self_process();

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		uint64_t serial = pxt_load_acquire(&pxt_gate->published[slot]);

		if (serial && !is_among(streams, serial))
			count_in(process, slot, serial, missed);
	}
}

/*
 * Used when it is not: another thread is creating the files that would be read
 * here.  Streams published by a controller are in a control block that has a
 * name, or in all/; without both no stream wants the event.
 */
static void count_beforehand(const struct missed *missed)
{
	uint64_t serials[PXT_STREAMS] = {0};
	struct pxt_process own = {0};
	bool is_there;

	if (!pxt_rundir_is_ours())
		return;
	is_there = pxt_process_find(getpid(), &own) == 0;
	if (!is_there) {
		if (!pxt_allproc_is_traced(geteuid()) ||
		    pxt_proc_read(getpid(), &own.proc) != 0)
			return;
		own.proc.uid = geteuid();
	}
	pxt_allproc_find(own.proc.uid, serials);
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (is_there && own.control->published[slot])
			serials[slot] = own.control->published[slot];
		if (serials[slot])
			count_in(&own, slot, serials[slot], missed);
	}
	if (is_there)
		pxt_process_close(&own, true);
}

/*
 * Used in a child of a quiet process, which cannot be set up, or in one that is not set
 * up yet: it still has the mappings of the streams that it would continue in.
 */
static void count_inherited(const struct missed *missed)
{
	for (unsigned i = 0; i < PXT_STREAMS; i++) {
		const struct pxt_attached *a = &pxt_attached[i];

		if (a->serial && !a->retired && !a->hidden &&
		    (a->view.inherited || a->view.allproc) &&
		    takes(a->view.segment, pxt_id_in(a, missed->id),
			  missed->subject))
			pxt_segment_drop(a->view.segment,
					 pxt_segment_ticks(&a->view));
	}
}

/*
 * The child that is not set up yet is so by the thread that was copied, and this is
 * another one (inherit.h).  Its lock keeps the mappings as they are.  False: it is no
 * such child, or is being set up just now.
 */
static bool count_in_child(const struct missed *missed)
{
	bool is_child;

	if (pxt_load_relaxed(&pxt_self->pid) ||
	    !pxt_pilock_try(&pxt_self->syncing))
		return false;
	is_child = pxt_self_files.control &&
		   !pxt_load_relaxed(&pxt_self->ready);
	if (is_child)
		count_inherited(missed);
	pxt_pilock_give(&pxt_self->syncing);
	return is_child;
}

void pxt_missed(uint64_t streams, unsigned id, uint32_t subject)
{
	const struct missed missed = { id, subject };
	int saved = errno, cancel;
	struct pxt_held held;

	if (pxt_is_quiet()) {
		if (!pxt_load_acquire(&pxt_self->ready))
			count_inherited(&missed);
		return;
	}
	/* As in self.c: open() would be a cancellation point, and a handler
	 * that leaves by longjmp would leave mappings behind. */
	pxt_guard_hold(&held);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (pxt_load_acquire(&pxt_self->ready))
		count_published(streams, &missed);
	else if (!count_in_child(&missed))
		count_beforehand(&missed);
	pthread_setcancelstate(cancel, NULL);
	pxt_guard_release(&held);
	errno = saved;
}
