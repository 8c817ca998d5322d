/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posix_trace_event(): the trace point. */
#define POSIXTRACE_NO_INLINE
#include <posixtrace.h>

#include "model/eventset.h"
#include "stream/trace.h"

void posix_trace_event(trace_event_id_t event_id,
		const void *restrict data_ptr, size_t data_len)
{
	if (pxt_here_is_quiet())
		return;
	/* EVENT-11: an id that no open call gave is ignored. */
	if (event_id < PXT_ID_USER || event_id >= PXT_ID_SPACE)
		return;
	if (pxt_trace_quickly(event_id, data_ptr, data_len,
			      __builtin_return_address(0)))
		return;
	pxt_trace(event_id, data_ptr, data_len, __builtin_return_address(0),
		  true);
}

void posixtrace_system_event(trace_event_id_t event_id, const void *data,
		size_t data_len, const void *address)
{
	if (pxt_here_is_quiet())
		return;
	if (event_id <= POSIX_TRACE_FLUSH_STOP || event_id >= PXT_ID_USER)
		return;
	if (data_len > PXT_SYSTEM_DATA_MAX)
		data_len = PXT_SYSTEM_DATA_MAX;
	pxt_trace(event_id, data, data_len, address, false);
}

int posixtrace_is_traced(void)
{
	return !pxt_here_is_quiet();
}
