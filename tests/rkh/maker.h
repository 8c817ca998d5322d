/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * RKH streams for tests and benchmarks, as a target would send them: any
 * kind of record, under any configuration.
 */
#ifndef TESTS_RKH_MAKER_H
#define TESTS_RKH_MAKER_H

#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "frame.h"
#include "kinds.h"

enum {
	MAKER_VALUES = 16,
	MAKER_TEXT = 24,
	MAKER_USER_TYPES = 12,
};

/* An argument: a number, or text for strings and memory. */
struct maker_value {
	uint64_t number;
	char text[MAKER_TEXT];
};

/* A record as it must come back. */
struct maker_record {
	enum rkh_kind_id kind;
	uint8_t seq;
	uint32_t stamp;
	unsigned user;		/* of RKH_USR */
	unsigned n_values;
	struct maker_value values[MAKER_VALUES];
	uint8_t types[MAKER_VALUES];	/* of RKH_USR: format bytes */
};

struct maker {
	struct rkh_config config;
	const struct rkh_map *map;
	struct rkh_encoder encoder;
	uint8_t *bytes;		/* the stream so far; owned */
	size_t len;
	size_t room;
	uint32_t stamp;		/* of the next frame */
	size_t last;		/* where the last frame begins */
};

/* A stream with its first flag. */
void maker_init(struct maker *maker, const struct rkh_config *config,
		const struct rkh_map *map);
void maker_fini(struct maker *maker);

/* The configuration record, of a map that has a bare one. */
void maker_add_config(struct maker *maker);

/* Fills in seq and stamp. */
void maker_add(struct maker *maker, struct maker_record *record);

/* A frame of any id and arguments. */
void maker_add_raw(struct maker *maker, uint32_t id, const void *args,
		   size_t len);

/* Bytes between the frames. */
void maker_add_bytes(struct maker *maker, const void *bytes, size_t len);

/* How many values a kind has; not for RKH_USR, RKH_UT_EXPECT. */
unsigned maker_count(const struct maker *maker, enum rkh_kind_id kind);

/* Does the value come as text? */
int maker_is_text(const struct maker *maker, enum rkh_kind_id kind,
		  unsigned index);

/* Bytes that its number takes. */
unsigned maker_size(const struct maker *maker, enum rkh_kind_id kind,
		    unsigned index);

#endif
