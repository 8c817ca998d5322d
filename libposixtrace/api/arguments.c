/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Trace points with arguments.  A point finds the id of its type when it first
 * records, possibly in a signal handler: the event type map has no locks.
 */
#include <errno.h>
#include <posixtrace-rkh.h>
#include <string.h>

#include "api/use.h"
#include "base/helgrind.h"
#include "model/describe.h"
#include "model/eventset.h"
#include "process/several.h"
#include "process/trace.h"

static_assert(POSIXTRACE_ARGUMENTS_MAX == PXT_TYPE_SIZE, "one buffer fits");

struct words {
	uint64_t word[POSIXTRACE_WORDS_MAX];
};

/* Runs once per trace point; a separate function, so that the usual event has
 * a small frame. */
static __attribute__((noinline))
unsigned open_point(struct posixtrace_point *point,
		    const struct posixtrace_arg *args, size_t n)
{
	const struct pxt_process *process = pxt_self_process();
	char text[PXT_TYPE_SIZE];
	unsigned id;

	if (!pxt_self_is_usable() || !process->map)
		return PXT_ID_USER;
	pxt_describe(args, n, text);
	id = pxt_eventmap_open_described(process->map,
					 &process->control->opened,
					 point->name, text);
	pxt_helgrind_ignore(point, sizeof(*point));
	/* Relaxed, as where it is loaded. */
	__atomic_store_n(&point->id, id, __ATOMIC_RELAXED);
	return id;
}

/* Out of line, as in event.c. */
static __attribute__((noinline))
void record_otherwise(enum pxt_outcome outcome, unsigned id,
		      struct pxt_payload payload, const void *address)
{
	uint64_t left = pxt_several_trace_any(outcome, id, &payload, address);

	if (pxt_unlikely(left))
		pxt_trace_left(left, id, &payload, address);
}

static inline __attribute__((always_inline, nonnull(2)))
void record(struct posixtrace_point *point, const struct posixtrace_arg *args,
	    size_t n, uint32_t subject, const void *address)
{
	struct pxt_payload payload = {
		.args = args,
		.n_args = n,
		.subject = subject,
	};
	enum pxt_outcome outcome;
	unsigned id;

	if (pxt_self_is_untraced())
		return;
	/* Relaxed: another thread that opens the point finds the same type. */
	id = __atomic_load_n(&point->id, __ATOMIC_RELAXED);
	if (pxt_unlikely(!id))
		id = open_point(point, args, n);
	payload.len = pxt_args_size(args, n);
	if (pxt_unlikely(payload.len > UINT16_MAX))
		/* truncated in any case */
		payload.len = PXT_DATA_SIZE_MAX + 1;
	outcome = pxt_trace_fast(PXT_CLOCK_COUNTER, id, &payload, address);
	if (outcome == PXT_AWAITED)
		pxt_trace_wake();
	else if (pxt_unlikely(outcome != PXT_TRACED))
		record_otherwise(outcome, id, payload, address);
}

void posixtrace_record(struct posixtrace_point *point,
		const struct posixtrace_arg *args, size_t n)
{
	record(point, args, n, 0, __builtin_return_address(0));
}

void posixtrace_record_rkh(struct posixtrace_point *point,
		const struct posixtrace_arg *args, size_t n, uint32_t subject)
{
	record(point, args, n, subject, __builtin_return_address(0));
}

/* Out of line, since the words are needed in memory here. */
static __attribute__((noinline))
void record_words_otherwise(enum pxt_outcome outcome, trace_event_id_t id,
		size_t size, const struct words words, const void *address)
{
	const struct pxt_payload payload = {
		.data = words.word,
		.len = size,
	};
	uint64_t left = pxt_several_trace_any(outcome, id, &payload, address);

	if (pxt_unlikely(left))
		pxt_trace_left(left, id, &payload, address);
}

void posixtrace_record_words(trace_event_id_t id, size_t size,
		uint64_t first, uint64_t second, uint64_t third,
		uint64_t fourth)
{
	const struct words words = { { first, second, third, fourth } };
	const struct pxt_payload payload = {
		.words = words.word,
		.len = size,
	};
	enum pxt_outcome outcome;

	if (pxt_unlikely(id < PXT_ID_USER || id >= PXT_ID_SPACE ||
			 size > sizeof(words)))
		return;
	outcome = pxt_trace_fast(PXT_CLOCK_COUNTER, id, &payload, NULL);
	if (outcome == PXT_AWAITED)
		pxt_trace_wake();
	else if (pxt_unlikely(outcome != PXT_TRACED))
		record_words_otherwise(outcome, id, size, words,
				       __builtin_return_address(0));
}

int posixtrace_is_recorded(trace_event_id_t event_id)
{
	return !pxt_self_is_untraced() && event_id >= PXT_ID_USER &&
	       event_id < PXT_ID_SPACE && pxt_is_recorded(event_id);
}

int posixtrace_is_wanted(const struct posixtrace_point *point)
{
	const struct pxt_process *process = pxt_self_process();
	unsigned id;

	if (pxt_self_is_untraced())
		return 0;
	id = __atomic_load_n(&point->id, __ATOMIC_RELAXED);
	/* The variant depends on the arguments; the filter has at least the
	 * name. */
	if (!id && pxt_self_is_usable() && process->map &&
	    strnlen(point->name, PXT_EVENT_NAME_SIZE) <= TRACE_EVENT_NAME_MAX)
		id = pxt_eventmap_open(process->map,
				       &process->control->opened, point->name);
	return pxt_is_recorded(id ? id : PXT_ID_USER);
}

int posixtrace_get_arguments(trace_id_t trid, trace_event_id_t event_id,
		struct posixtrace_arguments *arguments)
{
	struct pxt_stream *stream;
	char text[PXT_TYPE_SIZE];
	bool found;

	if (!arguments)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ANY);
	if (!stream)
		return EINVAL;
	found = pxt_event_id_is_valid(event_id) &&
		pxt_stream_type(stream, event_id, text);
	arguments->is_big_endian = pxt_stream_is_big_endian(stream);
	pxt_use_end(stream);
	if (!found)
		return EINVAL;
	memcpy(arguments->text, text, sizeof(text));
	return 0;
}

int posixtrace_is_big_endian(trace_id_t trid)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ANY);
	bool is_big_endian;

	if (!stream)
		return -1;
	is_big_endian = pxt_stream_is_big_endian(stream);
	pxt_use_end(stream);
	return is_big_endian;
}
