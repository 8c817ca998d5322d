/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The records of a live stream of frames (doc/posixtrace-frames.5).
 *
 * The stream is one of RKH frames: ids of one byte, a sequence number, a
 * stamp of four bytes in microseconds, a checksum.  It begins with the
 * configuration that RKH decoders expect, and all else are user records of
 * RKH: lists of a format byte and data, so that such a decoder shows them.
 * A number of 64 bits is two of 32, the low one first.
 *
 * Beyond RKH, every frame is reported again in a CHECK, with a CRC-32C of its
 * bytes.  A receiver believes a frame when its CHECK has come, or when it is
 * sure that the CHECK is lost; group.h.
 */
#ifndef POSIXTRACE_TOOLS_LIVE_WIRE_H
#define POSIXTRACE_TOOLS_LIVE_WIRE_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

enum {
	WIRE_VERSION = 1,
	WIRE_RKH_CONFIG = 0xac,	/* RKH's own */
	WIRE_RKH_NAME = 0xab,	/* the name of a user record, for RKH */
	WIRE_EVENT = 0xc0,
	WIRE_TYPE = 0xc1,
	WIRE_CONFIG = 0xc2,
	WIRE_LOSS = 0xc3,
	WIRE_CHECK = 0xc4,
	WIRE_END = 0xc5,
	WIRE_FIRST = WIRE_EVENT,
	WIRE_LAST = WIRE_END,
	WIRE_GROUP = 16,	/* frames per CHECK */
	WIRE_DATA_MAX = 65535,
	/* Bytes of arguments of any record, formats included. */
	WIRE_ARGS_MAX = WIRE_DATA_MAX + 2 * (WIRE_DATA_MAX / 255 + 1) + 128,
	/* Bytes before the arguments, and the checksum. */
	WIRE_HEAD = 6,
	WIRE_BODY_MAX = WIRE_HEAD + WIRE_ARGS_MAX + 1,
};

extern const struct rkh_layout wire_layout;

/* The identity of the stream, and the parameters for reading its events. */
struct wire_config {
	uint32_t version;
	uint32_t session;	/* random, identifies the stream */
	uint32_t big_endian;	/* 1: the numbers in the data of events */
	uint32_t pointer_size;
	uint32_t target;	/* pid */
	uint64_t created;	/* CLOCK_REALTIME, nanoseconds */
	uint64_t data_max;
	char name[TRACE_NAME_MAX + 1];
	char host[64];
};

struct wire_event {
	uint32_t number;	/* of the events of the session, from 0 */
	uint64_t time;		/* CLOCK_REALTIME, nanoseconds */
	uint32_t id;
	uint32_t pid;
	uint32_t tid;
	uint64_t thread;	/* pthread_t */
	uint64_t address;
	uint32_t truncated;
	const uint8_t *data;
	size_t len;
};

struct wire_type {
	uint32_t id;
	char name[TRACE_EVENT_NAME_MAX + 1];
	char arguments[POSIXTRACE_ARGUMENTS_MAX];	/* "": none known */
};

/* A gap of the stream, before event `number`. */
struct wire_loss {
	uint32_t number;
	uint64_t events;
	uint64_t first;		/* times, as above */
	uint64_t resume;
};

struct wire_end {
	uint32_t number;	/* events in all */
	uint64_t lost;		/* by the stream itself */
};

/* The frames of a group have consecutive sequence numbers. */
struct wire_check {
	uint32_t group;		/* counts from 0 */
	uint32_t first_seq;
	uint32_t n;
	uint32_t crc[WIRE_GROUP];
};

/* CRC-32C of a frame from the id to the last argument. */
uint32_t wire_crc(uint8_t id, uint8_t seq, uint32_t stamp, const void *args,
		  size_t n);

/*
 * Arguments to bytes: each returns how many it wrote to `args`, which takes
 * WIRE_ARGS_MAX.  And back: false if they are none such.  Strings are ended
 * and numbers any; `scratch` takes WIRE_DATA_MAX bytes of data.
 */
size_t wire_put_config(uint8_t *args, const struct wire_config *config);
size_t wire_put_event(uint8_t *args, const struct wire_event *event);
size_t wire_put_type(uint8_t *args, const struct wire_type *type);
size_t wire_put_loss(uint8_t *args, const struct wire_loss *loss);
size_t wire_put_end(uint8_t *args, const struct wire_end *end);
size_t wire_put_check(uint8_t *args, const struct wire_check *check);

bool wire_get_config(const uint8_t *args, size_t n,
		     struct wire_config *config);
bool wire_get_event(const uint8_t *args, size_t n, uint8_t *scratch,
		    struct wire_event *event);
bool wire_get_type(const uint8_t *args, size_t n, struct wire_type *type);
bool wire_get_loss(const uint8_t *args, size_t n, struct wire_loss *loss);
bool wire_get_end(const uint8_t *args, size_t n, struct wire_end *end);
bool wire_get_check(const uint8_t *args, size_t n, struct wire_check *check);

#endif
