/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Finds which entries of a dump are events, which is the oldest, and how their
 * clock behaves, in three passes over the entries.
 *
 * An entry whose thread pointer is zero was never used.  The header's current
 * pointer names the entry to be written next.  So either that one is unused and
 * all before it are events, or the ring was full and that one is the oldest
 * event; any other pointer is invalid.  ThreadX writes an entry before it
 * advances the pointer: an entry at the pointer with no used one after it is
 * the newest, and may be half written; in a full ring it may be half
 * overwritten.
 */
#include <errno.h>

#include "dump/form.h"

enum { SECOND = 1000000000 };

/* The number of the entry that header.current names, or n_room. */
static uint64_t current_slot(const struct pxt_dump *dump)
{
	const struct pxt_dump_header *header = &dump->header;
	const struct pxt_dump_layout *layout = &dump->layout;
	uint64_t offset = header->current - header->buffer_start;

	if (header->ulong_size == 4)
		offset = (uint32_t)offset;
	if (offset % layout->entry_size ||
	    offset / layout->entry_size >= layout->n_room)
		return layout->n_room;
	return offset / layout->entry_size;
}

/* The first entry that was never used, or n_whole. */
static int find_unused(struct pxt_dump *dump, uint64_t *unused)
{
	const uint64_t n = dump->layout.n_whole;
	struct pxt_dump_entry entry;
	uint64_t slot;
	int err;

	for (slot = 0; slot < n; slot++) {
		err = pxt_dump_read_entry(dump, slot, &entry);
		/* The file became shorter. */
		if (err == ENOENT) {
			dump->layout.n_whole = slot;
			break;
		}
		if (err)
			return err;
		if (entry.context == PXT_THREADX_CONTEXT_NONE)
			break;
	}
	*unused = slot;
	return 0;
}

/*
 * The file ends before the buffer.  The missing entries are the newest ones if
 * `current` is after the end, else they are between the two parts of the ring.
 */
static void take_truncated(struct pxt_dump *dump, uint64_t current)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	struct pxt_dump_summary *summary = &dump->summary;

	summary->n_events = layout->n_whole;
	if (!summary->has_current || current == 0) {
		/* The ring is full, and `current` unknown or at its start: its
		 * end is missing. */
		summary->missing = layout->n_room - layout->n_whole;
		summary->missing_at = layout->n_whole;
	} else if (current < layout->n_whole) {
		summary->oldest = current;
		summary->is_wrapped = true;
		summary->missing = layout->n_room - layout->n_whole;
		summary->missing_at = layout->n_whole - current;
	} else {
		/* At least those before it were used. */
		summary->missing = current - layout->n_whole;
		summary->missing_at = layout->n_whole;
		summary->ends_at_current = summary->missing == 0;
	}
}

static int find_events(struct pxt_dump *dump)
{
	const struct pxt_dump_layout *layout = &dump->layout;
	struct pxt_dump_summary *summary = &dump->summary;
	uint64_t current = current_slot(dump), unused;
	int err = find_unused(dump, &unused);

	if (err)
		return err;
	summary->has_current = current < layout->n_room;
	if (unused < layout->n_whole) {
		summary->n_events = unused;
		if (unused > 1 && current == unused - 1)
			summary->last_is_torn = true;
		else if (current < unused)
			summary->oldest = current;
	} else if (layout->n_whole < layout->n_room) {
		take_truncated(dump, current);
	} else {
		summary->n_events = unused;
		summary->is_full = true;
		if (summary->has_current)
			summary->oldest = current;
		summary->is_wrapped = summary->oldest != 0;
	}
	if (summary->missing == 0)
		summary->missing_at = summary->n_events;
	dump->ring = summary->n_events;
	return 0;
}

struct steps {
	uint64_t up, down;
	uint64_t drops;			/* falls of more than half a second */
	bool within_second;		/* every stamp is below 10^9 */
	unsigned char cores[32];	/* a bit for each one used */
};

/* Examine all stamps and ids. */
static int scan_events(struct pxt_dump *dump, struct steps *steps,
		       struct pxt_dump_ids *ids)
{
	struct pxt_dump_entry entry;
	uint64_t last = 0;

	*steps = (struct steps){ .within_second = true };
	for (uint64_t n = 0; n < dump->summary.n_events; n++) {
		int err = pxt_dump_read_entry(dump, pxt_dump_slot_of(dump, n),
					      &entry);
		uint64_t stamp;

		if (err == ENOENT) {
			dump->summary.n_events = n;
			break;
		}
		if (err)
			return err;
		err = pxt_dump_note_id(ids, entry.id);
		if (err)
			return err;
		if (entry.id <= UINT32_MAX && (entry.id & 0xff0000) == 0)
			steps->cores[entry.id >> 27] |=
				(unsigned char)(1u << (entry.id >> 24 & 7));
		stamp = entry.stamp & dump->header.mask;
		steps->within_second &= stamp < SECOND;
		if (n > 0) {
			steps->up += stamp > last;
			steps->down += stamp < last;
			steps->drops += stamp < last &&
					last - stamp > SECOND / 2;
		}
		last = stamp;
	}
	return 0;
}

static enum pxt_dump_clock choose_clock(const struct pxt_dump *dump,
					const struct steps *steps)
{
	if (!steps->up && !steps->down)
		return PXT_DUMP_STATIC;
	if (steps->down > steps->up)
		return PXT_DUMP_FALLING;
	if (steps->drops && steps->within_second &&
	    dump->header.mask >= SECOND - 1)
		return PXT_DUMP_SECONDS;
	return PXT_DUMP_RISING;
}

static bool has_several(const unsigned char *cores, size_t size)
{
	unsigned n = 0;

	for (size_t i = 0; i < size; i++)
		n += (unsigned)__builtin_popcount(cores[i]);
	return n > 1;
}

/*
 * In a full ring the oldest event was just overwritten if its stamp is closer
 * to the newest one than to the one after it.
 */
static int drop_overwritten_first(struct pxt_dump *dump)
{
	struct pxt_dump_summary *summary = &dump->summary;
	struct pxt_dump_entry first, second, last;
	uint64_t mask = dump->header.mask;
	int err;

	if (!summary->is_wrapped || summary->n_events < 3 || summary->missing)
		return 0;
	err = pxt_dump_read_entry(dump, pxt_dump_slot_of(dump, 0), &first);
	if (!err)
		err = pxt_dump_read_entry(dump, pxt_dump_slot_of(dump, 1),
					  &second);
	if (!err)
		err = pxt_dump_read_entry(dump, pxt_dump_slot_of(dump,
				summary->n_events - 1), &last);
	if (err)
		return err == ENOENT ? 0 : err;
	first.stamp &= mask;
	second.stamp &= mask;
	last.stamp &= mask;
	summary->first_is_torn =
		pxt_dump_is_back(dump, first.stamp, second.stamp) &&
		pxt_dump_distance(dump, last.stamp, first.stamp) <
		pxt_dump_distance(dump, first.stamp, second.stamp);
	return 0;
}

/* A pass with the clock, which is now known. */
static int measure(struct pxt_dump *dump)
{
	struct pxt_dump_summary *summary = &dump->summary;
	struct pxt_dump_place place;
	struct pxt_dump_entry entry;

	pxt_dump_begin(&place);
	while (place.next < summary->n_events) {
		uint64_t slot = pxt_dump_slot_of(dump, place.next);
		uint64_t last = place.stamp, ticks = place.ticks;
		bool is_late;
		int err = pxt_dump_read_entry(dump, slot, &entry);

		if (err == ENOENT) {
			summary->n_events = place.next;
			break;
		}
		if (err)
			return err;
		pxt_dump_advance(dump, &place, entry.stamp, &is_late);
		summary->n_late += is_late;
		summary->n_wraps += place.ticks > ticks &&
				    pxt_dump_is_back(dump, last, place.stamp);
	}
	summary->span = place.ticks;
	return 0;
}

int pxt_dump_scan(struct pxt_dump *dump, struct pxt_dump_ids *ids)
{
	struct steps steps;
	int err = find_events(dump);

	if (!err)
		err = scan_events(dump, &steps, ids);
	if (err)
		return err;
	dump->summary.clock = choose_clock(dump, &steps);
	dump->summary.is_smp = has_several(steps.cores, sizeof(steps.cores));
	err = drop_overwritten_first(dump);
	return err ? err : measure(dump);
}
