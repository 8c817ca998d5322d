/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Setting up this process as a traced one, and its registry; see self.h. */
#include "process/self.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fence.h"
#include "base/guard.h"
#include "base/helgrind.h"
#include "base/modules.h"
#include "base/pilock.h"
#include "base/pin.h"
#include "base/quiet.h"
#include "base/rundir.h"
#include "directory/directory.h"
#include "process/copies.h"
#include "process/images.h"
#include "process/inherit.h"
#include "process/thread.h"
#include "process/words.h"
#include "ring/collect.h"

_Alignas(PXT_PAGE) struct pxt_pages pxt_pages;
/* Used by the inline trace point of <trace.h>. */
const unsigned *const __posix_trace_gate =
	(const unsigned *)&pxt_pages.self.untraced;
struct pxt_attached pxt_attached[PXT_STREAMS];

struct pxt_process pxt_self_files;

/*
 * Was this process set up, or the one that it is a forked copy of?  Stored after `ready`
 * and read before it: with this and without `ready`, which a child has not, it is a
 * child, and not a process that another thread sets up just now.
 */
static _Atomic bool was_set_up;
static bool membarrier_works;

static void do_nothing(void)
{
}

static const struct pxt_self_controller no_controller = {
	.begin = do_nothing,
	.detach_all = do_nothing,
	.forked = do_nothing,
	.exit = do_nothing,
};
static const struct pxt_self_controller *controller = &no_controller;

void pxt_self_set_controller(const struct pxt_self_controller *of_process)
{
	controller = of_process;
}

/* A page that is zero in a forked child, as it was at the start. */
static void make_self_page(void)
{
	mmap(pxt_pages.self_page, PXT_PAGE, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (madvise(pxt_pages.self_page, PXT_PAGE, MADV_WIPEONFORK) == 0)
		pxt_store_relaxed(&pxt_self->pid, (uint32_t)getpid());
	pxt_helgrind_ignore_object(pxt_pages);
	pxt_helgrind_ignore_object(pxt_attached);
	pxt_helgrind_ignore_object(pxt_self_files);
}

static bool synchronise(bool wait);

static uint64_t attached_now(void)
{
	return pxt_load_acquire(&pxt_self->attached);
}

__attribute__((constructor))
static void prepare(void)
{
	pxt_pin();
	/* Now, with a single thread: with several it takes milliseconds. */
	membarrier_works = pxt_fence_register();
	make_self_page();
	pxt_modules_note();
	pxt_thread_prepare(attached_now);
	pthread_atfork(pxt_inherit_before_fork, pxt_inherit_in_parent,
		       pxt_self_forked);
	/* A controller is waiting for us: be ready before the first event. */
	if (pxt_inherit_is_expected())
		synchronise(true);
	controller->begin();
}

__attribute__((destructor))
static void finish(void)
{
	if (pxt_is_quiet())
		return;
	if (pxt_load_acquire(&pxt_self->attached))
		pxt_self_note_loaded();
	controller->exit();
	pxt_self_leave();
}

static void set_up(void)
{
	bool forked = pxt_self_files.control != NULL;

	pxt_store_relaxed(&pxt_self->pid, (uint32_t)getpid());
	if (forked) {
		membarrier_works = pxt_fence_register();
		controller->forked();
		pxt_thread_forget_all();
		/* New keys: a trace point from whose handler the child was
		 * forked still uses the parent's. */
		for (unsigned entry = 0; entry < PXT_STREAMS; entry++)
			pxt_store_relaxed(&pxt_attached[entry].key, 0);
		pxt_inherit_after_fork(&pxt_self_files, pxt_attached);
	} else {
		pxt_inherit_or_begin(&pxt_self_files);
	}
	/* After the control block is in place; allproc.h says why. */
	pxt_allproc_take_over(geteuid(), pxt_gate);
	pxt_store_relaxed(&pxt_gate->linked, 1);
	pxt_copies_join();
}

/*
 * A thread may fork while another one changes the registry, at any of its
 * instructions.  So for the child an entry has a serial only while all else of it
 * is right; what was mapped meanwhile stays mapped there.
 */
static void enter(unsigned entry, const struct pxt_attached *content,
		  uint64_t serial)
{
	struct pxt_attached *a = &pxt_attached[entry];

	assert(!content->serial);
	*a = *content;
	atomic_signal_fence(memory_order_seq_cst);
	a->serial = serial;
}

void pxt_self_unmap(unsigned entry)
{
	struct pxt_attached *a = &pxt_attached[entry];

	a->serial = 0;
	atomic_signal_fence(memory_order_seq_cst);
	munmap(a->view.segment, a->view.size);
	pxt_allproc_detach(a->translation);
	memset(a, 0, sizeof(*a));
}

/*
 * When a stream is tried again that cannot be attached for want of memory or
 * of a descriptor, or cannot be unmapped yet.
 */
#define RETRY_NS 100000000

static void retry_soon(void)
{
	pxt_store_relaxed(&pxt_self->retry_ns,
			  pxt_clock_ns(CLOCK_MONOTONIC_COARSE) + RETRY_NS);
}

/*
 * Does each thread that enters from now on see that the stream was detached?
 * A trace point does not wait for that (`wait_ns` is 0), which without
 * membarrier would take milliseconds: a later one tries again.
 */
static bool is_settled(const struct pxt_attached *a, uint64_t wait_ns)
{
	if (wait_ns)
		pxt_fence_heavy(false);
	else if (!pxt_fence_heavy_now() &&
		 pxt_clock_ns(CLOCK_MONOTONIC) - a->retired_ns <
		 PXT_FENCE_SETTLING_NS)
		return false;
	return true;
}

/*
 * Unmap a detached stream if no thread can be using it any more.  Otherwise it
 * stays mapped, and its entry is not reused.
 */
static void try_to_unmap(unsigned entry, uint64_t wait_ns)
{
	/* This may be a signal handler that interrupted our own trace point. */
	if (pxt_reader_is_inside())
		return;
	if (!is_settled(&pxt_attached[entry], wait_ns)) {
		retry_soon();
		return;
	}
	if (!pxt_thread_all_left(wait_ns))
		return;
	pxt_thread_forget_stream(entry);
	pxt_self_unmap(entry);
}

static void detach(unsigned entry, uint64_t wait_ns)
{
	/* Before the readers are examined; pxt_words_update() sets both anew. */
	pxt_store_relaxed(&pxt_self->key, 0);
	atomic_fetch_and(&pxt_self->attached, ~(UINT64_C(1) << entry));
	pxt_attached[entry].retired = true;
	pxt_attached[entry].retired_ns = pxt_clock_ns(CLOCK_MONOTONIC);
	try_to_unmap(entry, wait_ns);
}

static void begin_writing(unsigned entry)
{
	struct pxt_attached *a = &pxt_attached[entry];

	a->full_fence = !membarrier_works;
	pxt_add_relaxed(&a->view.segment->processes, 1);
	if (!a->own && !pxt_copies_are_several())
		pxt_collect_former(&a->view, (pid_t)pxt_load_relaxed(&pxt_self->pid));
	pxt_images_tell(a, (int32_t)pxt_load_relaxed(&pxt_self->pid));
	/* Release: a thread that sees the bit sees the entry. */
	atomic_fetch_or_explicit(&pxt_self->attached, UINT64_C(1) << entry,
				 memory_order_release);
}

static bool is_dead(const struct pxt_attached *a)
{
	return (pxt_load_relaxed(&a->view.segment->run) & PXT_RUN_MASK) ==
	       PXT_RUN_DEAD;
}

/* Detach streams that are dead or no longer published; unmap detached ones. */
static void sync_entry(unsigned entry)
{
	struct pxt_attached *a = &pxt_attached[entry];
	_Atomic uint64_t *published = &pxt_gate->published[a->slot];
	uint64_t serial = a->serial;

	if (serial && a->retired) {
		try_to_unmap(entry, 0);
	} else if (serial && !a->own) {
		if (is_dead(a))
			pxt_cas_acq_rel(published, &serial, 0);
		if (pxt_load_acquire(published) != a->serial)
			detach(entry, 0);
		else if (!(pxt_load_relaxed(&pxt_self->attached) >> entry & 1))
			begin_writing(entry);	/* inherited */
	}
}

/* A free entry, or PXT_STREAMS.  `serial`: unless it is attached already. */
static unsigned find_entry(uint64_t serial)
{
	unsigned free = PXT_STREAMS;

	for (unsigned i = PXT_STREAMS; i-- > 0;) {
		if (pxt_attached[i].serial == serial &&
		    !pxt_attached[i].retired)
			return PXT_STREAMS;
		if (!pxt_attached[i].serial)
			free = i;
	}
	return free;
}

/* Map the stream of another process. */
static int attach(unsigned entry, unsigned slot, uint64_t serial)
{
	struct pxt_attached new = { .slot = slot };
	int err = pxt_directory_attach(&pxt_self_files, slot, serial, &new.view);

	if (err)
		return err;
	err = pxt_allproc_attach_names(&pxt_self_files, slot, &new.view,
				       &new.translation);
	if (err) {
		munmap(new.view.segment, new.view.size);
		return err;
	}
	/* What is not locked here, for want of permission, is by the
	 * controller; but it is there. */
	if (pxt_attr_is_locked(&new.view.attr))
		pxt_segment_lock(&new.view);
	/* Its controller was alive just now. */
	pxt_store_relaxed(&new.check_ns,
			  pxt_clock_ns(CLOCK_MONOTONIC_COARSE) + PXT_CHECK_NS);
	enter(entry, &new, serial);
	return 0;
}

/* Attach the stream that is published in a slot, unless it is attached. */
static void sync_slot(unsigned slot)
{
	uint64_t want = pxt_load_acquire(&pxt_gate->published[slot]);
	unsigned entry = want ? find_entry(want) : PXT_STREAMS;

	if (entry == PXT_STREAMS)
		return;
	switch (attach(entry, slot, want)) {
	case 0:
		begin_writing(entry);
		break;
	case ENOMEM:
		retry_soon();
		break;
	default:
		/* Dead, or not for this process: clear it. */
		pxt_cas_acq_rel(&pxt_gate->published[slot], &want, 0);
	}
}

/* For callers off the fast path; others use pxt_self_catch_up(). */
static void lock_registry(void)
{
	pxt_pilock_take(&pxt_self->syncing);
}

static void unlock_registry(void)
{
	pxt_words_update();
	pxt_pilock_give(&pxt_self->syncing);
}

/* Value of `pending` while a thread reads what was published. */
enum { LOOKING = 2 };

/*
 * Attach and detach.  `pending` stays nonzero meanwhile, so that no thread
 * takes the fast path, and is cleared only if nothing was published since.
 * Otherwise all is done again, now or, if a controller keeps publishing, at
 * the next event.
 */
static void attach_published(void)
{
	const bool owns_pending = pxt_copies_is_first();

	for (int tries = 0; tries < 4; tries++) {
		uint32_t looking = LOOKING;

		/* Before reading, so that what is published later is seen
		 * later. */
		if (owns_pending)
			atomic_exchange(&pxt_gate->pending, LOOKING);
		/* Other copies look again at the next event. */
		pxt_store_relaxed(&pxt_self->retry_ns, !owns_pending);
		for (unsigned entry = 0; entry < PXT_STREAMS; entry++)
			sync_entry(entry);
		for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
			sync_slot(slot);
		pxt_store_release(&pxt_self->ready, 1);
		pxt_words_update();
		if (!owns_pending ||
		    atomic_compare_exchange_strong(&pxt_gate->pending,
						   &looking, 0))
			break;
	}
}

void pxt_self_settle(void)
{
	lock_registry();
	unlock_registry();
}

static bool synchronise(bool wait)
{
	int saved = errno, cancel;
	struct pxt_held held;
	bool locked;

	/* open() and the like are cancellation points; and a handler that
	 * traces, or leaves by longjmp, would find the registry half
	 * updated. */
	pxt_guard_hold(&held);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	locked = wait ? pxt_pilock_take(&pxt_self->syncing) :
		 pxt_pilock_try(&pxt_self->syncing);
	if (locked) {
		if (!pxt_load_relaxed(&pxt_self->ready))
			set_up();
		attach_published();
		pxt_store_release(&was_set_up, true);
		unlock_registry();
	}
	pthread_setcancelstate(cancel, NULL);
	pxt_guard_release(&held);
	errno = saved;
	return locked;
}

/* Is this what the parent of this child has, or had: vfork(), or not wiped? */
static bool is_borrowed(void)
{
	uint32_t pid = pxt_load_relaxed(&pxt_self->pid);

	return pid && pid != (uint32_t)getpid();
}

/* What a controller publishes now cannot be attached. */
static enum pxt_self_state stay(void)
{
	if (!pxt_load_acquire(&pxt_self->ready))
		return PXT_SELF_NOTHING;
	pxt_store_relaxed(&pxt_self->retry_ns, 0);
	pxt_store_relaxed(&pxt_gate->pending, 0);
	return PXT_SELF_CURRENT;
}

/* Before a child is set up; false: that is for another thread. */
static bool take_turn(void)
{
	const enum pxt_turn turn = pxt_inherit_turn();

	if (turn == PXT_TURN_AHEAD)
		pxt_self_forked();
	return turn != PXT_TURN_OF_ANOTHER;
}

enum pxt_self_state pxt_self_catch_up(void)
{
	const bool may_be_child = pxt_load_acquire(&was_set_up);

	if (pxt_is_quiet())
		return stay();
	if (pxt_copies_see_no_change())
		return PXT_SELF_CURRENT;
	if (pxt_pilock_is_mine(&pxt_self->syncing))
		return pxt_load_relaxed(&pxt_self->ready) ? PXT_SELF_CURRENT :
		       PXT_SELF_WITHIN;
	/* A child that a handler forked inside a trace point returns into that
	 * trace point; it is set up only after that.  A child of vfork() would
	 * set up its parent, under its own pid. */
	if (!pxt_load_acquire(&pxt_self->ready) &&
	    (pxt_reader_is_inside() || is_borrowed() ||
	     (may_be_child && !take_turn())))
		return PXT_SELF_NOTHING;
	if (synchronise(false))
		return PXT_SELF_CURRENT;
	return pxt_load_acquire(&pxt_self->ready) ? PXT_SELF_BEHIND :
	       PXT_SELF_NOTHING;
}

/* There was no memory for the names when this process was set up; try again. */
static void provide_map(void)
{
	void *map;

	lock_registry();
	if (!pxt_self_files.map &&
	    pxt_shm_anonymous(sizeof(*pxt_self_files.map), &map) == 0) {
		pxt_eventmap_init(map);
		/* Release: a thread that sees the map sees it empty. */
		__atomic_store_n(&pxt_self_files.map, map, __ATOMIC_RELEASE);
	}
	unlock_registry();
}

void pxt_self_enter(void)
{
	int saved, cancel;

	pxt_reader_recover_abandoned();
	if (pxt_likely(pxt_load_acquire(&pxt_self->ready))) {
		if (pxt_unlikely(!__atomic_load_n(&pxt_self_files.map,
						  __ATOMIC_ACQUIRE)))
			provide_map();
		return;
	}
	synchronise(true);
	saved = errno;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pxt_directory_sweep(pxt_self_files.proc.uid);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

int pxt_self_attach_own(unsigned slot, const struct pxt_view *view,
			uint64_t serial)
{
	const struct pxt_attached new = {
		.view = *view, .slot = slot, .own = true,
	};
	unsigned entry;

	lock_registry();
	entry = find_entry(serial);
	if (entry != PXT_STREAMS) {
		enter(entry, &new, serial);
		pxt_store_relaxed(&pxt_gate->since[slot], pxt_proc_now());
		pxt_store_release(&pxt_gate->published[slot], serial);
		begin_writing(entry);
	}
	unlock_registry();
	return entry != PXT_STREAMS ? 0 : ENOMEM;
}

void pxt_self_detach_own(unsigned slot, uint64_t serial)
{
	uint64_t published = serial;

	pxt_reader_recover_abandoned();
	lock_registry();
	pxt_cas_acq_rel(&pxt_gate->published[slot], &published, 0);
	for (unsigned i = 0; i < PXT_STREAMS; i++)
		if (pxt_attached[i].serial == serial && pxt_attached[i].own &&
		    !pxt_attached[i].retired)
			detach(i, 1000000000);
	unlock_registry();
}

void pxt_self_forked(void)
{
	/* Of a parent that was set up: is there a stream it has not attached
	 * yet? */
	bool inherits;

	/* It was called ahead of its turn. */
	if (pxt_load_relaxed(&pxt_self->ready) && !is_borrowed())
		return;
	/* Where MADV_WIPEONFORK is not known (Linux before 4.14), or known and
	 * not done (qemu's user emulation). */
	if (is_borrowed())
		memset(pxt_pages.self_page, 0, sizeof(pxt_pages.self_page));
	pxt_modules_forked();
	pxt_inherit_forked();
	inherits = pxt_self_files.control && pxt_inherit_misses(pxt_attached);
	if (pxt_is_quiet())
		return;
	controller->detach_all();
	if (pxt_reader_is_inside()) {
		pxt_inherit_hide(pxt_attached);
		return;
	}
	for (unsigned i = 0; i < PXT_STREAMS; i++)
		inherits |= pxt_attached[i].serial &&
			    pxt_attached[i].view.inherited;
	/* Now, while the parent exists and before any exec.  Without a stream
	 * to inherit the child pays nothing until it traces. */
	if (inherits)
		synchronise(true);
}

void pxt_self_leave(void)
{
	if (!pxt_load_relaxed(&pxt_self->ready) ||
	    pxt_load_relaxed(&pxt_self->pid) != (uint32_t)getpid())
		return;
	pxt_thread_leave();
	pxt_process_unlink(&pxt_self_files.proc);
}
