/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* RKH streams for tests and benchmarks; see maker.h. */
#include "maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void maker_init(struct maker *maker, const struct rkh_config *config,
		const struct rkh_map *map)
{
	struct rkh_layout layout = rkh_config_layout(config);

	*maker = (struct maker){ .config = *config, .map = map };
	rkh_encoder_init(&maker->encoder, &layout);
	maker_add_bytes(maker, "\x7e", 1);
}

void maker_fini(struct maker *maker)
{
	free(maker->bytes);
}

static void need(struct maker *maker, size_t len)
{
	if (maker->room - maker->len >= len)
		return;
	maker->room = 2 * maker->room + len;
	maker->bytes = realloc(maker->bytes, maker->room);
	if (!maker->bytes) {
		fputs("maker: out of memory\n", stderr);
		exit(1);
	}
}

void maker_add_bytes(struct maker *maker, const void *bytes, size_t len)
{
	need(maker, len);
	memcpy(maker->bytes + maker->len, bytes, len);
	maker->len += len;
}

/* Begin a frame with short arguments, and make room for it. */
static void begin(struct maker *maker, uint32_t id, size_t n_args)
{
	need(maker, RKH_FRAME_ROOM(n_args));
	maker->last = maker->len;
	rkh_begin(&maker->encoder, maker->bytes + maker->len,
		  maker->room - maker->len, id, maker->stamp);
}

static void end(struct maker *maker)
{
	maker->len += rkh_end(&maker->encoder);
}

void maker_add_config(struct maker *maker)
{
	const struct rkh_config *config = &maker->config;
	struct rkh_encoder *encoder = &maker->encoder;

	need(maker, RKH_FRAME_ROOM(16));
	maker->last = maker->len;
	rkh_begin_bare(encoder, maker->bytes + maker->len,
		       maker->room - maker->len,
		       rkh_id_widen(maker->map->config_id, config->id));
	rkh_put_uint(encoder, config->version, 2);
	rkh_put_uint(encoder, config->switches, 4);
	rkh_put_uint(encoder, config->signal << 4 | config->stamp, 1);
	rkh_put_uint(encoder, config->pointer << 4 | config->ticks, 1);
	rkh_put_uint(encoder, config->nblock << 4 | config->nelem, 1);
	rkh_put_uint(encoder, config->esize, 1);
	rkh_put_uint(encoder, config->bsize << 4 | config->n_pools, 1);
	rkh_put_uint(encoder, config->hz, 2);
	end(maker);
}

void maker_add_raw(struct maker *maker, uint32_t id, const void *args,
		   size_t len)
{
	begin(maker, id, len);
	rkh_put_bytes(&maker->encoder, args, len);
	end(maker);
}

/* The size of a field by the table of the protocol; 0: absent. */
static unsigned field_size(const struct rkh_config *config, uint8_t type)
{
	switch (type) {
	case RKH_OBJECT:
	case RKH_ACTIVE:
	case RKH_STATE:
	case RKH_TARGET:
	case RKH_TIMER:
	case RKH_QUEUE:
	case RKH_ADDRESS:
	case RKH_FUNCTION:
	case RKH_FUNCTION_ADDRESS:
		return config->pointer;
	case RKH_SENDER:
		return config->switches & 1 ? config->pointer : 0;
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
		return config->switches & 1 << 12 ? config->nblock : 0;
	case RKH_QUEUE_MIN:
		return config->switches & 1 << 11 ? config->nelem : 0;
	case RKH_U16:
		return 2;
	case RKH_U32:
		return 4;
	default:
		return 1;
	}
}

/* The field of value number `index`; NULL after the last one. */
static const struct rkh_field *find_field(const struct maker *maker,
					  enum rkh_kind_id kind,
					  unsigned index)
{
	const struct rkh_field *field = rkh_kinds[kind].fields;

	for (; field->type != RKH_END; field++) {
		if (field->since > maker->map->era ||
		    field->type == RKH_CONFIG ||
		    field->type == RKH_USER_LIST ||
		    field->type == RKH_ARGS_OF_EVENT ||
		    (field->type != RKH_STRING &&
		     field_size(&maker->config, field->type) == 0))
			continue;
		if (index-- == 0)
			return field;
	}
	return NULL;
}

unsigned maker_count(const struct maker *maker, enum rkh_kind_id kind)
{
	unsigned n = 0;

	while (find_field(maker, kind, n))
		n++;
	return n;
}

int maker_is_text(const struct maker *maker, enum rkh_kind_id kind,
		  unsigned index)
{
	return find_field(maker, kind, index)->type == RKH_STRING;
}

unsigned maker_size(const struct maker *maker, enum rkh_kind_id kind,
		    unsigned index)
{
	return field_size(&maker->config,
			  find_field(maker, kind, index)->type);
}

static void put_user_values(struct maker *maker,
			    const struct maker_record *record)
{
	static const uint8_t sizes[MAKER_USER_TYPES] = {
		1, 1, 2, 2, 4, 4, 4,
	};
	struct rkh_encoder *encoder = &maker->encoder;

	for (unsigned i = 0; i < record->n_values; i++) {
		const struct maker_value *value = &record->values[i];
		uint8_t type = record->types[i] & 15;

		rkh_put_uint(encoder, record->types[i], 1);
		if (type < 7) {
			rkh_put_uint(encoder, value->number, sizes[type]);
		} else if (type == 7) {
			rkh_put_string(encoder, value->text);
		} else if (type == 8) {
			size_t len = strlen(value->text);

			rkh_put_uint(encoder, len, 1);
			rkh_put_bytes(encoder, value->text, len);
		} else {
			rkh_put_uint(encoder, value->number,
				     type == 11 ? maker->config.signal :
						  maker->config.pointer);
		}
	}
}

/* The id of a kind in the map. */
static uint32_t find_id(const struct maker *maker,
			const struct maker_record *record)
{
	unsigned narrow = 0;

	if (record->kind == RKH_USR)
		narrow = maker->map->first_user + record->user;
	else
		while (maker->map->kinds[narrow] != record->kind)
			narrow++;
	return rkh_id_widen((uint8_t)narrow, maker->config.id);
}

void maker_add(struct maker *maker, struct maker_record *record)
{
	record->seq = maker->encoder.seq;
	record->stamp = maker->stamp;
	begin(maker, find_id(maker, record),
	      MAKER_VALUES * (MAKER_TEXT + 8));
	if (record->kind == RKH_USR) {
		put_user_values(maker, record);
	} else {
		for (unsigned i = 0; i < record->n_values; i++) {
			if (maker_is_text(maker, record->kind, i))
				rkh_put_string(&maker->encoder,
					       record->values[i].text);
			else
				rkh_put_uint(&maker->encoder,
					     record->values[i].number,
					     maker_size(maker, record->kind,
							i));
		}
	}
	end(maker);
}
