/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The contents of a trace_attr_t, and the sizes that follow from it.  Plain
 * data of fixed width, also stored in segments and logs.
 */
#ifndef PXT_MODEL_ATTR_H
#define PXT_MODEL_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/limits.h"

#define PXT_ATTR_MAGIC	UINT64_C(0x7274746174727074)	/* "tprtattr" */

/* may_alias: programs declare the same bytes as a trace_attr_t. */
struct __attribute__((may_alias)) pxt_attr {
	uint64_t magic;
	uint64_t stream_size;
	uint64_t data_size;
	uint64_t log_size;
	int64_t create_sec;	/* CLOCK_REALTIME of the create */
	int64_t create_nsec;
	uint64_t resolution_ns;	/* of event time stamps, at least 1 */
	uint32_t stream_policy;	/* POSIX_TRACE_LOOP ..., or PXT_POLICY_DEFAULT */
	uint32_t log_policy;
	uint32_t inherited;
	/* Level for the blocks of a log, 0: none; and PXT_ATTR_LOCKED. */
	uint32_t compression;
	char name[PXT_NAME_SIZE];
	char genversion[PXT_NAME_SIZE];
};

/* The pages of the stream are locked in memory.  Not in logs. */
#define PXT_ATTR_LOCKED	(UINT32_C(1) << 31)

static inline int pxt_attr_level(const struct pxt_attr *attr)
{
	return (int)(attr->compression & ~PXT_ATTR_LOCKED);
}

static inline bool pxt_attr_is_locked(const struct pxt_attr *attr)
{
	return attr->compression & PXT_ATTR_LOCKED;
}

/* Not yet decided: LOOP without a log, FLUSH with one. */
#define PXT_POLICY_DEFAULT	0u

/* All defaults. */
void pxt_attr_init(struct pxt_attr *attr);

/* Initialised, every policy valid, strings terminated; any sizes. */
bool pxt_attr_is_valid(const struct pxt_attr *attr);

/* The attributes inside *attr, or NULL if it is NULL or not initialised. */
const struct pxt_attr *pxt_attr_in(const trace_attr_t *attr);
struct pxt_attr *pxt_attr_in_mutable(trace_attr_t *attr);

/* How a stream with these attributes is divided into chunks (sizing.c). */
struct pxt_sizing {
	uint32_t chunk_size;	/* bytes, a power of two */
	uint32_t n_full;	/* full chunks that may wait at once */
	size_t record_max;	/* bytes of the largest possible record */
};

/* Data of the largest system event: FILTER, with two sets. */
#define PXT_SYSTEM_DATA_MAX	(2 * sizeof(trace_event_set_t))

void pxt_sizing(struct pxt_sizing *sizing, const struct pxt_attr *attr);

/* The stream_size that a stream of these attributes has. */
uint64_t pxt_sizing_stream(const struct pxt_attr *attr);

/*
 * What an event with `len` bytes of data is counted as, at most: if these
 * sum up to no more than stream_size, nothing is lost (ASIZE-6).
 */
size_t pxt_sizing_user_event(const struct pxt_attr *attr, size_t len);
size_t pxt_sizing_system_event(const struct pxt_attr *attr);

#endif
