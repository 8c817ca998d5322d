/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The text of one event, in a buffer of fixed size.
 *
 * When it is full, further text is dropped and `full` is set; it need not be
 * checked before the end of the event.
 */
#ifndef POSIXTRACE_TRCFMT_SINK_H
#define POSIXTRACE_TRCFMT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct tf_sink {
	char *text;
	size_t used;
	size_t size;		/* some bytes less than were allocated */
	size_t trimmed;		/* blanks that went; making them took its time */
	size_t line_start;
	size_t counted, width;	/* columns from line_start to counted */
	unsigned indent;
	bool full;
};

/* Start the text of an event, `indent` columns to the right. */
void tf_sink_start(struct tf_sink *sink, unsigned indent);

/* End the line: no blanks at its end, and the next is indented. */
void tf_sink_newline(struct tf_sink *sink);

/* Blanks to the next multiple of eight columns. */
void tf_sink_tab(struct tf_sink *sink);

/* No blanks at the end, and a NUL, which does not count. */
void tf_sink_end(struct tf_sink *sink);

void tf_sink_blanks(struct tf_sink *sink, size_t n);

/* Text from an event: unprintable characters become periods. */
void tf_sink_data(struct tf_sink *sink, const char *text, size_t size);

/* The same for names, which may have characters outside ASCII. */
void tf_sink_name(struct tf_sink *sink, const char *name, size_t size);

/* Decimal. */
void tf_sink_unsigned(struct tf_sink *sink, unsigned long long value);
void tf_sink_signed(struct tf_sink *sink, long long value);

/* After a request for too much room, the room is what remains. */
static inline size_t tf_sink_room(struct tf_sink *sink, size_t n)
{
	size_t room = sink->size - sink->used - sink->trimmed;

	if (n <= room)
		return n;
	sink->full = true;
	return room;
}

static inline void tf_sink_put(struct tf_sink *sink, const char *text,
			       size_t size)
{
	size = tf_sink_room(sink, size);
	memcpy(sink->text + sink->used, text, size);
	sink->used += size;
}

static inline void tf_sink_char(struct tf_sink *sink, char c)
{
	if (tf_sink_room(sink, 1))
		sink->text[sink->used++] = c;
}

static inline void tf_sink_string(struct tf_sink *sink, const char *string)
{
	tf_sink_put(sink, string, strlen(string));
}

#endif
