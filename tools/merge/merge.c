/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace merge: several logs become one, in the order of time.
 *
 * The next event of each log is read; the earliest of them is written, and
 * the one after it read.  So each log stays in its order, and memory holds
 * what its reader needs.  A gap is written where its log goes on, before
 * the first event after it.
 */
#include "merge/merge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "merge/twice.h"
#include "trace/log-writer.h"
#include "trace/order.h"
#include "trace/summary.h"

struct merging {
	struct merge *merge;
	struct merged_types types;
	struct order order;
	struct twice twice;
	struct log_writer *writer;
	struct log_writer_totals totals;
	int64_t first_ns;		/* of its first event */
	int64_t end_ns;			/* no event after it is taken */
	bool is_over;			/* no other event is to be taken */
};

static bool too_many_types(const struct merge_input *input)
{
	tool_error("%s: the logs have more than %u event types between them; "
		   "merge fewer logs", input->path,
		   PXT_ID_SPACE - PXT_ID_USER - 1u);
	return false;
}

static bool join_types(struct merging *merging, struct merge_input *input)
{
	trace_id_t trid = input->reader.log.trid;
	struct posixtrace_arguments arguments;
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;

	while (types_next(trid, &id, name)) {
		if (posixtrace_get_arguments(trid, id, &arguments) != 0)
			arguments.text[0] = '\0';
		if (!merged_types_add(&merging->types, &input->ids, id, name,
				      arguments.text))
			return too_many_types(input);
	}
	return true;
}

static bool write_type(struct merging *merging, unsigned id)
{
	const struct merged_type *type = &merging->types.type[id];

	return log_writer_add_type(merging->writer, id, type->name,
				   *type->text ? type->text : NULL);
}

/*
 * The id of the next event's type.  A damaged log has events of types whose
 * names are gone; they get one, or are events without a name.  0: it failed.
 */
static unsigned find_id(struct merging *merging, struct merge_input *input)
{
	unsigned id = input->reader.event.info.posix_event_id;
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (id < PXT_ID_SPACE && input->ids.id[id])
		return input->ids.id[id];
	if (id == 0 || id >= PXT_ID_SPACE)
		return PXT_ID_USER;
	types_name(input->reader.log.trid, id, name);
	if (!merged_types_add(&merging->types, &input->ids, id, name, "")) {
		input->ids.id[id] = PXT_ID_USER;
		return PXT_ID_USER;
	}
	return write_type(merging, input->ids.id[id]) ? input->ids.id[id] : 0;
}

/* What was at its address.  Several logs of a process tell of its programs in numbers
 * of their own, so here it has one. */
static bool write_mapping(struct merging *merging, const struct merge_input *input,
			  int32_t pid)
{
	const struct posix_trace_event_info *info = &input->reader.event.info;
	const uint64_t address = (uintptr_t)info->posix_prog_address;
	struct posixtrace_mapping mapping;
	bool is_known = posixtrace_find_mapping(input->reader.log.trid,
						info->posix_pid,
						&info->posix_timestamp, address,
						&mapping) == 0;

	if (is_known)
		mapping.program = 0;
	return log_writer_add_mapping(merging->writer, input->ns, pid, address,
				      is_known ? &mapping : NULL);
}

static bool write_event(struct merging *merging, struct merge_input *input)
{
	unsigned id = find_id(merging, input);
	struct pxt_event event;

	if (!id || merge_is_too_far(merging->merge, input, merging->first_ns))
		return false;
	merge_move_data(input);
	event = log_writer_event(&input->reader.event);
	event.id = id;
	event.pid = merge_id(input, event.pid);
	event.tid = merge_id(input, event.tid);
	switch (twice_take(&merging->twice, (size_t)(input - merging->merge->inputs),
			   input->ns, event.pid, event.tid, &input->reader.event)) {
	case TWICE_NO_MEMORY:
		tool_error("out of memory");
		return false;
	case TWICE_KNOWN:
		return true;
	case TWICE_NEW:
		break;
	}
	return write_mapping(merging, input, event.pid) &&
	       log_writer_add(merging->writer, input->ns, &event,
			      &input->names);
}

/* A time of the log other than an event's, by the clock of the merged one. */
static int64_t moved_ns(const struct merge_input *input,
			const struct timespec *time)
{
	int64_t ns;

	ns_since_epoch(time, &ns);
	return __builtin_add_overflow(ns, input->offset_ns, &ns) ? input->ns :
	       ns;
}

/* Times of written events never decrease. */
static bool is_at_end(const struct merging *merging)
{
	return merging->order.n == 0 || merging->is_over;
}

/*
 * Write the gap of a log where it continues; but not after later events of
 * other logs.
 */
static bool write_gap(struct merging *merging, struct merge_input *input)
{
	int64_t end, ns;

	if (!input->has_gap)
		return true;
	input->has_gap = false;
	end = ns = moved_ns(input, &input->gap.resume);
	if (ns > input->ns && !is_at_end(merging))
		ns = input->ns;
	return log_writer_add_gap(merging->writer, ns,
				  merge_id(input, input->reader.event.info.posix_pid),
				  input->gap.events,
				  moved_ns(input, &input->gap.first), end);
}

/* Take the next event of all logs, from `input`. */
static bool take(struct merging *merging, struct merge_input *input)
{
	const struct reader *reader = &input->reader;
	const struct timespec *time = &reader->event.info.posix_timestamp;
	trace_event_id_t id = reader->event.info.posix_event_id;
	struct pick *pick = &merging->merge->pick;
	enum pick_place place = PICK_BEFORE;

	if (reader_is_late(reader)) {
		merging->is_over = true;
		return true;
	}
	/* A gap that begins before the first event to take is not reported. */
	if (reader->has_gap && !pick_is_early(&input->pick, time) &&
	    pick_has_come(pick)) {
		input->has_gap = true;
		input->gap = reader->gap;
	}
	if (reader_is_picked(reader))
		place = pick_count(pick);
	if (place == PICK_BEHIND) {
		merging->is_over = true;
		merging->end_ns = input->ns;
		return true;
	}
	/* The reader of the merged log generates it from the gap. */
	if (id == POSIX_TRACE_OVERFLOW)
		return true;
	if (!write_gap(merging, input))
		return false;
	if (id == POSIX_TRACE_RESUME || place != PICK_TAKEN)
		return true;
	return write_event(merging, input);
}

/* A log was read to its end: losses that no gap has reported. */
static bool write_rest(struct merging *merging, struct merge_input *input)
{
	bool is_stopped = input->reader.losses.was_auto_stopped;
	uint64_t lost = reader_rest(&input->reader);

	if (!lost)
		return true;
	/*
	 * If the stream stopped because it was full and was not started again,
	 * they are there; at the end of all logs this is reported by the stop.
	 */
	if (!is_stopped || is_at_end(merging)) {
		merging->totals.lost += lost;
		return true;
	}
	return log_writer_add_gap(merging->writer, input->ns,
				  merge_id(input, input->reader.event.info.posix_pid),
				  lost, input->ns, INT64_MAX);
}

/* A log was read to its end; others may continue. */
static bool finish_input(struct merging *merging, struct merge_input *input)
{
	return write_gap(merging, input) && write_rest(merging, input);
}

/*
 * The rest of the log is late, or empty.  A gap that began before is still
 * reported, and so are losses since the stream stopped.
 */
static bool finish_late(struct merging *merging, struct merge_input *input)
{
	const struct reader *reader = &input->reader;
	bool was_auto_stopped = input->is_there ? reader->was_auto_stopped :
				reader->losses.was_auto_stopped;
	/* Behind the part that --to ends a gap may be reported that began in it. */
	bool is_whole = reader->may_skip ||
			merging->merge->pick.to.kind == MOMENT_NONE;

	while (input->is_there && !input->has_gap) {
		if (reader->has_gap) {
			input->gap = reader->gap;
			input->has_gap = moved_ns(input, &input->gap.first) <=
					 merging->end_ns;
			break;
		}
		was_auto_stopped &= reader->losses.was_auto_stopped;
		if (is_whole && !reader->losses.was_auto_stopped)
			break;
		if (!merge_next(input))
			return false;
	}
	if (!write_gap(merging, input))
		return false;
	return input->is_there || !was_auto_stopped ||
	       write_rest(merging, input);
}

static bool merge_events(struct merging *merging)
{
	const struct merge *merge = merging->merge;
	struct order *order = &merging->order;

	/* Logs that end before the first event to take. */
	for (size_t i = 0; i < merge->n_inputs; i++)
		if (!merge->inputs[i].is_there &&
		    !finish_input(merging, &merge->inputs[i]))
			return false;
	while (order->n > 0 && !merging->is_over) {
		struct merge_input *input = &merge->inputs[order->heap[0].log];

		if (!take(merging, input))
			return false;
		if (merging->is_over)
			break;
		if (!merge_next(input))
			return false;
		if (input->is_there) {
			order_advance(order, input->ns);
			continue;
		}
		order_drop(order);
		if (!finish_input(merging, input))
			return false;
	}
	/* No event of the remaining logs is earlier. */
	while (order->n > 0) {
		struct merge_input *input = &merge->inputs[order->heap[0].log];

		order_drop(order);
		if (!finish_late(merging, input))
			return false;
	}
	return true;
}

/* Skip to the first event that is not early. */
static bool skip_early(struct merge_input *input, int64_t begin)
{
	if (input->reader.may_skip)
		return merge_seek(input, begin);
	while (input->is_there &&
	       pick_is_early(&input->pick,
			     &input->reader.event.info.posix_timestamp)) {
		if (!merge_next(input))
			return false;
	}
	return true;
}

/* Read the first event of each log, from --from on. */
static bool begin_inputs(struct merging *merging)
{
	struct merge *merge = merging->merge;
	struct merge_input *first = NULL;
	int64_t begin;

	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];

		if (!merge_next(input))
			return false;
		if (input->is_there && (!first || input->ns < first->ns))
			first = input;
	}
	if (!first)
		return true;
	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];
		struct pick *pick = &input->pick;

		pick->from = merge->pick.from;
		pick->to = merge->pick.to;
		pick_begin(pick, &first->reader.event.info.posix_timestamp);
	}
	/* Common origin of all logs; a time that a log can have. */
	ns_since_epoch(&merge->inputs[0].pick.begin, &begin);
	if (merge->pick.to.kind == MOMENT_NONE)
		merging->end_ns = INT64_MAX;
	else
		ns_since_epoch(&merge->inputs[0].pick.end, &merging->end_ns);
	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];

		if (input->is_there &&
		    pick_is_early(&input->pick,
				  &input->reader.event.info.posix_timestamp) &&
		    !skip_early(input, begin))
			return false;
		if (input->is_there)
			order_add(&merging->order, i, input->ns);
	}
	return true;
}

/* For --last: read all events once to count them, and rewind. */
static bool find_newest(struct merging *merging)
{
	struct merge *merge = merging->merge;
	struct order *order = &merging->order;
	uint64_t n = 0;

	if (!merge->pick.newest)
		return true;
	while (order->n > 0) {
		struct merge_input *input = &merge->inputs[order->heap[0].log];

		if (reader_is_late(&input->reader))
			break;
		n += reader_is_picked(&input->reader);
		if (!merge_next(input))
			return false;
		if (input->is_there)
			order_advance(order, input->ns);
		else
			order_drop(order);
	}
	pick_set_newest(&merge->pick, n);
	order->n = 0;
	for (size_t i = 0; i < merge->n_inputs; i++)
		if (!merge_rewind(&merge->inputs[i]))
			return false;
	return begin_inputs(merging);
}

/* The merged log begins with the earliest event. */
static bool begin_log(struct merging *merging)
{
	const struct merge *merge = merging->merge;
	const struct order *order = &merging->order;
	int64_t first = order->n ? order->heap[0].ns : 1, last = first;
	struct pxt_log_head head;

	for (size_t i = 0; i < order->n; i++) {
		int64_t end = merge_last(&merge->inputs[order->heap[i].log]);

		if (end > last)
			last = end;
	}
	merging->first_ns = first;
	merge_head(merge, &head);
	if (!log_writer_begin(merging->writer, &head, first, last))
		return false;
	for (unsigned id = 1; id < PXT_ID_SPACE; id++)
		if (merging->types.type[id].is_there &&
		    !write_type(merging, id))
			return false;
	return true;
}

/* The totals of all logs. */
static void sum_up(struct merging *merging)
{
	struct merge *merge = merging->merge;
	struct posixtrace_usage usage;

	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];

		if (posixtrace_get_usage(input->reader.log.trid, &usage) != 0)
			continue;
		merging->totals.processes += usage.processes;
		merging->totals.starts += usage.starts;
	}
}

static int status_of(const struct merge_input *input)
{
	struct summary summary = { 0 };
	int status;

	summary_take(&summary, &input->reader);
	status = summary_status(&summary);
	if (status == TOOL_FINE && input->reader.losses.reported)
		status = TOOL_LOST;
	summary_note_damage(&summary, "merged");
	if (status == TOOL_LOST)
		tool_note("%s: events were lost when it was recorded",
			  input->path);
	return status;
}

static int finish(struct merging *merging)
{
	const struct merge *merge = merging->merge;
	int worst = TOOL_FINE;

	sum_up(merging);
	if (!log_writer_end(merging->writer, &merging->totals))
		return TOOL_FAILURE;
	if (!merge->quiet)
		tool_note("%s: %" PRIu64 " events of %zu log%s", merge->output,
			  log_writer_events(merging->writer), merge->n_inputs,
			  merge->n_inputs == 1 ? "" : "s");
	if (merging->twice.n_dropped && !merge->quiet)
		tool_note("%" PRIu64 " switches of threads that several logs have were "
			  "merged once", merging->twice.n_dropped);
	for (size_t i = 0; i < merge->n_inputs; i++) {
		int status = status_of(&merge->inputs[i]);

		if (status > worst)
			worst = status;
	}
	return worst;
}

static bool prepare(struct merging *merging)
{
	struct merge *merge = merging->merge;

	for (size_t i = 0; i < merge->n_inputs; i++)
		if (!join_types(merging, &merge->inputs[i]))
			return false;
	return merge_align(merge) && merge_place_machines(merge) &&
	       begin_inputs(merging) && find_newest(merging);
}

/* Show the progress. */
static bool merge_all(struct merging *merging)
{
	struct merge *merge = merging->merge;
	struct progress progress;
	bool is_merged;

	progress_begin(&progress, merge->output);
	for (size_t i = 0; i < merge->n_inputs && !merge->quiet; i++)
		open_log_show_progress(&merge->inputs[i].reader.log, &progress,
				       pick_times_read(&merge->pick) > 0);
	is_merged = merge_events(merging);
	progress_end(&progress);
	return is_merged;
}

static int merge_opened(struct merging *merging)
{
	int status = TOOL_FAILURE;

	/* The output is created when all inputs have been checked. */
	if (!prepare(merging))
		return TOOL_FAILURE;
	merging->writer = log_writer_create(merging->merge->output);
	if (merging->writer && begin_log(merging) && merge_all(merging))
		status = finish(merging);
	log_writer_destroy(merging->writer);
	return status;
}

static int merge_logs(struct merge *merge)
{
	struct merging *merging = calloc(1, sizeof(*merging));
	int status = TOOL_FAILURE;

	if (!merging || !order_init(&merging->order, merge->n_inputs)) {
		tool_error("out of memory");
		free(merging);
		return status;
	}
	merging->merge = merge;
	twice_init(&merging->twice);
	if (merge_open(merge)) {
		status = merge_opened(merging);
		merge_close(merge);
	}
	order_fini(&merging->order);
	twice_fini(&merging->twice);
	free(merging);
	return status;
}

int tool_merge(int argc, char **argv)
{
	struct merge merge;
	int status = TOOL_USAGE;

	if (merge_options(&merge, argc, argv))
		status = merge_logs(&merge);
	merge_fini(&merge);
	return status;
}
