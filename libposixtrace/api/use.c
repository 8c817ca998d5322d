/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* From a trace_id_t to a locked stream and back. */
#include "api/use.h"

#include <errno.h>
#include <fcntl.h>

static bool is_for(const struct pxt_stream *stream, enum pxt_use use)
{
	switch (use) {
	case PXT_USE_ANY:
		return true;
	case PXT_USE_ACTIVE:
		return stream->kind != PXT_STREAM_REPLAY;
	case PXT_USE_LOGGED:
		return stream->kind == PXT_STREAM_LOGGED;
	case PXT_USE_REPLAY:
		return stream->kind == PXT_STREAM_REPLAY;
	}
	return false;
}

struct pxt_stream *pxt_use_begin(trace_id_t trid, enum pxt_use use)
{
	struct pxt_stream *stream = pxt_table_get(trid);

	if (!stream)
		return NULL;
	pthread_mutex_lock(&stream->lock);
	if (!stream->closing && is_for(stream, use))
		return stream;
	pxt_use_end(stream);
	return NULL;
}

void pxt_use_end(struct pxt_stream *stream)
{
	pthread_mutex_unlock(&stream->lock);
	pxt_table_put(stream);
}

bool pxt_use_is_writable(int file_desc)
{
	int saved = errno, flags = fcntl(file_desc, F_GETFL);

	errno = saved;
	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !(flags & O_PATH);
}
