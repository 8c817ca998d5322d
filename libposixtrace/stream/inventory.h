/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The streams of all processes, as their memory shows them. */
#ifndef PXT_STREAM_INVENTORY_H
#define PXT_STREAM_INVENTORY_H

#include <posixtrace.h>

/* posixtrace_streams() */
size_t pxt_inventory(struct posixtrace_stream *list, size_t max);

/* posixtrace_command() */
int pxt_inventory_command(const struct posixtrace_stream *stream,
			  enum posixtrace_command command);

#endif
