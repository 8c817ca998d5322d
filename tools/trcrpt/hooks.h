/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which hook id an event type has.  The first rule that applies:
 *
 *   1  a directive #%map of the templates names the event type
 *   2  the label of a stanza is its name
 *   3  the table of the system events: 001 to 00F
 *   4  it is the k-th user event type of the log, from 0: 010 + k up to 0FF,
 *      then F000 + k - 240
 *
 * An id by rule 4 that rules 1 and 2 have given away would be printed by
 * another type's template, so the type gets F400 + k (or F800 + k) then.
 */
#ifndef POSIXTRACE_TOOLS_TRCRPT_HOOKS_H
#define POSIXTRACE_TOOLS_TRCRPT_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <trace.h>

#include "trace/arguments.h"
#include "trcfmt.h"

struct hook_type {
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint16_t hook;
	uint16_t subhook;
	unsigned env;		/* 32 or 64 */
	bool generic;
	bool is_user;
	bool has_stanza;	/* there is a template for the hook */
	bool is_shown;		/* for the caller */
	uint64_t n;		/* the same */
};

/* The types of a trace, or of several that are merged. */
struct hooks {
	const struct trcfmt *set;
	const struct trcfmt_map **maps;	/* by name, then in order */
	size_t n_maps;
	void *by_name;			/* tsearch() tree of struct hook_type */
	struct hook_type **types;	/* in the order of hooks_take() */
	size_t n_types;
	unsigned n_user;		/* k of the next user event type */
	uint8_t taken[UINT16_MAX / 8 + 1];	/* by rules 1 and 2 */
};

/* Types with ids of a log below this are in a table, others are looked up. */
enum { HOOKS_IDS = 8 * sizeof(trace_event_set_t) };

/*
 * The types of one log by id.  What it says of the arguments of a type holds
 * for its own events only: another machine may have made the next log.
 */
struct hooks_log {
	trace_id_t trid;
	bool is_big_endian;	/* the numbers in the data of user events */
	struct hook_type *by_id[HOOKS_IDS];
	struct arguments *arguments[HOOKS_IDS];	/* NULL: not described */
};

/* Afterwards nothing may be loaded into the set.  False: no memory. */
bool hooks_init(struct hooks *hooks, const struct trcfmt *set);
void hooks_fini(struct hooks *hooks);

/*
 * Take in the event types of a log; a name that several logs have is one
 * type.  Even if it fails there is hooks_log_fini() to call.  False: no
 * memory.
 */
bool hooks_take(struct hooks *hooks, struct hooks_log *log, trace_id_t trid);
void hooks_log_fini(struct hooks_log *log);

/* The argument description of a type in the log; NULL: none. */
const struct arguments *hooks_arguments(const struct hooks_log *log,
					trace_event_id_t id);

/* The type of an event; NULL: no memory. */
struct hook_type *hooks_find(struct hooks *hooks, struct hooks_log *log,
			     trace_event_id_t id);

#endif
