/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The data of events whose arguments are described: taken apart by what the
 * trace says of the type, not by what this machine is.
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
	/* Characters of a line, besides four a byte of the data. */
	ARGUMENTS_ROOM = POSIXTRACE_ARGUMENTS_MAX + 48 * ARGUMENTS_MOST,
};

struct argument {
	uint32_t kind;			/* POSIXTRACE_KIND_... */
	uint16_t name;			/* where in text ... */
	uint16_t name_len;		/* ... and how long; an identifier */
};

struct arguments {
	char text[POSIXTRACE_ARGUMENTS_MAX];
	bool is_big_endian;
	bool is_open;			/* there may be more */
	unsigned n;
	struct argument argument[ARGUMENTS_MOST];
};

/* One of them, found in the data. */
struct argument_value {
	const char *name;
	size_t name_len;
	uint32_t kind;
	uint64_t number;		/* its bits; signed ones are extended */
	double floating;
	const char *bytes;		/* of a string, without its zero, or ... */
	size_t len;			/* ... memory; in the data */
};

/* Read a description, which may be anything.  False: it is none. */
bool arguments_parse(struct arguments *arguments,
		     const struct posixtrace_arguments *described);

/*
 * Is this the data of an event of that type?  All bytes must be accounted
 * for; of data that was cut, those that are there.
 */
bool arguments_fit(const struct arguments *arguments, const void *data,
		   size_t len, bool is_cut);

/*
 * Take argument `i` of data that fits; *data and *len become what is behind
 * it.  False: there is none, or not the whole of it; of a string that was
 * cut there is the rest.
 */
bool arguments_next(const struct arguments *arguments, unsigned i,
		    const void **data, size_t *len,
		    struct argument_value *value);

/*
 * If the data of an event fits, and is from a machine of the other byte order,
 * make it as if it were from this one.
 */
void arguments_turn(const struct arguments *arguments, void *data, size_t len,
		    bool is_cut);

/* Write "n=3 path=\"/tmp\"" and return its end. */
char *arguments_put(char *p, const struct arguments *arguments,
		    const void *data, size_t len);

/* Only the value of one of them; a string is escaped. */
char *arguments_put_value(char *p, const struct argument_value *value);

/* A floating point number, as short as it can be read back; at most 32. */
char *put_floating(char *p, uint32_t kind, double value);

#endif
