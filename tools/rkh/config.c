/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The configuration of an RKH target; see config.h. */
#include "config.h"

#include <stdio.h>
#include <string.h>

void rkh_config_init(struct rkh_config *config)
{
	*config = (struct rkh_config){
		.switches = RKH_HAS_FILTER | RKH_HAS_USER | RKH_HAS_ALL |
			    RKH_HAS_FWK | RKH_HAS_ASSERT | RKH_HAS_AO_FILTER |
			    RKH_HAS_SIGNAL_FILTER | RKH_HAS_SEQ |
			    RKH_HAS_STAMP | RKH_HAS_SUM,
		.id = 1,
		.signal = 1,
		.stamp = 4,
		.pointer = 4,
		.function = 4,
		.ticks = 2,
		.nblock = 1,
		.nelem = 1,
		.esize = 2,
		.bsize = 1,
		.n_pools = 4,
	};
}

/* ---- From the command line ---- */

/* Items by name: a size in the structure, or a bit of the switches. */
static const struct item {
	const char *name;
	size_t offset;
	uint32_t bit;
} items_known[] = {
	{ "id", offsetof(struct rkh_config, id), 0 },
	{ "sig", offsetof(struct rkh_config, signal), 0 },
	{ "ts", offsetof(struct rkh_config, stamp), RKH_HAS_STAMP },
	{ "ptr", offsetof(struct rkh_config, pointer), 0 },
	{ "fun", offsetof(struct rkh_config, function), 0 },
	{ "nt", offsetof(struct rkh_config, ticks), 0 },
	{ "nb", offsetof(struct rkh_config, nblock), 0 },
	{ "ne", offsetof(struct rkh_config, nelem), 0 },
	{ "es", offsetof(struct rkh_config, esize), 0 },
	{ "bs", offsetof(struct rkh_config, bsize), 0 },
	{ "seq", 0, RKH_HAS_SEQ },
	{ "chk", 0, RKH_HAS_SUM },
	{ "snr", 0, RKH_HAS_SENDER },
	{ "qmin", 0, RKH_HAS_QUEUE_MIN },
	{ "mpmin", 0, RKH_HAS_POOL_MIN },
};

enum { N_ITEMS = sizeof(items_known) / sizeof(items_known[0]) };

static bool is_size(unsigned size)
{
	return size == 1 || size == 2 || size == 4;
}

/* One item, "name=digit". */
static bool set_item(struct rkh_config *config, const char *text, size_t len)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : 0;
	const struct item *item = NULL;
	unsigned value;

	if (!equals || name_len + 2 != len || text[len - 1] < '0' ||
	    text[len - 1] > '9')
		return false;
	value = (unsigned)(text[len - 1] - '0');
	for (size_t i = 0; i < N_ITEMS; i++) {
		if (strlen(items_known[i].name) == name_len &&
		    memcmp(items_known[i].name, text, name_len) == 0)
			item = &items_known[i];
	}
	if (!item)
		return false;
	if (item->offset == 0 ? value > 1 :
	    !is_size(value) && (value != 0 || !item->bit))
		return false;
	if (item->bit && value)
		config->switches |= item->bit;
	else if (item->bit)
		config->switches &= ~item->bit;
	if (item->offset && value)
		*((uint8_t *)config + item->offset) = (uint8_t)value;
	return true;
}

bool rkh_config_set(struct rkh_config *config, const char *items,
		    const char **wrong, size_t *len)
{
	for (;;) {
		*wrong = items;
		*len = strcspn(items, ",");
		if (!set_item(config, items, *len))
			return false;
		items += *len;
		if (*items++ == '\0')
			return true;
	}
}

struct rkh_layout rkh_config_layout(const struct rkh_config *config)
{
	return (struct rkh_layout){
		.id_size = config->id,
		.stamp_size = config->switches & RKH_HAS_STAMP ?
			      config->stamp : 0,
		.has_seq = config->switches & RKH_HAS_SEQ,
		.has_sum = config->switches & RKH_HAS_SUM,
	};
}

/* ---- From its record ---- */

size_t rkh_form_size(enum rkh_form form)
{
	switch (form) {
	case RKH_FORM_SIZES:
		return 5;
	case RKH_FORM_SWITCHES:
		return 10;
	case RKH_FORM_BARE:
		return 13;
	case RKH_FORM_NONE:
		break;
	}
	return 0;
}

/* RKH truncates pointers to 4 bytes; other senders need not. */
static bool is_pointer_size(unsigned size)
{
	return is_size(size) || size == 8;
}

static bool is_version(uint16_t version)
{
	for (unsigned shift = 0; shift < 16; shift += 4) {
		if ((version >> shift & 15) > 9)
			return false;
	}
	return version != 0;
}

static void set_switch(struct rkh_config *config, enum rkh_switch bit,
		       unsigned on)
{
	if (on)
		config->switches |= bit;
	else
		config->switches &= ~(uint32_t)bit;
}

/* The common beginning of all forms, after version and switches. */
static void read_sizes(struct rkh_config *config, const uint8_t *bytes)
{
	config->signal = bytes[0] >> 4;
	config->stamp = bytes[0] & 15;
	config->pointer = bytes[1] >> 4;
	config->function = bytes[1] >> 4;
	config->ticks = bytes[1] & 15;
	config->nblock = bytes[2] >> 4;
	config->nelem = bytes[2] & 15;
}

/* Sizes and switches of the forms that are ordinary frames. */
static void read_early(struct rkh_config *config, const uint8_t *bytes)
{
	read_sizes(config, bytes);
	config->esize = bytes[3] >> 4;
	set_switch(config, RKH_HAS_SEQ, bytes[3] & 15);
	set_switch(config, RKH_HAS_SUM, bytes[4] >> 4);
	set_switch(config, RKH_HAS_STAMP, bytes[4] & 15);
}

bool rkh_config_read(struct rkh_config *config, enum rkh_form form,
		     const uint8_t *bytes)
{
	enum { EARLY = RKH_HAS_SEQ | RKH_HAS_STAMP | RKH_HAS_SUM };
	struct rkh_config new = *config;
	bool has_version = true;

	switch (form) {
	case RKH_FORM_SIZES:
		has_version = false;
		read_early(&new, bytes);
		break;
	case RKH_FORM_SWITCHES:
		new.version = (uint16_t)rkh_get_uint(bytes, 2);
		new.switches = (new.switches & EARLY) |
			((uint32_t)rkh_get_uint(bytes + 2, 2) & 0x1fff);
		read_early(&new, bytes + 4);
		new.bsize = bytes[9] >> 4;
		new.n_pools = bytes[9] & 15;
		break;
	case RKH_FORM_BARE:
		new.version = (uint16_t)rkh_get_uint(bytes, 2);
		new.switches = (uint32_t)rkh_get_uint(bytes + 2, 4);
		read_sizes(&new, bytes + 6);
		new.esize = bytes[9] & 15;
		new.bsize = bytes[10] >> 4;
		new.n_pools = bytes[10] & 15;
		new.hz = (uint16_t)rkh_get_uint(bytes + 11, 2);
		break;
	case RKH_FORM_NONE:
		return false;
	}
	if ((has_version && !is_version(new.version)) ||
	    !is_size(new.signal) || !is_pointer_size(new.pointer) ||
	    !is_size(new.ticks) || !is_size(new.nblock) ||
	    !is_size(new.nelem) || !is_size(new.esize) ||
	    !is_size(new.bsize) ||
	    (!is_size(new.stamp) && (new.switches & RKH_HAS_STAMP)))
		return false;
	*config = new;
	return true;
}

bool rkh_config_is_equal(const struct rkh_config *a,
			 const struct rkh_config *b)
{
	return a->switches == b->switches && a->version == b->version &&
	       a->hz == b->hz && a->id == b->id && a->signal == b->signal &&
	       a->stamp == b->stamp && a->pointer == b->pointer &&
	       a->function == b->function && a->ticks == b->ticks &&
	       a->nblock == b->nblock && a->nelem == b->nelem &&
	       a->esize == b->esize && a->bsize == b->bsize &&
	       a->n_pools == b->n_pools;
}

/* ---- For the reader ---- */

void rkh_config_settings(const struct rkh_config *config,
			 struct rkh_setting settings[RKH_N_SETTINGS])
{
	const uint32_t bits = config->switches;
	const struct rkh_setting all[RKH_N_SETTINGS] = {
		{ "TRZ_RKH_CFGPORT_TRC_SIZEOF_TSTAMP", 8u * config->stamp },
		{ "TRZ_RKH_CFGPORT_TRC_SIZEOF_PTR", 8u * config->pointer },
		{ "TRZ_RKH_CFG_FWK_SIZEOF_EVT", 8u * config->signal },
		{ "TRZ_RKH_CFG_FWK_SIZEOF_EVT_SIZE", 8u * config->esize },
		{ "TRZ_RKH_CFG_FWK_MAX_EVT_POOL", config->n_pools },
		{ "TRZ_RKH_CFG_RQ_GET_LWMARK_EN", bits & RKH_HAS_QUEUE_MIN },
		{ "TRZ_RKH_CFG_RQ_SIZEOF_NELEM", 8u * config->nelem },
		{ "TRZ_RKH_CFG_MP_GET_LWM_EN", bits & RKH_HAS_POOL_MIN },
		{ "TRZ_RKH_CFG_MP_SIZEOF_NBLOCK", 8u * config->nblock },
		{ "TRZ_RKH_CFG_MP_SIZEOF_BSIZE", 8u * config->bsize },
		{ "TRZ_RKH_CFG_SMA_TRC_SNDR_EN", bits & RKH_HAS_SENDER },
		{ "TRZ_RKH_CFG_TMR_SIZEOF_NTIMER", 8u * config->ticks },
		{ "TRZ_RKH_CFG_TRC_RTFIL_EN", bits & RKH_HAS_FILTER },
		{ "TRZ_RKH_CFG_TRC_USER_TRACE_EN", bits & RKH_HAS_USER },
		{ "TRZ_RKH_CFG_TRC_ALL_EN", bits & RKH_HAS_ALL },
		{ "TRZ_RKH_CFG_TRC_MP_EN", bits & RKH_HAS_MP },
		{ "TRZ_RKH_CFG_TRC_RQ_EN", bits & RKH_HAS_RQ },
		{ "TRZ_RKH_CFG_TRC_SMA_EN", bits & RKH_HAS_SMA },
		{ "TRZ_RKH_CFG_TRC_TMR_EN", bits & RKH_HAS_TMR },
		{ "TRZ_RKH_CFG_TRC_SM_EN", bits & RKH_HAS_SM },
		{ "TRZ_RKH_CFG_TRC_FWK_EN", bits & RKH_HAS_FWK },
		{ "TRZ_RKH_CFG_TRC_ASSERT_EN", bits & RKH_HAS_ASSERT },
		{ "TRZ_RKH_CFG_TRC_RTFIL_SMA_EN", bits & RKH_HAS_AO_FILTER },
		{ "TRZ_RKH_CFG_TRC_RTFIL_SIGNAL_EN",
		  bits & RKH_HAS_SIGNAL_FILTER },
		{ "TRZ_RKH_CFG_TRC_NSEQ_EN", bits & RKH_HAS_SEQ },
		{ "TRZ_RKH_CFG_TRC_TSTAMP_EN", bits & RKH_HAS_STAMP },
		{ "TRZ_RKH_CFG_TRC_CHK_EN", bits & RKH_HAS_SUM },
		{ "tstamp_tick_hz", config->hz },
	};

	memcpy(settings, all, sizeof(all));
	/* A switch is on or off; other items are numbers. */
	for (size_t i = 0; i < RKH_N_SETTINGS; i++) {
		const char *name = settings[i].name;

		if (strcmp(name + strlen(name) - 3, "_EN") == 0)
			settings[i].value = settings[i].value != 0;
	}
}

void rkh_config_version(const struct rkh_config *config,
			char text[RKH_VERSION_TEXT])
{
	snprintf(text, RKH_VERSION_TEXT, "%u.%u.%u%u", config->version >> 12,
		 config->version >> 8 & 15, config->version >> 4 & 15,
		 config->version & 15u);
}
