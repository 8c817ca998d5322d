/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The arguments of an event: their layout in its data, and the description of
 * a type.
 *
 * In the data they are adjacent, in the byte order of the machine and without
 * gaps: a number in as many bytes as its kind has, a string with its zero,
 * memory after its length (u16).  The description names them, in the order of
 * the data:
 *
 *   description  argument { " " argument } [ " ..." ]
 *   argument     name ":" kind
 *   kind         u8 u16 u32 u64  i8 i16 i32 i64  x8 x16 x32 x64
 *                f32 f64 bool char ptr str mem
 *
 * "..." replaces those for which the description had no room.
 */
#ifndef PXT_MODEL_DESCRIBE_H
#define PXT_MODEL_DESCRIBE_H

#include <stddef.h>
#include <string.h>

#include <posixtrace.h>

#include "model/limits.h"

/* Bytes before memory: its length. */
enum { PXT_MEMORY_HEAD = sizeof(uint16_t) };

/* Put the description into the PXT_TYPE_SIZE bytes at `text`. */
void pxt_describe(const struct posixtrace_arg *args, size_t n, char *text);

/* The size of the arguments in bytes. */
static inline size_t pxt_args_size(const struct posixtrace_arg *args, size_t n)
{
	size_t size = 0;

	for (size_t i = 0; i < n; i++)
		size += args[i].size;
	return size;
}

/* The low bytes of a number, as the machine has them in memory. */
static inline unsigned char *pxt_put_number(unsigned char *to, uint64_t value,
					    size_t size)
{
	const uint32_t u32 = (uint32_t)value;
	const uint16_t u16 = (uint16_t)value;

	switch (size) {
	case 8:
		memcpy(to, &value, 8);
		return to + 8;
	case 4:
		memcpy(to, &u32, 4);
		return to + 4;
	case 2:
		memcpy(to, &u16, 2);
		return to + 2;
	}
	*to = (unsigned char)value;
	return to + 1;
}

/* Store the arguments, all of them, in place, zeroes up to 8. */
static inline void pxt_put_args(unsigned char *to,
				const struct posixtrace_arg *args, size_t n,
				size_t size)
{
	static const uint64_t zero;

	if (size % 8)
		memcpy(to + (size & ~(size_t)7), &zero, 8);
	for (size_t i = 0; i < n; i++) {
		const void *bytes = (const void *)(uintptr_t)args[i].value;
		size_t len = args[i].size;

		switch (args[i].kind) {
		case POSIXTRACE_KIND_MEMORY:
			len -= PXT_MEMORY_HEAD;
			to = pxt_put_number(to, len, PXT_MEMORY_HEAD);
			/* fall through */
		case POSIXTRACE_KIND_STRING:
			memcpy(to, bytes, len);
			to += len;
			break;
		default:
			to = pxt_put_number(to, args[i].value, len);
		}
	}
}

/* The same for only `room` bytes, fewer than all. */
void pxt_put_args_cut(unsigned char *to, const struct posixtrace_arg *args,
		      size_t n, size_t room);

#endif
