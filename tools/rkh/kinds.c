/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The kinds of records and their arguments; see kinds.h. */
#include "kinds.h"

/* Arguments that many kinds have. */
#define AO	{ RKH_ACTIVE, 0, "ao" }
#define ST	{ RKH_STATE, 0, "st" }
#define Q	{ RKH_QUEUE, 0, "q" }
#define MP	{ RKH_OBJECT, 0, "mp" }
#define T	{ RKH_TIMER, 0, "t" }
#define FN	{ RKH_FUNCTION, 0, "fn" }
#define SIG	{ RKH_SIGNAL, 0, "sig" }
#define NELEM	{ RKH_NELEM, 0, "nelem" }
#define NMIN	{ RKH_QUEUE_MIN, 0, "nmin" }
#define OBJ	{ RKH_ADDRESS, 0, "obj" }
#define NM	{ RKH_STRING, 0, "nm" }
#define LINE	{ RKH_U32, 0, "line" }
#define EVT	{ RKH_EVENT_ID, 0, "evt" }

/* In posting and getting an event, and in counting its users. */
#define PRIO	{ RKH_U8, RKH_ERA_243, "prio" }
#define POOL	{ RKH_POOL, RKH_ERA_243, "pid" }, { RKH_U8, RKH_ERA_243, "rc" }
#define WAITING	{ RKH_NELEM, RKH_ERA_3, "nelem" }, \
		{ RKH_QUEUE_MIN, RKH_ERA_3, "nmin" }
#define POST	AO, SIG, { RKH_SENDER, RKH_ERA_244, "snr" }, POOL, WAITING
#define INDEX	{ RKH_POOL_INDEX, RKH_ERA_243, "pid" }, \
		{ RKH_U8, RKH_ERA_243, "rc" }
#define BLOCKS	{ RKH_NBLOCK, RKH_ERA_3, "nb" }, \
		{ RKH_POOL_MIN, RKH_ERA_3, "nmin" }, \
		{ RKH_OBJECT, RKH_ERA_3, "actor" }

const struct rkh_kind rkh_kinds[RKH_N_KINDS] = {
	[RKH_MP_INIT] = { "MP", "INIT", { MP,
		{ RKH_NBLOCK, 0, "nb" }, { RKH_BSIZE, RKH_ERA_243, "bs" } } },
	[RKH_MP_GET] = { "MP", "GET", { MP, { RKH_NBLOCK, 0, "nfree" },
		{ RKH_POOL_MIN, RKH_ERA_243, "nmin" } } },
	[RKH_MP_PUT] = { "MP", "PUT", { MP, { RKH_NBLOCK, 0, "nfree" } } },

	[RKH_RQ_INIT] = { "RQ", "INIT", { Q, AO, NELEM } },
	[RKH_RQ_GET] = { "RQ", "GET", { Q, NELEM } },
	[RKH_RQ_FIFO] = { "RQ", "FIFO", { Q, NELEM, NMIN } },
	[RKH_RQ_LIFO] = { "RQ", "LIFO", { Q, NELEM, NMIN } },
	[RKH_RQ_FULL] = { "RQ", "FULL", { Q } },
	[RKH_RQ_DPT] = { "RQ", "DPT", { Q } },
	[RKH_RQ_GET_LAST] = { "RQ", "GET_LAST", { Q } },

	[RKH_SMA_ACT] = { "SMA", "ACT", { AO, PRIO,
		{ RKH_U8, RKH_ERA_3, "size" } } },
	[RKH_SMA_TERM] = { "SMA", "TERM", { AO, PRIO } },
	[RKH_SMA_GET] = { "SMA", "GET", { AO, SIG, POOL, WAITING } },
	[RKH_SMA_FIFO] = { "SMA", "FIFO", { POST } },
	[RKH_SMA_LIFO] = { "SMA", "LIFO", { POST } },
	[RKH_SMA_REG] = { "SMA", "REG", { AO, { RKH_U8, 0, "prio" } } },
	[RKH_SMA_UNREG] = { "SMA", "UNREG", { AO, { RKH_U8, 0, "prio" } } },
	[RKH_SMA_DEFER] = { "SMA", "DEFER", { Q, SIG } },
	[RKH_SMA_RCALL] = { "SMA", "RCALL", { AO, SIG } },
	[RKH_SMA_DCH] = { "SMA", "DCH", { AO, SIG, ST } },

	[RKH_SM_INIT] = { "SM", "INIT", { AO, { RKH_STATE, 0, "ist" } } },
	[RKH_SM_CLRH] = { "SM", "CLRH", { AO, { RKH_STATE, 0, "h" } } },
	[RKH_SM_TRN] = { "SM", "TRN", { AO, { RKH_STATE, 0, "sst" },
		{ RKH_TARGET, 0, "tst" } } },
	[RKH_SM_STATE] = { "SM", "STATE", { AO, { RKH_STATE, 0, "nxtst" } } },
	[RKH_SM_ENSTATE] = { "SM", "ENSTATE", { AO, ST } },
	[RKH_SM_EXSTATE] = { "SM", "EXSTATE", { AO, ST } },
	[RKH_SM_NENEX] = { "SM", "NENEX", { AO, { RKH_U8, 0, "nen" },
		{ RKH_U8, 0, "nex" } } },
	[RKH_SM_NTRNACT] = { "SM", "NTRNACT", { AO, { RKH_U8, 0, "nta" },
		{ RKH_U8, RKH_ERA_23, "nts" } } },
	[RKH_SM_TS_STATE] = { "SM", "TS_STATE", { AO, ST } },
	[RKH_SM_EVT_PROC] = { "SM", "EVT_PROC", { AO } },
	[RKH_SM_EVT_NFOUND] = { "SM", "EVT_NFOUND", { AO, SIG } },
	[RKH_SM_GRD_FALSE] = { "SM", "GRD_FALSE", { AO } },
	[RKH_SM_CND_NFOUND] = { "SM", "CND_NFOUND", { AO } },
	[RKH_SM_UNKN_STATE] = { "SM", "UNKN_STATE", { AO } },
	[RKH_SM_EX_HLEVEL] = { "SM", "EX_HLEVEL", { AO } },
	[RKH_SM_EX_TSEG] = { "SM", "EX_TSEG", { AO } },
	[RKH_SM_EXE_ACT] = { "SM", "EXE_ACT", { { RKH_ACTION, 0, "act" }, AO,
		ST, FN } },
	[RKH_SM_DCH] = { "SM", "DCH", { AO, SIG,
		{ RKH_STATE, RKH_ERA_3, "st" } } },
	[RKH_SM_CSTATE] = { "SM", "CSTATE", { AO, ST } },
	[RKH_SM_DCH_RC] = { "SM", "DCH_RC", { AO, { RKH_U8, 0, "rc" } } },

	[RKH_TIM_INIT] = { "TIM", "INIT", { T, SIG } },
	[RKH_TIM_START] = { "TIM", "START", { T, AO, { RKH_TICKS, 0, "nt" },
		{ RKH_TICKS, RKH_ERA_243, "per" } } },
	[RKH_TIM_RESTART] = { "TIM", "RESTART", { T,
		{ RKH_TICKS, 0, "nt" } } },
	[RKH_TIM_STOP] = { "TIM", "STOP", { T, { RKH_TICKS, 0, "nt" },
		{ RKH_TICKS, RKH_ERA_243, "per" } } },
	[RKH_TIM_TOUT] = { "TIM", "TOUT", { T, SIG, AO } },
	[RKH_TIM_REM] = { "TIM", "REM", { T } },
	[RKH_TIM_ATTEMPT_STOP] = { "TIM", "ATTEMPT_STOP", { T } },

	[RKH_FWK_EN] = { "FWK", "EN", { { 0 } } },
	[RKH_FWK_EX] = { "FWK", "EX", { { 0 } } },
	[RKH_FWK_EPREG] = { "FWK", "EPREG", { { RKH_U8, 0, "ep" },
		{ RKH_U32, 0, "ss" }, { RKH_ESIZE, 0, "es" },
		{ RKH_NBLOCK, RKH_ERA_3, "ps" } } },
	[RKH_FWK_AE] = { "FWK", "AE", { { RKH_ESIZE, 0, "es" }, SIG, INDEX,
		BLOCKS } },
	[RKH_FWK_GC] = { "FWK", "GC", { SIG, POOL } },
	[RKH_FWK_GCR] = { "FWK", "GCR", { SIG, INDEX, BLOCKS } },
	[RKH_FWK_DEFER] = { "FWK", "DEFER", { Q, SIG } },
	[RKH_FWK_RCALL] = { "FWK", "RCALL", { AO, SIG } },
	[RKH_FWK_OBJ] = { "FWK", "OBJ", { OBJ, NM } },
	[RKH_FWK_SIG] = { "FWK", "SIG", { { RKH_SIGNAL_NUMBER, 0, "sig" },
		NM } },
	[RKH_FWK_FUN] = { "FWK", "FUN", { { RKH_FUNCTION_ADDRESS, 0, "fn" },
		NM } },
	[RKH_FWK_EXE_FUN] = { "FWK", "EXE_FUN", { FN } },
	[RKH_FWK_SYNC_EVT] = { "FWK", "SYNC_EVT", { FN,
		{ RKH_SENDER, 0, "snr" }, { RKH_SENDER, 0, "ao" } } },
	[RKH_FWK_TUSR] = { "FWK", "TUSR", { { RKH_EVENT_NUMBER, 0, "ut" },
		NM } },
	[RKH_FWK_TCFG] = { "FWK", "TCFG", { { RKH_CONFIG, 0, "" } } },
	[RKH_FWK_ASSERT] = { "FWK", "ASSERT", { { RKH_STRING, 0, "module" },
		{ RKH_U16, 0, "line" } } },
	[RKH_FWK_AO] = { "FWK", "AO", { OBJ, NM } },
	[RKH_FWK_STATE] = { "FWK", "STATE", { AO, OBJ, NM } },
	[RKH_FWK_PSTATE] = { "FWK", "PSTATE", { AO, OBJ, NM } },
	[RKH_FWK_TIMER] = { "FWK", "TIMER", { OBJ, NM } },
	[RKH_FWK_EPOOL] = { "FWK", "EPOOL", { { RKH_U8, 0, "ep" }, NM } },
	[RKH_FWK_QUEUE] = { "FWK", "QUEUE", { OBJ, NM } },
	[RKH_FWK_ACTOR] = { "FWK", "ACTOR", { OBJ, NM } },

	[RKH_USR] = { "USR", "USR", { { RKH_USER_LIST, 0, "" } } },

	[RKH_UT_INIT] = { "UT", "INIT", { LINE } },
	[RKH_UT_CLEANUP] = { "UT", "CLEANUP", { LINE } },
	[RKH_UT_VERIFY] = { "UT", "VERIFY", { LINE } },
	[RKH_UT_IGNORE_GROUP] = { "UT", "IGNORE_GROUP", { LINE,
		{ RKH_U8, 0, "group" } } },
	[RKH_UT_EXPECT] = { "UT", "EXPECT", { LINE, EVT,
		{ RKH_ARGS_OF_EVENT, 0, "" } } },
	[RKH_UT_EXPECT_ANYARGS] = { "UT", "EXPECT_ANYARGS", { LINE, EVT } },
	[RKH_UT_IGNORE] = { "UT", "IGNORE", { LINE, EVT } },
	[RKH_UT_IGNORE_ARG] = { "UT", "IGNORE_ARG", { LINE, EVT,
		{ RKH_U8, 0, "arg" } } },
	[RKH_UT_SUCCESS] = { "UT", "SUCCESS", { LINE,
		{ RKH_STRING, 0, "msg" } } },
	[RKH_UT_FAIL] = { "UT", "FAIL", { LINE, { RKH_STRING, 0, "msg" } } },
};
