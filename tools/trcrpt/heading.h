/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What stands above the columns of a report. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_HEADING_H
#define POSIXTRACE_TOOLS_TRCRPT_HEADING_H

#include <trace.h>

#include "common/out.h"

/* Date, log, name, generation, policies and clock of a trace. */
void heading_put(struct out *out, const char *path, trace_id_t trid);

#endif
