/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of the threads of a log; see thread-names.h. */
#include "log/thread-names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "log/reader.h"
#include "log/txtb.h"
#include "model/record.h"

struct entry {
	int32_t pid;
	int32_t tid;
	char name[PXT_TXTB_NAME_SIZE];	/* padded with zeros */
};

/* A thread that has blocks. */
struct thread {
	struct entry entry;
	size_t first;			/* of its blocks */
	size_t n;
	bool is_known;			/* the name */
};

struct pxt_thread_names {
	const struct pxt_log_reader *reader;
	bool is_read;			/* the registry */
	struct entry registry[PXT_TXTB_SLOTS];	/* by thread */
	size_t n_registry;
	bool has_others;		/* threads without a slot */
	bool are_blocks_tried;
	const struct pxt_log_block **blocks;	/* by thread, then newest first */
	struct thread *threads;		/* by thread */
	size_t n_threads;
	void *room;			/* for a block */
};

struct pxt_thread_names *pxt_thread_names_create(
		const struct pxt_log_reader *reader)
{
	struct pxt_thread_names *names = calloc(1, sizeof(*names));

	if (names)
		names->reader = reader;
	return names;
}

void pxt_thread_names_destroy(struct pxt_thread_names *names)
{
	if (names) {
		free(names->room);
		free(names->threads);
		free(names->blocks);
	}
	free(names);
}

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_ids(int32_t pid, int32_t tid, int32_t other_pid,
		  int32_t other_tid)
{
	int order = compare(tid, other_tid);

	return order ? order : compare(pid, other_pid);
}

/* Also for struct thread, which begins with one. */
static int by_thread(const void *a, const void *b)
{
	const struct entry *x = a;
	const struct entry *y = b;

	return by_ids(x->pid, x->tid, y->pid, y->tid);
}

static int by_thread_and_age(const void *a, const void *b)
{
	const struct pxt_log_block *x = *(const struct pxt_log_block *const *)a;
	const struct pxt_log_block *y = *(const struct pxt_log_block *const *)b;
	int order = by_ids(x->pid, x->tid, y->pid, y->tid);

	if (order)
		return order;
	return (x->serial < y->serial) - (x->serial > y->serial);
}

/* The log may have the other byte order. */
static uint32_t word_of(uint32_t word, bool is_foreign)
{
	return is_foreign ? __builtin_bswap32(word) : word;
}

static void take_slots(struct pxt_thread_names *names,
		       const struct pxt_txtb_slot *slots, bool is_foreign)
{
	names->has_others = true;
	for (size_t i = 0; i < PXT_TXTB_SLOTS; i++) {
		const struct pxt_txtb_slot *slot = &slots[i];
		struct entry *entry = &names->registry[names->n_registry];

		/* A thread gets a slot with its first block, if one is free. */
		if (slot->type == 0)
			names->has_others = false;
		if (slot->type != PXT_TXTB_THREAD)
			continue;
		entry->pid = (int32_t)word_of(slot->parameter1, is_foreign);
		entry->tid = (int32_t)word_of(slot->parameter2, is_foreign);
		memcpy(entry->name, slot->name,
		       strnlen(slot->name, sizeof(entry->name) - 1));
		names->n_registry++;
	}
	qsort(names->registry, names->n_registry, sizeof(names->registry[0]),
	      by_thread);
}

static void read_registry(struct pxt_thread_names *names)
{
	struct {
		struct pxt_txtb_header header;
		struct pxt_txtb_slot slots[PXT_TXTB_SLOTS];
	} front;
	bool is_foreign;

	names->is_read = true;
	if (!pxt_log_read_start(names->reader, &front, sizeof(front)))
		return;
	is_foreign = word_of(front.header.id, true) == PXT_TXTB_ID;
	if (word_of(front.header.id, is_foreign) == PXT_TXTB_ID &&
	    word_of(front.header.reserved2, is_foreign) == PXT_TXTB_MAGIC)
		take_slots(names, front.slots, is_foreign);
}

/* Group the blocks by thread, and list the threads. */
static void find_threads(struct pxt_thread_names *names,
			 const struct pxt_log_block *blocks, size_t n_blocks)
{
	struct thread *thread = NULL;
	size_t n = 0;

	for (size_t i = 0; i < n_blocks; i++)
		if (blocks[i].kind == PXT_KIND_EVENTS)
			names->blocks[n++] = &blocks[i];
	qsort(names->blocks, n, sizeof(*names->blocks), by_thread_and_age);
	for (size_t i = 0; i < n; i++) {
		const struct pxt_log_block *block = names->blocks[i];

		if (!thread || thread->entry.pid != block->pid ||
		    thread->entry.tid != block->tid) {
			thread = &names->threads[names->n_threads++];
			thread->entry.pid = block->pid;
			thread->entry.tid = block->tid;
			thread->first = i;
		}
		thread->n++;
	}
}

/* False: not possible; then only the names in the registry are known. */
static bool open_blocks(struct pxt_thread_names *names)
{
	const struct pxt_log_block *blocks;
	size_t n;

	blocks = pxt_log_get_blocks(names->reader, &n);
	names->blocks = calloc(n + 1, sizeof(*names->blocks));
	names->threads = calloc(n + 1, sizeof(*names->threads));
	names->room = malloc(pxt_log_get_head(names->reader)->chunk_size);
	if (!names->blocks || !names->threads || !names->room)
		return false;
	find_threads(names, blocks, n);
	return true;
}

/* Take the name from its newest readable block. */
static void load_name(struct pxt_thread_names *names, struct thread *thread)
{
	const struct pxt_chunk_header *header = names->room;

	thread->is_known = true;
	for (size_t i = 0; i < thread->n; i++) {
		if (pxt_log_load(names->reader,
				 names->blocks[thread->first + i],
				 names->room) != 0)
			continue;
		memcpy(thread->entry.name, header->comm,
		       strnlen(header->comm, sizeof(header->comm)));
		return;
	}
}

static const char *find_other(struct pxt_thread_names *names,
			      const struct entry *key)
{
	struct thread *thread;

	if (!names->are_blocks_tried && !open_blocks(names))
		names->n_threads = 0;
	names->are_blocks_tried = true;
	if (names->n_threads == 0)
		return NULL;
	thread = bsearch(key, names->threads, names->n_threads,
			 sizeof(*thread), by_thread);
	if (thread && !thread->is_known)
		load_name(names, thread);
	return thread && *thread->entry.name ? thread->entry.name : NULL;
}

/* Is the name in the registry unchanged?  Characters that TraceX cannot show
 * were replaced (pxt_txtb_character()). */
static bool is_true(const struct entry *entry)
{
	return !strpbrk(entry->name, "?[]");
}

const char *pxt_thread_names_find(struct pxt_thread_names *names, int32_t pid,
				  int32_t tid)
{
	const struct entry key = { .pid = pid, .tid = tid };
	const struct entry *found;
	const char *other;

	if (!names->is_read)
		read_registry(names);
	found = bsearch(&key, names->registry, names->n_registry,
			sizeof(names->registry[0]), by_thread);
	if (found && is_true(found))
		return found->name;
	other = found || names->has_others ? find_other(names, &key) : NULL;
	return other || !found ? other : found->name;
}
