/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace view: events as blocks in a page, as they come.
 *
 * The page is written in one go: its head, blocks, the tables that say what the
 * numbers in the blocks mean, and its tail, which has the program in it.  Calls
 * and pairs of events are slices, as in what convert makes for Perfetto.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "view/fields.h"
#include "view/view.h"

static bool no_memory(const struct view *view)
{
	tool_error("%s: out of memory", view->convert->output);
	return false;
}

static void put_page(struct view *view, const char *part, size_t size)
{
	char *p = out_room(view->out, size);

	out_done(view->out, put_bytes(p, part, size));
}

static void *view_create(const struct convert *convert,
			 const struct open_log *log, struct out *out)
{
	struct view *view = calloc(1, sizeof(*view));

	if (!view) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	view->convert = convert;
	view->log = log;
	view->out = out;
	view->clocks = clocks_read(log);
	view->packer = packer_create();
	if (block_init(&view->block) && view->packer) {
		lanes_init(&view->lanes, log->trid);
		arrows_init(&view->arrows);
		places_init(&view->type_places);
		sched_states_init(&view->states);
		put_page(view, page_head, page_head_size);
		return view;
	}
	no_memory(view);
	block_fini(&view->block);
	packer_destroy(view->packer);
	free(view);
	return NULL;
}

static void view_destroy(void *state)
{
	struct view *view = state;

	for (size_t i = 0; i < view->n_types; i++) {
		free(view->types[i].name);
		free(view->types[i].arguments);
	}
	free(view->types);
	free(view->losses);
	free(view->rests);
	sched_states_fini(&view->states);
	places_fini(&view->type_places);
	lanes_fini(&view->lanes);
	arrows_fini(&view->arrows);
	block_fini(&view->block);
	packer_destroy(view->packer);
	free(view);
}

/* Room for another one in a list; false: no memory. */
static bool grow(void *list_at, size_t n, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : 64;
	void *list;

	if (n < *room)
		return true;
	memcpy(&list, list_at, sizeof(list));
	list = reallocarray(list, more, size);
	if (!list)
		return false;
	memcpy(list_at, &list, sizeof(list));
	*room = more;
	return true;
}

/* The name of a type, with what a thread does then, or did before, if it tells that. */
static char *name_type(const char *label, size_t len, const struct sched_change *change)
{
	const bool is_in = change->to == SCHED_RUNS;
	const enum sched_state state = change->to && !is_in ? change->to : change->from;
	char *name;

	if (state == SCHED_UNKNOWN)
		return strndup(label, len);
	return asprintf(&name, "%.*s: %s%s", (int)len, label, is_in ? "after " : "",
			sched_words[state]) < 0 ? NULL : name;
}

/*
 * The type of an event, one for each change of what a thread does.  NULL: there is no
 * memory, or no number, which has been reported.
 */
static struct view_type *find_type(struct view *view, const struct type *type,
				   const struct sched_change *change)
{
	struct view_type *found;
	size_t len = type->utf8_len;
	const char *label;
	size_t number;

	if (!grow(&view->types, view->n_types, &view->types_room,
		  sizeof(*view->types)) ||
	    !places_find(&view->type_places, change->from, type->id, change->to,
			 &number))
		goto no_memory;
	found = &view->types[number];
	if (number < view->n_types)
		return found;
	if (number >= VIEW_TYPES_MOST) {
		tool_error("%s: more than %d types of events; pick some out "
			   "with -e", view->log->path, VIEW_TYPES_MOST);
		return NULL;
	}
	*found = (struct view_type){ .id = type->id, .was = change->from };
	label = type_label(type, &len);
	found->label_at = (size_t)(label - type->utf8);
	found->name = name_type(label, len, change);
	if (type->arguments)
		found->arguments = strndup(type->arguments->text,
					   sizeof(type->arguments->text));
	view->n_types++;
	if (!found->name || (type->arguments && !found->arguments))
		goto no_memory;
	/* Of others the type does not stay. */
	if (type->id < TYPES_SHOWN)
		pair_parse(&found->pair, type);
	else
		found->pair.role = PAIR_NONE;
	return found;
no_memory:
	no_memory(view);
	return NULL;
}

/* Nanoseconds since the first event of the log; times never fall. */
static uint64_t since_origin(struct view *view, const struct timespec *time)
{
	uint64_t ns = clocks_ns(time, &view->n_far);
	uint64_t n_first = 0;

	if (!view->has_origin)
		view->origin = clocks_ns(&view->convert->pick.first, &n_first);
	view->has_origin = true;
	ns = ns > view->origin ? ns - view->origin : 0;
	return view->block.n && ns < view->block.last ? view->block.last : ns;
}

static bool write_block(struct view *view)
{
	struct block *block = &view->block;
	const void *bytes;
	size_t len;

	if (block->n == 0)
		return true;
	bytes = block_columns(block, &len);
	if (!bytes ||
	    !packer_put(view->packer, view->out, "events", bytes, len))
		return no_memory(view);
	bytes = block_details(block, &len);
	if (!bytes ||
	    !packer_put(view->packer, view->out, "details", bytes, len))
		return no_memory(view);
	block_clear(block);
	return out_is_fine(view->out);
}

/* What ends a slice. */
static bool find_slice(struct view *view, struct lane *lane,
		       const struct trace_event *from,
		       const struct pair_name *name, struct block_event *event)
{
	/* One may have begun before the first event. */
	const struct pair_event taken = {
		.type = from->type, .name = name,
		.ns = view->origin + event->ns,
		.data = from->data, .len = from->len,
		.breaks = pair_is_open(name) ? event_breaks(from) : 0,
	};

	switch (pairs_take(&lane->pairs, view->generation, &taken)) {
	case PAIRS_NO_MEMORY:
		return no_memory(view);
	case PAIRS_ENDED:
		event->has_slice = true;
		event->slice_ns = taken.ns - pairs_ended(lane->pairs)->ns;
		break;
	case PAIRS_NOTHING:
		break;
	}
	return true;
}

/* What a thread did, and no event ends. */
static bool add_rest(struct view *view, uint32_t lane, const struct sched_span *span)
{
	if (!sched_span_is_known(span))
		return true;
	if (!grow(&view->rests, view->n_rests, &view->rests_room, sizeof(*view->rests)))
		return no_memory(view);
	view->rests[view->n_rests++] = (struct view_state){ lane, *span };
	return true;
}

static bool add_rests(struct view *view)
{
	for (size_t i = 0; i < view->states.n; i++) {
		const struct sched_thread *thread = &view->states.threads[i];
		const struct posix_trace_event_info info = {
			.posix_pid = (pid_t)thread->pid, .posix_tid = (pid_t)thread->tid,
		};
		const struct sched_span span = sched_states_rest(&view->states, i);
		const struct lane *lane = lanes_known(&view->lanes, &info);

		if (lane && !add_rest(view, lanes_number(&view->lanes, lane), &span))
			return false;
	}
	return true;
}

/* What a thread has done until the event. */
static bool add_step(struct view *view, const struct sched_step *step,
		     struct block_event *event)
{
	const struct sched_span *span = &step->span;

	if (sched_span_is_known(span)) {
		event->has_slice = true;
		event->slice_ns = span->end - span->begin;
	}
	return add_rest(view, event->lane, &step->before);
}

static bool add_line(struct view *view, const struct trace_event *event,
		     const struct posixtrace_context *context)
{
	char *p = block_line(&view->block, fields_room(event));

	if (!p)
		return no_memory(view);
	block_line_end(&view->block, fields_put(p, event, view->log->trid,
						context));
	return true;
}

/* From the thread that had the lock, if that is in the page by then. */
static bool add_held(struct view *view, const struct trace_event *event,
		     uint32_t number)
{
	struct posix_trace_event_info info = event->info;
	const struct lane *lane;

	info.posix_tid = (pid_t)arrows_holder(event);
	lane = info.posix_tid > 0 ? lanes_known(&view->lanes, &info) : NULL;
	return !lane || arrows_add_held(&view->arrows,
					lanes_number(&view->lanes, lane), number);
}

static bool add_arrows(struct view *view, const struct trace_event *event)
{
	const uint32_t number = (uint32_t)(view->n_events - 1);

	if (view->log->is_dump ||
	    (arrows_take(&view->arrows, event, number) &&
	     add_held(view, event, number)))
		return true;
	return no_memory(view);
}

static bool view_event(void *state, const struct trace_event *event)
{
	struct view *view = state;
	const struct posix_trace_event_info *info = &event->info;
	struct posixtrace_context context;
	const struct posixtrace_context *known =
		view->log->is_dump &&
		posixtrace_get_context(view->log->trid, &context) == 0 ?
		&context : NULL;
	struct block_event added = {
		.is_cut = info->posix_truncation_status !=
			  POSIX_TRACE_NOT_TRUNCATED,
		/* In a dump it is the number of the entry. */
		.address = known ? 0 : (uintptr_t)info->posix_prog_address,
	};
	struct sched_step step = { 0 };
	enum sched_found found;
	struct view_type *type;
	struct lane *lane;

	/* The others are only counted. */
	if (view->n_events++ >= view->convert->max_events)
		return true;
	if (block_is_full(&view->block) && !write_block(view))
		return false;
	added.ns = since_origin(view, &info->posix_timestamp);
	lane = lanes_find(&view->lanes, info, known);
	found = sched_states_take(&view->states, event, added.ns, &step);
	if (!lane || found == SCHED_NO_MEMORY)
		return no_memory(view);
	type = find_type(view, event->type, &step.change);
	if (!type)
		return false;
	added.type = (uint16_t)(type - view->types);
	added.lane = lanes_number(&view->lanes, lane);
	if (found == SCHED_STEP ? !add_step(view, &step, &added) :
				  !find_slice(view, lane, event, &type->pair, &added))
		return false;
	block_add(&view->block, &added);
	return add_line(view, event, known) && add_arrows(view, event);
}

static bool view_loss(void *state, const struct trace_event *event,
		      const struct posixtrace_loss *loss)
{
	struct view *view = state;
	struct view_loss *added;

	if (view->n_events >= view->convert->max_events)
		return true;
	if (!grow(&view->losses, view->n_losses, &view->losses_room,
		  sizeof(*view->losses)))
		return no_memory(view);
	since_origin(view, &event->info.posix_timestamp);
	added = &view->losses[view->n_losses++];
	added->events = loss->events;
	/* Both are less than 2^63. */
	added->first = (int64_t)clocks_ns(&loss->first, &view->n_far) -
		       (int64_t)view->origin;
	added->resume = (int64_t)clocks_ns(&loss->resume, &view->n_far) -
			(int64_t)view->origin;
	view->lost_in_gaps += loss->events;
	view->generation++;
	sched_states_gap(&view->states);
	return true;
}

static bool view_rest(void *state, uint64_t events, bool after_last)
{
	struct view *view = state;

	view->rest = events;
	view->rest_is_at_end = after_last;
	return true;
}

static void view_explain(const void *state, const char *name, int64_t size)
{
	const struct view *view = state;

	(void)size;
	if (view->n_far)
		tool_note("%s: %" PRIu64 " times before 1970 or after 2262 "
			  "are shown as these", name, view->n_far);
}

static bool view_end(void *state)
{
	struct view *view = state;
	uint64_t most = view->convert->max_events;

	if (view->n_events > most) {
		tool_error("%s: %" PRIu64 " events, and a page of more than %"
			   PRIu64 " takes long to open; show a part, with --from,"
			   " --to, -e, -t or --last, or more with --max-events",
			   view->log->path, view->n_events, most);
		return false;
	}
	if (!write_block(view) || !add_rests(view))
		return false;
	if (!tables_put(view))
		return no_memory(view);
	put_page(view, page_tail, page_tail_size);
	return out_is_fine(view->out);
}

const struct convert_target convert_view = {
	.name = "view",
	.takes = CONVERT_SYMBOLS,
	.is_viewer = true,
	.is_stream = true,
	.create = view_create,
	.sink = {
		.event = view_event,
		.loss = view_loss,
		.rest = view_rest,
		.end = view_end,
		.destroy = view_destroy,
	},
	.explain = view_explain,
};
