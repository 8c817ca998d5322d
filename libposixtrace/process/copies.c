/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Counts the copies of the library; see copies.h. */
#include "process/copies.h"

#include <string.h>
#include <sys/auxv.h>

enum { COUNT = 0xff };

/* Relaxed: a thread that reads it while another one sets the process up looks at
 * pxt_self->ready as well. */
static _Atomic bool is_first;

/* The kernel gives each execution of a program other random bytes. */
static uint64_t program(void)
{
	const void *random = (const void *)getauxval(AT_RANDOM);
	uint64_t bits = 0;

	if (random)
		memcpy(&bits, random, sizeof(bits));
	return bits & ~(uint64_t)COUNT;
}

static unsigned count_in(uint64_t word)
{
	return (word & ~(uint64_t)COUNT) == program() ? word & COUNT : 0;
}

void pxt_copies_join(void)
{
	uint64_t word = pxt_load_relaxed(&pxt_gate->copies);
	unsigned before;

	do {
		before = count_in(word);
	} while (!pxt_cas_acq_rel(&pxt_gate->copies, &word, program() |
				  (before < COUNT ? before + 1 : COUNT)));
	pxt_store_relaxed(&is_first, before == 0);
}

bool pxt_copies_is_first(void)
{
	return pxt_load_relaxed(&is_first);
}

bool pxt_copies_are_several(void)
{
	return count_in(pxt_load_relaxed(&pxt_gate->copies)) > 1;
}

bool pxt_copies_see_no_change(void)
{
	uint64_t attached = pxt_load_acquire(&pxt_self->attached);
	int published = 0;

	if (pxt_copies_is_first() || !pxt_load_acquire(&pxt_self->ready))
		return false;
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++)
		published += pxt_load_acquire(&pxt_gate->published[slot]) != 0;
	if (published != __builtin_popcountll(attached))
		return false;
	for (; attached; attached &= attached - 1) {
		const struct pxt_attached *a =
			&pxt_attached[__builtin_ctzll(attached)];

		if (pxt_load_relaxed(&pxt_gate->published[a->slot]) != a->serial)
			return false;
	}
	return true;
}
