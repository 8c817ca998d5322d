/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * This process as a traced one: is it traced, and by which streams?
 *
 * Two pages answer the first question, for the price of two loads.
 *
 *   the gate   this process's control block (control.h), mapped over a page
 *              of our own data; a controller anywhere raises `pending` in it
 *   here       private memory that a forked child finds wiped to zero
 *              (MADV_WIPEONFORK), whatever kind of fork it was: `quiet` is 0
 *              there, so its first trace point takes the slow path and finds
 *              out that it is a new process
 *
 *   nothing to do  <=>  self.untraced > gate.pending
 *
 * The registry is a table of attached streams and a word with a bit for each.
 * A trace point raises its thread's depth, then reads the word.  Detaching
 * clears the bit and unmaps the segment once every thread has been seen at
 * depth 0 (thread.h); whoever cannot wait leaves that to a later call.
 */
#ifndef PXT_PROCESS_SELF_H
#define PXT_PROCESS_SELF_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "process/allproc.h"
#include "process/control.h"
#include "ring/segment.h"

struct pxt_self {
	_Atomic uint32_t untraced;		/* 1: known, and no stream */
	_Atomic uint32_t ready;		/* 1: this process has been set up */
	_Atomic uint64_t attached;	/* bit: entry of a stream to write to */
	/* The usual case: one stream is attached, and needs no fence.  Its
	 * key, which is never used again, or 0.  Keys are so far apart that
	 * one plus anything that may stand in gate.pending is no other. */
	_Atomic uint64_t key;
	_Atomic uint32_t syncing;	/* who changes the registry (base/futex.h) */
	/* A stream could not be attached for want of memory or of a
	 * descriptor, or not be unmapped without waiting: try again at this
	 * time, CLOCK_MONOTONIC_COARSE; or 0. */
	_Atomic uint64_t retry_ns;
	uint32_t pid;
};

/*
 * The two pages, one behind the other, and in them what a trace point looks
 * at, 2048 bytes apart: <trace.h> has that in line, so it stays.  Away from
 * the start of a page: a load right behind a store to the same offset of
 * another page waits for it, and the start of a page is where everybody's
 * first words are.
 */
struct pxt_pages {
	union {
		struct {
			unsigned char before[PXT_PAGE - 1024];
			struct pxt_self self;
		};
		unsigned char self_page[PXT_PAGE];
	};
	union {
		struct pxt_control gate;
		unsigned char gate_page[PXT_PAGE];
	};
};

static_assert(offsetof(struct pxt_pages, gate.pending) -
	      offsetof(struct pxt_pages, self.untraced) == 2048, "trace.h knows it");

extern struct pxt_pages pxt_pages;

#define pxt_gate (&pxt_pages.gate)
#define pxt_self (&pxt_pages.self)

#define PXT_KEY_STEP	(UINT64_C(1) << 32)

/* What a thread has that goes by the stream with this key; never 0. */
static inline uint64_t pxt_key_of_thread(uint64_t key)
{
	return key + 1;
}

/*
 * `pending` goes down only when all that was published is in the words of
 * `here`, so who reads it first and finds it 0 finds that in them; the other
 * way round a stream could be passed by that was attached in between.
 */

/* What a thread has that goes by the only stream, if there is one and nothing
 * is new; otherwise what no thread has. */
static inline uint64_t pxt_self_only_key(void)
{
	uint64_t pending = pxt_load_acquire(&pxt_gate->pending);

	/* Widened by the load itself; GCC would do it later, for one more
	 * instruction. */
	__asm__("" : "+r"(pending));
	return pxt_key_of_thread(pxt_load_acquire(&pxt_self->key) + pending);
}

/* Nothing to do at a trace point of this process? */
static inline bool pxt_self_is_untraced(void)
{
	uint32_t pending = pxt_load_acquire(&pxt_gate->pending);

	return pxt_likely(pxt_load_relaxed(&pxt_self->untraced) > pending);
}

/* This process's files and event type map; after pxt_self_enter(). */
const struct pxt_process *pxt_self_process(void);

/* A stream this process writes to.  Which entry of the table it has does not
 * depend on its slot, since one that was detached may have to stay a while. */
struct pxt_attached {
	struct pxt_view view;
	uint64_t serial;		/* 0: the entry is free */
	_Atomic uint64_t key;		/* see struct pxt_self */
	bool own;			/* this process controls it, too */
	bool full_fence;		/* membarrier cannot be had */
	bool retired;			/* detached, but not unmapped yet */
	bool hidden;			/* not the segment; see pxt_self_forked() */
	uint64_t retired_ns;		/* when it was detached, CLOCK_MONOTONIC */
	unsigned slot;			/* of the directory */
	struct pxt_translation *translation;	/* of an ALLPROC stream; else NULL */
	_Atomic uint64_t check_ns;	/* other's: look for him at this time */
};

extern struct pxt_attached pxt_attached[PXT_STREAMS];

/* Is it time to try again? */
static inline bool pxt_self_is_retry(void)
{
	uint64_t at = pxt_load_relaxed(&pxt_self->retry_ns);

	return pxt_unlikely(at) && pxt_clock_ns(CLOCK_MONOTONIC_COARSE) >= at;
}

/* The id that an event of this process's type `id` has in a stream. */
static inline unsigned pxt_id_in(const struct pxt_attached *attached,
				 unsigned id)
{
	return pxt_likely(!attached->translation) ? id :
	       pxt_allproc_translate(attached->translation,
				      pxt_self_process()->map, id);
}

/* Unmap what is attached in an entry, which is free then. */
void pxt_self_unmap(unsigned entry);

enum pxt_self_state {
	PXT_SELF_NOTHING,		/* not set up: no stream can be had */
	PXT_SELF_BEHIND,		/* streams may be missing (missed.h) */
	PXT_SELF_CURRENT,
};

/*
 * Set this process up, or, in a forked child, set it up anew, and attach and
 * detach what has been published meanwhile.  If another thread is just doing
 * that, it is not waited for: it may never get the processor from us.
 * Async-signal-safe; no cancellation point; keeps errno.
 */
enum pxt_self_state pxt_self_catch_up(void);

/* The same; is there anything? */
static inline bool pxt_self_is_usable(void)
{
	return pxt_self_catch_up() != PXT_SELF_NOTHING;
}

/* Set it up if that is to be done, waiting for others.  For functions that no
 * signal handler calls. */
void pxt_self_enter(void);

/*
 * Attach a stream that this process controls itself.  The mapping becomes the
 * registry's: it is unmapped after the stream has been detached, and not
 * before every thread has left it.  ENOMEM.
 */
int pxt_self_attach_own(unsigned slot, const struct pxt_view *view,
			uint64_t serial);

/* Detach it, waiting for threads that are writing to it.  The caller uses the
 * mapping no more. */
void pxt_self_detach_own(unsigned slot, uint64_t serial);

/* Is the controller of somebody else's stream still there?  Asks at most
 * twice a second; if it is gone, the stream is marked dead. */
void pxt_self_check(unsigned entry);

/* Called in the child after fork(): go on with what is inherited. */
void pxt_self_forked(void);

/* At exit: the thread gives its lanes back, and nobody will find this process
 * any more. */
void pxt_self_leave(void);

/*
 * What the controller's side of a process does about a fork and at exit.  The
 * table of streams (stream/table.c) sets it before pxt_self's constructor; a
 * program that only traces may be linked without a controller's side.
 */
struct pxt_self_controller {
	void (*let_go)(void);	/* in a child, at once; async-signal-safe */
	void (*forked)(void);	/* in a child that is set up; the same */
	void (*exit)(void);
};

void pxt_self_set_controller(const struct pxt_self_controller *controller);

#endif
