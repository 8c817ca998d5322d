/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Event types of a stream by name and id: the target's map, or the file's. */
#include <bsd/string.h>
#include <string.h>

#include "process/self.h"
#include "source/replay.h"
#include "stream/stream.h"

bool pxt_stream_name(const struct pxt_stream *stream, unsigned id,
		     char name[PXT_EVENT_NAME_SIZE])
{
	const char *logged;

	if (stream->kind != PXT_STREAM_REPLAY)
		return pxt_eventmap_name(stream->target.map, id, name);
	if (!stream->replay->log)
		return pxt_dumped_name(&stream->replay->dumped, id, name);
	logged = pxt_log_get_name(stream->replay->log, id);
	/* A dead controller may not have written the last names. */
	if (!logged && stream->replay->rescues && stream->replay->rescue.map)
		return pxt_eventmap_name(stream->replay->rescue.map, id, name);
	if (!logged)
		return false;
	strlcpy(name, logged, PXT_EVENT_NAME_SIZE);
	return true;
}

bool pxt_stream_type(const struct pxt_stream *stream, unsigned id,
		     char text[PXT_TYPE_SIZE])
{
	const char *logged;

	if (stream->kind != PXT_STREAM_REPLAY)
		return pxt_eventmap_description(stream->target.map, id, text);
	/* The meaning of the words of a ThreadX event is not described as
	 * arguments. */
	if (!stream->replay->log)
		return false;
	logged = pxt_log_get_type(stream->replay->log, id);
	if (!logged && stream->replay->rescues && stream->replay->rescue.map)
		return pxt_eventmap_description(stream->replay->rescue.map, id,
						text);
	if (!logged)
		return false;
	strlcpy(text, logged, PXT_TYPE_SIZE);
	return true;
}

bool pxt_stream_is_big_endian(const struct pxt_stream *stream)
{
	bool is_foreign = stream->kind == PXT_STREAM_REPLAY &&
		stream->replay->log &&
		pxt_log_is_foreign(pxt_log_get_head(stream->replay->log));

	return is_foreign != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

unsigned pxt_stream_next_type(struct pxt_stream *stream)
{
	char name[PXT_EVENT_NAME_SIZE];

	for (unsigned id = stream->list_at + 1; id < PXT_ID_SPACE; id++)
		if (pxt_stream_name(stream, id, name)) {
			stream->list_at = id;
			return id;
		}
	return 0;
}

unsigned pxt_stream_open_name(struct pxt_stream *stream, const char *name)
{
	return pxt_eventmap_open(stream->target.map,
				 &stream->target.control->opened, name);
}
