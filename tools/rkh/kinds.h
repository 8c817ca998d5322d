/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The kinds of RKH records, their arguments, and the ids by which each version
 * of RKH sends them.
 */
#ifndef POSIXTRACE_TOOLS_RKH_KINDS_H
#define POSIXTRACE_TOOLS_RKH_KINDS_H

#include <stdbool.h>
#include <stdint.h>

/* The versions whose records differ, in their order. */
enum rkh_era {
	RKH_ERA_20 = 1,		/* 2.0 to 2.1: ids without groups */
	RKH_ERA_22,		/* 2.2, 2.2.1 */
	RKH_ERA_23,		/* 2.3, 2.4 */
	RKH_ERA_243,
	RKH_ERA_244,
	RKH_ERA_245,		/* and 2.4.6 */
	RKH_ERA_3,		/* 3.0.0 to 3.4.00 */
};

/* Arguments: how many bytes they take (struct rkh_config), what they mean. */
enum rkh_type {
	RKH_END,
	/* Addresses, shown by their names. */
	RKH_OBJECT,
	RKH_ACTIVE,		/* an active object */
	RKH_SENDER,		/* absent if senders are not traced */
	RKH_STATE,
	RKH_TARGET,		/* a state; 0: the one before it */
	RKH_TIMER,
	RKH_QUEUE,
	RKH_FUNCTION,
	/* What a symbol record names: shown as a number. */
	RKH_ADDRESS,
	RKH_FUNCTION_ADDRESS,
	RKH_SIGNAL_NUMBER,
	RKH_EVENT_NUMBER,	/* of a user event, as large as an id */
	/* Numbers of a size that the target was built with. */
	RKH_SIGNAL,		/* shown by its name */
	RKH_TICKS,
	RKH_NBLOCK,
	RKH_BSIZE,
	RKH_NELEM,
	RKH_ESIZE,
	RKH_POOL_MIN,		/* absent without low-water marks of pools */
	RKH_QUEUE_MIN,		/* absent without those of queues */
	RKH_EVENT_ID,
	/* Numbers of a fixed size, little-endian. */
	RKH_U8,
	RKH_U16,
	RKH_U32,
	RKH_POOL,		/* 1 byte, 0: not from a pool */
	RKH_POOL_INDEX,		/* 1 byte, one less than the pool's number */
	RKH_ACTION,		/* 1 byte: what an action is run for */
	/* Bytes. */
	RKH_STRING,		/* up to a zero */
	/* All that is left. */
	RKH_CONFIG,		/* a configuration */
	RKH_USER_LIST,		/* (format, data) pairs */
	RKH_ARGS_OF_EVENT,	/* the arguments of the RKH_EVENT_ID before it */
	/* Only in user lists, where the number and hex forms have a width. */
	RKH_INT,
	RKH_UNSIGNED,
	RKH_HEX,
	RKH_MEMORY,
};

struct rkh_field {
	uint8_t type;		/* enum rkh_type */
	uint8_t since;		/* enum rkh_era; 0: always */
	const char *label;	/* as Trazer calls it */
};

enum { RKH_FIELDS_MAX = 8 };

struct rkh_kind {
	const char *group;	/* as Trazer calls it */
	const char *name;
	struct rkh_field fields[RKH_FIELDS_MAX + 1];
};

/* The kinds that mean something beyond their arguments. */
enum rkh_kind_id {
	RKH_KIND_NONE,
	RKH_MP_INIT, RKH_MP_GET, RKH_MP_PUT,
	RKH_RQ_INIT, RKH_RQ_GET, RKH_RQ_FIFO, RKH_RQ_LIFO, RKH_RQ_FULL,
	RKH_RQ_DPT, RKH_RQ_GET_LAST,
	RKH_SMA_ACT, RKH_SMA_TERM, RKH_SMA_GET, RKH_SMA_FIFO, RKH_SMA_LIFO,
	RKH_SMA_REG, RKH_SMA_UNREG, RKH_SMA_DEFER, RKH_SMA_RCALL, RKH_SMA_DCH,
	RKH_SM_INIT, RKH_SM_CLRH, RKH_SM_TRN, RKH_SM_STATE, RKH_SM_ENSTATE,
	RKH_SM_EXSTATE, RKH_SM_NENEX, RKH_SM_NTRNACT, RKH_SM_TS_STATE,
	RKH_SM_EVT_PROC, RKH_SM_EVT_NFOUND, RKH_SM_GRD_FALSE,
	RKH_SM_CND_NFOUND, RKH_SM_UNKN_STATE, RKH_SM_EX_HLEVEL,
	RKH_SM_EX_TSEG, RKH_SM_EXE_ACT, RKH_SM_DCH, RKH_SM_CSTATE,
	RKH_SM_DCH_RC,
	RKH_TIM_INIT, RKH_TIM_START, RKH_TIM_RESTART, RKH_TIM_STOP,
	RKH_TIM_TOUT, RKH_TIM_REM, RKH_TIM_ATTEMPT_STOP,
	RKH_FWK_EN, RKH_FWK_EX, RKH_FWK_EPREG, RKH_FWK_AE, RKH_FWK_GC,
	RKH_FWK_GCR, RKH_FWK_DEFER, RKH_FWK_RCALL, RKH_FWK_OBJ, RKH_FWK_SIG,
	RKH_FWK_FUN, RKH_FWK_EXE_FUN, RKH_FWK_SYNC_EVT, RKH_FWK_TUSR,
	RKH_FWK_TCFG, RKH_FWK_ASSERT, RKH_FWK_AO, RKH_FWK_STATE,
	RKH_FWK_PSTATE, RKH_FWK_TIMER, RKH_FWK_EPOOL, RKH_FWK_QUEUE,
	RKH_FWK_ACTOR,
	RKH_USR,
	RKH_UT_INIT, RKH_UT_CLEANUP, RKH_UT_VERIFY, RKH_UT_IGNORE_GROUP,
	RKH_UT_EXPECT, RKH_UT_EXPECT_ANYARGS, RKH_UT_IGNORE,
	RKH_UT_IGNORE_ARG, RKH_UT_SUCCESS, RKH_UT_FAIL,
	RKH_N_KINDS,
};

extern const struct rkh_kind rkh_kinds[RKH_N_KINDS];

/* How the configuration record looks. */
enum rkh_form {
	RKH_FORM_NONE,		/* there is none */
	RKH_FORM_SIZES,		/* 5 bytes of sizes, an ordinary frame */
	RKH_FORM_SWITCHES,	/* 10 bytes, an ordinary frame */
	RKH_FORM_BARE,		/* 13 bytes, without sequence and stamp */
};

/* The ids of a version.  A group and an event number take 8 bits together. */
struct rkh_map {
	enum rkh_era era;
	const char *name;	/* as in --map */
	/*
	 * What is known of it does not come from streams, so that the last
	 * arguments of a record may be missing.
	 */
	bool is_loose;
	enum rkh_form form;
	uint8_t config_id;	/* of RKH_FWK_TCFG, unless RKH_FORM_NONE */
	uint8_t first_user;	/* id of the first user event ... */
	uint8_t n_users;	/* ... and how many there are */
	uint8_t kinds[256];	/* enum rkh_kind_id */
};

/* From the newest on; n is their number. */
extern const struct rkh_map *const rkh_maps[];
extern const unsigned rkh_n_maps;

/* The map of that name ("3", "2.4.5", ...), or NULL. */
const struct rkh_map *rkh_map_named(const char *name);

/*
 * The 8-bit form of an id of id_size bytes, which has its group in the upper
 * half (2 bytes) or the highest byte (4).  False: it has none.
 */
bool rkh_id_narrow(uint32_t id, unsigned id_size, uint8_t *narrow);

/* And back. */
uint32_t rkh_id_widen(uint8_t narrow, unsigned id_size);

#endif
