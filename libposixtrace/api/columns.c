/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading many events at once: posixtrace_read_columns(). */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"

/* A caller that was compiled with a later header may want columns that are not
 * there. */
static bool is_valid(const struct posixtrace_columns *columns)
{
	return columns && columns->size == sizeof(*columns) && columns->max &&
	       (!columns->data || (columns->offset &&
				   columns->offset[0] <= columns->data_size));
}

int posixtrace_read_columns(trace_id_t trid,
		const struct posixtrace_columns *columns, size_t *n)
{
	struct pxt_stream *stream;
	int err;

	if (!n || !is_valid(columns))
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_REPLAY);
	if (!stream)
		return EINVAL;
	err = pxt_stream_read_columns(stream, columns, n);
	pxt_use_end(stream);
	return err;
}
