/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Dumps for tests, in the form that ThreadX writes: a registry that fills up
 * and a ring of entries, in either byte order and with either size of ULONG.
 */
#ifndef DUMPFILE_H
#define DUMPFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The properties of a target; dumpfile_begin() replaces 0 by the value given
 * here. */
struct dumpfile {
	unsigned ulong_size;		/* default 4 */
	bool big_endian;
	unsigned name_size;		/* default 32 */
	bool nameless;			/* use a name_size of 0 */
	unsigned n_objects;		/* size of the registry, default 8 */
	unsigned n_room;		/* number of entries, default 16 */
	uint64_t mask;			/* default 0xffffffff */
	uint64_t base;			/* default 0x20001000 */
	/* The dump so far. */
	unsigned char *bytes;
	size_t size;
	unsigned used_objects;
	uint64_t n_events;		/* written so far, also overwritten ones */
};

/* The threads that every dump registers, and a queue. */
enum {
	DUMPFILE_THREAD_1 = 0x20000100,
	DUMPFILE_THREAD_2 = 0x20000200,
	DUMPFILE_QUEUE = 0x20000300,
};

void dumpfile_begin(struct dumpfile *dump);
void dumpfile_end(struct dumpfile *dump);

/* Offsets in `bytes`. */
size_t dumpfile_buffer(const struct dumpfile *dump);
size_t dumpfile_slot(const struct dumpfile *dump, unsigned object);
size_t dumpfile_entry(const struct dumpfile *dump, uint64_t slot);

/* Write word number `word` at an offset. */
void dumpfile_put(struct dumpfile *dump, size_t offset, unsigned word,
		  uint64_t value);

void dumpfile_object(struct dumpfile *dump, uint8_t type, int priority,
		     uint64_t address, uint64_t parameter1,
		     uint64_t parameter2, const char *name);

/* Write an entry and advance the current pointer.  The information words are n,
 * n + 1, n + 2, n + 3, where n is 16 times the number of the event. */
void dumpfile_event(struct dumpfile *dump, uint64_t context, uint64_t priority,
		    uint64_t id, uint64_t stamp);

/* Write `n` events of thread 1, with time stamps from `stamp` on in steps of
 * `step`. */
void dumpfile_events(struct dumpfile *dump, unsigned n, uint64_t stamp,
		     int64_t step);

/* A file in memory with the first `size` bytes. */
int dumpfile_open(const struct dumpfile *dump, size_t size);

#endif
