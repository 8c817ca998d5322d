/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Picking out events; see pick.h. */
#include "trace/pick.h"

#include <errno.h>

#include "common/tool.h"

static error_t add_pids(struct pick *pick, const char *arg)
{
	if (ids_add(&pick->pids, arg))
		return 0;
	return tool_misuse("-p %s: not an id; give numbers, as 12 or 12,34",
			   arg);
}

static error_t add_threads(struct pick *pick, const char *arg)
{
	if (threads_add(&pick->threads, arg))
		return 0;
	return tool_misuse("-t %s: no thread; give ids, as 12 or 12,34, or a "
			   "pattern of names", arg);
}

error_t pick_parse(struct pick *pick, int key, char *arg)
{
	switch (key) {
	case 'e':
		return patterns_add(&pick->only, arg) ? 0 : ENOMEM;
	case 'x':
		return patterns_add(&pick->not, arg) ? 0 : ENOMEM;
	case 'p':
		return add_pids(pick, arg);
	case 't':
		return add_threads(pick, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Two dates, or two times since the first event, can be compared at once. */
static error_t check_range(const struct pick *pick, const char *option,
			   const char *arg)
{
	static const struct timespec zero;
	struct timespec from = moment_resolve(&pick->from, &zero);
	struct timespec to = moment_resolve(&pick->to, &zero);

	if (pick->from.kind != pick->to.kind || !moment_is_before(&to, &from))
		return 0;
	return tool_misuse("%s %s: the part would end before it begins; give "
			   "the earlier time first", option, arg);
}

error_t pick_parse_from(struct pick *pick, const char *option, const char *arg)
{
	error_t err = moment_parse(option, arg, &pick->from);

	return err ? err : check_range(pick, option, arg);
}

error_t pick_parse_to(struct pick *pick, const char *option, const char *arg)
{
	error_t err = moment_parse(option, arg, &pick->to);

	return err ? err : check_range(pick, option, arg);
}

void pick_fini(struct pick *pick)
{
	patterns_fini(&pick->only);
	patterns_fini(&pick->not);
	ids_fini(&pick->pids);
	threads_fini(&pick->threads);
}

void pick_begin(struct pick *pick, const struct timespec *first)
{
	pick->first = *first;
	pick->begin = moment_resolve(&pick->from, first);
	pick->end = moment_resolve(&pick->to, first);
	/* A date and a time since the first event, of this trace. */
	if (pick->from.kind == MOMENT_NONE || pick->to.kind == MOMENT_NONE ||
	    pick->was_reversed || !moment_is_before(&pick->end, &pick->begin))
		return;
	pick->was_reversed = true;
	tool_note("the part of the trace that was asked for ends before it "
		  "begins; nothing is in it");
}

bool pick_is_early(const struct pick *pick, const struct timespec *time)
{
	return pick->from.kind != MOMENT_NONE &&
	       moment_is_before(time, &pick->begin);
}

bool pick_is_late(const struct pick *pick, const struct timespec *time)
{
	return pick->to.kind != MOMENT_NONE &&
	       moment_is_before(&pick->end, time);
}

bool pick_lets(const struct pick *pick, const struct open_log *log,
	       const struct trace_event *event)
{
	const struct timespec *time = &event->info.posix_timestamp;

	return event->type->is_shown &&
	       ids_let(&pick->pids, event->info.posix_pid) &&
	       threads_let(&pick->threads, log, &event->info) &&
	       !pick_is_early(pick, time) && !pick_is_late(pick, time);
}
