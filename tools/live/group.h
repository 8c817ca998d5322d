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

/* Maximum of waiting frames: this many groups without a CHECK. */
enum { GROUP_WAITING = 4 * WIRE_GROUP };

struct group_frame {
	uint8_t id;
	uint8_t seq;
	uint32_t stamp;
	uint32_t crc;
	uint8_t *args;
	size_t n;
};

/* Called for an accepted frame; `checked`: by a CHECK. */
typedef void groups_taker(void *context, const struct group_frame *frame,
			  bool checked);

struct groups {
	struct group_frame waiting[GROUP_WAITING];
	unsigned n;
	uint32_t next;		/* group expected */
	bool is_joined;		/* a CHECK was received */
	uint64_t believed;
	uint64_t unchecked;
	uint64_t refused;
	uint64_t doubled;	/* came twice */
	uint64_t missing;	/* reported by a CHECK, and not received */
	groups_taker *take;
	void *context;
};

/* Accepted and unchecked frames are passed to take(), in order. */
void groups_init(struct groups *groups, groups_taker *take, void *context);

/* Add a frame with a correct sum.  False: no memory. */
bool groups_add(struct groups *groups, const struct rkh_frame *frame);

/* End of the input: waiting frames are passed on unchecked. */
void groups_finish(struct groups *groups);

/* Discard waiting frames. */
void groups_fini(struct groups *groups);

#endif
