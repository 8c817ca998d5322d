/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Names by address; see symbols.h.  Two hash tables of the same entries, one
 * by key and, where a name must not be there twice, one by name.
 */
#include "symbols.h"

#include <bsd/stdlib.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 12 };

struct entry {
	struct entry *next_by_key;
	struct entry *next_by_name;
	uint64_t key;
	uint8_t table;
	char name[];
};

struct rkh_symbols {
	bool one_key_each;
	unsigned n;
	uint64_t seed;
	struct entry *by_key[BUCKETS];
	struct entry *by_name[BUCKETS];
};

struct rkh_symbols *rkh_symbols_new(bool one_key_each)
{
	struct rkh_symbols *symbols = calloc(1, sizeof(*symbols));

	if (!symbols)
		return NULL;
	symbols->one_key_each = one_key_each;
	arc4random_buf(&symbols->seed, sizeof(symbols->seed));
	return symbols;
}

/* A seed that nobody knows, so that no stream can choose its collisions. */
static uint64_t mix(const struct rkh_symbols *symbols, uint64_t value)
{
	value ^= symbols->seed;
	value = (value ^ value >> 33) * UINT64_C(0xff51afd7ed558ccd);
	value = (value ^ value >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return (value ^ value >> 33) % BUCKETS;
}

static uint64_t key_bucket(const struct rkh_symbols *symbols,
			   enum rkh_table table, uint64_t key)
{
	return mix(symbols, key ^ (uint64_t)table << 56);
}

static uint64_t name_bucket(const struct rkh_symbols *symbols,
			    enum rkh_table table, const char *name)
{
	uint64_t hash = symbols->seed ^ table;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return mix(symbols, hash);
}

static struct entry *find_key(const struct rkh_symbols *symbols,
			      enum rkh_table table, uint64_t key)
{
	struct entry *entry = symbols->by_key[key_bucket(symbols, table, key)];

	while (entry && (entry->key != key || entry->table != table))
		entry = entry->next_by_key;
	return entry;
}

static struct entry *find_name(const struct rkh_symbols *symbols,
			       enum rkh_table table, const char *name)
{
	struct entry *entry =
		symbols->by_name[name_bucket(symbols, table, name)];

	while (entry && (entry->table != table ||
			 strcmp(entry->name, name) != 0))
		entry = entry->next_by_name;
	return entry;
}

static void drop(struct rkh_symbols *symbols, struct entry *entry)
{
	struct entry **link = &symbols->by_key[
		key_bucket(symbols, entry->table, entry->key)];

	while (*link != entry)
		link = &(*link)->next_by_key;
	*link = entry->next_by_key;
	if (symbols->one_key_each) {
		link = &symbols->by_name[
			name_bucket(symbols, entry->table, entry->name)];
		while (*link != entry)
			link = &(*link)->next_by_name;
		*link = entry->next_by_name;
	}
	free(entry);
	symbols->n--;
}

static void link_first(struct entry **bucket, struct entry **next,
		       struct entry *entry)
{
	*next = *bucket;
	*bucket = entry;
}

static bool add(struct rkh_symbols *symbols, enum rkh_table table,
		uint64_t key, const char *name)
{
	size_t size = strlen(name) + 1;
	struct entry *entry;

	if (symbols->n == RKH_SYMBOLS_MAX)
		return false;
	entry = malloc(sizeof(*entry) + size);
	if (!entry)
		return false;
	memcpy(entry->name, name, size);
	entry->key = key;
	entry->table = (uint8_t)table;
	link_first(&symbols->by_key[key_bucket(symbols, table, key)],
		   &entry->next_by_key, entry);
	if (symbols->one_key_each)
		link_first(&symbols->by_name[
				   name_bucket(symbols, table, name)],
			   &entry->next_by_name, entry);
	symbols->n++;
	return true;
}

static bool set(struct rkh_symbols *symbols, enum rkh_table table,
		uint64_t key, const char *name)
{
	struct entry *entry = find_key(symbols, table, key);

	if (entry && strcmp(entry->name, name) == 0)
		return true;
	if (entry)
		drop(symbols, entry);
	if (symbols->one_key_each) {
		entry = find_name(symbols, table, name);
		if (entry)
			drop(symbols, entry);
	}
	return add(symbols, table, key, name);
}

static bool is_address(enum rkh_table table)
{
	return table < RKH_TABLE_POOL;
}

bool rkh_symbols_set(struct rkh_symbols *symbols, enum rkh_table table,
		     uint64_t key, const char *name, size_t len)
{
	char text[RKH_NAME_MAX + 1];

	if (len > RKH_NAME_MAX)
		len = RKH_NAME_MAX;
	memcpy(text, name, len);
	text[len] = '\0';
	if (!is_address(table))
		return set(symbols, table, key, text);
	/* All objects are one table where a name has one address only. */
	if (symbols->one_key_each)
		return set(symbols, RKH_TABLE_ANY, key, text);
	return set(symbols, RKH_TABLE_ANY, key, text) &&
	       set(symbols, table, key, text);
}

static const char *look_up(const struct rkh_symbols *symbols,
			   enum rkh_table table, uint64_t key)
{
	const struct entry *entry = find_key(symbols, table, key);

	return entry ? entry->name : NULL;
}

const char *rkh_symbols_find(const struct rkh_symbols *symbols,
			     enum rkh_table table, uint64_t key)
{
	const char *name = look_up(symbols, table, key);

	if (!name && is_address(table) && table != RKH_TABLE_ANY)
		name = look_up(symbols, RKH_TABLE_ANY, key);
	return name;
}

void rkh_symbols_forget(struct rkh_symbols *symbols)
{
	for (size_t i = 0; i < BUCKETS; i++) {
		struct entry **link = &symbols->by_key[i];

		while (*link) {
			struct entry *entry = *link;

			if (entry->table <= RKH_TABLE_POOL)
				drop(symbols, entry);
			else
				link = &entry->next_by_key;
		}
	}
}

void rkh_symbols_free(struct rkh_symbols *symbols)
{
	if (!symbols)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		struct entry *entry = symbols->by_key[i];

		while (entry) {
			struct entry *next = entry->next_by_key;

			free(entry);
			entry = next;
		}
	}
	free(symbols);
}
