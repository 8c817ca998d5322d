/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * This process as a traced one: is it traced, and by which streams?
 *
 * Two pages answer the first question with two loads.
 *
 *   the gate   this process's control block (control.h), mapped over a page
 *              of our own data; any controller sets `pending` in it
 *   self       private memory that the kernel wipes to zero in a forked child
 *              (MADV_WIPEONFORK), whatever kind of fork it was: `untraced` is
 *              0 there, so the child's first trace point takes the slow path
 *              and finds out that it is a new process
 *
 *   nothing to do  <=>  self.untraced > gate.pending
 *
 * The registry is a table of attached streams and a word with a bit for each.
 * A trace point stores its thread's frame (reader enter), then reads the
 * word.  Detaching clears the bit, and unmaps the segment once every thread
 * has been seen without a frame (thread.h); a caller that cannot wait leaves
 * that to a later call.
 */
#ifndef PXT_PROCESS_SELF_H
#define PXT_PROCESS_SELF_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "process/allproc.h"
#include "directory/control.h"
#include "ring/segment.h"

struct pxt_self {
	_Atomic uint32_t untraced;	/* 1: known to be untraced */
	_Atomic uint32_t ready;		/* 1: this process has been set up */
	_Atomic uint64_t attached;	/* bit: entry of a stream to write to */
	/* The usual case: no stream that is attached needs a fence.  The key
	 * of the only one, or of the set of them, which are never used again,
	 * or 0.  Keys are spaced so that a key plus any value of gate.pending
	 * is never another key. */
	_Atomic uint64_t key;
	/* lock of the registry (base/futex.h) */
	_Atomic uint32_t syncing;
	/* A stream could not be attached for want of memory or of a
	 * descriptor, or not be unmapped without waiting: try again at this
	 * time, CLOCK_MONOTONIC_COARSE; or 0. */
	_Atomic uint64_t retry_ns;
	/* The process whose memory this is; 0: a child of fork() that has not
	 * been set up. */
	_Atomic uint32_t pid;		/* 0: not set up */
};

/*
 * The two adjacent pages, and in them the words that a trace point reads, 2048
 * bytes apart: the inline code of <trace.h> depends on it, so this never
 * changes.  The words are not at the start of a page: a load right behind a
 * store to the same offset of another page waits for it, and the start of a
 * page is the most commonly used offset.
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
	      offsetof(struct pxt_pages, self.untraced) == 2048,
	      "trace.h knows it");

extern struct pxt_pages pxt_pages;

#define pxt_gate (&pxt_pages.gate)
#define pxt_self (&pxt_pages.self)

#define PXT_KEY_STEP	(UINT64_C(1) << 32)

/* The thread key that belongs to the stream with this key; never 0. */
static inline uint64_t pxt_key_of_thread(uint64_t key)
{
	return key + 1;
}

/*
 * `pending` becomes 0 only after all that was published has been stored in the
 * words of `self`.  So a reader that loads `pending` first and finds 0 finds
 * that in them; in the other order it could miss a stream attached in between.
 */

/*
 * The thread key for the only stream, or the set of streams, if nothing is new;
 * otherwise a value that no thread has.
 */
static inline uint64_t pxt_self_current_key(void)
{
	uint64_t pending = pxt_load_acquire(&pxt_gate->pending);

	/* The load itself zero-extends; GCC would do it later, with one more
	 * instruction. */
	__asm__("" : "+r"(pending));
	return pxt_key_of_thread(pxt_load_acquire(&pxt_self->key) + pending);
}

/* Does it stand for streams?  While there is no key it stands for none. */
static inline bool pxt_self_is_key(uint64_t thread_key)
{
	return thread_key >= PXT_KEY_STEP;
}

/* Nothing to do at a trace point of this process? */
static inline bool pxt_self_is_untraced(void)
{
	uint32_t pending = pxt_load_acquire(&pxt_gate->pending);

	return pxt_likely(pxt_load_relaxed(&pxt_self->untraced) > pending);
}

/* Of the process's setting up, in self.c. */
extern struct pxt_process pxt_self_files;

/*
 * This process's files and event type map; after pxt_self_enter().  After a
 * fork they are the parent's, until the child has been set up.
 */
static inline const struct pxt_process *pxt_self_process(void)
{
	return &pxt_self_files;
}

/*
 * A stream this process writes to.  Its entry in the table does not depend on
 * its slot, since a detached stream may have to stay mapped for a while.
 */
struct pxt_attached {
	struct pxt_view view;
	uint64_t serial;		/* 0: the entry is free */
	_Atomic uint64_t key;		/* see struct pxt_self */
	/* this process is its controller, too */
	bool own;
	bool full_fence;		/* membarrier is not available */
	bool retired;			/* detached, but not unmapped yet */
	/* private memory; see pxt_self_forked() */
	bool hidden;
	uint64_t retired_ns;		/* time of detaching, CLOCK_MONOTONIC */
	unsigned slot;			/* in the directory */
	/* of a stream that has a map of its own, or NULL */
	struct pxt_translation *translation;
	_Atomic uint64_t check_ns;	/* next controller liveness check */
	uint64_t image;			/* what it was told of (images.h), or 0 */
	uint64_t looked;		/* ticks when this process last looked for that, */
	uint64_t looking;		/* and when it began to do so now */
};

extern struct pxt_attached pxt_attached[PXT_STREAMS];

/* Is it time to retry? */
static inline bool pxt_self_is_retry(void)
{
	uint64_t at = pxt_load_relaxed(&pxt_self->retry_ns);

	return pxt_unlikely(at) && pxt_clock_ns(CLOCK_MONOTONIC_COARSE) >= at;
}

/* The id in a stream of an event whose type has the id `id` in this process. */
static inline unsigned pxt_id_in(const struct pxt_attached *attached,
				 unsigned id)
{
	return pxt_likely(!attached->translation) ? id :
	       pxt_allproc_translate(attached->translation,
				     pxt_self_process()->map, id);
}

/* Unmap the stream in an entry, which is free afterwards. */
void pxt_self_unmap(unsigned entry);

enum pxt_self_state {
	PXT_SELF_NOTHING,		/* not set up: no stream can be used */
	/* The same, and the caller is setting it up: this is not the program's event,
	 * but that of a call of this library which the program, or one that it loads,
	 * has taken over. */
	PXT_SELF_WITHIN,
	PXT_SELF_BEHIND,		/* streams may be missing (missed.h) */
	PXT_SELF_CURRENT,
};

/*
 * Set this process up, or, in a forked child, set it up again, and attach and
 * detach what has been published meanwhile.  If another thread is doing that,
 * the call does not wait for it: that thread may not run before this one
 * yields.  A quiet process does nothing of that, and a child of one stays
 * PXT_SELF_NOTHING.  Async-signal-safe; no cancellation point; keeps errno.
 */
enum pxt_self_state pxt_self_catch_up(void);

/* The same; can streams be used? */
static inline bool pxt_self_is_usable(void)
{
	return pxt_self_catch_up() >= PXT_SELF_BEHIND;
}

/*
 * Set it up if necessary, waiting for other threads.  For functions that no
 * signal handler calls.
 */
void pxt_self_enter(void);

/* Wait for a thread that is attaching or detaching streams. */
void pxt_self_settle(void);

/*
 * Attach a stream that this process controls itself.  The registry takes
 * ownership of the mapping: it is unmapped after the stream has been detached
 * and every thread has left it.  ENOMEM.
 */
int pxt_self_attach_own(unsigned slot, const struct pxt_view *view,
			uint64_t serial);

/*
 * Detach it, waiting for threads that are writing to it.  The caller must not
 * use the mapping afterwards.
 */
void pxt_self_detach_own(unsigned slot, uint64_t serial);

/*
 * Is the controller of another process's stream alive?  Checks at most twice a
 * second; if it is dead, the stream is marked dead.
 */
void pxt_self_check(unsigned entry);
#define PXT_CHECK_NS 500000000

/*
 * Tell streams what the calling thread executes at an address, unless another thread
 * has the registry.  Opens no file.  Async-signal-safe; no cancellation point; keeps
 * errno.
 */
void pxt_self_tell_executed(uintptr_t address);

/* Note build ids, and tell streams what this process has loaded since they were told
 * what it executes (images.h).  Not for signal handlers. */
void pxt_self_note_loaded(void);

/* Called in the child after fork(): continue with what is inherited. */
void pxt_self_forked(void);

/*
 * At exit: the thread releases its lanes, and this process can no longer be
 * found.
 */
void pxt_self_leave(void);

/*
 * What the controller's side of a process does around a fork and at exit.  The
 * table of streams (stream/table.c) sets it before pxt_self's constructor; a
 * program that only traces may be linked without a controller's side.
 */
struct pxt_self_controller {
	void (*begin)(void);	/* the process has begun, and is ready */
	void (*detach_all)(void);	/* in a child, at once; async-signal-safe */
	void (*forked)(void);	/* in a child that is set up; the same */
	void (*exit)(void);
};

void pxt_self_set_controller(const struct pxt_self_controller *controller);

#endif
