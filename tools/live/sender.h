/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Events of a stream as frames into a buffer; no descriptor, no clock. */
#ifndef POSIXTRACE_TOOLS_LIVE_SENDER_H
#define POSIXTRACE_TOOLS_LIVE_SENDER_H

#include "live/wire.h"

/* Maximum of event types: an event set has a bit for each. */
enum { SENDER_TYPES = 8 * sizeof(trace_event_set_t) };

struct sender {
	struct rkh_encoder encoder;
	struct wire_config config;
	struct wire_check check;	/* the group that is open */
	uint32_t number;		/* of the next event */
	uint32_t stamp;			/* microseconds, of the newest event */
	uint32_t until_config;		/* events until it is repeated */
	struct wire_type *types[SENDER_TYPES];	/* sent so far */
	unsigned next_type;		/* next to be repeated */
	uint8_t args[WIRE_ARGS_MAX];
	/* Bytes to send; the caller removes them. */
	uint8_t *bytes;
	size_t n;
	size_t room;
};

/* NULL: no memory.  The stream begins with its configuration. */
struct sender *sender_create(const struct wire_config *config);
void sender_destroy(struct sender *sender);

/* Send the name and arguments of a type, if it is new. */
void sender_type(struct sender *sender, const struct wire_type *type);

/* Send an event; its number is set here, as is that of a loss. */
void sender_event(struct sender *sender, struct wire_event *event);
void sender_loss(struct sender *sender, struct wire_loss *loss);

/* No more events at present: complete the group, so that the receiver can
 * check it. */
void sender_flush(struct sender *sender);

/* Repeat the configuration for receivers that join late. */
void sender_repeat(struct sender *sender);

/* End of the stream; `lost`: total of events lost by it. */
void sender_end(struct sender *sender, uint64_t lost);

#endif
