/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The description of the arguments of an event type; see describe.h. */
#include "model/describe.h"

static const char *kind_word(uint32_t kind)
{
	switch (kind) {
	case POSIXTRACE_KIND_U8:
		return "u8";
	case POSIXTRACE_KIND_U16:
		return "u16";
	case POSIXTRACE_KIND_U32:
		return "u32";
	case POSIXTRACE_KIND_U64:
		return "u64";
	case POSIXTRACE_KIND_I8:
		return "i8";
	case POSIXTRACE_KIND_I16:
		return "i16";
	case POSIXTRACE_KIND_I32:
		return "i32";
	case POSIXTRACE_KIND_I64:
		return "i64";
	case POSIXTRACE_KIND_X8:
		return "x8";
	case POSIXTRACE_KIND_X16:
		return "x16";
	case POSIXTRACE_KIND_X32:
		return "x32";
	case POSIXTRACE_KIND_X64:
		return "x64";
	case POSIXTRACE_KIND_F32:
		return "f32";
	case POSIXTRACE_KIND_F64:
		return "f64";
	case POSIXTRACE_KIND_BOOL:
		return "bool";
	case POSIXTRACE_KIND_CHAR:
		return "char";
	case POSIXTRACE_KIND_POINTER:
		return "ptr";
	case POSIXTRACE_KIND_STRING:
		return "str";
	default:
		return "mem";
	}
}

void pxt_describe(const struct posixtrace_arg *args, size_t n, char *text)
{
	static const char rest[] = "...";
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const char *kind = kind_word(args[i].kind);
		size_t name_len = strlen(args[i].name);
		size_t kind_len = strlen(kind);

		/* There must be room for the three dots after it. */
		if (name_len > PXT_TYPE_SIZE || at + name_len + kind_len + 2 >
				PXT_TYPE_SIZE - sizeof(rest)) {
			memcpy(text + at, rest, sizeof(rest));
			return;
		}
		memcpy(text + at, args[i].name, name_len);
		at += name_len;
		text[at++] = ':';
		memcpy(text + at, kind, kind_len);
		at += kind_len;
		text[at++] = ' ';
	}
	text[at ? at - 1 : 0] = '\0';
}

void pxt_put_args_cut(unsigned char *to, const struct posixtrace_arg *args,
		      size_t n, size_t room)
{
	unsigned char *end = to + room;
	size_t padding = -room & 7;

	memset(end, 0, padding);
	for (size_t i = 0; i < n && to < end; i++) {
		const void *bytes = (const void *)(uintptr_t)args[i].value;
		unsigned char number[8];
		size_t len = args[i].size, left;

		if (args[i].kind == POSIXTRACE_KIND_MEMORY) {
			len -= PXT_MEMORY_HEAD;
			pxt_put_number(number, len, PXT_MEMORY_HEAD);
			for (size_t k = 0; k < PXT_MEMORY_HEAD && to < end; k++)
				*to++ = number[k];
		} else if (args[i].kind != POSIXTRACE_KIND_STRING) {
			pxt_put_number(number, args[i].value, len);
			bytes = number;
		}
		left = (size_t)(end - to);
		if (len > left)
			len = left;
		memcpy(to, bytes, len);
		to += len;
	}
}
