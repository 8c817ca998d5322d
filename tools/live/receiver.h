/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The bytes of a line into a log.
 *
 * Events are numbered, so what the line lost is a gap in the log and counted;
 * what the stream itself had lost is reported by a frame of its own.
 *
 * A frame whose CHECK was lost may be a damaged one with a right sum.  Two
 * more things have to be right then: the time of an event is that of its
 * frame, and if its number says that others are missing, the next event has
 * to come behind it.  Else one wrong number would cost all that is below it.
 */
#ifndef POSIXTRACE_TOOLS_LIVE_RECEIVER_H
#define POSIXTRACE_TOOLS_LIVE_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct receiver;

struct receiver_counts {
	uint64_t events;	/* in the log */
	uint64_t lost;		/* as the log has it */
	uint64_t line_lost;	/* of these on the line */
	uint64_t before;	/* events sent before we joined */
	uint64_t fine;		/* frames, with a CHECK */
	uint64_t unchecked;	/* frames whose CHECK was lost */
	uint64_t damaged;	/* frames that were none */
	bool has_begun;		/* it is known what stream it is */
	bool is_over;		/* its end came */
	bool is_other;		/* another stream began: no more is taken */
};

/* A log in the file fd.  name: of the line, for messages.  NULL: no memory. */
struct receiver *receiver_create(int fd, const char *name);
void receiver_destroy(struct receiver *receiver);

/* False: the end of the stream, another stream, or an error. */
bool receiver_feed(struct receiver *receiver, const uint8_t *bytes, size_t n);

/* Nothing comes for now: what has come is put into the file. */
void receiver_pause(struct receiver *receiver);

/* Nothing comes any more: complete the log. */
void receiver_finish(struct receiver *receiver);

/*
 * 0; what went wrong when the log was written; or EPROTO: the frames are none
 * that this machine can receive, which was reported.
 */
int receiver_error(const struct receiver *receiver);

void receiver_count(const struct receiver *receiver,
		    struct receiver_counts *counts);

#endif
