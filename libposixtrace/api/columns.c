/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading many events at once: posixtrace_read_columns(), posixtrace_get_breaks(). */
#include <errno.h>
#include <posixtrace.h>
#include <stddef.h>
#include <string.h>

#include "api/use.h"
#include "stream/table.h"

/* Of the first callers. */
#define SIZE_WITHOUT_BREAKS	offsetof(struct posixtrace_columns, breaks)

/* A caller that was compiled with a later header may want columns that are not
 * there. */
static bool is_valid(const struct posixtrace_columns *columns)
{
	return columns && (columns->size == sizeof(*columns) ||
			   columns->size == SIZE_WITHOUT_BREAKS) &&
	       columns->max &&
	       (!columns->data || (columns->offset &&
				   columns->offset[0] <= columns->data_size));
}

int posixtrace_read_columns(trace_id_t trid,
		const struct posixtrace_columns *columns, size_t *n)
{
	struct posixtrace_columns known = { 0 };
	struct pxt_stream *stream;
	int err;

	if (!n || !is_valid(columns))
		return EINVAL;
	memcpy(&known, columns, columns->size);
	stream = pxt_use_begin(trid, PXT_USE_REPLAY);
	if (!stream)
		return EINVAL;
	err = pxt_stream_read_columns(stream, &known, n);
	pxt_use_end(stream);
	return err;
}

int posixtrace_get_breaks(trace_id_t trid, uint32_t *n)
{
	struct pxt_stream *stream;
	int err = EINVAL;

	if (!n)
		return EINVAL;
	/* As short as reading an event: it may be asked of every one. */
	stream = pxt_table_enter(trid);
	if (!stream)
		return EINVAL;
	if (stream->kind == PXT_STREAM_REPLAY)
		err = pxt_stream_get_breaks(stream, n);
	pxt_table_leave();
	return err;
}
