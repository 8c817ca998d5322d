/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The on/off filters of RKH: the meaning of each bit, and the tables of a
 * stream in shared memory.  The words are as in <posixtrace-rkh.h>.
 */
#ifndef PXT_MODEL_RKHFILTER_H
#define PXT_MODEL_RKHFILTER_H

#include <stdbool.h>

#include <posixtrace-rkh.h>

#include "base/atomic.h"

/*
 * The tables of a stream.  Stored by the process that switches the filter,
 * byte by byte; an event in flight may still use the old ones.  The flag that
 * there is a filter is stored last when it is switched on, and first when it
 * is switched off.
 */
struct pxt_rkh_tables {
	_Atomic uint8_t in_use;
	_Atomic uint8_t groups;
	_Atomic uint8_t events[17];
	_Atomic uint8_t objects[32];
	_Atomic uint8_t signals[32];
};

/* Where the events of a group begin in the table. */
unsigned pxt_rkh_offset(unsigned group);

/* Does the filter suppress the subject of an event (posixtrace_subject_)?  0
 * is an event that has none. */
bool pxt_rkh_suppresses(const struct pxt_rkh_tables *tables, uint32_t subject);

void pxt_rkh_store(struct pxt_rkh_tables *tables,
		   const struct posixtrace_rkh_filter *filter);
/* False: there is none. */
bool pxt_rkh_load(const struct pxt_rkh_tables *tables,
		  struct posixtrace_rkh_filter *filter);

#endif
