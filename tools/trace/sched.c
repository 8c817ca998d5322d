/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Decodes the events of `record --sched`; see sched.h. */
#include "trace/sched.h"

#include <posixtrace.h>
#include <string.h>

#include "trace/types.h"

const char sched_in_name[] = "posixtrace_sched_in";
const char sched_out_name[] = "posixtrace_sched_out";
const char sched_still_name[] = "posixtrace_sched_still";
const char sched_fault_name[] = "posixtrace_page_fault";

const char *const sched_words[SCHED_STATES] = {
	[SCHED_UNKNOWN] = "unknown",
	[SCHED_RUNS] = SCHED_WORD_RUNNING,
	[SCHED_READY] = "ready",
	[SCHED_WAITS] = SCHED_WORD_WAITING,
	[SCHED_ENDED] = SCHED_WORD_ENDED,
};

/* What an event of a type tells of a thread. */
enum sched_role { ROLE_NONE, ROLE_IN, ROLE_OUT, ROLE_STILL };

static enum sched_role role_of(const char *name, size_t len)
{
	static const struct {
		const char *name;
		size_t len;
	} roles[] = {
		[ROLE_IN] = { sched_in_name, sizeof(sched_in_name) - 1 },
		[ROLE_OUT] = { sched_out_name, sizeof(sched_out_name) - 1 },
		[ROLE_STILL] = { sched_still_name, sizeof(sched_still_name) - 1 },
	};

	for (enum sched_role role = ROLE_IN; role <= ROLE_STILL; role++)
		if (roles[role].len == len && memcmp(roles[role].name, name, len) == 0)
			return role;
	return ROLE_NONE;
}

bool sched_is_type(const char *name)
{
	return role_of(name, strlen(name)) != ROLE_NONE || strcmp(name, sched_fault_name) == 0;
}

static enum sched_state state_of(const struct argument_value *value)
{
	static const struct {
		const char *word;
		enum sched_state state;
	} words[] = {
		{ SCHED_WORD_RUNNING, SCHED_RUNS },
		{ SCHED_WORD_WAITING, SCHED_WAITS },
		{ SCHED_WORD_PREEMPTED, SCHED_READY },
		{ SCHED_WORD_NEW, SCHED_READY },
		{ SCHED_WORD_ENDED, SCHED_ENDED },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].word) == value->len &&
		    memcmp(words[i].word, value->bytes, value->len) == 0)
			return words[i].state;
	return SCHED_UNKNOWN;
}

/* The processor, a duration and a word. */
enum { CPU, LENGTH, WORD, ARGUMENTS };

static bool take_arguments(const struct trace_event *event,
			   struct argument_value values[ARGUMENTS])
{
	const struct arguments *arguments = event->type->arguments;
	const void *data = event->data;
	size_t len = event->len;

	if (!arguments || arguments->n != ARGUMENTS ||
	    !arguments_fit(arguments, data, len, false))
		return false;
	for (unsigned i = 0; i < ARGUMENTS; i++)
		if (!arguments_next(arguments, i, &data, &len, &values[i]))
			return false;
	return values[WORD].kind == POSIXTRACE_KIND_STRING;
}

bool sched_take(const struct trace_event *event, struct sched_change *change)
{
	struct argument_value values[ARGUMENTS];
	const struct type *type = event->type;
	enum sched_state state;
	enum sched_role role;

	if (!type || event->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return false;
	role = role_of(type->utf8, type->utf8_len);
	if (role == ROLE_NONE || !take_arguments(event, values))
		return false;
	state = state_of(&values[WORD]);
	*change = (struct sched_change){
		.from = role == ROLE_OUT ? SCHED_RUNS : state,
		.to = role == ROLE_IN ? SCHED_RUNS :
		      role == ROLE_OUT ? state : SCHED_UNKNOWN,
		.cpu = (uint32_t)values[CPU].number,
		.ns = values[LENGTH].number,
	};
	return true;
}
