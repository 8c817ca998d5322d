/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tables of the RKH filters; see rkhfilter.h. */
#include "model/rkhfilter.h"


unsigned pxt_rkh_offset(unsigned group)
{
	static const uint8_t offsets[] = { 0, 1, 2, 4, 7, 8, 11, 15, 17 };

	return offsets[group];
}

static bool load_bit(const _Atomic uint8_t *table, unsigned i)
{
	return pxt_load_relaxed(&table[i / 8]) >> i % 8 & 1;
}

bool pxt_rkh_suppresses(const struct pxt_rkh_tables *tables, uint32_t subject)
{
	unsigned event = subject & 0xff, group = event / 32;
	unsigned bit = 8 * pxt_rkh_offset(group) + event % 32;
	unsigned priority = subject >> 8 & 0xff;
	unsigned signal = subject >> 18 & 0x1fff;

	if (!subject || !pxt_load_relaxed(&tables->in_use))
		return false;
	/* Only the last group may have events beyond the table. */
	if (!(pxt_load_relaxed(&tables->groups) >> group & 1) ||
	    bit >= 8 * sizeof(tables->events) ||
	    !load_bit(tables->events, bit))
		return true;
	if (subject & 0x10000u && !load_bit(tables->objects, priority))
		return true;
	return subject & 0x20000u && signal != POSIXTRACE_RKH_COMPLETION &&
	       (signal >= 8 * sizeof(tables->signals) ||
		!load_bit(tables->signals, signal));
}

/* Relaxed, byte by byte; the last store activates them. */
static void store_bytes(_Atomic uint8_t *to, const uint8_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		pxt_store_relaxed(&to[i], from[i]);
}

static void load_bytes(uint8_t *to, const _Atomic uint8_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = pxt_load_relaxed(&from[i]);
}

void pxt_rkh_store(struct pxt_rkh_tables *tables,
		   const struct posixtrace_rkh_filter *filter)
{
	if (!filter) {
		pxt_store_relaxed(&tables->in_use, 0);
		return;
	}
	pxt_store_relaxed(&tables->groups, filter->groups);
	store_bytes(tables->events, filter->events, sizeof(filter->events));
	store_bytes(tables->objects, filter->objects,
		    sizeof(filter->objects));
	store_bytes(tables->signals, filter->signals,
		    sizeof(filter->signals));
	pxt_store_release(&tables->in_use, 1);
}

bool pxt_rkh_load(const struct pxt_rkh_tables *tables,
		  struct posixtrace_rkh_filter *filter)
{
	if (!pxt_load_acquire(&tables->in_use))
		return false;
	filter->groups = pxt_load_relaxed(&tables->groups);
	load_bytes(filter->events, tables->events, sizeof(filter->events));
	load_bytes(filter->objects, tables->objects, sizeof(filter->objects));
	load_bytes(filter->signals, tables->signals, sizeof(filter->signals));
	return true;
}
