/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The thread that writes a log: posixtrace_{get,set}flushsched(). */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "stream/flush.h"

int posixtrace_setflushsched(trace_id_t trid, int policy, int priority)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_flush_set_scheduling(stream->flush, policy, priority);
	pxt_use_end(stream);
	return err;
}

int posixtrace_getflushsched(trace_id_t trid, int *policy, int *priority)
{
	struct pxt_stream *stream;
	int err;

	if (!policy || !priority)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	if (!stream)
		return EINVAL;
	err = pxt_flush_get_scheduling(stream->flush, policy, priority);
	pxt_use_end(stream);
	return err;
}
