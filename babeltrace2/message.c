/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Messages of the modules that the plugin shares with the posixtrace command:
 * an error becomes a cause of the current thread's error in babeltrace2, which
 * prints it if the operation fails.
 */
#include <babeltrace2/babeltrace.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/tool.h"

void tool_error(const char *format, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	(void)BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_UNKNOWN("posixtrace",
			"%s", n < 0 ? "out of memory" : text);
	if (n >= 0)
		free(text);
}

/* Remarks are not errors; babeltrace2 has no place for them. */
void tool_note(const char *format, ...)
{
	(void)format;
}

void tool_passing(const char *line)
{
	(void)line;
}
