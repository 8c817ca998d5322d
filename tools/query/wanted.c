/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selection of rows; see wanted.h. */
#include "query/wanted.h"

#include <stdlib.h>
#include <string.h>

void wanted_init(struct wanted *wanted)
{
	*wanted = (struct wanted){ .from = INT64_MIN, .to = INT64_MAX };
}

bool wanted_drop(struct wanted *wanted)
{
	struct wanted_values *values = &wanted->values[--wanted->n];

	for (size_t i = 0; i < values->n; i++)
		free(values->value[i].text);
	free(values->value);
	return true;
}

void wanted_fini(struct wanted *wanted)
{
	while (wanted->n)
		wanted_drop(wanted);
}

bool wanted_add(struct wanted *wanted, enum wanted_by by)
{
	if (wanted->n == WANTED_MOST)
		return false;
	wanted->values[wanted->n++] = (struct wanted_values){ .by = by };
	return true;
}

static struct wanted_value *add_value(struct wanted *wanted)
{
	struct wanted_values *values = &wanted->values[wanted->n - 1];
	struct wanted_value *value;
	size_t room;

	if (values->n == values->room) {
		room = values->room ? 2 * values->room : 4;
		value = reallocarray(values->value, room, sizeof(*value));
		if (!value)
			return NULL;
		values->value = value;
		values->room = room;
	}
	value = &values->value[values->n++];
	*value = (struct wanted_value){ 0 };
	return value;
}

bool wanted_add_number(struct wanted *wanted, int64_t number)
{
	struct wanted_value *value = add_value(wanted);

	if (value)
		value->number = number;
	return value;
}

bool wanted_add_text(struct wanted *wanted, const char *text, size_t len)
{
	struct wanted_value *value = add_value(wanted);

	if (!value)
		return false;
	value->text = malloc(len + 1);
	if (!value->text)
		return false;
	memcpy(value->text, text, len);
	value->len = len;
	return true;
}

static bool has_number(const struct wanted_values *values, int64_t number)
{
	for (size_t i = 0; i < values->n; i++)
		if (values->value[i].number == number)
			return true;
	return false;
}

static bool has_text(const struct wanted_values *values, const char *text,
		     size_t len)
{
	for (size_t i = 0; i < values->n; i++)
		if (values->value[i].len == len &&
		    memcmp(values->value[i].text, text, len) == 0)
			return true;
	return false;
}

bool wanted_lets_type(const struct wanted *wanted, const struct type *type)
{
	for (size_t i = 0; i < wanted->n; i++) {
		const struct wanted_values *values = &wanted->values[i];

		if ((values->by == BY_ID && !has_number(values, type->id)) ||
		    (values->by == BY_EVENT &&
		     !has_text(values, type->utf8, type->utf8_len)))
			return false;
	}
	return true;
}

bool wanted_lets_thread(const struct wanted *wanted, int32_t pid, int32_t tid)
{
	for (size_t i = 0; i < wanted->n; i++) {
		const struct wanted_values *values = &wanted->values[i];

		if ((values->by == BY_PID && !has_number(values, pid)) ||
		    (values->by == BY_TID && !has_number(values, tid)))
			return false;
	}
	return true;
}
