/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event type map; see eventmap.h for how it does without a lock. */
#include "model/eventmap.h"

#include <string.h>

/* Types of one name with different arguments: NAME, NAME~2 ... NAME~9. */
enum { VARIANTS = 9 };

void pxt_eventmap_init(struct pxt_eventmap *map)
{
	map->magic = PXT_EVENTMAP_MAGIC;
}

/* FNV-1a, 64 bits; never 0, which means "free". */
static uint64_t hash_of(const char *name)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	while (*name) {
		hash ^= (unsigned char)*name++;
		hash *= UINT64_C(0x100000001b3);
	}
	return hash ? hash : 1;
}

static bool is_named(const struct pxt_eventmap *map, unsigned id)
{
	return pxt_load_acquire(&map->named[id / 64]) >> id % 64 & 1;
}

static void load_name(const struct pxt_eventmap *map, unsigned id, char *name)
{
	uint64_t words[PXT_EVENT_NAME_SIZE / 8];

	/* Relaxed: `named` has been acquired, or the caller compares. */
	for (unsigned i = 0; i < PXT_EVENT_NAME_SIZE / 8; i++)
		words[i] = pxt_load_relaxed(&map->name[id][i]);
	memcpy(name, words, sizeof(words));
	name[PXT_EVENT_NAME_SIZE - 1] = '\0';
}

static void store_name(struct pxt_eventmap *map, unsigned id, const char *name)
{
	uint64_t words[PXT_EVENT_NAME_SIZE / 8] = {0};

	memcpy(words, name, strlen(name));
	for (unsigned i = 0; i < PXT_EVENT_NAME_SIZE / 8; i++)
		pxt_store_relaxed(&map->name[id][i], words[i]);
	/* Release: a process that sees the bit sees the name. */
	atomic_fetch_or_explicit(&map->named[id / 64], UINT64_C(1) << id % 64,
				 memory_order_release);
}

/* Different names may share a hash, once in 2^64: then the bytes decide. */
static bool is_entry_of(const struct pxt_eventmap *map, unsigned id,
			const char *name)
{
	char there[PXT_EVENT_NAME_SIZE];

	if (!is_named(map, id))
		return true;
	load_name(map, id, there);
	return strcmp(there, name) == 0;
}

/* Find the entry of a name, or, if `claim`, make it.  0: neither. */
static unsigned find(struct pxt_eventmap *map, const char *name, bool claim)
{
	uint64_t hash = hash_of(name);

	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE; id++) {
		uint64_t there = pxt_load_relaxed(&map->hash[id]);

		if (there == 0 &&
		    (!claim || pxt_cas_relaxed(&map->hash[id], &there, hash)))
			return claim ? id : 0;
		if (there == hash && is_entry_of(map, id, name))
			return id;
	}
	return 0;
}

static unsigned find_predefined(const char *name)
{
	for (unsigned id = 1; id <= PXT_ID_USER; id++) {
		const char *known = pxt_predefined_name(id);

		if (known && strcmp(known, name) == 0)
			return id;
	}
	return 0;
}

/* Count one more type for the process, unless it has the maximum. */
static bool count_one(struct pxt_opened *opened)
{
	uint32_t count = pxt_load_relaxed(&opened->count);

	/* The unnamed one counts, too. */
	do {
		if (count >= TRACE_USER_EVENT_MAX - 1)
			return false;
	} while (!pxt_cas_relaxed(&opened->count, &count, count + 1));
	return true;
}

/* Note that the process has opened `id`; true if it had before. */
static bool mark_opened(struct pxt_opened *opened, unsigned id)
{
	uint64_t bit = UINT64_C(1) << id % 64;

	return pxt_or_relaxed(&opened->ids[id / 64], bit) & bit;
}

unsigned pxt_eventmap_open(struct pxt_eventmap *map, struct pxt_opened *opened,
			   const char *name)
{
	unsigned id = find_predefined(name);
	bool counted;

	if (id)
		return id;
	id = find(map, name, false);
	if (id && pxt_load_relaxed(&opened->ids[id / 64]) >> id % 64 & 1)
		return id;

	/* A name that the family has keeps its id even beyond the limit. */
	counted = count_one(opened);
	if (!id && counted)
		id = find(map, name, true);
	/* Another thread may have used the last free entry. */
	if (!id && !counted)
		id = find(map, name, false);
	if (!id) {
		if (counted)
			atomic_fetch_sub(&opened->count, 1);
		return POSIX_TRACE_UNNAMED_USEREVENT;
	}
	store_name(map, id, name);
	if (mark_opened(opened, id) && counted)
		atomic_fetch_sub(&opened->count, 1);
	return id;
}

bool pxt_eventmap_name(const struct pxt_eventmap *map, unsigned id, char *name)
{
	const char *known = pxt_predefined_name(id);

	if (known) {
		memcpy(name, known, strlen(known) + 1);
		return true;
	}
	if (id <= PXT_ID_USER || id >= PXT_ID_SPACE || !is_named(map, id))
		return false;
	load_name(map, id, name);
	return true;
}

/* Claim room for a text and store it.  0: there is none. */
static uint32_t store_text(struct pxt_eventmap *map, const char *text)
{
	uint64_t words[PXT_TYPE_SIZE / 8] = {0};
	uint64_t n = (strlen(text) + 8) / 8, at;

	memcpy(words, text, strlen(text));
	at = pxt_load_relaxed(&map->heap_used);
	do {
		if (at > PXT_HEAP_WORDS - n)
			return 0;
	} while (!pxt_cas_relaxed(&map->heap_used, &at, at + n));
	/* Relaxed: published by `where`. */
	for (uint64_t i = 0; i < n; i++)
		pxt_store_relaxed(&map->heap[at + i], words[i]);
	return (uint32_t)((at + 1) << 8 | n);
}

static bool is_description(const struct pxt_eventmap *map, unsigned id,
			   const char *text)
{
	char there[PXT_TYPE_SIZE];

	return pxt_eventmap_description(map, id, there) &&
	       strcmp(there, text) == 0;
}

bool pxt_eventmap_describe(struct pxt_eventmap *map, unsigned id,
			   const char *text)
{
	uint32_t none = 0, where;

	if (pxt_load_acquire(&map->where[id]) != 0)
		return is_description(map, id, text);
	where = store_text(map, text);
	if (!where)
		return true;
	/* Release: a process that sees it sees the text. */
	if (!atomic_compare_exchange_strong_explicit(&map->where[id], &none,
			where, memory_order_acq_rel, memory_order_acquire))
		return is_description(map, id, text);
	atomic_fetch_or_explicit(&map->described[id / 64],
				 UINT64_C(1) << id % 64, memory_order_release);
	return true;
}

/* The name of a variant.  False: it would be too long. */
static bool variant_name(char name[PXT_EVENT_NAME_SIZE], const char *base,
			 unsigned variant)
{
	size_t len = strnlen(base, PXT_EVENT_NAME_SIZE);

	if (len + (variant > 1 ? 2 : 0) >= PXT_EVENT_NAME_SIZE)
		return false;
	memcpy(name, base, len);
	if (variant > 1) {
		name[len++] = '~';
		name[len++] = (char)('0' + variant);
	}
	name[len] = '\0';
	return true;
}

unsigned pxt_eventmap_open_described(struct pxt_eventmap *map,
				     struct pxt_opened *opened,
				     const char *name, const char *text)
{
	for (unsigned variant = 1; variant <= VARIANTS; variant++) {
		char full[PXT_EVENT_NAME_SIZE];
		unsigned id;

		if (!variant_name(full, name, variant))
			break;
		id = pxt_eventmap_open(map, opened, full);
		if (id <= PXT_ID_USER || pxt_eventmap_describe(map, id, text))
			return id < PXT_ID_USER ? PXT_ID_USER : id;
	}
	return PXT_ID_USER;
}

bool pxt_eventmap_description(const struct pxt_eventmap *map, unsigned id,
			      char *text)
{
	uint64_t words[PXT_TYPE_SIZE / 8] = {0};
	uint32_t where, begin, n;

	if (id <= PXT_ID_USER || id >= PXT_ID_SPACE)
		return false;
	where = pxt_load_acquire(&map->where[id]);
	begin = where >> 8;
	n = where & 0xff;
	if (begin == 0 || n == 0 || n > PXT_TYPE_SIZE / 8 ||
	    begin - 1 > PXT_HEAP_WORDS - n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		words[i] = pxt_load_relaxed(&map->heap[begin - 1 + i]);
	memcpy(text, words, sizeof(words));
	text[PXT_TYPE_SIZE - 1] = '\0';
	return true;
}

void pxt_eventmap_copy(struct pxt_eventmap *to, const struct pxt_eventmap *from)
{
	char name[PXT_EVENT_NAME_SIZE], text[PXT_TYPE_SIZE];

	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE; id++) {
		uint64_t hash = pxt_load_relaxed(&from->hash[id]);

		if (hash == 0)
			break;
		pxt_store_relaxed(&to->hash[id], hash);
		if (pxt_eventmap_name(from, id, name))
			store_name(to, id, name);
		if (pxt_eventmap_description(from, id, text))
			pxt_eventmap_describe(to, id, text);
	}
}

bool pxt_eventmap_is_empty(const struct pxt_eventmap *map)
{
	return pxt_load_relaxed(&map->hash[PXT_ID_USER + 1]) == 0;
}
