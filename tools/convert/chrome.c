/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to chrome: the JSON of the Trace Event Format, which
 * chrome://tracing and many other viewers open.  Slices, instant events with
 * their arguments, counters for types whose arguments are all numbers, losses.
 *
 * Viewers sum up slices by their names, so those that do not end have others.
 * A slice is named where it begins: the log is read ahead for what becomes of it.
 *
 * When a thread has a processor (trace/sched-states.h) is on a track of its own, as that of a
 * thread, whose id is above those that the kernel gives.
 *
 * Times are microseconds since the first event, with three decimals: the format
 * has doubles.
 */
#include "convert/convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/out.h"
#include "common/tool.h"
#include "convert/fates.h"
#include "report/members.h"
#include "trace/clocks.h"
#include "trace/sched-states.h"

struct chrome {
	struct out *out;
	struct nest nest;
	struct fates fates;
	yajl_gen gen;
	char *room;			/* three characters a byte of data */
	uint64_t first, n_far;
	size_t n_lanes;			/* whose names are written */
	struct sched_states states;	/* of threads, ... */
	size_t n_processors;		/* ... whose tracks for that have names */
	bool has_begun, has_member;
	struct posix_trace_event_info last;
};

/* An entry of the list is complete. */
static void put_out(struct chrome *chrome)
{
	const unsigned char *bytes;
	size_t len;
	char *p;

	yajl_gen_map_close(chrome->gen);
	yajl_gen_get_buf(chrome->gen, &bytes, &len);
	p = out_room(chrome->out, ESCAPE_JSON_MOST * len + 4);
	p = put_string(p, chrome->has_member ? ",\n" : "\n");
	out_done(chrome->out, escape_json(p, bytes, len));
	chrome->has_member = true;
	yajl_gen_clear(chrome->gen);
	yajl_gen_reset(chrome->gen, NULL);
}

static void put_microseconds(struct chrome *chrome, const char *key,
			     bool is_negative, uint64_t ns)
{
	char text[40], *p = text;

	if (is_negative)
		*p++ = '-';
	p = put_unsigned(p, ns / 1000);
	*p++ = '.';
	*p++ = (char)('0' + ns / 100 % 10);
	*p++ = (char)('0' + ns / 10 % 10);
	*p++ = (char)('0' + ns % 10);
	json_put_key(chrome->gen, key);
	yajl_gen_number(chrome->gen, text, (size_t)(p - text));
}

static void put_time(struct chrome *chrome, uint64_t ns)
{
	put_microseconds(chrome, "ts", false,
			 ns > chrome->first ? ns - chrome->first : 0);
}

/* Without a name if that is NULL. */
static void begin(struct chrome *chrome, const char *phase, int64_t pid,
		  int64_t tid, const char *name, size_t len)
{
	yajl_gen_map_open(chrome->gen);
	json_put_key(chrome->gen, "ph");
	json_put_text(chrome->gen, phase, 1);
	json_put_key(chrome->gen, "pid");
	json_put_integer(chrome->gen, pid);
	json_put_key(chrome->gen, "tid");
	json_put_integer(chrome->gen, tid);
	if (!name)
		return;
	json_put_key(chrome->gen, "name");
	json_put_text(chrome->gen, name, len);
}

static bool has_arguments(const struct trace_event *event)
{
	return event->type->arguments &&
	       arguments_fit(event->type->arguments, event->data, event->len,
			     event->info.posix_truncation_status !=
			     POSIX_TRACE_NOT_TRUNCATED);
}

/* Viewers are scripts.  What they draw has to be a number. */
static void put_arguments(struct chrome *chrome,
			  const struct trace_event *event, bool is_drawn)
{
	bool has = has_arguments(event);

	if (!has && !event->symbol)
		return;
	json_put_key(chrome->gen, "args");
	yajl_gen_map_open(chrome->gen);
	if (has)
		json_put_members(chrome->gen, chrome->room, event, is_drawn ?
				 JSON_ALL_EXACT : JSON_SCRIPT_EXACT);
	if (event->symbol && !is_drawn)
		json_put_symbol(chrome->gen, event->symbol);
	yajl_gen_map_close(chrome->gen);
}

/* Once for each thread: the name of its track. */
static void put_names(struct chrome *chrome)
{
	static const char what[] = "thread_name";

	for (; chrome->n_lanes < chrome->nest.lanes.n; chrome->n_lanes++) {
		const struct lane *lane =
			&chrome->nest.lanes.list[chrome->n_lanes];

		if (!lane->name)
			continue;
		begin(chrome, "M", lane->pid, lane->tid, what,
		      sizeof(what) - 1);
		json_put_key(chrome->gen, "args");
		yajl_gen_map_open(chrome->gen);
		json_put_key(chrome->gen, "name");
		json_put_name(chrome->gen, lane->name);
		yajl_gen_map_close(chrome->gen);
		put_out(chrome);
	}
}

static void open_slice(void *state, const struct lane *lane,
		       const struct pair_begun *slice,
		       const struct trace_event *event)
{
	struct chrome *chrome = state;
	enum fate fate = fates_find(&chrome->fates, chrome->nest.number++);
	char name[NEST_NAME];

	if (fate == FATE_FORGOTTEN)
		return;
	begin(chrome, "B", lane->pid, lane->tid, name,
	      nest_name(name, slice, fate == FATE_ENDS));
	put_time(chrome, slice->ns);
	put_arguments(chrome, event, false);
	put_out(chrome);
}

/* It ends, or is cut: that is in its name. */
static void close_slice(void *state, const struct lane *lane,
			const struct pair_begun *slice, uint64_t ns)
{
	struct chrome *chrome = state;

	(void)slice;
	begin(chrome, "E", lane->pid, lane->tid, NULL, 0);
	put_time(chrome, ns);
	put_out(chrome);
}

static void put_call(void *state, const struct lane *lane,
		     const struct pair_begun *slice, uint64_t ns,
		     const struct trace_event *event)
{
	struct chrome *chrome = state;
	bool is_before = slice->ns < chrome->first;
	char name[NEST_NAME];

	begin(chrome, "X", lane->pid, lane->tid, name,
	      nest_name(name, slice, true));
	put_microseconds(chrome, "ts", is_before,
			 is_before ? chrome->first - slice->ns :
				     slice->ns - chrome->first);
	put_microseconds(chrome, "dur", false, ns - slice->ns);
	put_arguments(chrome, event, false);
	put_out(chrome);
}

static int64_t processor_tid(int64_t tid)
{
	return INT64_C(1000000000) + tid;
}

/* Name the track of when that thread has a processor. */
static void name_processor(struct chrome *chrome, const struct lane *lane)
{
	static const char what[] = "thread_name";
	char name[POSIXTRACE_THREAD_NAME_MAX + 32];

	snprintf(name, sizeof(name), "%.*s: processor", POSIXTRACE_THREAD_NAME_MAX,
		 lane->name && *lane->name ? lane->name : "thread");
	begin(chrome, "M", lane->pid, processor_tid(lane->tid), what, sizeof(what) - 1);
	json_put_key(chrome->gen, "args");
	yajl_gen_map_open(chrome->gen);
	json_put_key(chrome->gen, "name");
	json_put_name(chrome->gen, name);
	yajl_gen_map_close(chrome->gen);
	put_out(chrome);
}

/* What a thread has done; with what the event tells, if any does. */
static void put_span(struct chrome *chrome, size_t thread, const struct sched_span *span,
		     const struct trace_event *event)
{
	const struct sched_thread *of = &chrome->states.threads[thread];
	const char *word = sched_words[span->state];

	if (!sched_span_is_known(span))
		return;
	begin(chrome, "X", of->pid, processor_tid(of->tid), word, strlen(word));
	put_time(chrome, span->begin);
	put_microseconds(chrome, "dur", false, span->end - span->begin);
	if (event)
		put_arguments(chrome, event, false);
	put_out(chrome);
}

static void put_step(struct chrome *chrome, const struct lane *lane,
		     const struct sched_step *step, const struct trace_event *event)
{
	if (step->thread == chrome->n_processors) {
		chrome->n_processors++;
		name_processor(chrome, lane);
	}
	put_span(chrome, step->thread, &step->before, NULL);
	put_span(chrome, step->thread, &step->span, event);
}

/* Do all arguments vary as a number does? */
static bool is_counter(const struct arguments *arguments)
{
	for (unsigned i = 0; i < arguments->n; i++) {
		uint32_t kind = arguments->argument[i].kind & ~15u;

		if (kind != (POSIXTRACE_KIND_U8 & ~15u) &&
		    kind != (POSIXTRACE_KIND_I8 & ~15u) &&
		    kind != (POSIXTRACE_KIND_F32 & ~15u))
			return false;
	}
	return arguments->n;
}

static void put_instant(struct chrome *chrome, const struct trace_event *event,
			const struct lane *lane, uint64_t ns)
{
	const struct type *type = event->type;
	size_t len = type->utf8_len;
	const char *label = type_label(type, &len);

	begin(chrome, "i", lane->pid, lane->tid, label, len);
	put_time(chrome, ns);
	json_put_key(chrome->gen, "s");
	json_put_text(chrome->gen, "t", 1);
	put_arguments(chrome, event, false);
	put_out(chrome);
	if (!has_arguments(event) || !is_counter(type->arguments))
		return;
	begin(chrome, "C", lane->pid, lane->tid, label, len);
	put_time(chrome, ns);
	put_arguments(chrome, event, true);
	put_out(chrome);
}

static uint64_t take_time(struct chrome *chrome, const struct timespec *time)
{
	uint64_t ns = clocks_ns(time, &chrome->n_far);

	if (!chrome->has_begun)
		chrome->first = ns;
	chrome->has_begun = true;
	return ns;
}

static bool no_memory(void)
{
	tool_error("the threads: out of memory");
	return false;
}

static bool chrome_event(void *state, const struct trace_event *event)
{
	struct chrome *chrome = state;
	uint64_t ns = take_time(chrome, &event->info.posix_timestamp);
	const struct lane *lane;
	struct sched_step step;
	bool is_slice;

	chrome->last = event->info;
	lane = nest_take(&chrome->nest, event, ns, &is_slice);
	if (!lane)
		return no_memory();
	put_names(chrome);
	switch (sched_states_take(&chrome->states, event, ns, &step)) {
	case SCHED_NO_MEMORY:
		return no_memory();
	case SCHED_STEP:
		put_step(chrome, lane, &step, event);
		break;
	case SCHED_OTHER:
		if (!is_slice)
			put_instant(chrome, event, lane, ns);
		break;
	}
	return out_is_fine(chrome->out);
}

/* On all tracks. */
static bool put_loss(struct chrome *chrome, uint64_t ns, int64_t pid,
		     uint64_t events)
{
	nest_lose(&chrome->nest);
	sched_states_gap(&chrome->states);
	begin(chrome, "i", pid, 0, "LOST", 4);
	put_time(chrome, ns);
	json_put_key(chrome->gen, "s");
	json_put_text(chrome->gen, "g", 1);
	json_put_key(chrome->gen, "args");
	yajl_gen_map_open(chrome->gen);
	json_put_key(chrome->gen, "events");
	json_put_integer(chrome->gen, (int64_t)events);
	yajl_gen_map_close(chrome->gen);
	put_out(chrome);
	return out_is_fine(chrome->out);
}

static bool chrome_loss(void *state, const struct trace_event *event,
			const struct posixtrace_loss *loss)
{
	struct chrome *chrome = state;

	return put_loss(chrome, take_time(chrome, &loss->first),
			event ? event->info.posix_pid : chrome->last.posix_pid,
			loss->events);
}

static bool chrome_rest(void *state, uint64_t events, bool after_last)
{
	struct chrome *chrome = state;

	(void)after_last;
	return put_loss(chrome, chrome->nest.ns, chrome->last.posix_pid,
			events);
}

static bool chrome_end(void *state)
{
	struct chrome *chrome = state;
	char *p;

	nest_end(&chrome->nest);
	for (size_t i = 0; i < chrome->states.n; i++) {
		const struct sched_span rest = sched_states_rest(&chrome->states, i);

		put_span(chrome, i, &rest, NULL);
	}
	p = out_room(chrome->out, 128);
	p = put_string(p, "\n],\n\"displayTimeUnit\":\"ns\",\n"
			  "\"otherData\":{\"first_ns\":\"");
	p = put_unsigned(p, chrome->first);
	out_done(chrome->out, put_string(p, "\"}}\n"));
	return out_is_fine(chrome->out);
}

static bool ahead_event(void *state, const struct trace_event *event)
{
	struct chrome *chrome = state;

	return fates_take(&chrome->fates, event) || no_memory();
}

static bool ahead_loss(void *state, const struct trace_event *event,
		       const struct posixtrace_loss *loss)
{
	struct chrome *chrome = state;

	(void)event;
	(void)loss;
	fates_lose(&chrome->fates);
	return true;
}

static bool ahead_end(void *state)
{
	struct chrome *chrome = state;

	return fates_end(&chrome->fates) || no_memory();
}

static void chrome_destroy(void *state)
{
	struct chrome *chrome = state;

	nest_fini(&chrome->nest);
	sched_states_fini(&chrome->states);
	fates_fini(&chrome->fates);
	if (chrome->gen)
		yajl_gen_free(chrome->gen);
	free(chrome->room);
	free(chrome);
}

static void *chrome_create(const struct convert *convert,
			   const struct open_log *log, struct out *out)
{
	struct chrome *chrome = calloc(1, sizeof(*chrome));

	if (chrome) {
		nest_init(&chrome->nest, log->trid, log->is_dump);
		sched_states_init(&chrome->states);
		fates_init(&chrome->fates, log->trid, log->is_dump);
		chrome->gen = yajl_gen_alloc(NULL);
		chrome->room = malloc(3 * log->data_max + 8);
	}
	if (!chrome || !chrome->gen || !chrome->room) {
		tool_error("%s: out of memory", convert->output);
		if (chrome)
			chrome_destroy(chrome);
		return NULL;
	}
	chrome->out = out;
	chrome->nest.state = chrome;
	chrome->nest.open = open_slice;
	chrome->nest.close = close_slice;
	chrome->nest.cut = close_slice;
	chrome->nest.call = put_call;
	out_done(out, put_string(out_room(out, 32), "{\"traceEvents\":["));
	return chrome;
}

const struct convert_target convert_chrome = {
	.name = "chrome",
	.summary = "JSON for chrome://tracing and viewers like it",
	.takes = CONVERT_SYMBOLS,
	.is_viewer = true,
	.is_stream = true,
	.create = chrome_create,
	.ahead = {
		.shows_overflow = true,
		.event = ahead_event,
		.loss = ahead_loss,
		.end = ahead_end,
	},
	.sink = {
		.shows_overflow = true,
		.event = chrome_event,
		.loss = chrome_loss,
		.rest = chrome_rest,
		.end = chrome_end,
		.destroy = chrome_destroy,
	},
};
