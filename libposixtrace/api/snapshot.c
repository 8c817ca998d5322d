/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace_notify_snapshots() and posixtrace_answer_snapshot(). */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "stream/snapshot.h"

int posixtrace_notify_snapshots(trace_id_t trid, const struct sigevent *event)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	int err, saved = errno;

	if (!stream)
		return EINVAL;
	err = pxt_snapshot_notify(stream, event);
	pxt_use_end(stream);
	errno = saved;
	return err;
}

int posixtrace_answer_snapshot(trace_id_t trid, int error)
{
	struct pxt_stream *stream;
	int err, saved = errno;

	/* As much as the answer has room for. */
	if (error < 0 || error > UINT8_MAX)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	if (!stream)
		return EINVAL;
	err = pxt_snapshot_answer(stream, error);
	pxt_use_end(stream);
	errno = saved;
	return err;
}
