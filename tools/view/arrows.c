/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which event has brought about which; see arrows.h. */
#include "view/arrows.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sysdata.h"

/* The first of two that has come. */
struct arrow_end {
	uint32_t number;
	enum { NONE, IS_FROM, IS_TO } kind;
};

/* What two events have in common. */
enum relation { NO_RELATION, THREAD_BEGINS, PROCESS_BEGINS, PROCESS_ENDS, SIGNAL_COMES };
struct side {
	enum relation relation;
	bool is_from;
	uint64_t a, b;
};

void arrows_init(struct arrows *arrows)
{
	*arrows = (struct arrows){ 0 };
	places_init(&arrows->keys);
}

void arrows_fini(struct arrows *arrows)
{
	places_fini(&arrows->keys);
	free(arrows->ends);
	free(arrows->list);
}

static uint64_t member(const struct sysdata *members, size_t n,
		       enum sysdata_member wanted)
{
	for (size_t i = 0; i < n; i++)
		if (members[i].member == wanted)
			return members[i].number;
	return 0;
}

static bool concerns(trace_event_id_t id)
{
	return id == POSIXTRACE_THREAD_CREATE || id == POSIXTRACE_THREAD_START ||
	       id == POSIXTRACE_FORK || id == POSIXTRACE_PROCESS ||
	       id == POSIXTRACE_EXIT || id == POSIXTRACE_WAITPID ||
	       id == POSIXTRACE_KILL || id == POSIXTRACE_SIGNAL;
}

static struct side find_side(const struct trace_event *event)
{
	const uint64_t pid = (uint64_t)event->info.posix_pid;
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);
	const uint64_t result = member(members, n, SYSDATA_RESULT);
	const uint64_t signal = member(members, n, SYSDATA_SIGNAL);

	switch (event->info.posix_event_id) {
	case POSIXTRACE_THREAD_CREATE:
		if ((int64_t)result != 0)
			break;
		return (struct side){ THREAD_BEGINS, true, pid,
				      member(members, n, SYSDATA_THREAD) };
	case POSIXTRACE_THREAD_START:
		return (struct side){ THREAD_BEGINS, false, pid,
				      member(members, n, SYSDATA_THREAD) };
	case POSIXTRACE_FORK:
		return (struct side){ PROCESS_BEGINS, true,
				      member(members, n, SYSDATA_CHILD), 0 };
	case POSIXTRACE_PROCESS:
		return (struct side){ PROCESS_BEGINS, false, pid, 0 };
	case POSIXTRACE_EXIT:
		return (struct side){ PROCESS_ENDS, true, pid, 0 };
	case POSIXTRACE_WAITPID:
		if ((int64_t)result <= 0)
			break;
		return (struct side){ PROCESS_ENDS, false, result, 0 };
	case POSIXTRACE_KILL:
		return (struct side){ SIGNAL_COMES, true,
				      member(members, n, SYSDATA_TO),
				      pid << 8 | (signal & 255) };
	case POSIXTRACE_SIGNAL:
		return (struct side){ SIGNAL_COMES, false, pid,
				      member(members, n, SYSDATA_SENDER) << 8 |
				      (signal & 255) };
	default:
		break;
	}
	return (struct side){ NO_RELATION, false, 0, 0 };
}

static bool add(struct arrows *arrows, const struct arrow *arrow)
{
	if (arrows->n == ARROWS_MOST) {
		arrows->left_out++;
		return true;
	}
	if (arrows->n == arrows->room) {
		size_t room = arrows->room ? 2 * arrows->room : 64;
		struct arrow *list = reallocarray(arrows->list, room,
						  sizeof(*list));

		if (!list)
			return false;
		arrows->list = list;
		arrows->room = room;
	}
	arrows->list[arrows->n++] = *arrow;
	return true;
}

/* NULL: no memory. */
static struct arrow_end *find_end(struct arrows *arrows, const struct side *side)
{
	size_t number;

	if (!places_find(&arrows->keys, side->relation, side->a, side->b,
			 &number))
		return NULL;
	if (number == arrows->ends_room) {
		size_t room = number ? 2 * number : 64;
		struct arrow_end *ends = reallocarray(arrows->ends, room,
						      sizeof(*ends));

		if (!ends)
			return NULL;
		arrows->ends = ends;
		arrows->ends_room = room;
	}
	if (number == arrows->n_ends)
		arrows->ends[arrows->n_ends++] = (struct arrow_end){ 0, NONE };
	return &arrows->ends[number];
}

/* A process may have begun before its fork is recorded, but executes programs later
 * on, too, which nobody has forked: that is known from what came before. */
static bool is_later_program(const struct side *side, const struct arrow_end *end,
			     bool is_new)
{
	return side->relation == PROCESS_BEGINS && !side->is_from && !is_new &&
	       end->kind != IS_FROM;
}

bool arrows_take(struct arrows *arrows, const struct trace_event *event,
		 uint32_t number)
{
	const size_t n_before = arrows->n_ends;
	struct arrow_end *end, other;
	struct side side;

	if (!concerns(event->info.posix_event_id))
		return true;
	side = find_side(event);
	if (side.relation == NO_RELATION)
		return true;
	end = find_end(arrows, &side);
	if (!end)
		return false;
	if (is_later_program(&side, end, arrows->n_ends > n_before))
		return true;
	other = *end;
	*end = (struct arrow_end){ 0, NONE };
	if (other.kind == (side.is_from ? IS_TO : IS_FROM))
		return add(arrows, &(struct arrow){
			.from = side.is_from ? number : other.number,
			.to = side.is_from ? other.number : number });
	*end = (struct arrow_end){ number, side.is_from ? IS_FROM : IS_TO };
	return true;
}

bool arrows_add_held(struct arrows *arrows, uint32_t lane, uint32_t number)
{
	return add(arrows, &(struct arrow){
		.from = lane, .to = number, .is_held = true });
}

int64_t arrows_holder(const struct trace_event *event)
{
	const trace_event_id_t id = event->info.posix_event_id;
	struct sysdata members[SYSDATA_MOST];
	size_t n;

	if (id != POSIXTRACE_MUTEX_WAIT && id != POSIXTRACE_RDLOCK_WAIT &&
	    id != POSIXTRACE_WRLOCK_WAIT)
		return 0;
	n = sysdata_take(id, event->data, event->len, members);
	return (int64_t)member(members, n, SYSDATA_HOLDER);
}
