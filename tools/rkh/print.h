/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Formats records and their arguments as text, as Trazer does. */
#ifndef POSIXTRACE_TOOLS_RKH_PRINT_H
#define POSIXTRACE_TOOLS_RKH_PRINT_H

#include <stddef.h>
#include <stdint.h>

#include "common/out.h"
#include "stream.h"

/*
 * Bytes, with control characters as \xNN; also a line feed and a tab, unless
 * `keep_space`.  At most 4 * len bytes.
 */
char *rkh_put_bytes_as_text(char *p, const void *bytes, size_t len,
			    bool keep_space);
/* The same for a string, with white space escaped. */
char *rkh_put_text(char *p, const char *text);

/* Enough room for the value, its label and punctuation. */
size_t rkh_value_room(const struct rkh_value *value);

/* The value alone: its name, or the number in the form it has there. */
char *rkh_put_value(char *p, const struct rkh_value *value);

/* A decimal number, right-aligned in `width` columns. */
char *rkh_put_column(char *p, uint64_t value, size_t width);

/*
 * "label=value, ..." of a record, and nothing for one without arguments;
 * user events have values only.  A configuration is reported in short.
 */
void rkh_print_arguments(struct out *out, const struct rkh_event *event);

#endif
