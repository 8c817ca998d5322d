/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, tells of genuine ThreadX traces.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_THREADX_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_THREADX_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/*
 * Who an event of a genuine ThreadX trace was recorded by.  posix_trace_open()
 * reads those too: the types have the names of ThreadX's functions, the data
 * is the four information words, time stamps count timer ticks from 0 as if
 * they were nanoseconds, posix_thread_id is the thread pointer of the entry.
 * What reads them is in libposixtrace-dump.so, beside the library, which is
 * loaded when the first one is opened; posix_trace_open() returns ENOTSUP if it
 * is not there, or of another version.
 */
#define POSIXTRACE_CONTEXT_THREAD	1
#define POSIXTRACE_CONTEXT_INTERRUPT	2
#define POSIXTRACE_CONTEXT_INITIALIZATION 3	/* before the scheduler ran */

struct posixtrace_context {
	int kind;			/* POSIXTRACE_CONTEXT_... */
	int core;			/* of a target with several, else 0 */
	int priority;			/* of the thread; -1: not recorded */
	int threshold;			/* its preemption threshold; -1 */
	uint64_t thread;		/* address of the thread, or of the one
					 * that was interrupted; 0: none */
	uint64_t id;			/* of the event, as ThreadX counts them */
	uint64_t ticks;			/* since the first event */
	char name[64];			/* of the thread; empty: not registered */
};

/*
 * The context of the event read last from trid.  EINVAL: trid is no ThreadX
 * trace, or that event, if there was one, is not in it but was made (OVERFLOW
 * and RESUME, where a trace was cut off).
 */
int posixtrace_get_context(trace_id_t trid, struct posixtrace_context *context);

/* What an information word is. */
#define POSIXTRACE_WORD_NUMBER		0
#define POSIXTRACE_WORD_HEX		1	/* a number, such as flags */
#define POSIXTRACE_WORD_POINTER		2	/* an address on the target */
#define POSIXTRACE_WORD_ADDRESS		3	/* of IPv4: 0x01020304 is 1.2.3.4 */
#define POSIXTRACE_WORD_WAIT		4	/* ticks; all ones: for ever */
#define POSIXTRACE_WORD_STATE		5	/* of a thread, as ThreadX numbers them */

struct posixtrace_word {
	char name[32];			/* "queue_ptr"; of the application "info_1" */
	char text[32];			/* as people read it: "0x6CF4", "forever" */
	int kind;			/* POSIXTRACE_WORD_... */
	uint64_t value;
};

/*
 * Information word n, from 0 to 3, of the event read last from trid.  ENOENT: it has
 * no meaning; a later one may have.  EINVAL: as of posixtrace_get_context(), or n is
 * above 3.
 */
int posixtrace_get_word(trace_id_t trid, unsigned n,
			struct posixtrace_word *word);

/* How the time stamps of a ThreadX trace go. */
#define POSIXTRACE_TIMER_STATIC		0	/* all the same */
#define POSIXTRACE_TIMER_RISING		1
#define POSIXTRACE_TIMER_FALLING	2
#define POSIXTRACE_TIMER_SECONDS	3	/* nanoseconds of a second */

/* What a ThreadX trace says of itself.  Addresses are the target's, offsets
 * those of the file. */
struct posixtrace_dump {
	int is_big_endian;		/* the target */
	unsigned ulong_size;		/* bytes of a ULONG: 4 or 8 */
	unsigned name_size;		/* of objects */
	int has_cores;			/* a target with several */
	uint64_t file_size;
	uint64_t timer_mask;		/* valid bits of a time stamp */
	uint64_t base;			/* address of the header */
	uint64_t registry_start;	/* addresses of the registry of objects ... */
	uint64_t registry_end;
	uint64_t buffer_start;		/* ... of the entries ... */
	uint64_t buffer_end;
	uint64_t current;		/* ... and of the one to be written next */
	uint64_t registry_offset;
	uint64_t registry_slots;
	uint64_t buffer_offset;
	uint64_t entry_size;
	uint64_t entries;		/* room for ... */
	uint64_t oldest;		/* ... of which this is the oldest */
	uint64_t events;		/* that are there */
	int is_full;			/* there is one in every entry ... */
	int is_wrapped;			/* ... and older ones were overwritten */
	int is_cut;			/* the file ends too early ... */
	uint64_t missing;		/* ... by so many events, at least */
	int timer;			/* POSIXTRACE_TIMER_... */
	uint64_t span;			/* ticks from the first event to the last */
	uint64_t wraps;			/* times that the timer began anew */
	uint64_t late;			/* stamps against its direction */
};

/* EINVAL: trid is no ThreadX trace. */
int posixtrace_get_dump(trace_id_t trid, struct posixtrace_dump *dump);

/* An object of ThreadX: a thread, a queue, a mutex. */
#define POSIXTRACE_OBJECT_THREAD	1	/* a type; others as in ThreadX */

struct posixtrace_object {
	int type;
	int priority;			/* of a thread; -1: not recorded */
	int is_deleted;
	uint64_t address;		/* what events have of it */
	uint64_t parameter[2];		/* of a thread: its stack, and the size */
	uint64_t offset;		/* of its registry slot in the file */
	const char *name;		/* until the trace is closed */
};

/*
 * Object number n of a ThreadX trace, from 0, as they are registered.
 * EINVAL: trid is no ThreadX trace.  ENOENT: there are not so many.
 */
int posixtrace_get_object(trace_id_t trid, size_t n,
			  struct posixtrace_object *object);

/*
 * The object of a type at an address, as in a word of an event; type 0: of any
 * type.  If there were several, the one that is not deleted.  EINVAL: trid is
 * no ThreadX trace.  ENOENT: no object is registered there.
 */
int posixtrace_find_object(trace_id_t trid, uint64_t address, int type,
			   struct posixtrace_object *object);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_THREADX_H */
