/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Formatting the arguments of an event. */
#include "trace/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "common/out.h"

char *put_floating(char *p, uint32_t kind, double value)
{
	char text[40];
	int digits = kind == POSIXTRACE_KIND_F32 ? 6 : 15;

	do {
		snprintf(text, sizeof(text), "%.*g", digits, value);
	} while (digits++ < 17 && value == value &&
		 (kind == POSIXTRACE_KIND_F32 ?
		  strtof(text, NULL) != (float)value :
		  strtod(text, NULL) != value));
	return put_string(p, text);
}

char *arguments_put_value(char *p, const struct argument_value *value)
{
	char character = (char)value->number;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		*p++ = '"';
		p = escape_text(p, value->bytes, value->len);
		*p++ = '"';
		return p;
	case POSIXTRACE_KIND_MEMORY:
		return put_hex(p, value->bytes, value->len);
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		return put_floating(p, value->kind, value->floating);
	case POSIXTRACE_KIND_BOOL:
		return put_string(p, value->number ? "true" : "false");
	case POSIXTRACE_KIND_CHAR:
		*p++ = '\'';
		if (character == '\'')
			return put_string(p, "\\''");
		p = escape_text(p, &character, 1);
		*p++ = '\'';
		return p;
	}
	switch (value->kind & ~15u) {
	case POSIXTRACE_KIND_I8 & ~15u:
		return put_signed(p, (int64_t)value->number);
	case POSIXTRACE_KIND_U8 & ~15u:
		return put_unsigned(p, value->number);
	}
	return put_address(p, value->number);
}

char *arguments_put(char *p, const struct arguments *arguments,
		    const void *data, size_t len)
{
	struct argument_value value;
	unsigned i = 0;

	while (arguments_next(arguments, i, &data, &len, &value)) {
		if (i++ > 0)
			*p++ = ' ';
		p = put_bytes(p, value.name, value.name_len);
		*p++ = '=';
		p = arguments_put_value(p, &value);
	}
	if (len && i == arguments->n) {
		p = put_string(p, " ...=");
		p = put_hex(p, data, len);
	}
	return p;
}
