/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Room for the data of events that are read. */
#ifndef POSIXTRACE_TOOLS_TRACE_DATA_ROOM_H
#define POSIXTRACE_TOOLS_TRACE_DATA_ROOM_H

#include <stddef.h>
#include <trace.h>

/* Bytes that are enough for the data of any event of the trace. */
size_t data_room(trace_id_t trid);

#endif
