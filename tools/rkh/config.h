/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a target was built with: the sizes of its numbers and the parts of
 * its frames.  It tells so itself in its configuration record; before that,
 * and if it has none, one has to be assumed.
 */
#ifndef POSIXTRACE_TOOLS_RKH_CONFIG_H
#define POSIXTRACE_TOOLS_RKH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "kinds.h"

/* Bits of rkh_config.switches. */
enum rkh_switch {
	RKH_HAS_SENDER = 1 << 0,
	RKH_HAS_FILTER = 1 << 1,
	RKH_HAS_USER = 1 << 2,
	RKH_HAS_ALL = 1 << 3,
	RKH_HAS_MP = 1 << 4,
	RKH_HAS_RQ = 1 << 5,
	RKH_HAS_SMA = 1 << 6,
	RKH_HAS_TMR = 1 << 7,
	RKH_HAS_SM = 1 << 8,
	RKH_HAS_FWK = 1 << 9,
	RKH_HAS_ASSERT = 1 << 10,
	RKH_HAS_QUEUE_MIN = 1 << 11,
	RKH_HAS_POOL_MIN = 1 << 12,
	RKH_HAS_AO_FILTER = 1 << 13,
	RKH_HAS_SIGNAL_FILTER = 1 << 14,
	RKH_HAS_SEQ = 1 << 15,
	RKH_HAS_STAMP = 1 << 16,
	RKH_HAS_SUM = 1 << 17,
};

/* Sizes in bytes: 1, 2 or 4, but of stamps, where 0 is none. */
struct rkh_config {
	uint32_t switches;	/* enum rkh_switch */
	uint16_t version;	/* 0x3400 is 3.4.00; 0: unknown */
	uint16_t hz;		/* of the stamps, low 16 bits; 0: unknown */
	uint8_t id;
	uint8_t signal;
	uint8_t stamp;
	uint8_t pointer;
	uint8_t function;
	uint8_t ticks;
	uint8_t nblock;
	uint8_t nelem;
	uint8_t esize;
	uint8_t bsize;
	uint8_t n_pools;
};

/* The default of Trazer. */
void rkh_config_init(struct rkh_config *config);

/*
 * "sig=2,ts=4,..." from the command line.  On failure returns false, and
 * *wrong and *len tell which item is none.
 */
bool rkh_config_set(struct rkh_config *config, const char *items,
		    const char **wrong, size_t *len);

struct rkh_layout rkh_config_layout(const struct rkh_config *config);

/* The size of a configuration record of that form. */
size_t rkh_form_size(enum rkh_form form);

/*
 * Read a configuration record of rkh_form_size(form) bytes.  What it does
 * not tell stays in *config.  False: it cannot be one, and *config is as it
 * was.
 */
bool rkh_config_read(struct rkh_config *config, enum rkh_form form,
		     const uint8_t *bytes);

bool rkh_config_is_equal(const struct rkh_config *a,
			 const struct rkh_config *b);

/* One line of the configuration as Trazer prints it. */
struct rkh_setting {
	const char *name;
	uint32_t value;
};

enum { RKH_N_SETTINGS = 28, RKH_VERSION_TEXT = 16 };

/* All except the version, in Trazer's order; sizes are in bits. */
void rkh_config_settings(const struct rkh_config *config,
			 struct rkh_setting settings[RKH_N_SETTINGS]);

/* "3.4.00" */
void rkh_config_version(const struct rkh_config *config,
			char text[RKH_VERSION_TEXT]);

#endif
