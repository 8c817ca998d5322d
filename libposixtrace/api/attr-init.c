/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posix_trace_attr_init(), posix_trace_attr_destroy().
 *
 * A trace_attr_t owns nothing outside itself: init cannot run out of memory,
 * init of an initialised object just resets it, and destroy only makes later
 * uses fail with EINVAL.
 */
#include <errno.h>
#include <string.h>
#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_init(trace_attr_t *attr)
{
	struct pxt_attr *inside = (void *)attr;

	if (!attr)
		return EINVAL;
	memset(attr, 0, sizeof(*attr));
	pxt_attr_init(inside);
	return 0;
}

int posix_trace_attr_destroy(trace_attr_t *attr)
{
	if (!pxt_attr_in(attr))
		return EINVAL;
	memset(attr, 0, sizeof(*attr));
	return 0;
}
