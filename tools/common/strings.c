/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Numbers for strings; see strings.h. */
#include "common/strings.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct string {
	size_t number;
	size_t len;
	const char *bytes;		/* behind this; or what is looked for */
};

static int compare(const void *a, const void *b)
{
	const struct string *x = a, *y = b;

	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->bytes, y->bytes, x->len);
}

static void keep(void *string)
{
	/* strings_fini() frees it. */
	(void)string;
}

void strings_fini(struct strings *strings)
{
	tdestroy(strings->tree, keep);
	for (size_t i = 0; i < strings->n; i++)
		free(strings->list[i]);
	free(strings->list);
}

static bool make_room(struct strings *strings)
{
	size_t room = strings->room ? 2 * strings->room : 64;
	struct string **list;

	if (strings->n < strings->room)
		return true;
	list = reallocarray(strings->list, room, sizeof(*list));
	if (!list)
		return false;
	strings->list = list;
	strings->room = room;
	return true;
}

static struct string *copy(const struct string *key)
{
	struct string *string = malloc(sizeof(*string) + key->len + 1);
	char *bytes;

	if (!string)
		return NULL;
	bytes = (char *)(string + 1);
	memcpy(bytes, key->bytes, key->len);
	bytes[key->len] = '\0';
	*string = *key;
	string->bytes = bytes;
	return string;
}

bool strings_find(struct strings *strings, const char *bytes, size_t len,
		  size_t *number)
{
	const struct string key = {
		.number = strings->n, .len = len, .bytes = bytes,
	};
	struct string *const *node = tfind(&key, &strings->tree, compare);
	struct string *string;

	if (node) {
		*number = (*node)->number;
		return true;
	}
	string = make_room(strings) ? copy(&key) : NULL;
	if (!string || !tsearch(string, &strings->tree, compare)) {
		free(string);
		return false;
	}
	strings->list[strings->n] = string;
	*number = strings->n++;
	return true;
}

const char *strings_text(const struct strings *strings, size_t number)
{
	return strings->list[number]->bytes;
}
