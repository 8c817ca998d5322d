/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events that describe no arguments and yet have some: system events, and
 * those of ThreadX.  They are given descriptions, so that nothing behind that
 * tells them from others.
 */
#ifndef POSIXTRACE_BABELTRACE2_SYSTEM_H
#define POSIXTRACE_BABELTRACE2_SYSTEM_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

/* As posixtrace_get_arguments(), of a system event; false: none of them. */
bool system_describe(trace_event_id_t id,
		     struct posixtrace_arguments *arguments);

/* The same for an event of ThreadX whose data has `len` bytes. */
bool system_describe_threadx(const struct posixtrace_context *context,
			     size_t len,
			     struct posixtrace_arguments *arguments);

/*
 * Make the data of the event of `info`, read last, what its description says.
 * *len can grow by a byte.  False: it has no arguments after all.
 */
bool system_arrange(trace_id_t trid, const struct posix_trace_event_info *info,
		    void *data, size_t *len);

#endif
