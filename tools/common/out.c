/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Buffered bytes for standard output, and formatted numbers. */
#include "common/out.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/tool.h"

/* Large enough to make system calls negligible, small enough for a cache. */
enum { BUFFER_SIZE = 128 << 10 };

#define DIGITS(tens) \
	tens "0" tens "1" tens "2" tens "3" tens "4" \
	tens "5" tens "6" tens "7" tens "8" tens "9"

const char out_digit_pairs[] =
	DIGITS("0") DIGITS("1") DIGITS("2") DIGITS("3") DIGITS("4")
	DIGITS("5") DIGITS("6") DIGITS("7") DIGITS("8") DIGITS("9");

#define HEX_DIGITS(high) \
	DIGITS(high) high "a" high "b" high "c" high "d" high "e" high "f"

const char out_hex_pairs[] =
	HEX_DIGITS("0") HEX_DIGITS("1") HEX_DIGITS("2") HEX_DIGITS("3")
	HEX_DIGITS("4") HEX_DIGITS("5") HEX_DIGITS("6") HEX_DIGITS("7")
	HEX_DIGITS("8") HEX_DIGITS("9") HEX_DIGITS("a") HEX_DIGITS("b")
	HEX_DIGITS("c") HEX_DIGITS("d") HEX_DIGITS("e") HEX_DIGITS("f");

int out_init(struct out *out, int fd)
{
	*out = (struct out){ .size = BUFFER_SIZE, .fd = fd };
	out->buffer = malloc(out->size);
	return out->buffer ? 0 : ENOMEM;
}

void out_fini(struct out *out)
{
	out_flush(out);
	free(out->buffer);
}

void out_flush(struct out *out)
{
	size_t done = 0;

	while (done < out->used && !out->error) {
		ssize_t n = write(out->fd, out->buffer + done,
				  out->used - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			out->error = errno;
	}
	out->used = 0;
}

char *out_empty(struct out *out, size_t n)
{
	char *buffer;

	out_flush(out);
	if (out->size >= n)
		return out->buffer;
	buffer = realloc(out->buffer, n);
	if (!buffer) {
		tool_error("a line of %zu bytes: out of memory", n);
		exit(TOOL_FAILURE);
	}
	out->buffer = buffer;
	out->size = n;
	return buffer;
}

char *put_unsigned(char *p, uint64_t value)
{
	char digits[20];
	char *end = digits + sizeof(digits), *begin = put_before(end, value);

	return put_bytes(p, begin, (size_t)(end - begin));
}

char *put_signed(char *p, int64_t value)
{
	if (value >= 0)
		return put_unsigned(p, (uint64_t)value);
	*p++ = '-';
	return put_unsigned(p, -(uint64_t)value);
}

char *put_address(char *p, uint64_t value)
{
	unsigned shift = value ? (63 - (unsigned)__builtin_clzll(value)) & ~3u
			       : 0;

	*p++ = '0';
	*p++ = 'x';
	for (;; shift -= 4) {
		*p++ = out_hex_pairs[2 * (value >> shift & 15) + 1];
		if (shift == 0)
			return p;
	}
}

char *put_hex(char *p, const void *data, size_t len)
{
	const unsigned char *bytes = data;

	for (; len >= 8; len -= 8, bytes += 8, p += 16) {
#pragma GCC unroll 8
		for (size_t i = 0; i < 8; i++)
			put_bytes(p + 2 * i, out_hex_pairs + 2 * (size_t)bytes[i], 2);
	}
	for (size_t i = 0; i < len; i++)
		p = put_bytes(p, out_hex_pairs + 2 * (size_t)bytes[i], 2);
	return p;
}

char *put_duration(char *p, uint64_t ns)
{
	static const struct {
		uint64_t ns;
		const char *name;
	} units[] = {
		{ 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" },
		{ 1, "ns" },
	};
	size_t i = 0;
	uint64_t rest;

	while (i < 3 && ns < units[i].ns)
		i++;
	p = put_unsigned(p, ns / units[i].ns);
	rest = ns % units[i].ns;
	if (rest) {
		*p++ = '.';
		for (uint64_t place = units[i].ns / 10; rest; place /= 10) {
			*p++ = (char)('0' + rest / place);
			rest %= place;
		}
	}
	return put_string(p, units[i].name);
}

char *put_padding(char *p, const char *start, size_t column)
{
	size_t used = (size_t)(p - start);
	size_t n = used < column ? column - used : 1;

	memset(p, ' ', n);
	return p + n;
}
