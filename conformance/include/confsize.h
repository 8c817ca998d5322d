/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sizes in attributes, of up to as many bits as there are. */
#ifndef CONFSIZE_H
#define CONFSIZE_H

#include "conftest.h"

typedef int ct_set_size(trace_attr_t *, size_t);
typedef int ct_get_size(const trace_attr_t *restrict, size_t *restrict);

/* Set sizes, the largest first, do something else, unless that is NULL, and ask for
 * the size.  What is refused is passed over.  Returns the number of sizes. */
static inline unsigned int ct_must_stay(ct_set_size *set, ct_get_size *get,
		void (*other)(trace_attr_t *))
{
	trace_attr_t attr;
	size_t size, got;
	unsigned int bit, n = 0;

	SETUP(posix_trace_attr_init(&attr));
	for (bit = sizeof(size) * CHAR_BIT - 2; bit >= 8; bit--) {
		size = ((size_t)1 << bit) + 5;
		if (set(&attr, size) != 0)
			continue;
		if (other)
			other(&attr);
		ct_expect("asking for the size", get(&attr, &got), 0);
		if (got < size)
			FAIL("expected the size %zu, got %zu", size, got);
		n++;
	}
	return n;
}

#endif
