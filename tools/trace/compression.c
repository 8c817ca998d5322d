/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The value of --compress. */
#include "trace/compression.h"

#include <stdlib.h>

#include "common/tool.h"

enum { USUAL = 3, MOST = 19 };

error_t compression_parse(const char *arg, int *level)
{
	char *end;
	long value;

	*level = USUAL;
	if (!arg)
		return 0;
	value = strtol(arg, &end, 10);
	if (end == arg || *end || value < 1 || value > MOST)
		return tool_misuse("--compress=%s: no such level; choose from 1 to %d",
				   arg, MOST);
	*level = (int)value;
	return 0;
}
