/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The defaults of the attributes, and their validation. */
#include "model/attr.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "base/clock.h"

static_assert(sizeof(struct pxt_attr) <= sizeof(trace_attr_t),
	      "the public type has room for all attributes");
static_assert(alignof(struct pxt_attr) <= alignof(trace_attr_t),
	      "the public type is aligned for them");
static_assert(sizeof(PXT_GENVERSION) <= TRACE_NAME_MAX,
	      "a caller may give an array of TRACE_NAME_MAX bytes (A-12)");

void pxt_attr_init(struct pxt_attr *attr)
{
	*attr = (struct pxt_attr){
		.magic = PXT_ATTR_MAGIC,
		.stream_size = PXT_DEFAULT_STREAM_SIZE,
		.data_size = PXT_DEFAULT_DATA_SIZE,
		.log_size = PXT_DEFAULT_LOG_SIZE,
		.resolution_ns = pxt_clock_resolution_ns(),
		.stream_policy = PXT_POLICY_DEFAULT,
		.log_policy = POSIX_TRACE_LOOP,
		.inherited = POSIX_TRACE_CLOSE_FOR_CHILD,
		.genversion = PXT_GENVERSION,
	};
}

static bool string_is_valid(const char *string)
{
	/* Not PXT_NAME_SIZE: what getname copies includes the NUL. */
	return memchr(string, '\0', TRACE_NAME_MAX) != NULL;
}

bool pxt_attr_is_valid(const struct pxt_attr *attr)
{
	return attr->magic == PXT_ATTR_MAGIC &&
	       (attr->stream_policy == PXT_POLICY_DEFAULT ||
		attr->stream_policy == POSIX_TRACE_LOOP ||
		attr->stream_policy == POSIX_TRACE_UNTIL_FULL ||
		attr->stream_policy == POSIX_TRACE_FLUSH) &&
	       (attr->log_policy == POSIX_TRACE_LOOP ||
		attr->log_policy == POSIX_TRACE_UNTIL_FULL ||
		attr->log_policy == POSIX_TRACE_APPEND) &&
	       (attr->inherited == POSIX_TRACE_CLOSE_FOR_CHILD ||
		attr->inherited == POSIX_TRACE_INHERITED) &&
	       attr->create_nsec >= 0 && attr->create_nsec < 1000000000 &&
	       attr->resolution_ns > 0 &&
	       string_is_valid(attr->name) && string_is_valid(attr->genversion);
}

const struct pxt_attr *pxt_attr_in(const trace_attr_t *attr)
{
	const struct pxt_attr *inside = (const void *)attr;

	return inside && inside->magic == PXT_ATTR_MAGIC ? inside : NULL;
}

struct pxt_attr *pxt_attr_in_mutable(trace_attr_t *attr)
{
	struct pxt_attr *inside = (void *)attr;

	return inside && inside->magic == PXT_ATTR_MAGIC ? inside : NULL;
}
