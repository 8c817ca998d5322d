/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Decodes the events of `record --sched`; see sched.h. */
#include "trace/sched.h"

#include <posixtrace.h>
#include <string.h>

#include "trace/types.h"

const char sched_in_name[] = "posixtrace_sched_in";
const char sched_out_name[] = "posixtrace_sched_out";

const char *const sched_words[SCHED_STATES] = {
	[SCHED_UNKNOWN] = "unknown",
	[SCHED_RUNS] = "running",
	[SCHED_READY] = "ready",
	[SCHED_WAITS] = "waiting",
	[SCHED_ENDED] = "ended",
};

bool sched_is_type(const char *name)
{
	return strcmp(name, sched_in_name) == 0 ||
	       strcmp(name, sched_out_name) == 0;
}

static bool has_name(const struct type *type, const char *name, size_t len)
{
	return type->utf8_len == len && memcmp(type->utf8, name, len) == 0;
}

static enum sched_state state_of(const struct argument_value *value)
{
	static const struct {
		const char *word;
		enum sched_state state;
	} words[] = {
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
	bool is_in;

	if (!type || event->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return false;
	is_in = has_name(type, sched_in_name, sizeof(sched_in_name) - 1);
	if ((!is_in && !has_name(type, sched_out_name,
				    sizeof(sched_out_name) - 1)) ||
	    !take_arguments(event, values))
		return false;
	*change = (struct sched_change){
		.from = is_in ? state_of(&values[WORD]) : SCHED_RUNS,
		.to = is_in ? SCHED_RUNS : state_of(&values[WORD]),
		.cpu = (uint32_t)values[CPU].number,
		.ns = values[LENGTH].number,
	};
	return true;
}
