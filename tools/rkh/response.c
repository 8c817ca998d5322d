/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How long events waited; see response.h.  Where gets are not traced, posts
 * pile up: of an object's the newest WAITING_MAX are remembered, and of
 * objects the first OBJECTS_MAX.
 */
#include "response.h"

#include <stdlib.h>
#include <string.h>

enum {
	OBJECTS_MAX = 1024,
	SLOTS = 2 * OBJECTS_MAX,	/* a power of two */
	WAITING_MAX = 128,
};

struct post {
	uint64_t number;
	uint64_t signal;
	uint64_t time;
};

struct object {
	uint64_t address;
	uint64_t n_posted;
	unsigned first;		/* the oldest of those that wait */
	unsigned n_waiting;
	struct post waiting[2 * WAITING_MAX];
};

struct rkh_responses {
	unsigned n;
	struct object *slots[SLOTS];	/* by hash of the address, open */
};

struct rkh_responses *rkh_responses_new(void)
{
	return calloc(1, sizeof(struct rkh_responses));
}

void rkh_responses_forget(struct rkh_responses *responses)
{
	for (unsigned i = 0; i < SLOTS && responses->n > 0; i++) {
		responses->n -= responses->slots[i] != NULL;
		free(responses->slots[i]);
		responses->slots[i] = NULL;
	}
}

void rkh_responses_free(struct rkh_responses *responses)
{
	if (responses)
		rkh_responses_forget(responses);
	free(responses);
}

void rkh_responses_gap(struct rkh_responses *responses)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		if (responses->slots[i])
			responses->slots[i]->n_waiting = 0;
	}
}

/* Where the object is or would be; there is always a free slot. */
static struct object **find(struct rkh_responses *responses, uint64_t address)
{
	uint64_t hash = address * UINT64_C(0x9e3779b97f4a7c15);
	unsigned i = (unsigned)(hash >> 32) % SLOTS;

	while (responses->slots[i] && responses->slots[i]->address != address)
		i = (i + 1) % SLOTS;
	return &responses->slots[i];
}

uint64_t rkh_responses_post(struct rkh_responses *responses, uint64_t address,
			    uint64_t signal, uint64_t time)
{
	struct object **slot = find(responses, address);
	struct object *object = *slot;

	if (!object) {
		if (responses->n == OBJECTS_MAX)
			return 0;
		object = malloc(sizeof(*object));
		if (!object)
			return 0;
		object->address = address;
		object->n_posted = 0;
		object->first = 0;
		object->n_waiting = 0;
		*slot = object;
		responses->n++;
	}
	if (object->n_waiting == WAITING_MAX) {
		object->n_waiting--;
		object->first++;
	}
	/* At the end of the room, those that wait go to its beginning. */
	if (object->first + object->n_waiting == 2 * WAITING_MAX) {
		memcpy(object->waiting, object->waiting + object->first,
		       object->n_waiting * sizeof(struct post));
		object->first = 0;
	}
	object->waiting[object->first + object->n_waiting++] = (struct post){
		.number = ++object->n_posted,
		.signal = signal,
		.time = time,
	};
	return object->n_posted;
}

uint64_t rkh_responses_get(struct rkh_responses *responses, uint64_t address,
			   uint64_t signal, uint64_t time, int64_t *waited)
{
	struct object *object = *find(responses, address);

	*waited = -1;
	if (!object)
		return 0;
	for (unsigned i = 0; i < object->n_waiting; i++) {
		struct post *at = object->waiting + object->first;
		struct post post = at[i];

		if (post.signal != signal)
			continue;
		/* Most are the oldest; the others move up by one. */
		memmove(at + 1, at, i * sizeof(post));
		object->first++;
		object->n_waiting--;
		*waited = (int64_t)(time - post.time);
		return post.number;
	}
	return 0;
}
