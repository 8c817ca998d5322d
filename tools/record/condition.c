/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What causes a snapshot; see condition.h. */
#include "record/condition.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"
#include "trace/sysdata.h"

/* The longer ones first. */
static const char *const comparisons[] = { ">=", "<=", "==", "!=", ">", "<" };

static error_t misuse(const char *text)
{
	return tool_misuse("--snapshot-on '%s': no such cause; write USR1, USR2, "
			   "command, exit, crash, 'NAME', 'NAME.argument > 5', "
			   "'NAME gap > 10ms' or 'NAME slice > 1ms'", text);
}

static error_t misuse_comparison(const char *text)
{
	return tool_misuse("--snapshot-on '%s': no such comparison; write >, >=, "
			   "<, <=, == or !=", text);
}

/* A part of a text, without blanks around it. */
struct part {
	const char *at;
	size_t len;
};

static struct part trim(const char *at, size_t len)
{
	while (len && *at == ' ') {
		at++;
		len--;
	}
	while (len && at[len - 1] == ' ')
		len--;
	return (struct part){ at, len };
}

/* The first comparison behind a blank or an argument; NULL: there is none. */
static const char *find_comparison(const char *text, const char **comparison)
{
	for (; *text; text++)
		for (size_t i = 0;
		     i < sizeof(comparisons) / sizeof(*comparisons); i++)
			if (strncmp(text, comparisons[i],
				    strlen(comparisons[i])) == 0) {
				*comparison = comparisons[i];
				return text;
			}
	return NULL;
}

/* Does it end in that word, behind a blank?  Then cut that off. */
static bool take_word(struct part *part, const char *word)
{
	size_t n = strlen(word);

	if (part->len <= n + 1 || part->at[part->len - n - 1] != ' ' ||
	    strncmp(part->at + part->len - n, word, n) != 0)
		return false;
	*part = trim(part->at, part->len - n);
	return true;
}

static bool set(char **to, struct part part, const char *ending)
{
	return asprintf(to, "%.*s%s", (int)part.len, part.at, ending) >= 0;
}

/* A single word that is meant as a signal: other than the two, or in small letters. */
static bool is_signal(const char *text)
{
	bool has_prefix = strncasecmp(text, "SIG", 3) == 0;
	const char *name = has_prefix ? text + 3 : text;

	if (strcasecmp(name, "USR1") == 0 || strcasecmp(name, "USR2") == 0)
		return true;
	for (int signo = 1; signo < NSIG; signo++) {
		const char *is = sigabbrev_np(signo);

		if (is && (has_prefix ? strcasecmp(name, is) :
			   strcmp(name, is)) == 0)
			return true;
	}
	return false;
}

/* A '=' or '~' that is no part of a name: by a blank, or behind an argument. */
static bool has_other_comparison(const char *text)
{
	const char *at = strpbrk(text, "=~");

	if (!at)
		return false;
	return (at > text && at[-1] == ' ') || at[1] == ' ' || at[1] == '~' ||
	       (*at == '=' && memchr(text, '.', (size_t)(at - text)));
}

/* Any event of the name. */
static error_t parse_event(struct condition *condition, struct part name)
{
	struct part before = name;

	if (is_signal(condition->text))
		return tool_misuse("--snapshot-on %s: not that signal; choose "
				   "USR1 or USR2", condition->text);
	if (has_other_comparison(condition->text))
		return misuse_comparison(condition->text);
	if (take_word(&before, "gap") || take_word(&before, "slice"))
		return tool_misuse("--snapshot-on '%s': longer than what? write "
				   "'%.*s > 10ms'", condition->text,
				   (int)name.len, name.at);
	return set(&condition->name, name, "") ? 0 : ENOMEM;
}

static error_t parse_time(struct condition *condition, const char *value)
{
	if (strcmp(condition->comparison, ">") != 0 || !*value)
		return misuse(condition->text);
	if (!time_parse(value, &condition->limit_ns) ||
	    condition->limit_ns <= 0)
		return tool_misuse("--snapshot-on '%s': %s is no time; write "
				   "seconds, or as 500us, 10ms", condition->text,
				   value);
	return 0;
}

static error_t parse_argument(struct condition *condition, struct part left)
{
	const char *dot = memrchr(left.at, '.', left.len);
	struct part name, argument;
	int64_t ns;
	char *end;

	if (!dot)
		return misuse(condition->text);
	name = trim(left.at, (size_t)(dot - left.at));
	argument = trim(dot + 1, left.len - (size_t)(dot + 1 - left.at));
	if (!name.len || !argument.len || !*condition->value)
		return misuse(condition->text);
	condition->kind = CONDITION_ARGUMENT;
	condition->number = strtold(condition->value, &end);
	/* Nothing is larger or smaller than "nan", which may be a text. */
	condition->is_number = !*end && condition->number == condition->number;
	/* Durations of calls are nanoseconds. */
	if (!condition->is_number && time_parse(condition->value, &ns)) {
		condition->number = ns;
		condition->is_number = true;
	}
	if (!condition->is_number && strcmp(condition->comparison, "==") != 0 &&
	    strcmp(condition->comparison, "!=") != 0)
		return tool_misuse("--snapshot-on '%s': %s is no number; strings "
				   "are compared with == or !=", condition->text,
				   condition->value);
	return set(&condition->name, name, "") &&
	       set(&condition->argument, argument, "") ? 0 : ENOMEM;
}

static error_t parse(struct condition *condition)
{
	const char *text = condition->text, *at;
	struct part left, right;

	at = find_comparison(text, &condition->comparison);
	left = trim(text, at ? (size_t)(at - text) : strlen(text));
	if (!left.len)
		return misuse(text);
	if (!at)
		return parse_event(condition, left);
	at += strlen(condition->comparison);
	right = trim(at, strlen(at));
	/* As "=>" and "===". */
	if (strchr("=~", left.at[left.len - 1]) || *at == '=')
		return misuse_comparison(text);
	if (!set(&condition->value, right, ""))
		return ENOMEM;
	if (take_word(&left, "gap")) {
		condition->kind = CONDITION_GAP;
		return set(&condition->name, left, "") ?
		       parse_time(condition, condition->value) : ENOMEM;
	}
	if (!take_word(&left, "slice"))
		return parse_argument(condition, left);
	condition->kind = CONDITION_SLICE;
	return set(&condition->name, left, "_begin") &&
	       set(&condition->end_name, left, "_end") ?
	       parse_time(condition, condition->value) : ENOMEM;
}

/* They have to be names, not patterns or groups. */
static error_t check_name(const struct condition *condition)
{
	struct exclude_list names = { 0 };
	error_t err;

	if (*condition->name == '@')
		return tool_misuse("--snapshot-on '%s': a group is for -e and -x; "
				   "name an event", condition->text);
	err = condition_name(condition, &names);
	exclude_fini(&names);
	return err;
}

error_t condition_parse(const char *text, struct condition **out)
{
	struct condition *condition = calloc(1, sizeof(*condition));
	error_t err;

	if (!condition)
		return ENOMEM;
	condition->text = text;
	err = parse(condition);
	if (!err)
		err = check_name(condition);
	if (err) {
		condition_free(condition);
		return err;
	}
	*out = condition;
	return 0;
}

void condition_free(struct condition *condition)
{
	free(condition->name);
	free(condition->end_name);
	free(condition->argument);
	free(condition->value);
	free(condition);
}

error_t condition_name(const struct condition *condition,
		       struct exclude_list *names)
{
	error_t err = exclude_add(names, condition->name);

	return err || !condition->end_name ? err :
	       exclude_add(names, condition->end_name);
}

static bool compares(const char *comparison, long double a, long double b)
{
	switch (comparison[0]) {
	case '>':
		return comparison[1] ? a >= b : a > b;
	case '<':
		return comparison[1] ? a <= b : a < b;
	case '=':
		return a == b;
	default:
		return a != b;
	}
}

static long double number_of(const struct argument_value *value)
{
	switch (value->kind) {
	case POSIXTRACE_KIND_F32:
	case POSIXTRACE_KIND_F64:
		return value->floating;
	}
	return (value->kind & ~15u) == (POSIXTRACE_KIND_I8 & ~15u) ?
	       (long double)(int64_t)value->number : value->number;
}

static bool number_holds(const struct condition *condition, long double number)
{
	return condition->is_number &&
	       compares(condition->comparison, number, condition->number);
}

static bool text_holds(const struct condition *condition, const char *bytes,
		       size_t len)
{
	bool is_equal = len == strlen(condition->value) &&
			memcmp(bytes, condition->value, len) == 0;

	return condition->comparison[0] == (is_equal ? '=' : '!');
}

/* Note of what kind the argument is. */
static bool note_kind(struct condition *condition, bool is_text)
{
	condition->has_argument = true;
	condition->is_text = is_text;
	condition->is_comparable |= is_text ?
		strchr("=!", condition->comparison[0]) != NULL :
		condition->is_number;
	return is_text;
}

static bool value_holds(struct condition *condition,
			const struct argument_value *value)
{
	return note_kind(condition, value->kind == POSIXTRACE_KIND_STRING ||
				    value->kind == POSIXTRACE_KIND_MEMORY) ?
	       text_holds(condition, value->bytes, value->len) :
	       number_holds(condition, number_of(value));
}

static bool member_holds(struct condition *condition,
			 const struct sysdata *member)
{
	if (note_kind(condition, member->kind == SYSDATA_TEXT))
		return text_holds(condition, member->bytes, member->len);
	return number_holds(condition, member->kind == SYSDATA_SIGNED ?
			    (long double)(int64_t)member->number :
			    member->number);
}

/* Of an event of the library itself. */
static bool system_holds(struct condition *condition, trace_event_id_t id,
			 const void *data, size_t len)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(id, data, len, members);

	for (size_t i = 0; i < n; i++)
		if (strcmp(sysdata_names[members[i].member],
			   condition->argument) == 0)
			return member_holds(condition, &members[i]);
	return false;
}

static bool argument_holds(struct condition *condition,
			   const struct type *type, const void *data, size_t len)
{
	const size_t name_len = strlen(condition->argument);
	struct argument_value value;

	if (!type->arguments)
		return system_holds(condition, type->id, data, len);
	for (unsigned i = 0; arguments_next(type->arguments, i, &data, &len,
					    &value); i++)
		if (value.name_len == name_len &&
		    memcmp(value.name, condition->argument, name_len) == 0)
			return value_holds(condition, &value);
	return false;
}

/* The place of a thread, or a free one, or that of the oldest slice. */
static size_t place_of(const struct condition *condition, pid_t pid, pid_t tid)
{
	size_t place = 0;

	for (size_t i = 0; i < CONDITION_THREADS; i++) {
		if (condition->slice[i].pid == pid &&
		    condition->slice[i].tid == tid)
			return i;
		if (condition->slice[i].begun_ns <
		    condition->slice[place].begun_ns)
			place = i;
	}
	return place;
}

static bool slice_holds(struct condition *condition, bool is_begin,
			const struct posix_trace_event_info *info, int64_t ns)
{
	size_t at = place_of(condition, info->posix_pid, info->posix_tid);
	int64_t begun = 0;

	if (condition->slice[at].pid == info->posix_pid &&
	    condition->slice[at].tid == info->posix_tid)
		begun = condition->slice[at].begun_ns;
	condition->slice[at].pid = info->posix_pid;
	condition->slice[at].tid = info->posix_tid;
	condition->slice[at].begun_ns = is_begin ? ns : 0;
	return !is_begin && begun && ns - begun > condition->limit_ns;
}

bool condition_holds(struct condition *condition, const struct type *type,
		     const struct posix_trace_event_info *info, const void *data,
		     size_t len)
{
	bool is_begin = strcmp(type->utf8, condition->name) == 0, holds;
	int64_t ns;

	if (!is_begin && !(condition->end_name &&
			   strcmp(type->utf8, condition->end_name) == 0))
		return false;
	condition->is_seen |= is_begin;
	condition->is_end_seen |= !is_begin;
	ns_since_epoch(&info->posix_timestamp, &ns);
	switch (condition->kind) {
	case CONDITION_EVENT:
		return true;
	case CONDITION_ARGUMENT:
		return argument_holds(condition, type, data, len);
	case CONDITION_SLICE:
		return slice_holds(condition, is_begin, info, ns);
	case CONDITION_GAP:
		break;
	}
	holds = condition->last_ns && !condition->is_late &&
		ns - condition->last_ns > condition->limit_ns;
	condition->last_ns = ns;
	condition->is_late = false;
	return holds;
}

bool condition_is_late(struct condition *condition, int64_t now_ns)
{
	if (condition->kind != CONDITION_GAP || !condition->last_ns ||
	    condition->is_late ||
	    now_ns - condition->last_ns <= condition->limit_ns)
		return false;
	condition->is_late = true;
	return true;
}

void condition_report(const struct condition *condition)
{
	const char *text = condition->text, *name = condition->name;

	if (!condition->is_seen)
		tool_note("--snapshot-on '%s': no event of that name was recorded: "
			  "%s", text, name);
	else if (condition->end_name && !condition->is_end_seen)
		tool_note("--snapshot-on '%s': no event of that name was recorded: "
			  "%s", text, condition->end_name);
	else if (condition->kind != CONDITION_ARGUMENT)
		return;
	else if (!condition->has_argument)
		tool_note("--snapshot-on '%s': events %s have no argument %s", text,
			  name, condition->argument);
	else if (!condition->is_comparable)
		tool_note("--snapshot-on '%s': %s is a %s", text,
			  condition->argument, condition->is_text ?
			  "text, which is compared with == or !=" :
			  "number; write one, without quotes");
}
