/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The value of --compress. */
#include "trace/compression.h"

#include <bsd/stdlib.h>
#include <stdlib.h>

#include "common/tool.h"

enum { USUAL = 3, MOST = 19 };

error_t compression_parse(const char *arg, int *level)
{
	const char *wrong;
	long long value;

	*level = USUAL;
	if (!arg)
		return 0;
	value = strtonum(arg, 1, MOST, &wrong);
	if (wrong)
		return tool_misuse("--compress=%s: no such level; choose from 1 to %d",
				   arg, MOST);
	*level = (int)value;
	return 0;
}
