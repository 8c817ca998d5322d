/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace_switch_log(). */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "stream/flush.h"

int posixtrace_switch_log(trace_id_t trid, int file_desc)
{
	struct pxt_stream *stream;
	int err, saved = errno;

	if (!pxt_use_is_writable(file_desc))
		return EBADF;
	stream = pxt_use_begin(trid, PXT_USE_LOGGED);
	if (!stream)
		return EINVAL;
	err = pxt_flush_switch(stream, file_desc);
	pxt_use_end(stream);
	errno = saved;
	return err;
}
