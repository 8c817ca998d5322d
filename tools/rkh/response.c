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

#include "base/tree.h"

enum {
	OBJECTS_MAX = 1024,
	WAITING_MAX = 128,
};

struct post {
	uint64_t number;
	uint64_t signal;
	uint64_t time;
};

struct object {
	RB_ENTRY(object) by_address;
	uint64_t address;
	uint64_t n_posted;
	unsigned first;		/* the oldest waiting one */
	unsigned n_waiting;
	struct post waiting[2 * WAITING_MAX];
};

static int compare(struct object *a, struct object *b)
{
	return a->address < b->address ? -1 : a->address > b->address;
}

RB_HEAD(objects, object);
PXT_RB_GENERATE(objects, object, by_address, compare)

struct rkh_responses {
	unsigned n;
	struct objects objects;
};

struct rkh_responses *rkh_responses_new(void)
{
	return calloc(1, sizeof(struct rkh_responses));
}

void rkh_responses_forget(struct rkh_responses *responses)
{
	struct object *object;

	while ((object = RB_ROOT(&responses->objects))) {
		RB_REMOVE(objects, &responses->objects, object);
		free(object);
	}
	responses->n = 0;
}

void rkh_responses_free(struct rkh_responses *responses)
{
	if (responses)
		rkh_responses_forget(responses);
	free(responses);
}

void rkh_responses_gap(struct rkh_responses *responses)
{
	struct object *object;

	RB_FOREACH(object, objects, &responses->objects)
		object->n_waiting = 0;
}

static struct object *find(struct rkh_responses *responses, uint64_t address)
{
	struct object key;	/* large: only this member is initialized */

	key.address = address;
	return RB_FIND(objects, &responses->objects, &key);
}

uint64_t rkh_responses_post(struct rkh_responses *responses, uint64_t address,
			    uint64_t signal, uint64_t time)
{
	struct object *object = find(responses, address);

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
		RB_INSERT(objects, &responses->objects, object);
		responses->n++;
	}
	if (object->n_waiting == WAITING_MAX) {
		object->n_waiting--;
		object->first++;
	}
	/* At the end of the room, move the waiting ones to its beginning. */
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
	struct object *object = find(responses, address);

	*waited = -1;
	if (!object)
		return 0;
	for (unsigned i = 0; i < object->n_waiting; i++) {
		struct post *at = object->waiting + object->first;
		struct post post = at[i];

		if (post.signal != signal)
			continue;
		/* Most are the oldest; others are moved by one. */
		memmove(at + 1, at, i * sizeof(post));
		object->first++;
		object->n_waiting--;
		*waited = (int64_t)(time - post.time);
		return post.number;
	}
	return 0;
}
