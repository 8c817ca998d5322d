/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What becomes of slices; see fates.h. */
#include "convert/fates.h"

#include <stdlib.h>

#include "trace/clocks.h"

/* Bits of a fate. */
enum { SHIFT = 2 };

static void add(struct fates *fates, uint64_t number, enum fate fate)
{
	size_t room = fates->room ? 2 * fates->room : 64;
	uint64_t *list = fates->list;

	if (fates->n == fates->room) {
		list = reallocarray(list, room, sizeof(*list));
		fates->has_failed |= !list;
		if (!list)
			return;
		fates->list = list;
		fates->room = room;
	}
	list[fates->n++] = number << SHIFT | fate;
}

static void note_open(void *state, const struct lane *lane,
		      const struct pair_begun *slice,
		      const struct trace_event *event)
{
	struct fates *fates = state;

	(void)lane;
	(void)slice;
	(void)event;
	fates->nest.number++;
}

static void note_cut(void *state, const struct lane *lane,
		     const struct pair_begun *slice, uint64_t ns)
{
	(void)lane;
	(void)ns;
	add(state, slice->number, FATE_CUT);
}

static void note_forgotten(void *state, const struct lane *lane,
			   const struct pair_begun *slice)
{
	(void)lane;
	add(state, slice->number, FATE_FORGOTTEN);
}

void fates_init(struct fates *fates, trace_id_t trid, bool is_dump)
{
	*fates = (struct fates){ 0 };
	nest_init(&fates->nest, trid, is_dump);
	fates->nest.state = fates;
	fates->nest.open = note_open;
	fates->nest.cut = note_cut;
	fates->nest.forget = note_forgotten;
}

void fates_fini(struct fates *fates)
{
	nest_fini(&fates->nest);
	free(fates->list);
}

bool fates_take(struct fates *fates, const struct trace_event *event)
{
	uint64_t n_far = 0;
	bool is_slice;

	return nest_take(&fates->nest, event,
			 clocks_ns(&event->info.posix_timestamp, &n_far),
			 &is_slice) && !fates->has_failed;
}

void fates_lose(struct fates *fates)
{
	nest_lose(&fates->nest);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

bool fates_end(struct fates *fates)
{
	nest_end(&fates->nest);
	if (fates->n)
		qsort(fates->list, fates->n, sizeof(fates->list[0]), compare);
	return !fates->has_failed;
}

enum fate fates_find(struct fates *fates, uint64_t number)
{
	while (fates->at < fates->n &&
	       fates->list[fates->at] >> SHIFT < number)
		fates->at++;
	if (fates->at == fates->n || fates->list[fates->at] >> SHIFT != number)
		return FATE_ENDS;
	return (enum fate)(fates->list[fates->at] & ((1u << SHIFT) - 1));
}
