/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What identifies a stream: posix_trace_attr_{getclockres,getcreatetime,
 * getgenversion,getname,setname}().
 *
 * The pages ask for arrays of TRACE_NAME_MAX bytes although that limit does
 * not count the NUL, so no more than that is ever written, the NUL included
 * (A-12).
 */
#include <errno.h>
#include <bsd/string.h>
#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_getclockres(const trace_attr_t *attr,
				 struct timespec *resolution)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !resolution)
		return EINVAL;
	resolution->tv_sec = (time_t)(inside->resolution_ns / 1000000000);
	resolution->tv_nsec = (long)(inside->resolution_ns % 1000000000);
	return 0;
}

/* Zero until posix_trace_get_attr() has filled the attributes. */
int posix_trace_attr_getcreatetime(const trace_attr_t *attr,
				   struct timespec *createtime)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !createtime)
		return EINVAL;
	createtime->tv_sec = (time_t)inside->create_sec;
	createtime->tv_nsec = (long)inside->create_nsec;
	return 0;
}

int posix_trace_attr_getgenversion(const trace_attr_t *attr, char *genversion)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !genversion)
		return EINVAL;
	strlcpy(genversion, inside->genversion, TRACE_NAME_MAX);
	return 0;
}

int posix_trace_attr_getname(const trace_attr_t *attr, char *tracename)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !tracename)
		return EINVAL;
	strlcpy(tracename, inside->name, TRACE_NAME_MAX);
	return 0;
}

int posix_trace_attr_setname(trace_attr_t *attr, const char *tracename)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || !tracename)
		return EINVAL;
	/* Leaves no bytes of a longer, earlier name to reach a log. */
	memset(inside->name, 0, sizeof(inside->name));
	strlcpy(inside->name, tracename, TRACE_NAME_MAX);
	return 0;
}
