/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The arguments of a record, found in its bytes. */
#ifndef POSIXTRACE_TOOLS_RKH_ARGS_H
#define POSIXTRACE_TOOLS_RKH_ARGS_H

#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "kinds.h"
#include "symbols.h"

struct rkh_value {
	uint8_t type;		/* enum rkh_type, one with a value */
	uint8_t size;		/* bytes of the number as it was sent */
	uint8_t width;		/* digits to print at least, of a user's */
	const char *label;	/* of a user's: the type */
	uint64_t number;	/* RKH_INT: sign extended */
	const char *name;	/* of the number, or NULL */
	const char *group;	/* RKH_EVENT_ID: before the name, or NULL */
	const uint8_t *bytes;	/* RKH_STRING, RKH_MEMORY; in the frame */
	size_t len;		/* of them, without the zero of a string */
};

struct rkh_values {
	struct rkh_value *values;
	size_t max;		/* of one frame: rkh_values_max() */
	size_t n;
	size_t n_left;		/* bytes after the last argument */
};

/* The most values that `size` bytes of arguments can be. */
static inline size_t rkh_values_max(size_t size)
{
	return size / 2 + 2 * RKH_FIELDS_MAX;
}

enum rkh_fit {
	RKH_FITS,
	RKH_TOO_SHORT,		/* ends within an argument, or before one */
	RKH_LEFT_OVER,		/* has bytes after the last one */
};

/* What the arguments are read by. */
struct rkh_reading {
	const struct rkh_map *map;
	const struct rkh_config *config;
	struct rkh_symbols *symbols;	/* NULL: no names */
};

/*
 * Read the arguments of a record.  In the case of RKH_TOO_SHORT, those that
 * are there.  A configuration is not taken apart here: it has no values.
 */
enum rkh_fit rkh_values_read(const struct rkh_reading *reading,
			     const struct rkh_kind *kind,
			     const uint8_t *bytes, size_t n,
			     struct rkh_values *values);

/* The kind of an id, RKH_KIND_NONE if the map has none. */
enum rkh_kind_id rkh_kind_of(const struct rkh_map *map, unsigned id_size,
			     uint32_t id);

/* Which user event it is, if its kind is RKH_USR. */
unsigned rkh_user_number(const struct rkh_map *map, unsigned id_size,
			 uint32_t id);

/* Effect, Entry, Exit, Init, Prepro, Guard; NULL: no such action. */
const char *rkh_action_name(uint64_t number);

#endif
