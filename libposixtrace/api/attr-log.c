/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Attributes of our own: how a log is written, and whether a stream's memory is
 * locked; posixtrace_attr_{get,set}{compression,locked}().
 */
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
	inside->compression = (inside->compression & PXT_ATTR_LOCKED) |
			      (uint32_t)level;
	return 0;
}

int posixtrace_attr_getcompression(const trace_attr_t *attr, int *level)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !level)
		return EINVAL;
	*level = pxt_attr_level(inside);
	return 0;
}

int posixtrace_attr_setlocked(trace_attr_t *attr, int locked)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || (locked != 0 && locked != 1))
		return EINVAL;
	inside->compression = (uint32_t)pxt_attr_level(inside) |
			      (locked ? PXT_ATTR_LOCKED : 0);
	return 0;
}

int posixtrace_attr_getlocked(const trace_attr_t *attr, int *locked)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !locked)
		return EINVAL;
	*locked = pxt_attr_is_locked(inside);
	return 0;
}
