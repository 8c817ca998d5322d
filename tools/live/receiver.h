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
	uint64_t line_lost;	/* of these lost on the line */
	uint64_t before;	/* events sent before we joined */
	uint64_t fine;		/* frames, with a CHECK */
	uint64_t unchecked;	/* frames whose CHECK was lost */
	uint64_t damaged;	/* damaged frames */
	bool has_begun;		/* the configuration was received */
	bool is_over;		/* its end came */
	bool is_other;		/* another stream began: later frames are
				 * ignored */
};

/* Write a log to the file fd. name: of the line, for messages.  NULL: no
 * memory. */
struct receiver *receiver_create(int fd, const char *name);
void receiver_destroy(struct receiver *receiver);

/* False: the end of the stream, another stream, or an error. */
bool receiver_feed(struct receiver *receiver, const uint8_t *bytes, size_t n);

/* The line is idle: write the received events to the file. */
void receiver_pause(struct receiver *receiver);

/* End of the input: complete the log. */
void receiver_finish(struct receiver *receiver);

/*
 * 0; the error of writing the log; or EPROTO: this machine cannot receive the
 * frames, which was reported.
 */
int receiver_error(const struct receiver *receiver);

void receiver_count(const struct receiver *receiver,
		    struct receiver_counts *counts);

#endif
