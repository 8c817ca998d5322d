/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Room for the data of events that are read. */
#include "trace/data-room.h"

enum {
	DATA_LEAST = 64 << 10,
	DATA_MOST = 16 << 20,	/* a log that says more is not believed */
};

size_t data_room(trace_id_t trid)
{
	trace_attr_t attr;
	size_t size = 0;

	if (posix_trace_get_attr(trid, &attr) == 0) {
		posix_trace_attr_getmaxdatasize(&attr, &size);
		posix_trace_attr_destroy(&attr);
	}
	if (size < DATA_LEAST)
		return DATA_LEAST;
	return size < DATA_MOST ? size : DATA_MOST;
}
