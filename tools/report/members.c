/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The members of an event in JSON; see members.h. */
#include "report/members.h"

#include <math.h>
#include <string.h>

#include "common/escape.h"
#include "common/out.h"
#include "symbols/symbols.h"
#include "trace/sysdata.h"
#include "trace/threadx.h"

void json_put_text(yajl_gen gen, const char *text, size_t len)
{
	yajl_gen_string(gen, (const unsigned char *)text, len);
}

void json_put_key(yajl_gen gen, const char *key)
{
	json_put_text(gen, key, strlen(key));
}

/* yajl_gen_integer() takes its time over a format string. */
void json_put_integer(yajl_gen gen, int64_t value)
{
	char digits[24];

	yajl_gen_number(gen, digits,
			(size_t)(put_signed(digits, value) - digits));
}

/* Any bytes, as text; longer names are cut. */
void json_put_name(yajl_gen gen, const char *name)
{
	enum { SHOWN = 256 };
	char utf8[3 * SHOWN];
	size_t len = strlen(name);

	if (len > SHOWN)
		len = SHOWN;
	json_put_text(gen, utf8, (size_t)(escape_utf8(utf8, name, len) - utf8));
}

void json_put_hex_text(yajl_gen gen, uint64_t value)
{
	char text[24];

	json_put_text(gen, text, (size_t)(put_address(text, value) - text));
}

void json_put_symbol(yajl_gen gen, const struct symbol *symbol)
{
	json_put_key(gen, "symbol");
	json_put_text(gen, symbol->name, strlen(symbol->name));
	if (!symbol->source)
		return;
	json_put_key(gen, "source");
	json_put_text(gen, symbol->source, strlen(symbol->source));
}

/* A number, or a string. */
static void put_digits(yajl_gen gen, const char *digits, size_t len,
		       bool is_exact)
{
	if (is_exact)
		yajl_gen_number(gen, digits, len);
	else
		json_put_text(gen, digits, len);
}

static void put_word(yajl_gen gen, const struct pxt_threadx_field *field,
		     uint64_t word, uint64_t exact)
{
	char text[32];

	if (field->kind == PXT_THREADX_NUMBER) {
		put_digits(gen, text,
			   (size_t)(put_unsigned(text, word) - text),
			   word <= exact);
		return;
	}
	pxt_threadx_show(text, sizeof(text), field->kind, word);
	json_put_text(gen, text, strlen(text));
}

void json_put_words(yajl_gen gen, const struct trace_event *event,
		    const struct posixtrace_context *context, uint64_t exact)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	yajl_gen_map_open(gen);
	for (unsigned i = 0; i < n; i++) {
		if (!threadx_field(context, i, &field))
			continue;
		json_put_key(gen, field.name);
		put_word(gen, &field, words[i], exact);
	}
	yajl_gen_map_close(gen);
}

void json_put_objects(yajl_gen gen, trace_id_t trid,
		      const struct trace_event *event,
		      const struct posixtrace_context *context)
{
	uint64_t words[PXT_THREADX_WORDS];
	unsigned n = threadx_words(event, words);
	struct pxt_threadx_field field;

	yajl_gen_map_open(gen);
	for (unsigned i = 0; i < n; i++) {
		struct posixtrace_object object;

		if (!threadx_field(context, i, &field) ||
		    !threadx_object(trid, &field, words[i], &object))
			continue;
		json_put_key(gen, field.name);
		json_put_name(gen, object.name);
	}
	yajl_gen_map_close(gen);
}

/*
 * JSON has no infinity and no NaN: those are strings.  A whole number looks like an
 * integer only to readers that do not distinguish them: SQL would divide it as one,
 * and -0 is 0 to many.
 */
static void put_float(yajl_gen gen, const struct argument_value *value,
		      uint64_t exact)
{
	char text[44];
	size_t len = (size_t)(put_floating(text, value->kind,
					   value->floating) - text);

	text[len] = '\0';
	if (!strpbrk(text, ".en") &&
	    (exact == JSON_SQL_EXACT || strcmp(text, "-0") == 0))
		len = (size_t)(put_string(text + len, ".0") - text);
	if (isfinite(value->floating))
		yajl_gen_number(gen, text, len);
	else
		json_put_text(gen, text, len);
}

static void put_integer(yajl_gen gen, const struct argument_value *value,
			uint64_t exact)
{
	bool is_signed = (value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u);
	bool is_negative = is_signed && value->number > INT64_MAX;
	char text[24];
	char *p = is_signed ? put_signed(text, (int64_t)value->number) :
			      put_unsigned(text, value->number);

	put_digits(gen, text, (size_t)(p - text),
		   (is_negative ? ~value->number : value->number) <= exact);
}

static void put_value(yajl_gen gen, char *room,
		      const struct argument_value *value, uint64_t exact)
{
	char character = (char)value->number;
	char text[24];
	char *p;

	switch (value->kind) {
	case POSIXTRACE_KIND_STRING:
		p = escape_utf8(room, value->bytes, value->len);
		json_put_text(gen, room, (size_t)(p - room));
		return;
	case POSIXTRACE_KIND_MEMORY:
		p = put_hex(room, value->bytes, value->len);
		json_put_text(gen, room, (size_t)(p - room));
		return;
	case POSIXTRACE_KIND_CHAR:
		p = escape_utf8(text, &character, 1);
		json_put_text(gen, text, (size_t)(p - text));
		return;
	case POSIXTRACE_KIND_POINTER:
		p = put_address(text, value->number);
		json_put_text(gen, text, (size_t)(p - text));
		return;
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		put_float(gen, value, exact);
		return;
	case POSIXTRACE_KIND_BOOL:
		yajl_gen_bool(gen, value->number != 0);
		return;
	}
	put_integer(gen, value, exact);
}

void json_put_members(yajl_gen gen, char *room, const struct trace_event *event,
		      uint64_t exact)
{
	const struct arguments *arguments = event->type->arguments;
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;

	for (unsigned i = 0; arguments_next(arguments, i, &data, &len, &value);
	     i++) {
		json_put_text(gen, value.name, value.name_len);
		put_value(gen, room, &value, exact);
	}
}

void json_put_arguments(yajl_gen gen, char *room,
			const struct trace_event *event, uint64_t exact)
{
	yajl_gen_map_open(gen);
	json_put_members(gen, room, event, exact);
	yajl_gen_map_close(gen);
}

void json_put_system(yajl_gen gen, char *room, const struct sysdata *members,
		     size_t n)
{
	yajl_gen_map_open(gen);
	for (size_t i = 0; i < n; i++) {
		const struct sysdata *member = &members[i];
		char text[24];
		char *p = text;

		json_put_key(gen, sysdata_names[member->member]);
		switch (member->kind) {
		case SYSDATA_TEXT:
			p = escape_utf8(room, member->bytes, member->len);
			json_put_text(gen, room, (size_t)(p - room));
			break;
		case SYSDATA_POINTER:
			json_put_hex_text(gen, member->number);
			break;
		case SYSDATA_SIGNED:
			json_put_integer(gen, (int64_t)member->number);
			break;
		default:
			p = put_unsigned(text, member->number);
			yajl_gen_number(gen, text, (size_t)(p - text));
			break;
		}
	}
	yajl_gen_map_close(gen);
}
