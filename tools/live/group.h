/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which frames to believe.
 *
 * The checksum of a frame lets one in 256 damaged ones through.  So a frame
 * whose sum is right waits for its CHECK:
 *
 *   believed      the CHECK has its sequence number and its CRC
 *   refused       the CHECK was there and does not have it
 *   unchecked     a CHECK is missing: the sum must do
 *
 * A CHECK reports the frames between the one before it and itself.  While
 * its group follows the last one, whatever waits is of this group; if groups
 * are missing in between, what waits before the group's first frame is
 * of those and remains unchecked.
 */
#ifndef POSIXTRACE_TOOLS_LIVE_GROUP_H
#define POSIXTRACE_TOOLS_LIVE_GROUP_H

#include "live/wire.h"

/* Frames that wait at most: so many groups without a CHECK. */
enum { GROUP_WAITING = 4 * WIRE_GROUP };

struct group_frame {
	uint8_t id;
	uint8_t seq;
	uint32_t stamp;
	uint32_t crc;
	uint8_t *args;
	size_t n;
};

/* What happens to a frame; `checked`: by a CHECK. */
typedef void groups_taker(void *context, const struct group_frame *frame,
			  bool checked);

struct groups {
	struct group_frame waiting[GROUP_WAITING];
	unsigned n;
	uint32_t next;		/* group expected */
	bool is_joined;		/* a CHECK was there */
	uint64_t believed;
	uint64_t unchecked;
	uint64_t refused;
	uint64_t doubled;	/* came twice */
	uint64_t missing;	/* reported by a CHECK, and never came */
	groups_taker *take;
	void *context;
};

/* Frames that are believed, or go unchecked, go to take(), in their order. */
void groups_init(struct groups *groups, groups_taker *take, void *context);

/* A frame whose sum is right.  False: no memory. */
bool groups_add(struct groups *groups, const struct rkh_frame *frame);

/* Nothing comes any more: what waits goes unchecked. */
void groups_finish(struct groups *groups);

/* Forget what waits. */
void groups_fini(struct groups *groups);

#endif
