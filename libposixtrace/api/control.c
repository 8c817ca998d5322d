/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posix_trace_start(), _stop(), _clear(), _flush(), and the filter. */
#include <errno.h>
#include <trace.h>

#include "api/use.h"
#include "stream/flush.h"

int posix_trace_start(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_stream_start(stream, __builtin_return_address(0));
	pxt_use_end(stream);
	return err;
}

int posix_trace_stop(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_stream_stop(stream, __builtin_return_address(0));
	pxt_use_end(stream);
	return err;
}

int posix_trace_clear(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_stream_clear(stream);
	pxt_use_end(stream);
	return err;
}

int posix_trace_flush(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_flush_now(stream);
	pxt_use_end(stream);
	return err;
}

int posix_trace_get_filter(trace_id_t trid, trace_event_set_t *set)
{
	struct pxt_stream *stream;

	if (!set)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	if (!stream)
		return EINVAL;
	pxt_stream_get_filter(stream, set);
	pxt_use_end(stream);
	return 0;
}

int posix_trace_set_filter(trace_id_t trid, const trace_event_set_t *set,
		int how)
{
	struct pxt_stream *stream;
	int err;

	if (!set)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	if (!stream)
		return EINVAL;
	err = pxt_stream_set_filter(stream, set, how,
				    __builtin_return_address(0));
	pxt_use_end(stream);
	return err;
}
