/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Buffered output, and functions that format numbers into it.
 *
 * A listing has millions of lines, so lines are assembled in place in one big
 * buffer: request room for the longest possible line, write from there on with
 * the put_ functions, which return the new end, and commit that end.
 */
#ifndef POSIXTRACE_TOOLS_COMMON_OUT_H
#define POSIXTRACE_TOOLS_COMMON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct out {
	char *buffer;
	size_t used;
	size_t size;
	int fd;
	int error;	/* errno value of the first write that failed, or 0 */
};

/* Returns 0 or ENOMEM. */
int out_init(struct out *out, int fd);

/* Write the rest, and free the buffer. */
void out_fini(struct out *out);

/* Write the buffer; after a failure discard it. */
void out_flush(struct out *out);

/* Empty the buffer, and let it grow to n bytes if necessary. */
char *out_empty(struct out *out, size_t n);

/* At least n bytes to write to; the program ends when there is no memory. */
static inline char *out_room(struct out *out, size_t n)
{
	if (out->size - out->used >= n)
		return out->buffer + out->used;
	return out_empty(out, n);
}

/* `end` is after the last byte written since out_room(). */
static inline void out_done(struct out *out, const char *end)
{
	out->used = (size_t)(end - out->buffer);
}

/* Has everything so far been written? */
static inline bool out_is_fine(const struct out *out)
{
	return !out->error;
}

extern const char out_digit_pairs[];
extern const char out_hex_pairs[];

static inline char *put_bytes(char *p, const void *bytes, size_t len)
{
	memcpy(p, bytes, len);
	return p + len;
}

static inline char *put_string(char *p, const char *string)
{
	return put_bytes(p, string, strlen(string));
}

static inline char *put_pair(char *p, unsigned pair)
{
	return put_bytes(p, out_digit_pairs + 2 * pair, 2);
}

/* The next two digits of a number with its point above bit 57. */
static inline char *put_next_pair(char *p, uint64_t *rest)
{
	*rest = (*rest & ((UINT64_C(1) << 57) - 1)) * 100;
	return put_pair(p, (unsigned)(*rest >> 57));
}

/* Nine digits. */
static inline char *put_nanoseconds(char *p, uint32_t ns)
{
	/* ns / 10^8 plus less than 10^-8, so that all digits are right */
	uint64_t rest = ns * UINT64_C(1441151881);

	*p++ = (char)('0' + (rest >> 57));
	p = put_next_pair(p, &rest);
	p = put_next_pair(p, &rest);
	p = put_next_pair(p, &rest);
	return put_next_pair(p, &rest);
}

/* Format a number that ends before `end`; returns its beginning. */
static inline char *put_before(char *end, uint64_t value)
{
	for (; value >= 100; value /= 100) {
		end -= 2;
		put_pair(end, (unsigned)(value % 100));
	}
	if (value >= 10) {
		end -= 2;
		put_pair(end, (unsigned)value);
	} else {
		*--end = (char)('0' + value);
	}
	return end;
}

/* A number, at most 20 characters. */
char *put_unsigned(char *p, uint64_t value);
char *put_signed(char *p, int64_t value);

/* "0x", and no leading zeros; */
char *put_address(char *p, uint64_t value);

/* Two hexadecimal digits a byte. */
char *put_hex(char *p, const void *data, size_t len);

/* The exact duration, as short as possible */
char *put_duration(char *p, uint64_t ns);

/* Spaces up to `column` characters after `start`, at least one. */
char *put_padding(char *p, const char *start, size_t column);

#endif
