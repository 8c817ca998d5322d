/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The object of a trid, for functions that take an active stream as well as a
 * log that is being read.
 */
#include "reference.h"

/* False if the trid is invalid; otherwise the caller must call view_close(). */
bool view_open(struct view *view, trace_id_t trid)
{
	*view = (struct view){ .reader = reader_find(trid) };
	if (view->reader != NULL) {
		struct log_head *head = reader_head(view->reader);

		view->map = &head->map;
		view->attr = &head->attr;
		view->status = &head->status;
		view->cursor = reader_cursor(view->reader);
		return true;
	}
	if (shared == NULL)
		return false;
	segment_lock(&view->saved);
	view->stream = stream_find(trid);
	if (view->stream == NULL) {
		segment_unlock(&view->saved);
		return false;
	}
	view->map = &shared->map[view->stream->map];
	view->attr = &view->stream->attr;
	view->status = &view->stream->status;
	view->cursor = &view->stream->cursor;
	return true;
}

void view_close(struct view *view)
{
	if (view->reader != NULL)
		local_unlock();
	else
		segment_unlock(&view->saved);
}

int posix_trace_get_attr(trace_id_t trid, trace_attr_t *attr)
{
	struct view view;

	may_cancel();
	if (!view_open(&view, trid))
		return EINVAL;
	*attr = *view.attr;
	view_close(&view);
	return 0;
}

/* An active stream reports a loss and a failed flush once (XSH 2.11.1); a log
 * always reports them. */
int posix_trace_get_status(trace_id_t trid,
		struct posix_trace_status_info *status)
{
	struct view view;

	may_cancel();
	if (!view_open(&view, trid))
		return EINVAL;
	*status = *view.status;
	if (view.stream != NULL) {
		view.status->posix_stream_overrun_status =
				POSIX_TRACE_NO_OVERRUN;
		view.status->posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN;
		view.status->posix_stream_flush_error = 0;
	}
	view_close(&view);
	return 0;
}
