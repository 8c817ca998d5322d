/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posix_trace_get_attr(), posix_trace_get_status(), and what <posixtrace.h>
 * adds to them. */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "model/attr.h"
#include "source/replay.h"

int posix_trace_get_attr(trace_id_t trid, trace_attr_t *attr)
{
	struct pxt_stream *stream;

	if (!attr)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	posix_trace_attr_init(attr);
	pxt_stream_get_attr(stream, pxt_attr_in_mutable(attr));
	pxt_use_end(stream);
	return 0;
}

int posix_trace_get_status(trace_id_t trid,
		struct posix_trace_status_info *statusinfo)
{
	struct pxt_stream *stream;

	if (!statusinfo)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	pxt_stream_get_status(stream, statusinfo, true);
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_usage(trace_id_t trid, struct posixtrace_usage *usage)
{
	struct pxt_stream *stream;

	if (!usage)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	pxt_stream_get_usage(stream, usage);
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_loss(trace_id_t trid, struct posixtrace_loss *loss)
{
	struct pxt_stream *stream;
	struct pxt_source *source;
	int err = EINVAL;

	if (!loss)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	source = stream->kind == PXT_STREAM_REPLAY ? &stream->replay->source :
		 &stream->drain.source;
	if (stream->kind != PXT_STREAM_LOGGED && source->loss.events) {
		loss->events = source->loss.events;
		loss->first = pxt_clock_timespec(source->loss_first_ns);
		loss->resume = pxt_clock_timespec(source->loss_resume_ns);
		err = 0;
	}
	pxt_use_end(stream);
	return err;
}
