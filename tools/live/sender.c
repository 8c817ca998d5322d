/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events of a stream as frames.  What a receiver needs is sent before it is
 * needed, and repeated a little at a time for receivers that join late, at a
 * small share of the line: the configuration every 128 events, a type every 16.
 */
#include "live/sender.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

enum {
	CONFIG_EVERY = 128,
	TYPE_EVERY = 16,
	TYPES_AT_REST = 32,	/* repeated at each idle interval */
};

static const char *const names[] = {
	"event", "type", "config", "loss", "check", "end",
};

/* A transmission begins with a flag: earlier bytes on the line are not part of
 * the first frame.  If there is no memory the program ends. */
static uint8_t *reserve(struct sender *sender, size_t n)
{
	size_t room = sender->room;

	if (sender->n == 0)
		sender->bytes[sender->n++] = RKH_FLAG;
	while (room - sender->n < n)
		room *= 2;
	if (room != sender->room) {
		uint8_t *bytes = realloc(sender->bytes, room);

		if (!bytes) {
			tool_error("the frames: out of memory");
			exit(TOOL_FAILURE);
		}
		sender->bytes = bytes;
		sender->room = room;
	}
	return sender->bytes + sender->n;
}

static void send_frame(struct sender *sender, uint8_t id, size_t n)
{
	uint8_t *at = reserve(sender, RKH_FRAME_ROOM(n));

	rkh_begin(&sender->encoder, at, RKH_FRAME_ROOM(n), id, sender->stamp);
	rkh_put_bytes(&sender->encoder, sender->args, n);
	sender->n += rkh_end(&sender->encoder);
}

static void close_group(struct sender *sender)
{
	struct wire_check *check = &sender->check;

	if (check->n == 0)
		return;
	send_frame(sender, WIRE_CHECK, wire_put_check(sender->args, check));
	check->group++;
	check->n = 0;
}

/* Send a record of n bytes in sender->args. */
static void send_record(struct sender *sender, uint8_t id, size_t n)
{
	struct wire_check *check = &sender->check;
	uint8_t seq = sender->encoder.seq;

	if (check->n == 0)
		check->first_seq = seq;
	check->crc[check->n++] = wire_crc(id, seq, sender->stamp, sender->args,
					  n);
	send_frame(sender, id, n);
	if (check->n == WIRE_GROUP)
		close_group(sender);
}

/* The configuration for decoders of RKH: version 3.4, user records, sequence,
 * stamp and checksum on; stamps of microseconds. */
static void send_rkh_config(struct sender *sender)
{
	static const uint8_t config[] = {
		0x00, 0x34, 0x04, 0x80, 0x03, 0x00, 0x14, 0x42, 0x11, 0x02,
		0x10, 0x40, 0x42,
	};
	uint8_t *at = reserve(sender, RKH_FRAME_ROOM(sizeof(config)));

	rkh_begin_bare(&sender->encoder, at, RKH_FRAME_ROOM(sizeof(config)),
		       WIRE_RKH_CONFIG);
	rkh_put_bytes(&sender->encoder, config, sizeof(config));
	sender->n += rkh_end(&sender->encoder);
}

static void send_names(struct sender *sender)
{
	for (uint8_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t size = strlen(names[i]) + 1;

		sender->args[0] = i;
		memcpy(sender->args + 1, names[i], size);
		send_record(sender, WIRE_RKH_NAME, 1 + size);
	}
}

static void send_config(struct sender *sender)
{
	sender->until_config = CONFIG_EVERY;
	send_record(sender, WIRE_CONFIG,
		    wire_put_config(sender->args, &sender->config));
}

static void send_type(struct sender *sender, const struct wire_type *type)
{
	send_record(sender, WIRE_TYPE, wire_put_type(sender->args, type));
}

/* Repeat one of the types sent before, in rotation. */
static void repeat_type(struct sender *sender)
{
	for (unsigned i = 0; i < SENDER_TYPES; i++) {
		unsigned id = sender->next_type++ % SENDER_TYPES;

		if (sender->types[id]) {
			send_type(sender, sender->types[id]);
			return;
		}
	}
}

struct sender *sender_create(const struct wire_config *config)
{
	struct sender *sender = calloc(1, sizeof(*sender));

	if (!sender)
		return NULL;
	sender->room = 4 * RKH_FRAME_ROOM(WIRE_ARGS_MAX);
	sender->bytes = malloc(sender->room);
	if (!sender->bytes) {
		free(sender);
		return NULL;
	}
	sender->config = *config;
	rkh_encoder_init(&sender->encoder, &wire_layout);
	send_rkh_config(sender);
	send_names(sender);
	send_config(sender);
	return sender;
}

void sender_destroy(struct sender *sender)
{
	if (!sender)
		return;
	for (unsigned i = 0; i < SENDER_TYPES; i++)
		free(sender->types[i]);
	free(sender->bytes);
	free(sender);
}

void sender_type(struct sender *sender, const struct wire_type *type)
{
	struct wire_type **known = &sender->types[type->id % SENDER_TYPES];

	if (*known && memcmp(*known, type, sizeof(*type)) == 0)
		return;
	if (!*known)
		*known = malloc(sizeof(**known));
	if (*known)
		**known = *type;
	send_type(sender, type);
}

void sender_event(struct sender *sender, struct wire_event *event)
{
	event->number = sender->number++;
	sender->stamp = (uint32_t)(event->time / 1000);
	if (sender->until_config-- == 0)
		send_config(sender);
	if (event->number % TYPE_EVERY == TYPE_EVERY - 1)
		repeat_type(sender);
	send_record(sender, WIRE_EVENT, wire_put_event(sender->args, event));
}

void sender_loss(struct sender *sender, struct wire_loss *loss)
{
	loss->number = sender->number;
	send_record(sender, WIRE_LOSS, wire_put_loss(sender->args, loss));
}

void sender_flush(struct sender *sender)
{
	close_group(sender);
}

void sender_repeat(struct sender *sender)
{
	unsigned n = 0;

	send_config(sender);
	for (unsigned i = 0; i < SENDER_TYPES; i++)
		n += sender->types[i] != NULL;
	for (unsigned i = 0; i < n && i < TYPES_AT_REST; i++)
		repeat_type(sender);
	close_group(sender);
}

void sender_end(struct sender *sender, uint64_t lost)
{
	const struct wire_end end = { .number = sender->number, .lost = lost };

	/* A receiver that has just joined still gets the configuration. */
	sender_repeat(sender);
	/* Sent more than once: a receiver that misses it would wait for
	 * ever. */
	for (int i = 0; i < 3; i++) {
		send_record(sender, WIRE_END,
			    wire_put_end(sender->args, &end));
		close_group(sender);
	}
}
