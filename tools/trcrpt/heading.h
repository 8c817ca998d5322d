/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The heading of a report. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_HEADING_H
#define POSIXTRACE_TOOLS_TRCRPT_HEADING_H

#include <trace.h>

#include "common/out.h"

/* Print date, log, name, generation, policies and clock of a trace. */
void heading_put(struct out *out, const char *path, trace_id_t trid);

#endif
