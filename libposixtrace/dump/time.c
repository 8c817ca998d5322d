/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Converts the stamps of a dump to a time that never falls.
 *
 * Only the difference of neighbouring stamps is used, in the direction of most
 * of them: a timer may count down, and may be narrow.  A step in the other
 * direction is a wrap, so it is one of (modulus - step), where the modulus is
 * mask + 1, or 10^9 if the clock is the nanoseconds of a second.
 *
 * Two exceptions.  The first event of a wrapped buffer may have been half
 * overwritten when the buffer was dumped, and the last one of a partial one
 * half written: their stamps are used only if they fit.  And with a wide timer,
 * a step back by less than a millionth of its range is attributed to two cores,
 * or an interrupt, that recorded in the wrong order: a timer that went almost
 * exactly once around is far less likely.  Such a late event gets the time of
 * the one before it.
 */
#include "dump/form.h"

enum { SECOND = 1000000000 };

/* The time is limited to this, to leave room for arithmetic. */
#define TICKS_MAX	(UINT64_C(1) << 62)

/* Zero stands for 2^64. */
static uint64_t modulus(const struct pxt_dump *dump)
{
	return dump->summary.clock == PXT_DUMP_SECONDS ? SECOND :
	       dump->header.mask + 1;
}

bool pxt_dump_is_back(const struct pxt_dump *dump, uint64_t last,
		      uint64_t stamp)
{
	return dump->summary.clock == PXT_DUMP_FALLING ? stamp > last :
	       stamp < last;
}

uint64_t pxt_dump_distance(const struct pxt_dump *dump, uint64_t last,
			   uint64_t stamp)
{
	uint64_t step = dump->summary.clock == PXT_DUMP_FALLING ?
			last - stamp : stamp - last;

	return pxt_dump_is_back(dump, last, stamp) ? step + modulus(dump) :
	       step;
}

/* modulus - 1 is correct for 2^64, too. */
static bool is_late_step(const struct pxt_dump *dump, uint64_t last,
			 uint64_t stamp)
{
	uint64_t most = modulus(dump) - 1;
	uint64_t step = last > stamp ? last - stamp : stamp - last;

	return pxt_dump_is_back(dump, last, stamp) && most >= SECOND - 1 &&
	       step <= most >> 20;
}

void pxt_dump_advance(const struct pxt_dump *dump, struct pxt_dump_place *place,
		      uint64_t stamp, bool *is_late)
{
	const struct pxt_dump_summary *summary = &dump->summary;
	uint64_t step, n = place->next++;

	stamp &= dump->header.mask;
	*is_late = false;
	/* The event after a torn first one is the first with a time. */
	if (n == 0 || (n == 1 && summary->first_is_torn)) {
		place->stamp = stamp;
		return;
	}
	if (n == summary->n_events - 1 && summary->last_is_torn &&
	    pxt_dump_is_back(dump, place->stamp, stamp))
		return;
	*is_late = is_late_step(dump, place->stamp, stamp);
	if (*is_late)
		return;
	step = pxt_dump_distance(dump, place->stamp, stamp);
	place->stamp = stamp;
	place->ticks = step < TICKS_MAX - place->ticks ? place->ticks + step :
		       TICKS_MAX;
}
