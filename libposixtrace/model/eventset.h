/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which bit of a trace_event_set_t stands for which event type: id n is bit
 * n, counted from the low end of the first word.  Id 0 is no event type and
 * its bit is never set by us.
 */
#ifndef PXT_MODEL_EVENTSET_H
#define PXT_MODEL_EVENTSET_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/limits.h"

enum {
	PXT_SET_WORD_BITS = sizeof(unsigned long) * CHAR_BIT,
	PXT_SET_WORDS = PXT_ID_SPACE / PXT_SET_WORD_BITS,
};

/* Is `id` in the range of event types? */
static inline bool pxt_event_id_is_valid(trace_event_id_t id)
{
	return id > 0 && id < PXT_ID_SPACE;
}

/* The callers of these three have checked the id. */
static inline bool pxt_eventset_has(const trace_event_set_t *set,
				    trace_event_id_t id)
{
	return set->posix_trace_bits[id / PXT_SET_WORD_BITS] >>
	       id % PXT_SET_WORD_BITS & 1;
}

static inline void pxt_eventset_add(trace_event_set_t *set,
				    trace_event_id_t id)
{
	set->posix_trace_bits[id / PXT_SET_WORD_BITS] |=
		1ul << id % PXT_SET_WORD_BITS;
}

static inline void pxt_eventset_del(trace_event_set_t *set,
				    trace_event_id_t id)
{
	set->posix_trace_bits[id / PXT_SET_WORD_BITS] &=
		~(1ul << id % PXT_SET_WORD_BITS);
}

static inline unsigned pxt_eventset_count(const trace_event_set_t *set)
{
	unsigned n = 0;

	for (size_t i = 0; i < PXT_SET_WORDS; i++)
		n += (unsigned)__builtin_popcountl(set->posix_trace_bits[i]);
	return n;
}

/* *set = *set united with *other (ADD_EVENTSET). */
static inline void pxt_eventset_unite(trace_event_set_t *set,
				      const trace_event_set_t *other)
{
	for (size_t i = 0; i < PXT_SET_WORDS; i++)
		set->posix_trace_bits[i] |= other->posix_trace_bits[i];
}

/* *set = *set without *other (SUB_EVENTSET). */
static inline void pxt_eventset_subtract(trace_event_set_t *set,
					 const trace_event_set_t *other)
{
	for (size_t i = 0; i < PXT_SET_WORDS; i++)
		set->posix_trace_bits[i] &= ~other->posix_trace_bits[i];
}

#endif
