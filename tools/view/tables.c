/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the page knows besides events, as JSON: where the trace is from, its
 * lanes, its types, its gaps.  All names are UTF-8 with U+FFFD for what is
 * none, whatever stood in the log.
 */
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "trace/summary.h"
#include "trace/thread-name.h"
#include "view/view.h"

enum {
	FORMAT = 1,
	TEXT_SHOWN = 4096,		/* bytes of a name */
};

static void put_text(yajl_gen gen, const char *text)
{
	yajl_gen_string(gen, (const unsigned char *)text, strlen(text));
}

static void put_key(yajl_gen gen, const char *key)
{
	put_text(gen, key);
}

/* A member with any bytes for a value; none if it is NULL. */
static void put_name(yajl_gen gen, const char *key, const char *name)
{
	char utf8[3 * TEXT_SHOWN];
	char *end;

	if (!name)
		return;
	end = escape_utf8(utf8, name, strnlen(name, TEXT_SHOWN));
	put_key(gen, key);
	yajl_gen_string(gen, (const unsigned char *)utf8,
			(size_t)(end - utf8));
}

static void put_integer(yajl_gen gen, const char *key, int64_t value)
{
	char digits[24];

	put_key(gen, key);
	yajl_gen_number(gen, digits,
			(size_t)(put_signed(digits, value) - digits));
}

/* A number that has more digits than one of JavaScript may have. */
static void put_large(yajl_gen gen, const char *key, uint64_t value)
{
	char digits[24];

	*put_unsigned(digits, value) = '\0';
	put_key(gen, key);
	put_text(gen, digits);
}

static void put_bool(yajl_gen gen, const char *key, bool value)
{
	put_key(gen, key);
	yajl_gen_bool(gen, value);
}

static void put_log(yajl_gen gen, const struct view *view)
{
	struct posixtrace_origin origin;

	if (posixtrace_get_origin(view->log->trid, &origin) != 0)
		return;
	put_name(gen, "host", origin.host);
	put_integer(gen, "target", origin.target);
	if (view->clocks.real)
		put_large(gen, "created", view->clocks.real);
	if (view->clocks.monotonic)
		put_large(gen, "monotonic", view->clocks.monotonic);
}

static void put_dump(yajl_gen gen, trace_id_t trid)
{
	struct posixtrace_dump dump;

	if (posixtrace_get_dump(trid, &dump) != 0)
		return;
	put_name(gen, "target_is", dump.is_big_endian ? "big endian" :
		 "little endian");
	put_integer(gen, "ulong", dump.ulong_size);
}

static void put_stream(yajl_gen gen, const struct view *view)
{
	char name[TRACE_NAME_MAX + 1] = "";
	trace_attr_t attr;

	if (posix_trace_get_attr(view->log->trid, &attr) != 0)
		return;
	if (posix_trace_attr_getname(&attr, name) == 0 && *name)
		put_name(gen, "stream", name);
	posix_trace_attr_destroy(&attr);
}

/* How much was lost in all, and why there is nothing. */
static void put_usage(yajl_gen gen, const struct view *view)
{
	struct posixtrace_usage usage = { .complete = 1 };
	uint64_t lost = view->lost_in_gaps + view->rest;
	const char *why;

	if (posixtrace_get_usage(view->log->trid, &usage) == 0) {
		why = summary_why_empty(&usage);
		if (why && view->n_events == 0)
			put_name(gen, "why_empty", why);
	}
	/* For a log that wraps, more than its stream counted. */
	if (usage.lost + usage.log_lost > lost)
		lost = usage.lost + usage.log_lost;
	put_large(gen, "lost", lost);
	put_bool(gen, "incomplete", !usage.complete || view->log->is_damaged);
}

static void put_types(yajl_gen gen, const struct view *view)
{
	put_key(gen, "types");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < view->n_types; i++) {
		const struct view_type *type = &view->types[i];
		size_t stem;

		yajl_gen_map_open(gen);
		put_integer(gen, "id", type->id);
		put_name(gen, "name", type->name);
		put_name(gen, "arguments", type->arguments);
		if (type->was != SCHED_UNKNOWN)
			put_name(gen, "was", sched_words[type->was]);
		if (type->pair.role == PAIR_END) {
			put_key(gen, "slice");
			stem = type->pair.stem_len;
			if (stem > type->label_at)
				stem -= type->label_at;
			yajl_gen_string(gen,
					(const unsigned char *)type->name,
					stem);
		}
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
}

static void put_context(yajl_gen gen, const struct lane *lane)
{
	static const char *const kinds[] = {
		[POSIXTRACE_CONTEXT_THREAD] = "thread",
		[POSIXTRACE_CONTEXT_INTERRUPT] = "interrupt",
		[POSIXTRACE_CONTEXT_INITIALIZATION] = "initialization",
	};
	char address[24];

	put_name(gen, "context", kinds[lane->context]);
	if (!lane->thread)
		return;
	*put_address(address, lane->thread) = '\0';
	put_name(gen, "address", address);
}

/* A process has the name of its first thread. */
static bool put_processes(yajl_gen gen, struct view *view)
{
	struct thread_name room;
	struct places seen;
	size_t number;
	bool is_fine = true;

	places_init(&seen);
	put_key(gen, "processes");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < view->lanes.n && is_fine; i++) {
		const struct lane *lane = &view->lanes.list[i];
		size_t n = seen.n;

		if (lane->kind == LANE_CONTEXT)
			continue;
		is_fine = places_find(&seen, 0, (uint32_t)lane->pid, 0,
				      &number);
		if (!is_fine || number < n)
			continue;
		yajl_gen_map_open(gen);
		put_integer(gen, "pid", lane->pid);
		put_name(gen, "name", thread_name_find(&room, view->log->trid,
						       lane->pid, lane->pid));
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
	places_fini(&seen);
	return is_fine;
}

static void put_lanes(yajl_gen gen, const struct view *view)
{
	put_key(gen, "lanes");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < view->lanes.n; i++) {
		const struct lane *lane = &view->lanes.list[i];

		yajl_gen_map_open(gen);
		put_name(gen, "name", lane->name);
		if (lane->kind == LANE_CONTEXT) {
			put_context(gen, lane);
		} else {
			put_integer(gen, "pid", lane->pid);
			put_integer(gen, "tid", lane->tid);
		}
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
}

static void put_losses(yajl_gen gen, const struct view *view)
{
	put_key(gen, "losses");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < view->n_losses; i++) {
		yajl_gen_map_open(gen);
		put_large(gen, "events", view->losses[i].events);
		put_integer(gen, "first", view->losses[i].first);
		put_integer(gen, "resume", view->losses[i].resume);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
	if (!view->rest)
		return;
	put_large(gen, "rest", view->rest);
	put_bool(gen, "rest_is_at_end", view->rest_is_at_end);
}

/* What threads did, of which no event tells. */
static void put_states(yajl_gen gen, const struct view *view)
{
	put_key(gen, "states");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < view->n_rests; i++) {
		const struct sched_span *span = &view->rests[i].span;

		yajl_gen_map_open(gen);
		put_integer(gen, "lane", view->rests[i].lane);
		put_name(gen, "was", sched_words[span->state]);
		put_integer(gen, "begin", (int64_t)span->begin);
		put_integer(gen, "end", (int64_t)span->end);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
}

/* As lists of numbers: of those that are from a lane, -1 - it. */
static void put_arrows(yajl_gen gen, const struct view *view)
{
	const struct arrows *arrows = &view->arrows;

	put_key(gen, "arrows");
	yajl_gen_map_open(gen);
	put_key(gen, "from");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < arrows->n; i++)
		yajl_gen_integer(gen, arrows->list[i].is_held ?
				 -1 - (int64_t)arrows->list[i].from :
				 (int64_t)arrows->list[i].from);
	yajl_gen_array_close(gen);
	put_key(gen, "to");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < arrows->n; i++)
		yajl_gen_integer(gen, (int64_t)arrows->list[i].to);
	yajl_gen_array_close(gen);
	if (arrows->left_out)
		put_large(gen, "left_out", arrows->left_out);
	yajl_gen_map_close(gen);
}

static bool put_all(yajl_gen gen, struct view *view)
{
	const struct convert *convert = view->convert;
	bool is_fine;

	yajl_gen_map_open(gen);
	put_integer(gen, "format", FORMAT);
	put_name(gen, "title", convert->title);
	put_name(gen, "log", convert->path);
	put_name(gen, "command", convert->command);
	put_bool(gen, "dump", view->log->is_dump);
	put_bool(gen, "dated", view->clocks.real != 0);
	put_large(gen, "origin", view->origin);
	put_integer(gen, "events", (int64_t)view->n_events);
	put_stream(gen, view);
	if (view->log->is_dump)
		put_dump(gen, view->log->trid);
	else
		put_log(gen, view);
	put_usage(gen, view);
	put_types(gen, view);
	put_lanes(gen, view);
	is_fine = put_processes(gen, view);
	put_losses(gen, view);
	put_states(gen, view);
	put_arrows(gen, view);
	yajl_gen_map_close(gen);
	return is_fine;
}

bool tables_put(struct view *view)
{
	yajl_gen gen = yajl_gen_alloc(NULL);
	const unsigned char *bytes;
	bool is_fine = false;
	size_t len;

	if (!gen)
		return false;
	if (put_all(gen, view) &&
	    yajl_gen_get_buf(gen, &bytes, &len) == yajl_gen_status_ok)
		is_fine = packer_put(view->packer, view->out, "tables", bytes,
				     len);
	yajl_gen_free(gen);
	return is_fine;
}
