/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Field classes and fields: what kind of argument is which. */
#ifndef POSIXTRACE_BABELTRACE2_FIELDS_H
#define POSIXTRACE_BABELTRACE2_FIELDS_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/arguments.h"

/* All that return a field class: the caller's; NULL: no memory. */
bt_field_class *fields_signed(bt_trace_class *trace_class, unsigned bits);
bt_field_class *fields_unsigned(bt_trace_class *trace_class, unsigned bits);
bt_field_class *fields_hex(bt_trace_class *trace_class, unsigned bits);

/* Of an argument of kind POSIXTRACE_KIND_..., but for MEMORY. */
bt_field_class *fields_of_kind(bt_trace_class *trace_class, uint32_t kind);

/*
 * Add a member to a structure, and give up the reference to its class, which
 * may be NULL.  A second member of a name gets another one, NAME_2 and so on.
 * False: no memory.
 */
bool fields_add(bt_field_class *structure, const char *name,
		bt_field_class *member);

/* Two members: the number of bytes, and the bytes.  False: no memory. */
bool fields_add_bytes(bt_field_class *structure, bt_trace_class *trace_class,
		      const char *length_name, const char *name);

/*
 * Set member number *i of a structure, and the next one, too, where there are
 * two; *i becomes that of the member after.  False: no memory.
 */
bool fields_set(bt_field *structure, uint64_t *i,
		const struct argument_value *value);
bool fields_set_bytes(bt_field *structure, uint64_t *i, const void *bytes,
		      size_t len);

#endif
