/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Selecting events; see pick.h. */
#include "trace/pick.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trace/groups.h"

enum {
	OPT_FROM = 0x300,
	OPT_TO,
	OPT_EVENTS,
	OPT_LAST,
};

#define NAMES \
	{ "event", 'e', "GLOB", 0, \
	  "only events whose name matches, or of @GROUP; may be given again", \
	  0 }, \
	{ "exclude", 'x', "GLOB", 0, \
	  "no events whose name matches, nor of @GROUP; may be given again", \
	  0 }, \
	{ "pid", 'p', "PID,...", 0, "only events of these processes", 0 }, \
	{ "tid", 't', "TID,...|GLOB", 0, \
	  "only events of these threads, or of those whose name matches; may " \
	  "be given again", 0 }

#define OPTIONS \
	NAMES, \
	{ "events", OPT_EVENTS, "N-M", 0, \
	  "of these the N-th to the M-th, counted from 1; also N-, -M and N", \
	  0 }, \
	{ "last", OPT_LAST, "N", 0, "of these the last N", 0 }

static const struct argp_option options[] = {
	{ "from", OPT_FROM, "TIME", 0, PICK_FROM_DOC, 0 },
	{ "to", OPT_TO, "TIME", 0, PICK_TO_DOC, 0 },
	OPTIONS,
	{ 0 }
};

static const struct argp_option untimed_options[] = { OPTIONS, { 0 } };
static const struct argp_option named_options[] = { NAMES, { 0 } };

static error_t add_word(struct patterns *words, const char *arg)
{
	/* A name that begins with @ can be given as [@]name. */
	error_t err = strpbrk(arg, "*?[") ? 0 : event_group_check(arg);

	if (err)
		return err;
	return patterns_add(words, arg) ? 0 : ENOMEM;
}

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

/* Parse a number of one or more at *text, which then points after it. */
static bool parse_number(const char **text, uint64_t *number)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return errno == 0 && *number > 0;
}

/* "N-M", "N-", "-M", "N". */
static error_t parse_range(struct pick *pick, const char *arg)
{
	const char *text = arg;
	uint64_t first = 0, last = 0;
	bool is_fine = *text == '-' || parse_number(&text, &first);

	if (is_fine && *text == '\0')
		last = first;
	else if (is_fine && *text == '-' && (text[1] || text != arg))
		is_fine = *++text == '\0' || parse_number(&text, &last);
	else
		is_fine = false;
	if (!is_fine || *text || (last && last < first))
		return tool_misuse("--events %s: not a range; write 100-200, "
				   "100- or -200", arg);
	pick->from_number = first;
	pick->to_number = last;
	return 0;
}

static error_t parse_newest(struct pick *pick, const char *arg)
{
	const char *text = arg;

	if (parse_number(&text, &pick->newest) && *text == '\0')
		return 0;
	return tool_misuse("--last %s: not a number of events; give 1 or more",
			   arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct pick *pick = state->input;

	switch (key) {
	case 'e':
		return add_word(&pick->only, arg);
	case 'x':
		return add_word(&pick->not, arg);
	case 'p':
		return add_pids(pick, arg);
	case 't':
		return add_threads(pick, arg);
	case OPT_FROM:
		return pick_parse_from(pick, "--from", arg);
	case OPT_TO:
		return pick_parse_to(pick, "--to", arg);
	case OPT_EVENTS:
		return parse_range(pick, arg);
	case OPT_LAST:
		return parse_newest(pick, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp pick_argp = { .options = options, .parser = parse };
const struct argp pick_untimed_argp = {
	.options = untimed_options, .parser = parse,
};
const struct argp pick_named_argp = {
	.options = named_options, .parser = parse,
};
const struct argp_child pick_children[] = {{ .argp = &pick_argp }, { 0 }};

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
	/* A date and a relative time can be compared only when the first event
	 * of the trace is known. */
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

bool pick_is_given(const struct pick *pick)
{
	return !pick_is_whole(pick) || !patterns_are_empty(&pick->only) ||
	       !patterns_are_empty(&pick->not) || pick->pids.n ||
	       pick->threads.ids.n ||
	       !patterns_are_empty(&pick->threads.names) ||
	       pick->from_number > 1 || pick->to_number || pick->newest;
}

unsigned pick_times_read(const struct pick *pick)
{
	if (!pick_is_whole(pick) || pick->to_number)
		return 0;
	return pick->newest ? 2 : 1;
}

bool pick_lets_info(const struct pick *pick, const struct open_log *log,
		    const struct posix_trace_event_info *info)
{
	const struct timespec *time = &info->posix_timestamp;

	return ids_let(&pick->pids, info->posix_pid) &&
	       threads_let(&pick->threads, log, info) &&
	       !pick_is_early(pick, time) && !pick_is_late(pick, time);
}

static bool is_own(const struct open_log *log, trace_event_id_t id)
{
	return !log->is_dump && id >= POSIX_TRACE_START &&
	       id <= POSIX_TRACE_FLUSH_STOP;
}

bool pick_lets(const struct pick *pick, const struct open_log *log,
	       const struct trace_event *event)
{
	return event->type->is_shown &&
	       pick_lets_info(pick, log, &event->info);
}

bool pick_leaves_out(const struct pick *pick, const struct open_log *log,
		     const struct trace_event *event)
{
	return pick->no_own && is_own(log, event->info.posix_event_id);
}

enum pick_place pick_count(struct pick *pick)
{
	bool is_over = pick_is_over(pick);

	pick->n_let++;
	if (is_over)
		return PICK_BEHIND;
	return pick->n_let < pick->from_number ? PICK_BEFORE : PICK_TAKEN;
}

void pick_set_newest(struct pick *pick, uint64_t n)
{
	if (pick->to_number && n > pick->to_number)
		n = pick->to_number;
	if (n > pick->newest && n - pick->newest + 1 > pick->from_number)
		pick->from_number = n - pick->newest + 1;
	pick->n_let = 0;
}
