/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Deciding which frames are accepted; see group.h. */
#include "live/group.h"

#include <stdlib.h>
#include <string.h>

void groups_init(struct groups *groups, groups_taker *take, void *context)
{
	memset(groups, 0, sizeof(*groups));
	groups->take = take;
	groups->context = context;
}

/* Discard the first n waiting frames. */
static void drop(struct groups *groups, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(groups->waiting[i].args);
	groups->n -= n;
	memmove(groups->waiting, groups->waiting + n,
		groups->n * sizeof(groups->waiting[0]));
}

static bool is_same(const struct group_frame *a, const struct group_frame *b)
{
	return a->seq == b->seq && a->crc == b->crc && a->id == b->id;
}

/* Pass on the first n without a CHECK, each once. */
static void give_unchecked(struct groups *groups, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct group_frame *frame = &groups->waiting[i];

		if (i > 0 && is_same(frame, frame - 1)) {
			groups->doubled++;
			continue;
		}
		groups->unchecked++;
		groups->take(groups->context, frame, false);
	}
	drop(groups, n);
}

/* The index of a frame in a group, or the group's n: not in it. */
static uint32_t place_in(const struct wire_check *check,
			 const struct group_frame *frame)
{
	uint32_t i = (uint8_t)(frame->seq - check->first_seq);

	return i < check->n && check->crc[i] == frame->crc ? i : check->n;
}

static void resolve(struct groups *groups, const struct wire_check *check)
{
	bool seen[WIRE_GROUP] = { false };
	unsigned before = 0;
	uint32_t n = 0;

	/* It was received twice. */
	if (groups->is_joined && check->group == groups->next - 1)
		return;
	if (check->group != groups->next) {
		while (before < groups->n &&
		       place_in(check, &groups->waiting[before]) == check->n)
			before++;
		give_unchecked(groups, before);
	}
	for (unsigned i = 0; i < groups->n; i++) {
		const struct group_frame *frame = &groups->waiting[i];
		uint32_t place = place_in(check, frame);

		if (place == check->n) {
			groups->refused++;
		} else if (seen[place]) {
			groups->doubled++;
		} else {
			seen[place] = true;
			n++;
			groups->believed++;
			groups->take(groups->context, frame, true);
		}
	}
	drop(groups, groups->n);
	if (groups->is_joined)
		groups->missing += check->n - n;
	groups->is_joined = true;
	groups->next = check->group + 1;
}

bool groups_add(struct groups *groups, const struct rkh_frame *frame)
{
	struct group_frame *waiting;
	struct wire_check check;

	if (frame->id == WIRE_CHECK) {
		if (wire_get_check(frame->args, frame->n_args, &check))
			resolve(groups, &check);
		else
			groups->refused++;
		return true;
	}
	if (groups->n == GROUP_WAITING)
		give_unchecked(groups, 1);
	waiting = &groups->waiting[groups->n];
	*waiting = (struct group_frame){
		.id = (uint8_t)frame->id,
		.seq = frame->seq,
		.stamp = frame->stamp,
		.crc = wire_crc((uint8_t)frame->id, frame->seq, frame->stamp,
				frame->args, frame->n_args),
		.args = malloc(frame->n_args + 1),
		.n = frame->n_args,
	};
	if (!waiting->args)
		return false;
	memcpy(waiting->args, frame->args, frame->n_args);
	groups->n++;
	return true;
}

void groups_finish(struct groups *groups)
{
	give_unchecked(groups, groups->n);
}

void groups_fini(struct groups *groups)
{
	drop(groups, groups->n);
}
