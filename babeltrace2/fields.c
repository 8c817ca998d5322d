/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Field classes and fields: what kind of argument is which. */
#include "fields.h"

#include <posixtrace.h>
#include <stdio.h>

#include "text.h"

bt_field_class *fields_signed(bt_trace_class *trace_class, unsigned bits)
{
	bt_field_class *class = bt_field_class_integer_signed_create(trace_class);

	if (class)
		bt_field_class_integer_set_field_value_range(class, bits);
	return class;
}

bt_field_class *fields_unsigned(bt_trace_class *trace_class, unsigned bits)
{
	bt_field_class *class =
		bt_field_class_integer_unsigned_create(trace_class);

	if (class)
		bt_field_class_integer_set_field_value_range(class, bits);
	return class;
}

bt_field_class *fields_hex(bt_trace_class *trace_class, unsigned bits)
{
	bt_field_class *class = fields_unsigned(trace_class, bits);

	if (class)
		bt_field_class_integer_set_preferred_display_base(class,
			BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL);
	return class;
}

bt_field_class *fields_of_kind(bt_trace_class *trace_class, uint32_t kind)
{
	unsigned bits = 8 * (kind & 15);

	switch (kind) {
	case POSIXTRACE_KIND_F32:
		return bt_field_class_real_single_precision_create(trace_class);
	case POSIXTRACE_KIND_F64:
		return bt_field_class_real_double_precision_create(trace_class);
	case POSIXTRACE_KIND_BOOL:
		return bt_field_class_bool_create(trace_class);
	case POSIXTRACE_KIND_CHAR:
	case POSIXTRACE_KIND_STRING:
		return bt_field_class_string_create(trace_class);
	}
	switch (kind & ~15u) {
	case POSIXTRACE_KIND_I8 & ~15u:
		return fields_signed(trace_class, bits);
	case POSIXTRACE_KIND_U8 & ~15u:
		return fields_unsigned(trace_class, bits);
	}
	return fields_hex(trace_class, bits);
}

bool fields_add(bt_field_class *structure, const char *name,
		bt_field_class *member)
{
	char other[POSIXTRACE_ARGUMENTS_MAX + 16];
	unsigned n = 1;
	bool is_fine = member != NULL;

	snprintf(other, sizeof(other), "%s", name);
	/* There are ARGUMENTS_MOST at most. */
	while (bt_field_class_structure_borrow_member_by_name_const(structure,
								    other))
		snprintf(other, sizeof(other), "%s_%u", name, ++n);
	is_fine = is_fine &&
		bt_field_class_structure_append_member(structure, other,
						       member) ==
		BT_FIELD_CLASS_STRUCTURE_APPEND_MEMBER_STATUS_OK;
	bt_field_class_put_ref(member);
	return is_fine;
}

/* The writer of CTF would make up a name for the length that may be taken. */
bool fields_add_bytes(bt_field_class *structure, bt_trace_class *trace_class,
		      const char *length_name, const char *name)
{
	bt_field_class *length = fields_unsigned(trace_class, 32);
	bt_field_class *element = fields_hex(trace_class, 8);
	bt_field_class *bytes = length && element ?
		bt_field_class_array_dynamic_create(trace_class, element,
						    length) : NULL;

	bt_field_class_put_ref(element);
	if (fields_add(structure, length_name, length))
		return fields_add(structure, name, bytes);
	bt_field_class_put_ref(bytes);
	return false;
}

static bt_field *next(bt_field *structure, uint64_t *i)
{
	return bt_field_structure_borrow_member_field_by_index(structure,
							       (*i)++);
}

bool fields_set_bytes(bt_field *structure, uint64_t *i, const void *bytes,
		      size_t len)
{
	const unsigned char *byte = bytes;
	bt_field *array;

	bt_field_integer_unsigned_set_value(next(structure, i), len);
	array = next(structure, i);
	if (bt_field_array_dynamic_set_length(array, len) !=
	    BT_FIELD_DYNAMIC_ARRAY_SET_LENGTH_STATUS_OK)
		return false;
	for (size_t k = 0; k < len; k++)
		bt_field_integer_unsigned_set_value(
			bt_field_array_borrow_element_field_by_index(array, k),
			byte[k]);
	return true;
}

bool fields_set(bt_field *structure, uint64_t *i,
		const struct argument_value *value)
{
	char character = (char)value->number;
	bt_field *field;

	if (value->kind == POSIXTRACE_KIND_MEMORY)
		return fields_set_bytes(structure, i, value->bytes, value->len);
	field = next(structure, i);
	switch (value->kind) {
	case POSIXTRACE_KIND_F32:
		bt_field_real_single_precision_set_value(field,
			(float)value->floating);
		return true;
	case POSIXTRACE_KIND_F64:
		bt_field_real_double_precision_set_value(field,
			value->floating);
		return true;
	case POSIXTRACE_KIND_BOOL:
		bt_field_bool_set_value(field, value->number != 0);
		return true;
	case POSIXTRACE_KIND_CHAR:
		return text_set(field, &character, 1);
	case POSIXTRACE_KIND_STRING:
		return text_set(field, value->bytes, value->len);
	}
	if ((value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u))
		bt_field_integer_signed_set_value(field,
						  (int64_t)value->number);
	else
		bt_field_integer_unsigned_set_value(field, value->number);
	return true;
}
