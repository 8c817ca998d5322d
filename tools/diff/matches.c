/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Groups of two traces; see matches.h. */
#include "diff/matches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sysdata.h"
#include "trace/thread-name.h"

/*
 * A difference of which the chance is below this counts: one in a hundred, with all
 * tested groups together.
 */
#define CHANCE		0.01

/* The addresses of an object in two runs of a program differ by whole pages. */
enum { PAGE = 4096 };

static const char unnamed[] = "(unnamed)";
static const char others[] = "(others)";

void matches_fini(struct matches *matches)
{
	for (size_t i = 0; i < matches->n; i++)
		for (unsigned side = 0; side < SIDES; side++)
			spread_fini(&matches->list[i].sides[side]);
	free(matches->list);
	strings_fini(&matches->names);
}

static const char *find_name(struct thread_name *room, trace_id_t trid,
			     uint64_t pid, uint64_t tid)
{
	const char *name = thread_name_find(room, trid, (pid_t)pid, (pid_t)tid);

	return name && *name ? name : unnamed;
}

static void write_labels(FILE *file, enum by_key key, const struct by *by,
			 const struct by_row *row, trace_id_t trid)
{
	struct thread_name name;

	if (row->is_rest) {
		fputs(others, file);
		return;
	}
	switch (key) {
	case BY_THREAD:
		fputs(find_name(&name, trid, row->a, row->a), file);
		fputc('\0', file);
		fputs(find_name(&name, trid, row->a, row->b), file);
		break;
	case BY_PROCESS:
		fputs(find_name(&name, trid, row->a, row->a), file);
		break;
	case BY_LOCK:
		fputs(find_name(&name, trid, row->a, row->a), file);
		fputc('\0', file);
		fprintf(file, "%s ...%03" PRIX64, sysdata_names[row->lock],
			row->b % PAGE);
		break;
	case BY_FILE:
		fputs(by_text(by, row), file);
		if (row->b)
			fprintf(file, " of %s",
				find_name(&name, trid, row->b, row->b));
		break;
	default:
		fputs(by_text(by, row), file);
		break;
	}
}

/* NULL: no memory. */
static struct match *find_match(struct matches *matches, const char *labels,
				size_t len)
{
	size_t number;

	if (!strings_find(&matches->names, labels, len, &number))
		return NULL;
	if (number == matches->room) {
		size_t room = matches->room ? 2 * matches->room : 64;
		struct match *list = reallocarray(matches->list, room,
						  sizeof(*list));

		if (!list)
			return NULL;
		matches->list = list;
		matches->room = room;
	}
	if (number == matches->n)
		matches->list[matches->n++] = (struct match){ 0 };
	return &matches->list[number];
}

static bool add_row(struct matches *matches, const struct by *by,
		    struct by_row *row, trace_id_t trid, enum side side)
{
	char *labels = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&labels, &len);
	struct match *match;

	if (!file)
		return false;
	write_labels(file, matches->key, by, row, trid);
	match = fclose(file) == 0 ? find_match(matches, labels, len) : NULL;
	free(labels);
	if (!match)
		return false;
	match->label_at = row->label_at;
	match->times[side] += row->times;
	match->total_ns[side] += row->total_ns;
	return spread_move(&match->sides[side], &row->spread);
}

bool matches_add(struct matches *matches, const struct by *by, trace_id_t trid,
		enum side side)
{
	struct by_row **rows = by_sort(by, matches->key, BY_TOTAL);
	bool fine = rows;

	for (size_t i = 0; fine && i < by_rows(by, matches->key); i++)
		fine = add_row(matches, by, rows[i], trid, side);
	free(rows);
	return fine;
}

static enum verdict judge(const struct match *match, double least_chance,
			  bool is_timed)
{
	if (match->shift.chance >= least_chance)
		return VERDICT_ALIKE;
	if (is_timed)
		return match->shift.above > 0.5 ? VERDICT_SLOWER : VERDICT_FASTER;
	return match->shift.above > 0.5 ? VERDICT_SPARSER : VERDICT_DENSER;
}

static bool is_testable(const struct match *match)
{
	return match->sides[SIDE_A].n >= SPREAD_TESTABLE &&
	       match->sides[SIDE_B].n >= SPREAD_TESTABLE;
}

void matches_compare(struct matches *matches)
{
	const bool is_timed = matches->key != BY_EVENT;
	size_t tests = 0;

	for (size_t i = 0; i < matches->n; i++)
		tests += is_testable(&matches->list[i]);
	for (size_t i = 0; i < matches->n; i++) {
		struct match *match = &matches->list[i];
		const struct spread *a = &match->sides[SIDE_A];
		const struct spread *b = &match->sides[SIDE_B];

		match->added = is_timed ?
			       match->total_ns[SIDE_B] -
			       match->total_ns[SIDE_A] :
			       (double)match->times[SIDE_B] -
			       (double)match->times[SIDE_A];
		if (match->times[SIDE_A] == 0) {
			match->verdict = VERDICT_NEW;
		} else if (match->times[SIDE_B] == 0) {
			match->verdict = VERDICT_VANISHED;
		} else if (!is_testable(match)) {
			match->verdict = VERDICT_FEW;
		} else {
			match->shift = spread_compare(a, b);
			match->verdict = judge(match, CHANCE / (double)tests,
					       is_timed);
		}
	}
}

static int by_added(const void *a, const void *b)
{
	const struct match *const *x = a, *const *y = b;

	if ((*x)->added != (*y)->added)
		return (*x)->added > (*y)->added ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

const struct match **matches_sort(const struct matches *matches)
{
	const struct match **sorted = calloc(matches->n + 1, sizeof(*sorted));

	for (size_t i = 0; sorted && i < matches->n; i++)
		sorted[i] = &matches->list[i];
	if (sorted)
		qsort(sorted, matches->n, sizeof(*sorted), by_added);
	return sorted;
}

void matches_labels(const struct matches *matches, size_t number, bool is_whole,
		    const char *labels[2])
{
	const char *text = strings_text(&matches->names, number);
	const bool has_two = matches->key == BY_THREAD || matches->key == BY_LOCK;

	labels[0] = is_whole ? text : text + matches->list[number].label_at;
	labels[1] = !has_two || strcmp(text, others) == 0 ? NULL :
		    text + strlen(text) + 1;
}
