/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Records and their arguments as text, in the forms that Trazer gives them. */
#ifndef POSIXTRACE_TOOLS_RKH_PRINT_H
#define POSIXTRACE_TOOLS_RKH_PRINT_H

#include <stddef.h>
#include <stdint.h>

#include "common/out.h"
#include "stream.h"

/*
 * Bytes with what a terminal would obey as \xNN; a line feed and a tab too,
 * unless `keep_space`.  At most 4 * len bytes.
 */
char *rkh_put_bytes_as_text(char *p, const void *bytes, size_t len,
			    bool keep_space);
/* The same of a string, its white space not kept. */
char *rkh_put_text(char *p, const char *text);

/* Room that is enough for the value, its label and what is around it. */
size_t rkh_value_room(const struct rkh_value *value);

/* The value alone: its name, or the number in the form it has there. */
char *rkh_put_value(char *p, const struct rkh_value *value);

/* A number in decimal, to the left of which blanks make it `width` wide. */
char *rkh_put_column(char *p, uint64_t value, size_t width);

/*
 * "label=value, ..." of a record, and nothing for one without arguments;
 * user events have values only.  A configuration is reported in short.
 */
void rkh_print_arguments(struct out *out, const struct rkh_event *event);

#endif
