/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Decodes the data of events with described arguments, by the trace's byte
 * order and sizes, not this machine's.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_ARGUMENTS_H
#define POSIXTRACE_TOOLS_TRACE_ARGUMENTS_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/* An argument takes five characters of the description or more. */
	ARGUMENTS_MOST = POSIXTRACE_ARGUMENTS_MAX / 5 + 1,
	/* Characters of a line, plus four for each byte of data. */
	ARGUMENTS_ROOM = POSIXTRACE_ARGUMENTS_MAX + 48 * ARGUMENTS_MOST,
};

struct argument {
	uint32_t kind;			/* POSIXTRACE_KIND_... */
	uint16_t name;			/* offset in text ... */
	uint16_t name_len;		/* ... and how long; an identifier */
};

struct arguments {
	char text[POSIXTRACE_ARGUMENTS_MAX];
	bool is_big_endian;
	bool is_open;			/* there may be more arguments */
	unsigned n;
	struct argument argument[ARGUMENTS_MOST];
};

/* The value of an argument. */
struct argument_value {
	const char *name;
	size_t name_len;
	uint32_t kind;
	uint64_t number;		/* its bits; signed ones are extended */
	double floating;
	const char *bytes;		/* of a string, without its zero, or ... */
	size_t len;			/* ... memory; in the data */
};

/* Parse a description, which may be any text.  False: it is invalid. */
bool arguments_parse(struct arguments *arguments,
		     const struct posixtrace_arguments *described);

/*
 * Can this be the data of an event of that type?  All bytes must belong to
 * arguments; truncated data may end anywhere.
 */
bool arguments_fit(const struct arguments *arguments, const void *data,
		   size_t len, bool is_cut);

/*
 * Take argument `i` of data that fits, and advance *data and *len.  False:
 * there is none, or it is incomplete; of a truncated string the rest is
 * returned.
 */
bool arguments_next(const struct arguments *arguments, unsigned i,
		    const void **data, size_t *len,
		    struct argument_value *value);

/*
 * Convert the data of an event to this machine's byte order, if it fits and has
 * the other.
 */
void arguments_turn(const struct arguments *arguments, void *data, size_t len,
		    bool is_cut);

/* Write "n=3 path=\"/tmp\"" and return its end. */
char *arguments_put(char *p, const struct arguments *arguments,
		    const void *data, size_t len);

/* Write only a value; a string is escaped. */
char *arguments_put_value(char *p, const struct argument_value *value);

/* A floating point number in the shortest form that reads back the same; at
 * most 32. */
char *put_floating(char *p, uint32_t kind, double value);

#endif
