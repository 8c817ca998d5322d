/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How much a stream and its log may hold: posix_trace_attr_{get,set}{logsize,
 * maxdatasize,streamsize}(),
 * posix_trace_attr_get{maxsystem,maxuser}eventsize().
 *
 * The setters take any size: the create rounds it up or refuses it, and
 * posix_trace_get_attr() returns the result (ASIZE-9).  max-data-size bounds
 * the data of a user event, not its record.
 */
#include <errno.h>
#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_getlogsize(const trace_attr_t *restrict attr,
				size_t *restrict logsize)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !logsize)
		return EINVAL;
	*logsize = (size_t)inside->log_size;
	return 0;
}

int posix_trace_attr_setlogsize(trace_attr_t *attr, size_t logsize)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside)
		return EINVAL;
	inside->log_size = logsize;
	return 0;
}

int posix_trace_attr_getmaxdatasize(const trace_attr_t *restrict attr,
				    size_t *restrict maxdatasize)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !maxdatasize)
		return EINVAL;
	*maxdatasize = (size_t)inside->data_size;
	return 0;
}

int posix_trace_attr_setmaxdatasize(trace_attr_t *attr, size_t maxdatasize)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside)
		return EINVAL;
	inside->data_size = maxdatasize;
	return 0;
}

int posix_trace_attr_getmaxsystemeventsize(const trace_attr_t *restrict attr,
					   size_t *restrict eventsize)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !eventsize)
		return EINVAL;
	*eventsize = pxt_sizing_system_event(inside);
	return 0;
}

int posix_trace_attr_getmaxusereventsize(const trace_attr_t *restrict attr,
					 size_t data_len,
					 size_t *restrict eventsize)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !eventsize)
		return EINVAL;
	*eventsize = pxt_sizing_user_event(inside, data_len);
	return 0;
}

int posix_trace_attr_getstreamsize(const trace_attr_t *restrict attr,
				   size_t *restrict streamsize)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !streamsize)
		return EINVAL;
	*streamsize = (size_t)inside->stream_size;
	return 0;
}

int posix_trace_attr_setstreamsize(trace_attr_t *attr, size_t streamsize)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside)
		return EINVAL;
	inside->stream_size = streamsize;
	return 0;
}
