/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which records of a stream of RKH are wanted, by the options of
 * trace/pick.h. */
#ifndef POSIXTRACE_TOOLS_RKH_PICKING_H
#define POSIXTRACE_TOOLS_RKH_PICKING_H

#include "stream.h"
#include "trace/pick.h"

struct picking {
	struct pick *pick;
	uint64_t hz;		/* 0: as the stream says */
	bool has_begun;
	uint64_t begin;		/* ticks of the first record */
	/* Frames lost before records that were left out. */
	unsigned missing;
	uint64_t since;
	bool is_first;
};

/* Options that mean nothing in a stream of RKH are misuse. */
error_t picking_check(const struct pick *pick);

/*
 * Is it wanted?  A name is GROUP.NAME, as in the log of the stream; a thread is
 * an active object, by its name; time counts from the first record.  What was
 * lost before others is lost before the next one that is wanted, and
 * damaged frames are reported whatever is picked, except by time.
 */
bool picking_takes(struct picking *picking, struct rkh_event *event);

#endif
