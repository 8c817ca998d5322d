/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the data of an event means, as JSON: its arguments, and the words of an
 * event of ThreadX. */
#ifndef POSIXTRACE_TOOLS_REPORT_MEMBERS_H
#define POSIXTRACE_TOOLS_REPORT_MEMBERS_H

#include <posixtrace.h>
#include <stddef.h>
#include <stdint.h>
#include <yajl/yajl_gen.h>

#include "trace/event.h"

/* Text in UTF-8, of so many bytes. */
void json_put_text(yajl_gen gen, const char *text, size_t len);
void json_put_key(yajl_gen gen, const char *key);
void json_put_integer(yajl_gen gen, int64_t value);
/* Any bytes, as text; longer names are cut. */
void json_put_name(yajl_gen gen, const char *name);
void json_put_hex_text(yajl_gen gen, uint64_t value);

/* "symbol" and, if it is known, "source". */
struct symbol;
void json_put_symbol(yajl_gen gen, const struct symbol *symbol);

/*
 * Integers up to here, and to -1 - it, are numbers; larger ones are strings if
 * their reader would round them.  For SQL, floating point numbers that are whole
 * have a decimal point.
 */
#define JSON_ALL_EXACT	UINT64_MAX
#define JSON_SQL_EXACT	((uint64_t)INT64_MAX)
#define JSON_SCRIPT_EXACT ((UINT64_C(1) << 53) - 1)

/*
 * An object with the described arguments of an event whose data fits them
 * (arguments_fit()).  `room` is for three characters a byte of the data.
 */
void json_put_members(yajl_gen gen, char *room, const struct trace_event *event,
		      uint64_t exact);
void json_put_arguments(yajl_gen gen, char *room,
			const struct trace_event *event, uint64_t exact);

/* An object with the n members of a system event (sysdata_take()). */
struct sysdata;
void json_put_system(yajl_gen gen, char *room, const struct sysdata *members,
		     size_t n);

/* An object with the words by name, and one with the names of the objects that
 * they point to. */
void json_put_words(yajl_gen gen, const struct trace_event *event,
		    const struct posixtrace_context *context, uint64_t exact);
void json_put_objects(yajl_gen gen, trace_id_t trid,
		      const struct trace_event *event,
		      const struct posixtrace_context *context);

#endif
