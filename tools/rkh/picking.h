/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selects records of a stream of RKH by the options of trace/pick.h. */
#ifndef POSIXTRACE_TOOLS_RKH_PICKING_H
#define POSIXTRACE_TOOLS_RKH_PICKING_H

#include "stream.h"
#include "trace/pick.h"

struct picking {
	struct pick *pick;
	uint64_t hz;		/* 0: as the stream says */
	bool has_begun;
	uint64_t begin;		/* ticks of the first record */
	/* Frames lost before records that were not selected. */
	unsigned missing;
	uint64_t since;
	bool is_first;
};

/* Options without a meaning for a stream of RKH are misuse. */
error_t picking_check(const struct pick *pick);

/*
 * Is it selected?  A name is GROUP.NAME, as in the log of the stream; a thread
 * is an active object, by its name; time counts from the first record.  A loss
 * before records that are not selected is reported before the next selected
 * one, and damaged frames are always reported, within the selected time.
 */
bool picking_takes(struct picking *picking, struct rkh_event *event);

#endif
