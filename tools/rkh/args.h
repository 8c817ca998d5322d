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
	uint8_t width;		/* minimum width, of a user event */
	const char *label;	/* for a user event: the type */
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

/* The maximum number of values in `size` bytes of arguments. */
static inline size_t rkh_values_max(size_t size)
{
	return size / 2 + 2 * RKH_FIELDS_MAX;
}

enum rkh_fit {
	RKH_FITS,
	RKH_TOO_SHORT,		/* ends within an argument, or before one */
	RKH_LEFT_OVER,		/* has bytes after the last one */
};

/* The parameters for reading arguments. */
struct rkh_reading {
	const struct rkh_map *map;
	const struct rkh_config *config;
	struct rkh_symbols *symbols;	/* NULL: no names */
};

/*
 * Read the arguments of a record; with RKH_TOO_SHORT, those that are
 * complete.  A configuration is not read here: it has no values.
 */
enum rkh_fit rkh_values_read(const struct rkh_reading *reading,
			     const struct rkh_kind *kind,
			     const uint8_t *bytes, size_t n,
			     struct rkh_values *values);

/* The kind of an id, RKH_KIND_NONE if it is not in the map. */
enum rkh_kind_id rkh_kind_of(const struct rkh_map *map, unsigned id_size,
			     uint32_t id);

/* The number of a user event, if its kind is RKH_USR. */
unsigned rkh_user_number(const struct rkh_map *map, unsigned id_size,
			 uint32_t id);

/* Effect, Entry, Exit, Init, Prepro, Guard; NULL: no such action. */
const char *rkh_action_name(uint64_t number);

#endif
