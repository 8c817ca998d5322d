/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `posixtrace info` for each kind of file. */
#ifndef POSIXTRACE_TOOLS_INFO_INFO_H
#define POSIXTRACE_TOOLS_INFO_INFO_H

#include <posixtrace.h>

#include "common/sheet.h"
#include "trace/input.h"

struct info {
	const struct input *input;
	trace_id_t trid;
	bool blocks;		/* every block of a log, too */
	struct sheet *sheet;
};

/* Returns the exit status; failures have been reported. */
int info_log(const struct info *info);
int info_dump(const struct info *info, const struct posixtrace_dump *dump);

/* The attributes of the stream. */
void info_attributes(const struct info *info);

#endif
