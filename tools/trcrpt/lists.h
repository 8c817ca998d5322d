/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tables that trcrpt prints instead of a report. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_LISTS_H
#define POSIXTRACE_TOOLS_TRCRPT_LISTS_H

#include <stdbool.h>

#include "common/out.h"
#include "hooks.h"
#include "select.h"

/* -j: the hook ids of a log's event types, by id ... */
void list_types(struct out *out, struct hooks *hooks, bool heading);

/* ... or, without a log, those of the templates. */
void list_stanzas(struct out *out, const struct trcfmt *set,
		  const struct select *select, bool heading);

/* --mkmap: the same as lines of a template file. */
void list_map(struct out *out, struct hooks *hooks);

/* -O hist=on: how often each hook id occurred, by what type->n says. */
void list_counts(struct out *out, struct hooks *hooks, bool heading);

#endif
