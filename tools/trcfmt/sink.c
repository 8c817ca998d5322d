/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lines, columns, and printable characters.
 */
#include "sink.h"

static void start_line(struct tf_sink *sink)
{
	sink->line_start = sink->used;
	sink->counted = sink->used;
	sink->width = 0;
	tf_sink_blanks(sink, sink->indent);
}

void tf_sink_start(struct tf_sink *sink, unsigned indent)
{
	sink->used = 0;
	sink->trimmed = 0;
	sink->full = false;
	sink->indent = indent;
	start_line(sink);
}

static void trim(struct tf_sink *sink)
{
	while (sink->used > sink->line_start &&
	       sink->text[sink->used - 1] == ' ') {
		sink->used--;
		sink->trimmed++;
	}
}

void tf_sink_newline(struct tf_sink *sink)
{
	trim(sink);
	tf_sink_char(sink, '\n');
	start_line(sink);
}

void tf_sink_tab(struct tf_sink *sink)
{
	/* A UTF-8 character counts once; counting continues from the last
	 * position. */
	for (; sink->counted < sink->used; sink->counted++)
		sink->width += (sink->text[sink->counted] & 0xc0) != 0x80;
	tf_sink_blanks(sink, 8 - sink->width % 8);
}

void tf_sink_end(struct tf_sink *sink)
{
	trim(sink);
	sink->text[sink->used] = 0;
}

void tf_sink_blanks(struct tf_sink *sink, size_t n)
{
	n = tf_sink_room(sink, n);
	memset(sink->text + sink->used, ' ', n);
	sink->used += n;
}

void tf_sink_data(struct tf_sink *sink, const char *text, size_t size)
{
	size = tf_sink_room(sink, size);
	for (size_t i = 0; i < size; i++)
		sink->text[sink->used++] = text[i] >= ' ' && text[i] <= '~' ?
			text[i] : '.';
}

void tf_sink_name(struct tf_sink *sink, const char *name, size_t size)
{
	unsigned char before = 0;

	size = tf_sink_room(sink, size);
	for (size_t i = 0; i < size; i++) {
		const unsigned char c = (unsigned char)name[i];
		/* U+0080 to U+009F are controls, too. */
		const bool is_control = c < ' ' || c == 0x7f ||
			(before == 0xc2 && c >= 0x80 && c < 0xa0);

		sink->text[sink->used++] = is_control ? '.' : name[i];
		before = c;
	}
}

void tf_sink_unsigned(struct tf_sink *sink, unsigned long long value)
{
	char digits[20];
	unsigned n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	tf_sink_put(sink, digits + n, sizeof(digits) - n);
}

void tf_sink_signed(struct tf_sink *sink, long long value)
{
	if (value < 0) {
		tf_sink_char(sink, '-');
		tf_sink_unsigned(sink, -(unsigned long long)value);
	} else {
		tf_sink_unsigned(sink, (unsigned long long)value);
	}
}
