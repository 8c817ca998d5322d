/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The arguments of records; see args.h. */
#include "args.h"

#include <string.h>

enum rkh_kind_id rkh_kind_of(const struct rkh_map *map, unsigned id_size,
			     uint32_t id)
{
	uint8_t narrow;

	if (!rkh_id_narrow(id, id_size, &narrow))
		return RKH_KIND_NONE;
	if (narrow >= map->first_user &&
	    narrow - map->first_user < map->n_users)
		return RKH_USR;
	return map->kinds[narrow];
}

unsigned rkh_user_number(const struct rkh_map *map, unsigned id_size,
			 uint32_t id)
{
	uint8_t narrow = 0;

	rkh_id_narrow(id, id_size, &narrow);
	return (uint8_t)(narrow - map->first_user);
}

const char *rkh_action_name(uint64_t number)
{
	static const char *const names[] = {
		"Effect", "Entry", "Exit", "Init", "Prepro", "Guard",
	};

	return number < sizeof(names) / sizeof(names[0]) ? names[number] :
							   NULL;
}

/* The position of the reader. */
struct cursor {
	const struct rkh_reading *reading;
	struct rkh_values *values;
	const uint8_t *at;
	size_t n;		/* bytes left */
};

/* The bytes of a number of that type; 0: it is absent. */
static unsigned size_of(const struct rkh_config *config, enum rkh_type type)
{
	switch (type) {
	case RKH_OBJECT:
	case RKH_ACTIVE:
	case RKH_STATE:
	case RKH_TARGET:
	case RKH_TIMER:
	case RKH_QUEUE:
	case RKH_ADDRESS:
		return config->pointer;
	case RKH_SENDER:
		return config->switches & RKH_HAS_SENDER ? config->pointer : 0;
	case RKH_FUNCTION:
	case RKH_FUNCTION_ADDRESS:
		return config->function;
	case RKH_SIGNAL:
	case RKH_SIGNAL_NUMBER:
		return config->signal;
	case RKH_EVENT_ID:
	case RKH_EVENT_NUMBER:
		return config->id;
	case RKH_TICKS:
		return config->ticks;
	case RKH_NBLOCK:
		return config->nblock;
	case RKH_BSIZE:
		return config->bsize;
	case RKH_NELEM:
		return config->nelem;
	case RKH_ESIZE:
		return config->esize;
	case RKH_POOL_MIN:
		return config->switches & RKH_HAS_POOL_MIN ? config->nblock :
							     0;
	case RKH_QUEUE_MIN:
		return config->switches & RKH_HAS_QUEUE_MIN ? config->nelem :
							      0;
	case RKH_U16:
		return 2;
	case RKH_U32:
		return 4;
	default:
		return 1;
	}
}

static const char *find_name(const struct rkh_reading *reading,
			     enum rkh_type type, uint64_t number)
{
	static const uint8_t tables[] = {
		[RKH_OBJECT] = RKH_TABLE_OBJECT,
		[RKH_ACTIVE] = RKH_TABLE_ACTIVE,
		[RKH_SENDER] = RKH_TABLE_ANY,
		[RKH_STATE] = RKH_TABLE_STATE,
		[RKH_TARGET] = RKH_TABLE_STATE,
		[RKH_TIMER] = RKH_TABLE_TIMER,
		[RKH_QUEUE] = RKH_TABLE_QUEUE,
		[RKH_FUNCTION] = RKH_TABLE_FUNCTION,
		[RKH_SIGNAL] = RKH_TABLE_SIGNAL,
		[RKH_POOL] = RKH_TABLE_POOL,
		[RKH_POOL_INDEX] = RKH_TABLE_POOL,
	};

	switch (type) {
	case RKH_ACTION:
		return rkh_action_name(number);
	case RKH_POOL:
	case RKH_POOL_INDEX:
		if (number == 0)
			return "static";
		break;
	case RKH_OBJECT:
	case RKH_ACTIVE:
	case RKH_SENDER:
	case RKH_STATE:
	case RKH_TARGET:
	case RKH_TIMER:
	case RKH_QUEUE:
	case RKH_FUNCTION:
		if (number == 0)
			return "?";
		break;
	case RKH_SIGNAL:
		break;
	default:
		return NULL;
	}
	return reading->symbols ?
		rkh_symbols_find(reading->symbols, tables[type], number) :
		NULL;
}

/* There is room for every value that n bytes can be: rkh_values_max(). */
static struct rkh_value *add(struct cursor *cursor, enum rkh_type type,
			     const char *label)
{
	struct rkh_value *value = &cursor->values->values[cursor->values->n++];

	*value = (struct rkh_value){ .type = (uint8_t)type, .label = label };
	return value;
}

static bool is_full(const struct cursor *cursor)
{
	return cursor->values->n == cursor->values->max;
}

static enum rkh_fit read_string(struct cursor *cursor, const char *label)
{
	const uint8_t *zero = memchr(cursor->at, '\0', cursor->n);
	struct rkh_value *value;

	if (!zero || is_full(cursor))
		return RKH_TOO_SHORT;
	value = add(cursor, RKH_STRING, label);
	value->bytes = cursor->at;
	value->len = (size_t)(zero - cursor->at);
	cursor->at += value->len + 1;
	cursor->n -= value->len + 1;
	return RKH_FITS;
}

static enum rkh_fit read_memory(struct cursor *cursor, const char *label)
{
	struct rkh_value *value;

	if (cursor->n < 1 || cursor->n - 1 < cursor->at[0] || is_full(cursor))
		return RKH_TOO_SHORT;
	value = add(cursor, RKH_MEMORY, label);
	value->len = cursor->at[0];
	value->bytes = cursor->at + 1;
	cursor->at += value->len + 1;
	cursor->n -= value->len + 1;
	return RKH_FITS;
}

static void name_event(const struct rkh_reading *reading,
		       struct rkh_value *value)
{
	enum rkh_kind_id kind = rkh_kind_of(reading->map, reading->config->id,
					    (uint32_t)value->number);

	if (kind != RKH_KIND_NONE) {
		value->group = rkh_kinds[kind].group;
		value->name = rkh_kinds[kind].name;
	}
}

/* A number of `size` bytes as that type. */
static enum rkh_fit read_number(struct cursor *cursor, enum rkh_type type,
				unsigned size, const char *label)
{
	struct rkh_values *values = cursor->values;
	struct rkh_value *value;

	if (cursor->n < size || is_full(cursor))
		return RKH_TOO_SHORT;
	value = add(cursor, type, label);
	value->size = (uint8_t)size;
	value->number = rkh_get_uint(cursor->at, size);
	if (type == RKH_POOL_INDEX)
		value->number = (value->number + 1) & 0xff;
	/* An internal transition ends where it began. */
	if (type == RKH_TARGET && value->number == 0 && values->n > 1)
		value->number = value[-1].number;
	value->name = find_name(cursor->reading, type, value->number);
	if (type == RKH_EVENT_ID)
		name_event(cursor->reading, value);
	cursor->at += size;
	cursor->n -= size;
	return RKH_FITS;
}

static enum rkh_fit read_user_number(struct cursor *cursor, uint8_t format,
				     enum rkh_type type, unsigned size,
				     const char *label)
{
	enum rkh_fit fit = read_number(cursor, type, size, label);
	struct rkh_value *value;

	if (fit != RKH_FITS)
		return fit;
	value = &cursor->values->values[cursor->values->n - 1];
	value->width = format >> 4;
	if (type == RKH_INT)
		value->number = (uint64_t)
			((int64_t)(value->number << (64 - 8 * size)) >>
			 (64 - 8 * size));
	return RKH_FITS;
}

/* One (format, data) pair of a user's list. */
static enum rkh_fit read_user_value(struct cursor *cursor)
{
	const struct rkh_config *config = cursor->reading->config;
	uint8_t format = *cursor->at++;

	cursor->n--;
	switch (format & 15) {
	case 0:
		return read_user_number(cursor, format, RKH_INT, 1, "i8");
	case 1:
		return read_user_number(cursor, format, RKH_UNSIGNED, 1, "u8");
	case 2:
		return read_user_number(cursor, format, RKH_INT, 2, "i16");
	case 3:
		return read_user_number(cursor, format, RKH_UNSIGNED, 2,
					"u16");
	case 4:
		return read_user_number(cursor, format, RKH_INT, 4, "i32");
	case 5:
		return read_user_number(cursor, format, RKH_UNSIGNED, 4,
					"u32");
	case 6:
		return read_user_number(cursor, format, RKH_HEX, 4, "x32");
	case 7:
		return read_string(cursor, "str");
	case 8:
		return read_memory(cursor, "mem");
	case 9:
		return read_number(cursor, RKH_OBJECT, config->pointer, "obj");
	case 10:
		return read_number(cursor, RKH_FUNCTION, config->function,
				   "func");
	case 11:
		return read_number(cursor, RKH_SIGNAL, config->signal,
				   "event");
	default:
		/* Undefined, so the begin of the next one is unknown. */
		cursor->at--;
		cursor->n++;
		return RKH_LEFT_OVER;
	}
}

static enum rkh_fit read_user_list(struct cursor *cursor)
{
	enum rkh_fit fit = RKH_FITS;

	while (cursor->n > 0 && fit == RKH_FITS)
		fit = read_user_value(cursor);
	return fit;
}

static enum rkh_fit read_fields(struct cursor *cursor,
				const struct rkh_field *fields);

/* The arguments of the event that the last value names. */
static enum rkh_fit read_args_of_event(struct cursor *cursor)
{
	const struct rkh_reading *reading = cursor->reading;
	const struct rkh_values *values = cursor->values;
	enum rkh_kind_id kind = RKH_KIND_NONE;

	if (values->n > 0)
		kind = rkh_kind_of(reading->map, reading->config->id,
				   (uint32_t)values->values[values->n - 1].number);
	/* Records are nested only once. */
	if (kind == RKH_KIND_NONE || kind == RKH_UT_EXPECT)
		return cursor->n ? RKH_LEFT_OVER : RKH_FITS;
	return read_fields(cursor, rkh_kinds[kind].fields);
}

static enum rkh_fit read_field(struct cursor *cursor,
			       const struct rkh_field *field)
{
	unsigned size;

	switch (field->type) {
	case RKH_STRING:
		return read_string(cursor, field->label);
	case RKH_USER_LIST:
		return read_user_list(cursor);
	case RKH_ARGS_OF_EVENT:
		return read_args_of_event(cursor);
	case RKH_CONFIG:
		return RKH_FITS;
	default:
		size = size_of(cursor->reading->config, field->type);
		if (size == 0)
			return RKH_FITS;
		return read_number(cursor, field->type, size, field->label);
	}
}

static enum rkh_fit read_fields(struct cursor *cursor,
				const struct rkh_field *fields)
{
	const struct rkh_map *map = cursor->reading->map;
	enum rkh_fit fit;

	for (; fields->type != RKH_END; fields++) {
		if (fields->since > map->era)
			continue;
		if (map->is_loose && cursor->n == 0)
			return RKH_FITS;
		fit = read_field(cursor, fields);
		if (fit != RKH_FITS)
			return fit;
	}
	return RKH_FITS;
}

enum rkh_fit rkh_values_read(const struct rkh_reading *reading,
			     const struct rkh_kind *kind,
			     const uint8_t *bytes, size_t n,
			     struct rkh_values *values)
{
	struct cursor cursor = {
		.reading = reading,
		.values = values,
		.at = bytes,
		.n = n,
	};
	enum rkh_fit fit;

	values->n = 0;
	fit = read_fields(&cursor, kind->fields);
	values->n_left = cursor.n;
	if (fit == RKH_FITS && cursor.n > 0)
		return RKH_LEFT_OVER;
	return fit;
}
