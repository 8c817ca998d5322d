/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* How a log is written: posixtrace_attr_{get,set}compression(). */
#include <errno.h>
#include <posixtrace.h>

#include "log/compress.h"
#include "model/attr.h"

int posixtrace_attr_setcompression(trace_attr_t *attr, int level)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || level < 0 || level > PXT_COMPRESS_LEVEL_MOST)
		return EINVAL;
	if (level > 0 && pxt_compress_check() != 0)
		return ENOTSUP;
	inside->compression = (uint32_t)level;
	return 0;
}

int posixtrace_attr_getcompression(const trace_attr_t *attr, int *level)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !level)
		return EINVAL;
	*level = (int)inside->compression;
	return 0;
}
