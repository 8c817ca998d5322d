/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events that cause a snapshot.  They come from a second stream of the same
 * process, which has no other events: that of the snapshots is not read until there
 * is one.
 */
#ifndef POSIXTRACE_TOOLS_RECORD_TRIGGER_H
#define POSIXTRACE_TOOLS_RECORD_TRIGGER_H

#include <stdbool.h>
#include <trace.h>

#include "record/condition.h"

struct trigger {
	struct condition **conditions;
	size_t n;
	bool is_open;
	trace_id_t trid;
	struct types types;
	struct patterns none;
	unsigned char *data;
};

/* Add a condition; the errors of condition_parse(). */
error_t trigger_add(struct trigger *trigger, const char *text);
void trigger_fini(struct trigger *trigger);

/*
 * Begin to look at events of this process.  False: reported.  `inherits`: also of
 * its children.
 */
bool trigger_open(struct trigger *trigger, pid_t pid, bool inherits);
void trigger_close(struct trigger *trigger);

/* The recording has ended: report conditions that could never be met. */
void trigger_report(struct trigger *trigger);

/* The condition that is met by what has come since the last call; NULL: none. */
const char *trigger_look(struct trigger *trigger);

#endif
