/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to speedscope: the slices of each thread, as the file
 * format of speedscope has them, with a thread a profile.  The format has one
 * profile behind the other, so what opens and closes is kept until the end, and a
 * call can be put where it began.
 */
#include "convert/convert.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/out.h"
#include "common/tool.h"
#include "convert/nest.h"
#include "report/members.h"
#include "trace/clocks.h"

/* A slice opens, or the innermost closes. */
struct step {
	uint64_t ns;
	uint64_t n;			/* in which order they came */
	uint32_t lane;
	uint16_t frame;
	bool is_open;
	bool is_none;			/* the slice was forgotten */
};

/* The frames of a type that begins slices, or is a call; 0: none yet. */
struct frames {
	uint16_t ended, cut;
};

enum { FRAMES_MOST = 2 * TYPES_SHOWN };

struct speedscope {
	struct out *out;
	const char *log;
	struct nest nest;
	yajl_gen gen;
	struct step *steps;
	size_t n, room;
	struct frames of[TYPES_SHOWN];
	char *frame[FRAMES_MOST + 1];	/* their names, from 1 */
	uint16_t n_frames;
	uint16_t *open;			/* the frames that are open: room for
					 * all steps */
	uint64_t first, n_far, n_lost;
	bool has_begun, has_failed;
};

static void add(struct speedscope *to, const struct lane *lane, uint64_t ns,
		uint16_t frame, bool is_open)
{
	struct step *steps = to->steps;

	if (to->n == to->room) {
		to->room = to->room ? 2 * to->room : 1024;
		steps = reallocarray(steps, to->room, sizeof(*steps));
		if (!steps) {
			to->has_failed = true;
			to->room = to->n;
			return;
		}
		to->steps = steps;
	}
	steps[to->n] = (struct step){
		.ns = ns, .n = to->n, .lane = lanes_number(&to->nest.lanes, lane),
		.frame = frame, .is_open = is_open,
	};
	to->n++;
}

/* Slices of one name have one frame, whatever types they are of. */
static uint16_t find_frame(struct speedscope *to,
			   const struct pair_begun *slice, bool ends)
{
	char name[NEST_NAME + 1];

	name[nest_name(name, slice, ends)] = '\0';
	for (uint16_t i = 1; i <= to->n_frames; i++)
		if (strcmp(to->frame[i], name) == 0)
			return i;
	to->frame[to->n_frames + 1] = strdup(name);
	if (!to->frame[to->n_frames + 1]) {
		to->has_failed = true;
		return 0;
	}
	return ++to->n_frames;
}

static void open_slice(void *state, const struct lane *lane,
		       const struct pair_begun *slice,
		       const struct trace_event *event)
{
	struct speedscope *to = state;
	struct frames *of = &to->of[slice->type->id];

	(void)event;
	if (of->ended == 0)
		of->ended = find_frame(to, slice, true);
	if (slice->ns < to->first)
		to->first = slice->ns;
	add(to, lane, slice->ns, of->ended, true);
}

static void close_slice(void *state, const struct lane *lane,
			const struct pair_begun *slice, uint64_t ns)
{
	(void)slice;
	add(state, lane, ns, 0, false);
}

static void cut_slice(void *state, const struct lane *lane,
		      const struct pair_begun *slice, uint64_t ns)
{
	struct speedscope *to = state;
	struct frames *of = &to->of[slice->type->id];

	if (to->has_failed)
		return;
	if (of->cut == 0)
		of->cut = find_frame(to, slice, false);
	to->steps[slice->number].frame = of->cut;
	close_slice(state, lane, slice, ns);
}

static void forget_slice(void *state, const struct lane *lane,
			 const struct pair_begun *slice)
{
	struct speedscope *to = state;

	(void)lane;
	if (!to->has_failed)
		to->steps[slice->number].is_none = true;
}

static void add_call(void *state, const struct lane *lane,
		     const struct pair_begun *slice, uint64_t ns,
		     const struct trace_event *event)
{
	open_slice(state, lane, slice, event);
	close_slice(state, lane, slice, ns);
}

static bool no_memory(void)
{
	tool_error("the slices: out of memory");
	return false;
}

static bool speedscope_event(void *state, const struct trace_event *event)
{
	struct speedscope *to = state;
	uint64_t ns = clocks_ns(&event->info.posix_timestamp, &to->n_far);
	bool is_slice;

	/* The steps of a thread are sorted by time. */
	if (ns < to->nest.ns)
		ns = to->nest.ns;
	if (!to->has_begun)
		to->first = ns;
	to->has_begun = true;
	/* The step of a slice that opens. */
	to->nest.number = to->n;
	if (nest_take(&to->nest, event, ns, &is_slice) && !to->has_failed)
		return true;
	return no_memory();
}

static bool speedscope_loss(void *state, const struct trace_event *event,
			    const struct posixtrace_loss *loss)
{
	struct speedscope *to = state;

	(void)event;
	to->n_lost += loss->events;
	nest_lose(&to->nest);
	return true;
}

static bool speedscope_rest(void *state, uint64_t events, bool after_last)
{
	struct speedscope *to = state;

	(void)after_last;
	to->n_lost += events;
	return true;
}

/* What was generated. */
static void put_out(struct speedscope *to)
{
	const unsigned char *bytes;
	size_t len;
	char *p;

	yajl_gen_get_buf(to->gen, &bytes, &len);
	p = out_room(to->out, ESCAPE_JSON_MOST * len + 1);
	out_done(to->out, escape_json(p, bytes, len));
	yajl_gen_clear(to->gen);
}

static void put_frames(struct speedscope *to)
{
	yajl_gen gen = to->gen;

	json_put_key(gen, "shared");
	yajl_gen_map_open(gen);
	json_put_key(gen, "frames");
	yajl_gen_array_open(gen);
	for (uint16_t i = 1; i <= to->n_frames; i++) {
		yajl_gen_map_open(gen);
		json_put_key(gen, "name");
		json_put_key(gen, to->frame[i]);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
	yajl_gen_map_close(gen);
	put_out(to);
}

/* Those from `from` on that are of its thread. */
static void put_steps(struct speedscope *to, size_t from)
{
	yajl_gen gen = to->gen;
	uint16_t *open = to->open;
	size_t depth = 0;

	for (size_t i = from; i < to->n; i++) {
		const struct step *step = &to->steps[i];

		if (step->lane != to->steps[from].lane)
			return;
		if (step->is_open)
			open[depth++] = step->frame;
		else
			depth--;
		yajl_gen_map_open(gen);
		json_put_key(gen, "type");
		json_put_text(gen, step->is_open ? "O" : "C", 1);
		json_put_key(gen, "frame");
		json_put_integer(gen, open[step->is_open ? depth - 1 :
					   depth] - 1);
		json_put_key(gen, "at");
		json_put_integer(gen, (int64_t)(step->ns - to->first));
		yajl_gen_map_close(gen);
		put_out(to);
	}
}

static void put_profile(struct speedscope *to, size_t from)
{
	const struct lane *lane = &to->nest.lanes.list[to->steps[from].lane];
	yajl_gen gen = to->gen;
	char name[64], *p = put_signed(name, lane->tid);

	yajl_gen_map_open(gen);
	json_put_key(gen, "type");
	json_put_text(gen, "evented", 7);
	json_put_key(gen, "name");
	if (lane->name)
		json_put_name(gen, lane->name);
	else
		json_put_text(gen, name, (size_t)(p - name));
	json_put_key(gen, "unit");
	json_put_text(gen, "nanoseconds", 11);
	json_put_key(gen, "startValue");
	json_put_integer(gen, 0);
	json_put_key(gen, "endValue");
	json_put_integer(gen, (int64_t)(to->nest.ns - to->first));
	json_put_key(gen, "events");
	yajl_gen_array_open(gen);
	put_steps(to, from);
	yajl_gen_array_close(gen);
	yajl_gen_map_close(gen);
	put_out(to);
}

static void drop_forgotten(struct speedscope *to)
{
	size_t n = 0;

	for (size_t i = 0; i < to->n; i++)
		if (!to->steps[i].is_none)
			to->steps[n++] = to->steps[i];
	to->n = n;
}

/* By thread, time, and in their order: each slice opens before it closes. */
static int compare(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	if (x->lane != y->lane)
		return x->lane < y->lane ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->n < y->n ? -1 : x->n > y->n;
}

static bool speedscope_end(void *state)
{
	struct speedscope *to = state;
	yajl_gen gen = to->gen;

	nest_end(&to->nest);
	if (to->has_failed)
		return no_memory();
	drop_forgotten(to);
	if (to->n) {
		to->open = reallocarray(NULL, to->n, sizeof(*to->open));
		if (!to->open)
			return no_memory();
		qsort(to->steps, to->n, sizeof(*to->steps), compare);
	}
	yajl_gen_map_open(gen);
	json_put_key(gen, "$schema");
	json_put_key(gen, "https://www.speedscope.app/file-format-schema.json");
	json_put_key(gen, "exporter");
	json_put_key(gen, "posixtrace");
	json_put_key(gen, "name");
	json_put_name(gen, to->log);
	put_frames(to);
	json_put_key(gen, "profiles");
	yajl_gen_array_open(gen);
	/* A thread that has no slice has no profile. */
	for (size_t i = 0; i < to->n; i++)
		if (i == 0 || to->steps[i].lane != to->steps[i - 1].lane)
			put_profile(to, i);
	yajl_gen_array_close(gen);
	yajl_gen_map_close(gen);
	put_out(to);
	out_done(to->out, put_string(out_room(to->out, 2), "\n"));
	return out_is_fine(to->out);
}

static void speedscope_destroy(void *state)
{
	struct speedscope *to = state;

	nest_fini(&to->nest);
	if (to->gen)
		yajl_gen_free(to->gen);
	for (uint16_t i = 1; i <= to->n_frames; i++)
		free(to->frame[i]);
	free(to->steps);
	free(to->open);
	free(to);
}

static void *speedscope_create(const struct convert *convert,
			       const struct open_log *log, struct out *out)
{
	struct speedscope *to = calloc(1, sizeof(*to));

	if (to) {
		nest_init(&to->nest, log->trid, log->is_dump);
		to->gen = yajl_gen_alloc(NULL);
	}
	if (!to || !to->gen) {
		tool_error("%s: out of memory", convert->output);
		if (to)
			speedscope_destroy(to);
		return NULL;
	}
	to->out = out;
	to->log = log->path;
	to->nest.state = to;
	to->nest.open = open_slice;
	to->nest.close = close_slice;
	to->nest.cut = cut_slice;
	to->nest.forget = forget_slice;
	to->nest.call = add_call;
	return to;
}

/* Nor for an event by itself. */
static void speedscope_count(const void *state, const char *name,
			     uint64_t n_events)
{
	const struct speedscope *to = state;

	/* Each slice opens and closes. */
	tool_note("%s: %zu slices, of %" PRIu64 " events; it does not show "
		  "events that are in none", name, to->n / 2, n_events);
	if (to->n == 0)
		tool_note("%s: nothing is in it; pairs of events such as "
			  "work_begin and work_end, and the calls that "
			  "'posixtrace record --preload' records, are slices",
			  name);
}

/* The format has no place for a loss. */
static void speedscope_explain(const void *state, const char *name,
			       int64_t size)
{
	const struct speedscope *to = state;

	(void)size;
	if (to->n_lost)
		tool_note("%s: does not show that %llu events were lost; no "
			  "slice goes over such a place", name,
			  (unsigned long long)to->n_lost);
}

const struct convert_target convert_speedscope = {
	.name = "speedscope",
	.summary = "the slices of each thread, for speedscope",
	.is_viewer = true,
	.is_stream = true,
	.create = speedscope_create,
	.takes = CONVERT_SYMBOLS,
	.sink = {
		.shows_overflow = true,
		.event = speedscope_event,
		.loss = speedscope_loss,
		.rest = speedscope_rest,
		.end = speedscope_end,
		.destroy = speedscope_destroy,
	},
	.count = speedscope_count,
	.explain = speedscope_explain,
};
