/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How a stream behaves: posix_trace_attr_{get,set}{inherited,logfullpolicy,
 * streamfullpolicy}().  A value outside its list gives EINVAL.
 *
 * The default of the stream-full policy depends on the stream that is created:
 * LOOP without a log, FLUSH with one.  Until it is set, the attributes hold
 * PXT_POLICY_DEFAULT and the getter returns LOOP.  FLUSH is accepted here
 * although posix_trace_create() will refuse it: it is not known which create
 * follows (APOL-5).
 */
#include <errno.h>
#include <trace.h>

#include "model/attr.h"

int posix_trace_attr_getinherited(const trace_attr_t *restrict attr,
				  int *restrict inheritancepolicy)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !inheritancepolicy)
		return EINVAL;
	*inheritancepolicy = (int)inside->inherited;
	return 0;
}

int posix_trace_attr_setinherited(trace_attr_t *attr, int inheritancepolicy)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || (inheritancepolicy != POSIX_TRACE_CLOSE_FOR_CHILD &&
			inheritancepolicy != POSIX_TRACE_INHERITED))
		return EINVAL;
	inside->inherited = (uint32_t)inheritancepolicy;
	return 0;
}

int posix_trace_attr_getlogfullpolicy(const trace_attr_t *restrict attr,
				      int *restrict logpolicy)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !logpolicy)
		return EINVAL;
	*logpolicy = (int)inside->log_policy;
	return 0;
}

int posix_trace_attr_setlogfullpolicy(trace_attr_t *attr, int logpolicy)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || (logpolicy != POSIX_TRACE_LOOP &&
			logpolicy != POSIX_TRACE_UNTIL_FULL &&
			logpolicy != POSIX_TRACE_APPEND))
		return EINVAL;
	inside->log_policy = (uint32_t)logpolicy;
	return 0;
}

int posix_trace_attr_getstreamfullpolicy(const trace_attr_t *restrict attr,
					 int *restrict streampolicy)
{
	const struct pxt_attr *inside = pxt_attr_in(attr);

	if (!inside || !streampolicy)
		return EINVAL;
	if (inside->stream_policy == PXT_POLICY_DEFAULT)
		*streampolicy = POSIX_TRACE_LOOP;
	else
		*streampolicy = (int)inside->stream_policy;
	return 0;
}

int posix_trace_attr_setstreamfullpolicy(trace_attr_t *attr, int streampolicy)
{
	struct pxt_attr *inside = pxt_attr_in_mutable(attr);

	if (!inside || (streampolicy != POSIX_TRACE_LOOP &&
			streampolicy != POSIX_TRACE_UNTIL_FULL &&
			streampolicy != POSIX_TRACE_FLUSH))
		return EINVAL;
	inside->stream_policy = (uint32_t)streampolicy;
	return 0;
}
