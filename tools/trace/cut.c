/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reports memory that was truncated; see cut.h. */
#include "trace/cut.h"

#include <posixtrace.h>

#include "common/tool.h"

int cut_report(int status)
{
	if (posixtrace_guard() == 0)
		return status;
	tool_error("a traced process has cut off memory that it shares; what "
		   "was there, events or names of their types, is missing");
	return status == TOOL_FINE || status == TOOL_LOST ? TOOL_DAMAGED
							  : status;
}
