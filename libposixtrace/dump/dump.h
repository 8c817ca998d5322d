/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads a genuine ThreadX trace buffer (TXTB): the memory image that an
 * application passed to tx_trace_enable(), of either byte order, with a 4-byte
 * or an 8-byte ULONG.
 *
 *   header     48 or 96 bytes: the kind of target, where the parts are
 *   registry   slots: one object each (thread, queue, ...), with its name
 *   buffer     entries of eight ULONGs: one event each, in a ring
 *
 * Below, a slot is a place in the buffer, counted from its start; an event is
 * an entry that was used, counted from the oldest one.  Offsets are offsets in
 * the file.  Words are in the reader's byte order, those of a 4-byte ULONG
 * extended with zeros.
 *
 * The file may contain anything: every length and index is checked, memory is
 * bounded by the size of the file, and damage results in fewer events.
 */
#ifndef PXT_DUMP_DUMP_H
#define PXT_DUMP_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dump/threadx.h"
#include "log/finding.h"
#include "model/limits.h"

struct pxt_dump;

/* The header, in the reader's byte order. */
struct pxt_dump_header {
	unsigned ulong_size;		/* 4 or 8 */
	bool big_endian;
	uint64_t mask;			/* of valid bits of a time stamp */
	uint64_t base;			/* address of the header on the target */
	uint64_t registry_start;	/* addresses, too ... */
	uint64_t registry_end;
	uint64_t buffer_start;
	uint64_t buffer_end;
	uint64_t current;		/* ... the entry to be written next */
	uint64_t reserved[4];
	unsigned name_size;
};

/* The layout of the file. */
struct pxt_dump_layout {
	uint64_t file_size;
	uint64_t header_size;
	uint64_t slot_size;		/* of a registry slot ... */
	uint64_t n_objects;		/* ... of which there are so many */
	uint64_t registry;		/* offset */
	uint64_t entry_size;
	uint64_t buffer;		/* offset */
	uint64_t n_room;		/* entries, as the header says ... */
	uint64_t n_whole;		/* ... and as the file has */
	bool by_pointers;		/* else one after the other, by sizes */
};

/* A registry slot that is or was in use. */
struct pxt_dump_object {
	uint64_t offset;
	uint64_t address;
	uint64_t parameter[2];
	uint8_t type;			/* pxt_threadx_object() */
	uint8_t available;		/* not 0: the object was deleted */
	int priority;			/* of a thread; -1: not recorded */
	bool is_ended;			/* there is a NUL after the name */
	const char *name;		/* ends in NUL, else any bytes */
};

/* An entry, as in the file. */
struct pxt_dump_entry {
	uint64_t slot;
	uint64_t offset;
	uint64_t context;		/* thread pointer */
	uint64_t priority;		/* the priority word */
	uint64_t id;			/* with the core in it on SMP targets */
	uint64_t stamp;
	uint64_t info[PXT_THREADX_WORDS];
};

/* How the time stamps behave. */
enum pxt_dump_clock {
	PXT_DUMP_STATIC,		/* all the same */
	PXT_DUMP_RISING,
	PXT_DUMP_FALLING,
	PXT_DUMP_SECONDS,		/* nanoseconds that wrap each second */
};

/* Properties of all entries. */
struct pxt_dump_summary {
	uint64_t n_events;
	uint64_t oldest;		/* slot of the oldest event */
	uint64_t missing;		/* events cut off with the file's end ... */
	uint64_t missing_at;		/* ... before this one, or n_events */
	/* The file ends where the next event would be written: the oldest
	 * events may be missing, which cannot be detected. */
	bool ends_at_current;
	bool is_full;			/* every entry is used */
	bool is_wrapped;		/* and older ones were overwritten */
	bool has_current;		/* header.current is an entry */
	bool is_smp;			/* ids have the core in them */
	bool first_is_torn;		/* half overwritten when dumped */
	bool last_is_torn;		/* half written when dumped */
	enum pxt_dump_clock clock;
	uint64_t n_late;	/* stamps slightly against the direction */
	uint64_t n_wraps;		/* how often the clock wrapped */
	uint64_t span;			/* ticks from the first to the last */
};

enum pxt_dump_context {
	PXT_DUMP_THREAD = 1,
	PXT_DUMP_INTERRUPT = 2,
	PXT_DUMP_INITIALIZATION = 3,
};

/* An event with everything that is known about it. */
struct pxt_dump_event {
	struct pxt_dump_entry entry;
	uint64_t ticks;			/* since the first event, never falling */
	uint64_t id;			/* without the core */
	int core;			/* 0 on a target with one */
	unsigned type;			/* event type id of the stream */
	enum pxt_dump_context context;
	uint64_t thread;		/* that ran, or was interrupted; 0: none */
	int priority;			/* -1: not recorded */
	int threshold;			/* preemption threshold, -1: not recorded */
};

/* Why a file was refused: an offset and a message. */
struct pxt_dump_fault {
	uint64_t offset;
	char text[120];
};

/*
 * Open the dump in `fd`, which stays the caller's and keeps its offset.
 * EINVAL: not a dump that can be read, with the reason in *fault if it is not
 * NULL, or not open for reading.  ENOMEM, EMFILE, EIO.
 */
int pxt_dump_open(int fd, struct pxt_dump **out, struct pxt_dump_fault *fault);

/* NULL is fine. */
void pxt_dump_close(struct pxt_dump *dump);

/* The results exist as long as the dump. */
const struct pxt_dump_header *pxt_dump_get_header(const struct pxt_dump *dump);
const struct pxt_dump_layout *pxt_dump_get_layout(const struct pxt_dump *dump);
const struct pxt_dump_summary *pxt_dump_get_summary(
		const struct pxt_dump *dump);

/* registry.c: the slots that were ever used, in order. */
const struct pxt_dump_object *pxt_dump_get_objects(
		const struct pxt_dump *dump, size_t *n);
/* The object of a type at an address, preferably one in use; type 0: of any.
 * NULL: none. */
const struct pxt_dump_object *pxt_dump_find(const struct pxt_dump *dump,
					    uint64_t address, int type);

/*
 * types.c: the event types, numbered from PXT_ID_USER + 1 in the order of
 * ThreadX's ids.  NULL: no such type.
 */
const char *pxt_dump_get_name(const struct pxt_dump *dump, unsigned type);

/*
 * Iteration over the events, oldest first.  A place is plain data: a copy
 * continues from where it was copied.  pxt_dump_next() returns 0, or ENOENT at
 * the end, also of a file that became shorter.
 */
struct pxt_dump_place {
	uint64_t next;			/* event */
	uint64_t stamp;			/* of the event before, if next > 0 */
	uint64_t ticks;
};

static inline void pxt_dump_begin(struct pxt_dump_place *place)
{
	*place = (struct pxt_dump_place){ 0 };
}

int pxt_dump_next(struct pxt_dump *dump, struct pxt_dump_place *place,
		  struct pxt_dump_event *event);

/* The event in one slot, without its time.  ENOENT: no such slot. */
int pxt_dump_read_event(struct pxt_dump *dump, uint64_t slot,
			struct pxt_dump_event *event);

/* An information word, as people read it. */
struct pxt_dump_word {
	struct pxt_threadx_field field;
	char text[32];
};

/* False: word n of the event has no meaning. */
bool pxt_dump_get_word(const struct pxt_dump_event *event, unsigned n,
		       struct pxt_dump_word *word);

/*
 * check.c: report everything that ThreadX would not write.  What can occur in
 * every entry is reported a few times, then counted.  Errors as of reading.
 */
int pxt_dump_check(struct pxt_dump *dump, struct pxt_finder *finder);

#endif
