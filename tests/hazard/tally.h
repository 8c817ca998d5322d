/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events are counted when they are recorded and when they are read, by thread
 * and kind.  The kind distinguishes events of the thread itself from those of
 * its signal handlers.  For each kind no event may be missing, duplicated, torn
 * or out of order.
 */
#ifndef TESTS_HAZARD_TALLY_H
#define TESTS_HAZARD_TALLY_H

#include "hazard.h"

enum { WRITERS = 4, KINDS = 8 };

/* The events that a thread has recorded, itself and in handlers of each
 * kind. */
struct tally {
	uint64_t n[KINDS];
	_Atomic uint64_t seen[KINDS];
};

struct payload {
	uint32_t thread, kind;
	uint64_t serial, check;
};

static struct tally tallies[WRITERS];
static __thread uint32_t self;
static trace_event_id_t type;
static _Atomic bool over;

/* Counted first, so that a handler of the same kind in between uses the next
 * serial. */
static inline struct payload make_payload(uint32_t kind)
{
	struct payload p = {
		.thread = self,
		.kind = kind,
		.serial = tallies[self].n[kind]++,
	};

	p.check = p.serial * 0x9e3779b97f4a7c15 ^ kind << 8 ^ p.thread;
	return p;
}

static inline void record(uint32_t kind)
{
	struct payload p = make_payload(kind);

	posix_trace_event(type, &p, sizeof(p));
}

/* Wait for the reader before unread events would be overwritten. */
static inline void hold_back(void)
{
	struct tally *t = &tallies[self];

	while (t->n[0] - t->seen[0] > 100000 && !over)
		hz_sleep_ms(1);
}

static inline void see(const struct hz_event *e)
{
	struct payload p;

	CHECK(e->info.posix_event_id != POSIX_TRACE_OVERFLOW, "overrun");
	if (!hz_is_user(e))
		return;
	memcpy(&p, &e->data, sizeof(p));
	CHECK(e->len >= sizeof(p) && p.thread < WRITERS && p.kind < KINDS &&
	      p.check == (p.serial * 0x9e3779b97f4a7c15 ^ p.kind << 8 ^
			  p.thread), "a torn event, length %zu", e->len);
	CHECK(p.serial == tallies[p.thread].seen[p.kind],
	      "thread %u kind %u: %llu after %llu", p.thread, p.kind,
	      (unsigned long long)p.serial,
	      (unsigned long long)tallies[p.thread].seen[p.kind]);
	tallies[p.thread].seen[p.kind]++;
}

static inline void drain(trace_id_t trid)
{
	struct hz_event e;

	while (hz_try(trid, &e))
		see(&e);
}

/* Read while other threads record. */
static inline void drain_for(trace_id_t trid, unsigned ms)
{
	uint64_t end = hz_ns() + ms * UINT64_C(1000000);
	struct hz_event e;

	for (unsigned n = 0; n % 256 || hz_ns() < end; n++)
		if (hz_try(trid, &e))
			see(&e);
}

static inline void check_tallies(void)
{
	for (unsigned t = 0; t < WRITERS; t++)
		for (unsigned k = 0; k < KINDS; k++)
			CHECK(tallies[t].n[k] == tallies[t].seen[k],
			      "thread %u kind %u: %llu of %llu", t, k,
			      (unsigned long long)tallies[t].seen[k],
			      (unsigned long long)tallies[t].n[k]);
}

/* A stream so large that a case does not fill it. */
static inline trace_id_t roomy(void)
{
	return hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 64 << 20 });
}

#endif
