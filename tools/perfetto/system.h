/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The members of the data of system events as annotations. */
#ifndef POSIXTRACE_TOOLS_PERFETTO_SYSTEM_H
#define POSIXTRACE_TOOLS_PERFETTO_SYSTEM_H

#include "notes.h"
#include "trace/event.h"

/* False: the data has an unexpected form. */
bool system_add(struct notes *notes, const struct trace_event *event);

#endif
