/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Numbers for places; see places.h. */
#include "trace/places.h"

#include <stdlib.h>
#include <sys/random.h>

struct place {
	uint64_t a, b;
	size_t number;			/* and 1; 0: an unused one */
	unsigned kind;
};

void places_init(struct places *places)
{
	*places = (struct places){ 0 };
	/* A log may have any ids; the seed keeps an attacker from choosing ids
	 * that collide.  Zero may occur, too. */
	if (getrandom(&places->seed, sizeof(places->seed), GRND_NONBLOCK) < 0)
		places->seed = 0;
}

void places_fini(struct places *places)
{
	free(places->table);
}

static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static struct place *look(const struct places *places, unsigned kind,
			  uint64_t a, uint64_t b)
{
	size_t mask = places->room - 1;
	size_t at = (size_t)mix(mix(a ^ places->seed) + b + kind) & mask;

	while (places->table[at].number &&
	       (places->table[at].kind != kind || places->table[at].a != a ||
		places->table[at].b != b))
		at = (at + 1) & mask;
	return &places->table[at];
}

/* Make room for another one. */
static bool grow(struct places *places)
{
	struct place *old = places->table;
	size_t old_room = places->room;

	if (places->n < old_room / 2)
		return true;
	places->room = old_room ? 2 * old_room : 64;
	places->table = calloc(places->room, sizeof(*old));
	if (!places->table) {
		places->table = old;
		places->room = old_room;
		return false;
	}
	for (size_t i = 0; i < old_room; i++) {
		if (old[i].number)
			*look(places, old[i].kind, old[i].a, old[i].b) = old[i];
	}
	free(old);
	return true;
}

bool places_find(struct places *places, unsigned kind, uint64_t a, uint64_t b,
		 size_t *number)
{
	struct place *place;

	if (!grow(places))
		return false;
	place = look(places, kind, a, b);
	if (!place->number)
		*place = (struct place){
			.kind = kind, .a = a, .b = b, .number = ++places->n,
		};
	*number = place->number - 1;
	return true;
}

bool places_known(const struct places *places, unsigned kind, uint64_t a,
		  uint64_t b, size_t *number)
{
	const struct place *place = places->room ? look(places, kind, a, b) : NULL;

	if (!place || !place->number)
		return false;
	*number = place->number - 1;
	return true;
}
