/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What to do about errors; apart from message.c, which the plugin of babeltrace2 has
 * another one of. */
#include "common/tool.h"

#include <errno.h>
#include <sys/resource.h>

/* A file may be too large for its file system as well. */
static bool is_limited(int resource)
{
	struct rlimit limit;

	return getrlimit(resource, &limit) == 0 &&
	       limit.rlim_cur != RLIM_INFINITY;
}

const char *tool_advice(int err, const char *other)
{
	if (err == EMFILE)
		return "raise the limit of open files (ulimit -n)";
	if (err == EFBIG && is_limited(RLIMIT_FSIZE))
		return "raise the limit of a file's size (ulimit -f)";
	return other;
}
