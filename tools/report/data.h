/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Formats the data of an event as text. */
#ifndef POSIXTRACE_TOOLS_REPORT_DATA_H
#define POSIXTRACE_TOOLS_REPORT_DATA_H

#include "report/format.h"
#include "trace/sysdata.h"

/* Upper limit of what put_data() writes. */
static inline size_t format_data_room(const struct trace_event *event)
{
	return SYSDATA_ROOM + ARGUMENTS_ROOM + 4 * event->len + 2;
}

/*
 * DATA_AUTO: data of system events by names, described arguments by names,
 * else text if it is printable.  The output has printable characters only.
 */
char *put_data(char *p, const struct trace_event *event, enum data_form form);

#endif
