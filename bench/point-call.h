/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* See point-call.c. */
#ifndef POINT_CALL_H
#define POINT_CALL_H

#include <stddef.h>
#include <trace.h>

void fire_by_call(trace_event_id_t id, const void *data, size_t size,
		  unsigned n);

#endif
