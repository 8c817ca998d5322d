/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * RKH streams for tests and benchmarks, as a target would send them: any kind
 * of record, with any configuration.
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

/* A record, to compare with the decoded one. */
struct maker_record {
	enum rkh_kind_id kind;
	uint8_t seq;
	uint32_t stamp;
	unsigned user;		/* for RKH_USR */
	unsigned n_values;
	struct maker_value values[MAKER_VALUES];
	uint8_t types[MAKER_VALUES];	/* for RKH_USR: format bytes */
};

struct maker {
	struct rkh_config config;
	const struct rkh_map *map;
	struct rkh_encoder encoder;
	uint8_t *bytes;		/* the stream so far; allocated */
	size_t len;
	size_t room;
	uint32_t stamp;		/* of the next frame */
	size_t last;		/* the begin of the last frame */
};

/* A stream with its first flag. */
void maker_init(struct maker *maker, const struct rkh_config *config,
		const struct rkh_map *map);
void maker_fini(struct maker *maker);

/* Add the configuration record, with a map that has one. */
void maker_add_config(struct maker *maker);

/* Add a record; sets its seq and stamp. */
void maker_add(struct maker *maker, struct maker_record *record);

/* Add a frame with any id and arguments. */
void maker_add_raw(struct maker *maker, uint32_t id, const void *args,
		   size_t len);

/* Add bytes between frames. */
void maker_add_bytes(struct maker *maker, const void *bytes, size_t len);

/* The number of values of a kind; not for RKH_USR, RKH_UT_EXPECT. */
unsigned maker_count(const struct maker *maker, enum rkh_kind_id kind);

/* Is the value text? */
int maker_is_text(const struct maker *maker, enum rkh_kind_id kind,
		  unsigned index);

/* The size of its number in bytes. */
unsigned maker_size(const struct maker *maker, enum rkh_kind_id kind,
		    unsigned index);

#endif
