/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Decoding the arguments of an event. */
#include "trace/arguments.h"

#include <string.h>

static const struct {
	const char *word;
	uint32_t kind;
} kinds[] = {
	{ "u8", POSIXTRACE_KIND_U8 }, { "u16", POSIXTRACE_KIND_U16 },
	{ "u32", POSIXTRACE_KIND_U32 }, { "u64", POSIXTRACE_KIND_U64 },
	{ "i8", POSIXTRACE_KIND_I8 }, { "i16", POSIXTRACE_KIND_I16 },
	{ "i32", POSIXTRACE_KIND_I32 }, { "i64", POSIXTRACE_KIND_I64 },
	{ "x8", POSIXTRACE_KIND_X8 }, { "x16", POSIXTRACE_KIND_X16 },
	{ "x32", POSIXTRACE_KIND_X32 }, { "x64", POSIXTRACE_KIND_X64 },
	{ "f32", POSIXTRACE_KIND_F32 }, { "f64", POSIXTRACE_KIND_F64 },
	{ "bool", POSIXTRACE_KIND_BOOL }, { "char", POSIXTRACE_KIND_CHAR },
	{ "ptr", POSIXTRACE_KIND_POINTER }, { "str", POSIXTRACE_KIND_STRING },
	{ "mem", POSIXTRACE_KIND_MEMORY },
};

static size_t identifier_length(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789"
		      "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* "name:kind" at `at`; returns where it ends, 0 if it is none. */
static size_t parse_one(struct arguments *arguments, size_t at)
{
	struct argument *argument = &arguments->argument[arguments->n];
	const char *text = arguments->text + at;
	size_t name = identifier_length(text);
	size_t kind;

	if (name == 0 || text[name] != ':' || arguments->n == ARGUMENTS_MOST)
		return 0;
	kind = identifier_length(text + name + 1);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strlen(kinds[i].word) != kind ||
		    memcmp(kinds[i].word, text + name + 1, kind) != 0)
			continue;
		argument->kind = kinds[i].kind;
		argument->name = (uint16_t)at;
		argument->name_len = (uint16_t)name;
		arguments->n++;
		return at + name + 1 + kind;
	}
	return 0;
}

bool arguments_parse(struct arguments *arguments,
		     const struct posixtrace_arguments *described)
{
	size_t at = 0;

	memset(arguments, 0, sizeof(*arguments));
	memcpy(arguments->text, described->text, sizeof(arguments->text) - 1);
	arguments->is_big_endian = described->is_big_endian;
	while (arguments->text[at]) {
		if (strcmp(arguments->text + at, "...") == 0) {
			arguments->is_open = true;
			return true;
		}
		at = parse_one(arguments, at);
		if (at == 0)
			return false;
		if (arguments->text[at] == ' ' && arguments->text[at + 1])
			at++;
		else if (arguments->text[at])
			return false;
	}
	return true;
}

static uint64_t read_number(const struct arguments *arguments,
			    const unsigned char *bytes, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | bytes[arguments->is_big_endian ?
					     i : size - 1 - i];
	return number;
}

static void take_number(const struct arguments *arguments,
			const unsigned char *bytes, size_t size,
			struct argument_value *value)
{
	uint64_t number = read_number(arguments, bytes, size);
	unsigned unused = 64 - 8 * (unsigned)size;
	uint32_t bits = (uint32_t)number;
	float single;

	value->number = number;
	if ((value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u))
		value->number = (uint64_t)((int64_t)(number << unused) >>
					   unused);
	if (value->kind == POSIXTRACE_KIND_F32) {
		memcpy(&single, &bits, sizeof(single));
		value->floating = (double)single;
	} else if (value->kind == POSIXTRACE_KIND_F64) {
		memcpy(&value->floating, &number, sizeof(number));
	}
}

bool arguments_next(const struct arguments *arguments, unsigned i,
		    const void **data, size_t *len,
		    struct argument_value *value)
{
	const struct argument *argument = &arguments->argument[i];
	const unsigned char *bytes = *data;
	size_t size, head = 0;

	if (i >= arguments->n || *len == 0)
		return false;
	*value = (struct argument_value){
		.name = arguments->text + argument->name,
		.name_len = argument->name_len,
		.kind = argument->kind,
	};
	if (argument->kind == POSIXTRACE_KIND_STRING) {
		value->bytes = (const char *)bytes;
		value->len = strnlen(value->bytes, *len);
		size = value->len < *len ? value->len + 1 : value->len;
	} else if (argument->kind == POSIXTRACE_KIND_MEMORY) {
		head = sizeof(uint16_t);
		if (*len < head)
			return false;
		size = head + (size_t)read_number(arguments, bytes, head);
		if (size > *len)
			size = *len;
		value->bytes = (const char *)bytes + head;
		value->len = size - head;
	} else {
		size = argument->kind & 15;
		if (size > *len)
			return false;
		take_number(arguments, bytes, size, value);
	}
	*data = bytes + size;
	*len -= size;
	return true;
}

/* Is the string terminated, the memory complete? */
static bool is_whole(const struct arguments *arguments,
		     const struct argument_value *value, const void *behind)
{
	const size_t head = sizeof(uint16_t);

	if (value->kind == POSIXTRACE_KIND_STRING)
		return value->bytes + value->len != behind;
	if (value->kind == POSIXTRACE_KIND_MEMORY)
		return read_number(arguments, (const unsigned char *)
				   value->bytes - head, head) == value->len;
	return true;
}

bool arguments_fit(const struct arguments *arguments, const void *data,
		   size_t len, bool is_cut)
{
	struct argument_value value;
	unsigned i = 0;

	if (arguments->n == 0)
		return false;
	while (arguments_next(arguments, i, &data, &len, &value)) {
		if (!is_cut && !is_whole(arguments, &value, data))
			return false;
		i++;
	}
	if (is_cut)
		return true;
	return i == arguments->n && (len == 0 || arguments->is_open);
}

static void turn(unsigned char *number, size_t size)
{
	for (size_t i = 0; i < size / 2; i++) {
		unsigned char byte = number[i];

		number[i] = number[size - 1 - i];
		number[size - 1 - i] = byte;
	}
}

void arguments_turn(const struct arguments *arguments, void *data, size_t len,
		    bool is_cut)
{
	struct argument_value value;
	unsigned char *at = data;
	const void *next = data;

	if (arguments->is_big_endian ==
	    (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ||
	    !arguments_fit(arguments, data, len, is_cut))
		return;
	for (unsigned i = 0; arguments_next(arguments, i, &next, &len, &value);
	     i++) {
		if (value.kind == POSIXTRACE_KIND_MEMORY)
			turn(at, sizeof(uint16_t));
		else if (value.kind != POSIXTRACE_KIND_STRING)
			turn(at, value.kind & 15);
		at = (unsigned char *)data + ((const unsigned char *)next -
					      (unsigned char *)data);
	}
}
