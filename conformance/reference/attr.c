/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Attributes of streams (XSH 2.11.1; pages posix_trace_attr_*).
 */
#include "reference.h"

#include <stdio.h>

/* --- Sizes ----------------------------------------------------------------- */

size_t record_size(size_t data_size)
{
	return sizeof(struct record) + data_size + sizeof(uint32_t) +
			(choose.fat ? 1000 : 0);
}

/* Longer data is truncated, so it takes no more. */
size_t user_record_size(const trace_attr_t *attr, size_t data_size)
{
	return record_size(data_size < attr->__data_size ?
			data_size : attr->__data_size);
}

/* The largest is FILTER, with two sets. */
size_t system_record_size(void)
{
	return record_size(2 * sizeof(trace_event_set_t));
}

size_t start_record_size(void)
{
	return record_size(sizeof(trace_event_set_t));
}

size_t stop_record_size(void)
{
	return record_size(sizeof(int));
}

size_t extra_record_size(void)
{
	return record_size(0);
}

/* --- Making ---------------------------------------------------------------- */

int posix_trace_attr_init(trace_attr_t *attr)
{
	struct timespec resolution = event_time_resolution();

	memset(attr, 0, sizeof(*attr));
	strcpy(attr->__version, "ref 1");
	attr->__resolution[0] = resolution.tv_sec;
	attr->__resolution[1] = resolution.tv_nsec;
	attr->__stream_size = choose.tiny ? 64 : 65536;
	attr->__data_size = choose.tiny ? 2 : 256;
	attr->__log_size = choose.tiny ? 600 : 1 << 20;
	attr->__log_policy = POSIX_TRACE_LOOP;
	attr->__inheritance = POSIX_TRACE_CLOSE_FOR_CHILD;
	return 0;
}

int posix_trace_attr_destroy(trace_attr_t *attr)
{
	memset(attr, 0, sizeof(*attr));
	return 0;
}

/* --- Policies that there are ------------------------------------------------ */

static bool is_stream_policy(int policy)
{
	return policy == POSIX_TRACE_LOOP || policy == POSIX_TRACE_UNTIL_FULL ||
			policy == POSIX_TRACE_FLUSH;
}

static bool is_log_policy(int policy)
{
	return policy == POSIX_TRACE_LOOP || policy == POSIX_TRACE_UNTIL_FULL ||
			policy == POSIX_TRACE_APPEND;
}

static bool is_inheritance(int policy)
{
	return policy == POSIX_TRACE_CLOSE_FOR_CHILD ||
			policy == POSIX_TRACE_INHERITED;
}

/* --- What a stream is made with --------------------------------------------- */

static size_t at_least(size_t size, size_t least)
{
	return size < least ? least : size;
}

/*
 * The sizes in use may differ from those requested, and get_attr returns them
 * (XRAT B.2.11).  Event data has a limit; a stream and a log have room for some
 * events.
 */
static void sizes_in_use(trace_attr_t *attr)
{
	size_t least;

	if (attr->__data_size > DATA_MAX)
		attr->__data_size = DATA_MAX;
	if (choose.round) {
		attr->__data_size = (attr->__data_size + 7) / 8 * 8;
		if (attr->__stream_size < SIZE_MAX - 4096)
			attr->__stream_size = (attr->__stream_size + 4095) /
					4096 * 4096;
	}
	least = 2 * (system_record_size() +
			user_record_size(attr, attr->__data_size));
	attr->__stream_size = at_least(attr->__stream_size, least);
	attr->__log_size = at_least(attr->__log_size, least);
}

void attr_set_created(trace_attr_t *attr)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	attr->__created[0] = now.tv_sec;
	attr->__created[1] = now.tv_nsec;
}

/* Returns EINVAL if one of the attributes is invalid (page create, ERRORS). */
int attr_for_stream(trace_attr_t *in_use, const trace_attr_t *asked,
		bool has_log)
{
	if (asked != NULL)
		*in_use = *asked;
	else
		posix_trace_attr_init(in_use);
	if (in_use->__stream_policy == 0)
		in_use->__stream_policy = has_log ? POSIX_TRACE_FLUSH :
				POSIX_TRACE_LOOP;
	if (!is_stream_policy(in_use->__stream_policy) ||
			!is_log_policy(in_use->__log_policy) ||
			!is_inheritance(in_use->__inheritance))
		return EINVAL;
	if (in_use->__stream_policy == POSIX_TRACE_FLUSH && !has_log)
		return EINVAL;
	sizes_in_use(in_use);
	attr_set_created(in_use);
	return 0;
}

/* --- Information ------------------------------------------------------------ */

int posix_trace_attr_getclockres(const trace_attr_t *attr,
		struct timespec *resolution)
{
	resolution->tv_sec = attr->__resolution[0];
	resolution->tv_nsec = attr->__resolution[1];
	return 0;
}

int posix_trace_attr_getcreatetime(const trace_attr_t *attr,
		struct timespec *created)
{
	created->tv_sec = attr->__created[0];
	created->tv_nsec = attr->__created[1];
	return 0;
}

int posix_trace_attr_getgenversion(const trace_attr_t *attr, char *version)
{
	strcpy(version, attr->__version);
	return 0;
}

int posix_trace_attr_getname(const trace_attr_t *attr, char *name)
{
	strcpy(name, attr->__name);
	return 0;
}

/* A name with its null byte must fit into TRACE_NAME_MAX bytes, which is the
 * size of the caller's buffer by the page of getname; a longer one is
 * truncated. */
int posix_trace_attr_setname(trace_attr_t *attr, const char *name)
{
	snprintf(attr->__name, (size_t)limits.name + choose.other, "%s", name);
	return 0;
}

/* --- Behaviour --------------------------------------------------------------- */

/* If not set, it is the policy of a stream without log. */
int posix_trace_attr_getstreamfullpolicy(const trace_attr_t *restrict attr,
		int *restrict policy)
{
	*policy = attr->__stream_policy != 0 ? attr->__stream_policy :
			POSIX_TRACE_LOOP;
	return 0;
}

/* FLUSH is accepted; only create knows whether there is a log. */
int posix_trace_attr_setstreamfullpolicy(trace_attr_t *attr, int policy)
{
	if (!choose.lax && !is_stream_policy(policy))
		return EINVAL;
	attr->__stream_policy = policy;
	return 0;
}

int posix_trace_attr_getlogfullpolicy(const trace_attr_t *restrict attr,
		int *restrict policy)
{
	*policy = attr->__log_policy;
	return 0;
}

int posix_trace_attr_setlogfullpolicy(trace_attr_t *attr, int policy)
{
	if (!choose.lax && !is_log_policy(policy))
		return EINVAL;
	attr->__log_policy = policy;
	return 0;
}

int posix_trace_attr_getinherited(const trace_attr_t *restrict attr,
		int *restrict inheritance)
{
	*inheritance = attr->__inheritance;
	return 0;
}

int posix_trace_attr_setinherited(trace_attr_t *attr, int inheritance)
{
	if (!choose.lax && !is_inheritance(inheritance))
		return EINVAL;
	attr->__inheritance = inheritance;
	return 0;
}

/* --- Sizes asked for ---------------------------------------------------------- */

int posix_trace_attr_getstreamsize(const trace_attr_t *restrict attr,
		size_t *restrict size)
{
	*size = attr->__stream_size;
	return 0;
}

int posix_trace_attr_setstreamsize(trace_attr_t *attr, size_t size)
{
	attr->__stream_size = size;
	return 0;
}

int posix_trace_attr_getmaxdatasize(const trace_attr_t *restrict attr,
		size_t *restrict size)
{
	*size = attr->__data_size;
	return 0;
}

int posix_trace_attr_setmaxdatasize(trace_attr_t *attr, size_t size)
{
	attr->__data_size = size;
	return 0;
}

int posix_trace_attr_getlogsize(const trace_attr_t *restrict attr,
		size_t *restrict size)
{
	*size = attr->__log_size;
	return 0;
}

int posix_trace_attr_setlogsize(trace_attr_t *attr, size_t size)
{
	attr->__log_size = size;
	return 0;
}

int posix_trace_attr_getmaxusereventsize(const trace_attr_t *restrict attr,
		size_t data_size, size_t *restrict size)
{
	*size = user_record_size(attr, data_size);
	return 0;
}

int posix_trace_attr_getmaxsystemeventsize(const trace_attr_t *restrict attr,
		size_t *restrict size)
{
	(void)attr;
	*size = system_record_size();
	return 0;
}
