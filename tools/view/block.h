/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Some thousand events as the page gets them: columns of numbers, which it
 * needs for every picture, and apart from them what it needs of an event only
 * when someone looks at it.  Everything is little-endian, and stands one after
 * the other.
 *
 * The columns:
 *
 *	u32 n, n_far, n_slices, 0
 *	u64 base			time of the first event
 *	u64 far[n_far]			differences that do not fit a delta
 *	u64 slice_ns[n_slices]
 *	u32 delta[n]			time since the event before, 0 at first;
 *					all ones: it is the next of `far`
 *	u32 lane[n]
 *	u32 slice_event[n_slices]	the event, in this block, at which a
 *					slice of that length ends
 *	u16 type[n]
 *
 * The details:
 *
 *	u32 n, text_len
 *	u64 address[n]
 *	u8 flags[n]			1: the data was cut
 *	text				a line for each event, see fields.h
 *
 * Times are nanoseconds since the first event of the trace; lanes and types
 * are numbers in the tables of the page.
 */
#ifndef POSIXTRACE_TOOLS_VIEW_BLOCK_H
#define POSIXTRACE_TOOLS_VIEW_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BLOCK_EVENTS = 16384,
	/* A block with more text takes no other event. */
	BLOCK_TEXT = 4 << 20,
};

struct block_event {
	uint64_t ns;			/* not before the previous event */
	uint32_t lane;
	uint16_t type;
	bool has_slice;
	bool is_cut;
	uint64_t slice_ns;		/* how long the slice is */
	uint64_t address;
};

struct block {
	uint32_t n, n_far, n_slices;
	uint64_t base, last;
	/* In the order of bytes in which they are written. */
	uint64_t far[BLOCK_EVENTS];
	uint64_t slice_ns[BLOCK_EVENTS];
	uint32_t delta[BLOCK_EVENTS];
	uint32_t lane[BLOCK_EVENTS];
	uint32_t slice_event[BLOCK_EVENTS];
	uint16_t type[BLOCK_EVENTS];
	uint64_t address[BLOCK_EVENTS];
	uint8_t flags[BLOCK_EVENTS];
	char *text;
	size_t text_len, text_size;
	unsigned char *bytes;		/* generated last */
	size_t bytes_size;
};

/* A block is large, and must not be on the stack.  False: no memory. */
bool block_init(struct block *block);
void block_fini(struct block *block);

static inline bool block_is_full(const struct block *block)
{
	return block->n == BLOCK_EVENTS || block->text_len >= BLOCK_TEXT;
}

/* Add an event to a block that is not full. */
void block_add(struct block *block, const struct block_event *event);

/* Reserve room for the line of the event that was added last; NULL: no memory
 * ... */
char *block_line(struct block *block, size_t room);

/* ... which ends here. */
void block_line_end(struct block *block, const char *end);

/* The bytes of a block, valid until the next call of one of these.  NULL: no
 * memory. */
const void *block_columns(struct block *block, size_t *len);
const void *block_details(struct block *block, size_t *len);

/* Begin another one. */
void block_clear(struct block *block);

#endif
