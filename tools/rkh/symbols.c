/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Names by address; see symbols.h.  Two trees of the same entries, one by key
 * and, where a name must not be there twice, one by name.
 */
#include "symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/tree.h"

struct entry {
	RB_ENTRY(entry) by_key;
	RB_ENTRY(entry) by_name;
	uint64_t key;
	enum rkh_table table;
	const char *name;		/* after this struct */
};

static int compare_keys(struct entry *a, struct entry *b)
{
	if (a->table != b->table)
		return a->table < b->table ? -1 : 1;
	return a->key < b->key ? -1 : a->key > b->key;
}

static int compare_names(struct entry *a, struct entry *b)
{
	if (a->table != b->table)
		return a->table < b->table ? -1 : 1;
	return strcmp(a->name, b->name);
}

RB_HEAD(keys, entry);
RB_HEAD(names, entry);
PXT_RB_GENERATE(keys, entry, by_key, compare_keys)
PXT_RB_GENERATE(names, entry, by_name, compare_names)

struct rkh_symbols {
	bool one_key_each;
	unsigned n;
	struct keys keys;
	struct names names;
};

struct rkh_symbols *rkh_symbols_new(bool one_key_each)
{
	struct rkh_symbols *symbols = calloc(1, sizeof(*symbols));

	if (symbols)
		symbols->one_key_each = one_key_each;
	return symbols;
}

static struct entry *find_key(struct rkh_symbols *symbols,
			      enum rkh_table table, uint64_t key)
{
	struct entry wanted = { .table = table, .key = key };

	return RB_FIND(keys, &symbols->keys, &wanted);
}

static struct entry *find_name(struct rkh_symbols *symbols,
			       enum rkh_table table, const char *name)
{
	struct entry wanted = { .table = table, .name = name };

	return RB_FIND(names, &symbols->names, &wanted);
}

static void drop(struct rkh_symbols *symbols, struct entry *entry)
{
	RB_REMOVE(keys, &symbols->keys, entry);
	if (symbols->one_key_each)
		RB_REMOVE(names, &symbols->names, entry);
	free(entry);
	symbols->n--;
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
	entry->key = key;
	entry->table = table;
	entry->name = memcpy(entry + 1, name, size);
	RB_INSERT(keys, &symbols->keys, entry);
	if (symbols->one_key_each)
		RB_INSERT(names, &symbols->names, entry);
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

static const char *look_up(struct rkh_symbols *symbols, enum rkh_table table,
			   uint64_t key)
{
	const struct entry *entry = find_key(symbols, table, key);

	return entry ? entry->name : NULL;
}

const char *rkh_symbols_find(struct rkh_symbols *symbols, enum rkh_table table,
			     uint64_t key)
{
	const char *name = look_up(symbols, table, key);

	if (!name && is_address(table) && table != RKH_TABLE_ANY)
		name = look_up(symbols, RKH_TABLE_ANY, key);
	return name;
}

void rkh_symbols_forget(struct rkh_symbols *symbols)
{
	struct entry *entry, *next;

	RB_FOREACH_SAFE(entry, keys, &symbols->keys, next)
		if (entry->table <= RKH_TABLE_POOL)
			drop(symbols, entry);
}

void rkh_symbols_free(struct rkh_symbols *symbols)
{
	struct entry *entry;

	if (!symbols)
		return;
	while ((entry = RB_ROOT(&symbols->keys)))
		drop(symbols, entry);
	free(symbols);
}
