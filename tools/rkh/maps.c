/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The kinds of ids, by version of RKH; see kinds.h. */
#include "kinds.h"

#include <stddef.h>
#include <string.h>

/* Sequences of kinds in more than one version. */
#define POOLS \
	RKH_MP_INIT, RKH_MP_GET, RKH_MP_PUT
#define QUEUES \
	RKH_RQ_INIT, RKH_RQ_GET, RKH_RQ_FIFO, RKH_RQ_LIFO, RKH_RQ_FULL, \
	RKH_RQ_DPT, RKH_RQ_GET_LAST
#define ACTIVE_OBJECTS \
	RKH_SMA_ACT, RKH_SMA_TERM, RKH_SMA_GET, RKH_SMA_FIFO, RKH_SMA_LIFO, \
	RKH_SMA_REG, RKH_SMA_UNREG
#define TRANSITIONS \
	RKH_SM_TRN, RKH_SM_STATE, RKH_SM_ENSTATE, RKH_SM_EXSTATE, \
	RKH_SM_NENEX, RKH_SM_NTRNACT
#define PROCESSING \
	RKH_SM_TS_STATE, RKH_SM_EVT_PROC, RKH_SM_EVT_NFOUND, \
	RKH_SM_GRD_FALSE, RKH_SM_CND_NFOUND, RKH_SM_UNKN_STATE, \
	RKH_SM_EX_HLEVEL, RKH_SM_EX_TSEG
#define TIMERS \
	RKH_TIM_INIT, RKH_TIM_START, RKH_TIM_STOP, RKH_TIM_TOUT, RKH_TIM_REM
#define EVENTS \
	RKH_FWK_EN, RKH_FWK_EX, RKH_FWK_EPREG, RKH_FWK_AE, RKH_FWK_GC, \
	RKH_FWK_GCR
#define DEFERRING \
	RKH_FWK_DEFER, RKH_FWK_RCALL
#define SYMBOLS \
	RKH_FWK_OBJ, RKH_FWK_SIG, RKH_FWK_FUN, RKH_FWK_EXE_FUN
#define MORE_SYMBOLS \
	RKH_FWK_AO, RKH_FWK_STATE, RKH_FWK_PSTATE, RKH_FWK_TIMER, \
	RKH_FWK_EPOOL, RKH_FWK_QUEUE
#define SETTINGS \
	RKH_FWK_TUSR, RKH_FWK_TCFG, RKH_FWK_ASSERT
#define UNIT_TESTS \
	RKH_UT_INIT, RKH_UT_CLEANUP, RKH_UT_VERIFY, RKH_UT_IGNORE_GROUP, \
	RKH_UT_EXPECT, RKH_UT_EXPECT_ANYARGS, RKH_UT_IGNORE, \
	RKH_UT_IGNORE_ARG, RKH_UT_SUCCESS, RKH_UT_FAIL
/* For the versions without groups. */
#define ALL_OF_OLD \
	POOLS, QUEUES, ACTIVE_OBJECTS, RKH_SM_INIT, RKH_SM_CLRH, RKH_SM_DCH, \
	TRANSITIONS, RKH_SM_CSTATE, RKH_SM_DCH_RC, RKH_TIM_INIT, \
	RKH_TIM_START, RKH_TIM_RESTART, RKH_TIM_STOP, RKH_TIM_TOUT, \
	RKH_TIM_REM, RKH_TIM_ATTEMPT_STOP, EVENTS, DEFERRING, RKH_FWK_OBJ, \
	RKH_FWK_SIG

static const struct rkh_map map_3 = {
	.era = RKH_ERA_3,
	.name = "3",
	.form = RKH_FORM_BARE,
	.config_id = 0xac,
	.first_user = 0xc0,
	.n_users = 32,
	.kinds = {
		[0x00] = POOLS,
		[0x20] = QUEUES,
		[0x40] = ACTIVE_OBJECTS, RKH_SMA_DEFER, RKH_SMA_RCALL,
		[0x60] = RKH_SM_INIT, RKH_SM_CLRH, TRANSITIONS, PROCESSING,
			RKH_SM_EXE_ACT, RKH_SM_DCH,
		[0x80] = TIMERS,
		[0xa0] = EVENTS, SYMBOLS, RKH_FWK_SYNC_EVT, SETTINGS,
			MORE_SYMBOLS, RKH_FWK_ACTOR,
		[0xe0] = UNIT_TESTS,
	},
};

static const struct rkh_map map_245 = {
	.era = RKH_ERA_245,
	.name = "2.4.5",
	.is_loose = true,
	.form = RKH_FORM_BARE,
	.config_id = 0xae,
	.first_user = 0xc0,
	.n_users = 32,
	.kinds = {
		[0x00] = POOLS,
		[0x20] = QUEUES,
		[0x40] = ACTIVE_OBJECTS, RKH_SMA_DCH,
		[0x60] = RKH_SM_INIT, RKH_SM_CLRH, TRANSITIONS, PROCESSING,
			RKH_SM_EXE_ACT,
		[0x80] = TIMERS,
		[0xa0] = EVENTS, DEFERRING, SYMBOLS, RKH_FWK_SYNC_EVT,
			SETTINGS, MORE_SYMBOLS,
		[0xe0] = UNIT_TESTS,
	},
};

static const struct rkh_map map_244 = {
	.era = RKH_ERA_244,
	.name = "2.4.4",
	.is_loose = true,
	.form = RKH_FORM_BARE,
	.config_id = 0xad,
	.first_user = 0xc0,
	.n_users = 32,
	.kinds = {
		[0x00] = POOLS,
		[0x20] = QUEUES,
		[0x40] = ACTIVE_OBJECTS, RKH_SMA_DCH,
		[0x60] = RKH_SM_INIT, RKH_SM_CLRH, TRANSITIONS, PROCESSING,
		[0x80] = TIMERS,
		[0xa0] = EVENTS, DEFERRING, SYMBOLS, SETTINGS, MORE_SYMBOLS,
	},
};

static const struct rkh_map map_243 = {
	.era = RKH_ERA_243,
	.name = "2.4.3",
	.is_loose = true,
	.form = RKH_FORM_SWITCHES,
	.config_id = 0xad,
	.first_user = 0xc0,
	.n_users = 32,
	.kinds = {
		[0x00] = POOLS,
		[0x20] = QUEUES,
		[0x40] = ACTIVE_OBJECTS,
		[0x60] = RKH_SM_INIT, RKH_SM_CLRH, RKH_SM_DCH, TRANSITIONS,
			PROCESSING,
		[0x80] = TIMERS,
		[0xa0] = EVENTS, DEFERRING, SYMBOLS, SETTINGS, MORE_SYMBOLS,
	},
};

static const struct rkh_map map_23 = {
	.era = RKH_ERA_23,
	.name = "2.3",
	.is_loose = true,
	.form = RKH_FORM_SIZES,
	.config_id = 0xad,
	.first_user = 0xc0,
	.n_users = 32,
	.kinds = {
		[0x00] = POOLS,
		[0x20] = QUEUES,
		[0x40] = ACTIVE_OBJECTS,
		[0x60] = RKH_SM_INIT, RKH_SM_CLRH, RKH_SM_DCH, TRANSITIONS,
			PROCESSING,
		[0x80] = TIMERS,
		[0xa0] = EVENTS, DEFERRING, SYMBOLS, SETTINGS,
	},
};

static const struct rkh_map map_22 = {
	.era = RKH_ERA_22,
	.name = "2.2",
	.is_loose = true,
	.form = RKH_FORM_NONE,
	.first_user = 0x2f,
	.n_users = 32,
	.kinds = {
		ALL_OF_OLD, RKH_FWK_FUN, RKH_FWK_EXE_FUN,
	},
};

static const struct rkh_map map_20 = {
	.era = RKH_ERA_20,
	.name = "2.0",
	.is_loose = true,
	.form = RKH_FORM_NONE,
	.first_user = 0x2d,
	.n_users = 32,
	.kinds = {
		ALL_OF_OLD,
	},
};

const struct rkh_map *const rkh_maps[] = {
	&map_3, &map_245, &map_244, &map_243, &map_23, &map_22, &map_20,
};

const unsigned rkh_n_maps = sizeof(rkh_maps) / sizeof(rkh_maps[0]);

const struct rkh_map *rkh_map_named(const char *name)
{
	for (unsigned i = 0; i < rkh_n_maps; i++) {
		if (strcmp(rkh_maps[i]->name, name) == 0)
			return rkh_maps[i];
	}
	return NULL;
}

bool rkh_id_narrow(uint32_t id, unsigned id_size, uint8_t *narrow)
{
	unsigned shift = id_size == 4 ? 24 : 8;
	uint32_t group = id >> shift;
	uint32_t event = id & ((UINT32_C(1) << shift) - 1);

	if (id_size == 1) {
		*narrow = (uint8_t)id;
		return true;
	}
	if (group > 7 || event > 31)
		return false;
	*narrow = (uint8_t)(group << 5 | event);
	return true;
}

uint32_t rkh_id_widen(uint8_t narrow, unsigned id_size)
{
	unsigned shift = id_size == 4 ? 24 : 8;

	if (id_size == 1)
		return narrow;
	return (uint32_t)(narrow >> 5) << shift | (narrow & 31);
}
