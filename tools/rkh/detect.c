/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finding configuration records; see detect.h. */
#include "detect.h"

#include <stddef.h>

/* Do the first n bytes sum to 0? */
static bool is_sum_right(const uint8_t *bytes, size_t n)
{
	uint8_t sum = 0;

	while (n-- > 0)
		sum = (uint8_t)(sum + bytes[n]);
	return sum == 0;
}

/*
 * Can it be of that map, with ids of that size?  Returns its length, 0: no.
 * Only with a checksum of its own may another frame be merged with it.
 */
static size_t bare_length(const struct rkh_assumed *assumed,
			  const struct rkh_map *map, unsigned id_size,
			  const struct rkh_body *body,
			  struct rkh_config *config)
{
	size_t size = id_size + rkh_form_size(RKH_FORM_BARE);
	bool has_sum = body->len > size;

	if (map->form != RKH_FORM_BARE || body->len < size ||
	    rkh_get_uint(body->bytes, id_size) !=
	    rkh_id_widen(map->config_id, id_size) ||
	    (has_sum && !is_sum_right(body->bytes, size + 1)))
		return 0;
	*config = assumed->config;
	config->id = (uint8_t)id_size;
	if (!rkh_config_read(config, RKH_FORM_BARE, body->bytes + id_size) ||
	    !(config->switches & RKH_HAS_SUM) == has_sum)
		return 0;
	/* Ids that mean something else to others need another proof. */
	if (map != rkh_maps[0] && !assumed->is_map_known &&
	    config->version >> 8 != 0x24)
		return 0;
	return size + has_sum;
}

size_t rkh_detect_bare(const struct rkh_assumed *assumed,
		       const struct rkh_body *body, struct rkh_config *config,
		       const struct rkh_map **map)
{
	static const uint8_t id_sizes[] = { 1, 2, 4 };

	if ((body->cut != RKH_CUT_FLAG && body->cut != RKH_CUT_LEAD) ||
	    body->len < 1 + rkh_form_size(RKH_FORM_BARE))
		return 0;
	for (unsigned i = 0; i < rkh_n_maps; i++) {
		*map = rkh_maps[i];
		if (assumed->is_map_known && *map != assumed->map)
			continue;
		/* The event number is in the first byte of ids of any size. */
		if ((body->bytes[0] & 31) != ((*map)->config_id & 31))
			continue;
		for (size_t j = 0; j < sizeof(id_sizes); j++) {
			size_t len = bare_length(assumed, *map, id_sizes[j],
						 body, config);

			if (len)
				return len;
		}
	}
	return 0;
}

bool rkh_detect_ordinary(const struct rkh_assumed *assumed,
			 const struct rkh_frame *frame,
			 struct rkh_config *config,
			 const struct rkh_map **map)
{
	if (frame->n_args != rkh_form_size(RKH_FORM_SIZES) &&
	    frame->n_args != rkh_form_size(RKH_FORM_SWITCHES))
		return false;
	for (unsigned i = 0; i < rkh_n_maps; i++) {
		*map = rkh_maps[i];
		if ((*map)->form != RKH_FORM_SIZES &&
		    (*map)->form != RKH_FORM_SWITCHES)
			continue;
		if (assumed->is_map_known && *map != assumed->map)
			continue;
		*config = assumed->config;
		if (frame->id == rkh_id_widen((*map)->config_id, config->id) &&
		    frame->n_args == rkh_form_size((*map)->form) &&
		    rkh_config_read(config, (*map)->form, frame->args))
			return true;
	}
	return false;
}
