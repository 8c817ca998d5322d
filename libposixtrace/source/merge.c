/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Merging runs of records by time; see merge.h. */
#include "source/merge.h"

#include <errno.h>
#include <stdlib.h>

typedef bool is_before(const struct pxt_run *, const struct pxt_run *);

static bool place_is_before(const struct pxt_run *a, const struct pxt_run *b)
{
	return a->base != b->base ? a->base < b->base :
	       a->number != b->number ? a->number < b->number :
	       a->from < b->from;
}

static bool begins_before(const struct pxt_run *a, const struct pxt_run *b)
{
	return a->first != b->first ? a->first < b->first :
	       place_is_before(a, b);
}

static bool continues_before(const struct pxt_run *a, const struct pxt_run *b)
{
	return a->event.ticks != b->event.ticks ?
	       a->event.ticks < b->event.ticks : place_is_before(a, b);
}

static int heap_grow(struct pxt_heap *heap, size_t room)
{
	struct pxt_run **grown;

	if (room <= heap->room)
		return 0;
	grown = realloc(heap->run, room * sizeof(*grown));
	if (!grown)
		return ENOMEM;
	heap->run = grown;
	heap->room = room;
	return 0;
}

static int heap_reserve(struct pxt_heap *heap)
{
	if (heap->n < heap->room)
		return 0;
	return heap_grow(heap, heap->room ? 2 * heap->room : 64);
}

/* There is room: heap_reserve() was called before. */
static void heap_push(struct pxt_heap *heap, struct pxt_run *run,
		      is_before *before)
{
	size_t i = heap->n++;

	while (i && before(run, heap->run[(i - 1) / 2])) {
		heap->run[i] = heap->run[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	heap->run[i] = run;
}

/* Restore the heap after its top has changed, or is to be replaced by `run`. */
static void heap_settle(struct pxt_heap *heap, struct pxt_run *run,
			is_before *before)
{
	size_t i = 0, child;

	while ((child = 2 * i + 1) < heap->n) {
		if (child + 1 < heap->n &&
		    before(heap->run[child + 1], heap->run[child]))
			child++;
		if (!before(heap->run[child], run))
			break;
		heap->run[i] = heap->run[child];
		i = child;
	}
	heap->run[i] = run;
}

static struct pxt_run *heap_pop(struct pxt_heap *heap, is_before *before)
{
	struct pxt_run *top = heap->run[0], *last = heap->run[--heap->n];

	if (heap->n)
		heap_settle(heap, last, before);
	return top;
}

void pxt_merge_init(struct pxt_merge *merge,
		    const struct pxt_merge_source *source)
{
	*merge = (struct pxt_merge){
		.source = *source,
		.rest = PXT_MERGE_ALL,
	};
}

static void give_back(struct pxt_merge *merge, struct pxt_run *run)
{
	SLIST_INSERT_HEAD(&merge->unused, run, next);
}

static size_t rooms_size(const struct pxt_merge *merge, size_t n)
{
	/* Runs stand behind them. */
	return n * ((merge->source.chunk_size + 15) & ~(size_t)15);
}

/* One of those that were reserved and never used. */
static struct pxt_run *reserved_run(struct pxt_merge *merge)
{
	struct pxt_run *run = (void *)(merge->reserved + merge->reserved_size);

	run -= merge->n_runs--;
	*run = (struct pxt_run){0};
	if (merge->n_rooms) {
		run->bytes = merge->reserved +
			     rooms_size(merge, --merge->n_rooms);
		run->room = merge->source.chunk_size;
	}
	return run;
}

static struct pxt_run *new_run(struct pxt_merge *merge)
{
	struct pxt_run *run = SLIST_FIRST(&merge->unused);

	if (!run)
		return merge->n_runs ? reserved_run(merge) :
		       calloc(1, sizeof(*run));
	SLIST_REMOVE_HEAD(&merge->unused, next);
	return run;
}

/* A run, or the bytes of one. */
static void free_unless_reserved(const struct pxt_merge *merge, void *memory)
{
	if ((uintptr_t)memory - (uintptr_t)merge->reserved >=
	    merge->reserved_size)
		free(memory);
}

static void free_run(const struct pxt_merge *merge, struct pxt_run *run)
{
	free_unless_reserved(merge, run->bytes);
	free_unless_reserved(merge, run);
}

int pxt_merge_reserve(struct pxt_merge *merge, size_t runs, size_t open)
{
	int err = heap_grow(&merge->pending, runs);

	size_t size = rooms_size(merge, open) + runs * sizeof(struct pxt_run);

	if (!err)
		err = heap_grow(&merge->open, runs);
	if (err)
		return err;
	merge->reserved = malloc(size);
	if (!merge->reserved)
		return ENOMEM;
	merge->reserved_size = size;
	merge->n_rooms = open;
	merge->n_runs = runs;
	return 0;
}

void pxt_merge_clear(struct pxt_merge *merge)
{
	while (merge->pending.n)
		give_back(merge, merge->pending.run[--merge->pending.n]);
	while (merge->open.n)
		give_back(merge, merge->open.run[--merge->open.n]);
	merge->last = NULL;
	merge->rest = PXT_MERGE_ALL;
}

void pxt_merge_fini(struct pxt_merge *merge)
{
	struct pxt_run *run;

	pxt_merge_clear(merge);
	while ((run = SLIST_FIRST(&merge->unused))) {
		SLIST_REMOVE_HEAD(&merge->unused, next);
		free_run(merge, run);
	}
	free(merge->reserved);
	free(merge->pending.run);
	free(merge->open.run);
}

int pxt_merge_add(struct pxt_merge *merge, const struct pxt_run *run)
{
	int err = heap_reserve(&merge->pending);
	struct pxt_run *copy, old;

	if (err)
		return err;
	copy = new_run(merge);
	if (!copy)
		return ENOMEM;
	old = *copy;
	*copy = *run;
	copy->bytes = old.bytes;
	copy->room = old.room;
	heap_push(&merge->pending, copy, begins_before);
	if (merge->until > run->first)
		merge->until = run->first;
	return 0;
}

/* A run has come to its end. */
static void finish(struct pxt_merge *merge, struct pxt_run *run)
{
	if (run->cursor.pos != run->cursor.end && merge->source.damaged)
		merge->source.damaged(merge->source.context, run);
	give_back(merge, run);
}

static bool swap_room(struct pxt_run *run, struct pxt_run *other, size_t need)
{
	unsigned char *bytes = run->bytes;
	size_t room = run->room;

	if (other->room < need)
		return false;
	run->bytes = other->bytes;
	run->room = other->room;
	other->bytes = bytes;
	other->room = room;
	return true;
}

/* No memory: take over the buffer of a run that does not need it now. */
static bool borrow_room(struct pxt_merge *merge, struct pxt_run *run,
			size_t need)
{
	struct pxt_run *other;

	for (size_t i = 0; i < merge->pending.n; i++)
		if (merge->pending.run[i] != run &&
		    swap_room(run, merge->pending.run[i], need))
			return true;
	SLIST_FOREACH(other, &merge->unused, next)
		if (swap_room(run, other, need))
			return true;
	return false;
}

/*
 * A buffer for the bytes of a run: its own, that of an unused run, or a new
 * one of about the run's size: a log may claim large chunks and have a million
 * small blocks of the same time.
 */
static int provide_room(struct pxt_merge *merge, struct pxt_run *run)
{
	size_t need = PXT_CHUNK_HEADER_SIZE + run->size, room = 1024;
	struct pxt_run *unused = SLIST_FIRST(&merge->unused);
	unsigned char *bytes;

	if (run->room >= need ||
	    (unused && swap_room(run, unused, need)))
		return 0;
	while (room < need)
		room *= 2;
	if (room > merge->source.chunk_size)
		room = merge->source.chunk_size;
	bytes = malloc(room);
	if (!bytes)
		return borrow_room(merge, run, need) ? 0 : ENOMEM;
	free_unless_reserved(merge, run->bytes);
	run->bytes = bytes;
	run->room = room;
	return 0;
}

/* Move the first pending run to the open ones, or drop it. */
static int open_first(struct pxt_merge *merge)
{
	struct pxt_run *run = merge->pending.run[0];
	int err = heap_reserve(&merge->open);

	if (err)
		return err;
	err = provide_room(merge, run);
	if (err)
		return err;
	heap_pop(&merge->pending, begins_before);
	if (!merge->source.fetch(merge->source.context, run)) {
		give_back(merge, run);
		return 0;
	}
	pxt_cursor_init(&run->cursor, (const void *)run->bytes,
			run->bytes + PXT_CHUNK_HEADER_SIZE, run->size);
	run->cursor.has_owners = merge->source.has_owners;
	if (pxt_cursor_next(&run->cursor, &run->event))
		heap_push(&merge->open, run, continues_before);
	else
		finish(merge, run);
	return 0;
}

/* Does any run that was not added yet begin before the runs that are here? */
static bool is_hungry(const struct pxt_merge *merge, uint64_t limit)
{
	return merge->rest != PXT_MERGE_ALL && merge->rest <= limit &&
	       (!merge->pending.n ||
		merge->rest <= merge->pending.run[0]->first) &&
	       (!merge->open.n ||
		merge->rest <= merge->open.run[0]->event.ticks);
}

static bool is_first_due(const struct pxt_merge *merge, uint64_t limit)
{
	return merge->pending.n && merge->pending.run[0]->first <= limit &&
	       (!merge->open.n || merge->pending.run[0]->first <=
		merge->open.run[0]->event.ticks);
}

/* Before this time only the first of the open runs has events. */
static uint64_t next_switch(const struct pxt_merge *merge)
{
	uint64_t until = merge->rest;

	if (merge->pending.n && merge->pending.run[0]->first < until)
		until = merge->pending.run[0]->first;
	for (size_t i = 1; i < 3 && i < merge->open.n; i++)
		if (merge->open.run[i]->event.ticks < until)
			until = merge->open.run[i]->event.ticks;
	return until;
}

int pxt_merge_next_slow(struct pxt_merge *merge, bool goes_on, uint64_t limit,
			const struct pxt_event **event)
{
	int err;

	if (goes_on)
		heap_settle(&merge->open, merge->last, continues_before);
	else if (merge->last)
		finish(merge, heap_pop(&merge->open, continues_before));
	merge->last = NULL;
	for (;;) {
		if (is_hungry(merge, limit))
			err = merge->source.feed(merge->source.context);
		else if (is_first_due(merge, limit))
			err = open_first(merge);
		else
			break;
		if (err)
			return err;
	}
	if (!merge->open.n || merge->open.run[0]->event.ticks > limit)
		return ENOENT;
	merge->last = merge->open.run[0];
	merge->until = next_switch(merge);
	*event = &merge->last->event;
	return 0;
}

size_t pxt_merge_drop_after(struct pxt_merge *merge, uint64_t limit)
{
	size_t n = merge->pending.n, dropped = 0;

	merge->pending.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct pxt_run *run = merge->pending.run[i];

		if (run->first <= limit) {
			heap_push(&merge->pending, run, begins_before);
		} else {
			give_back(merge, run);
			dropped++;
		}
	}
	n = merge->open.n;
	merge->open.n = 0;
	/* The run that reported last is the first, and stays first. */
	for (size_t i = 0; i < n; i++) {
		struct pxt_run *run = merge->open.run[i];

		if (run->event.ticks <= limit) {
			heap_push(&merge->open, run, continues_before);
		} else {
			if (run == merge->last)
				merge->last = NULL;
			give_back(merge, run);
			dropped++;
		}
	}
	return dropped;
}

/* Is the run that reported last the only one, and at its end? */
static bool is_last(const struct pxt_merge *merge)
{
	return merge->open.n == 1 && merge->last &&
	       merge->last->cursor.pos == merge->last->cursor.end;
}

bool pxt_merge_is_empty(const struct pxt_merge *merge)
{
	return merge->pending.n == 0 && merge->rest == PXT_MERGE_ALL &&
	       (merge->open.n == 0 || is_last(merge));
}
