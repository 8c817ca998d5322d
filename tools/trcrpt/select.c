/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which events trcrpt shows. */
#include "select.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void select_init(struct select *select)
{
	*select = (struct select){ .start_ns = INT64_MIN, .end_ns = INT64_MAX };
}

void select_fini(struct select *select)
{
	free(select->only.ranges);
	free(select->not.ranges);
	patterns_fini(&select->only.names);
	patterns_fini(&select->not.names);
	patterns_fini(&select->processes.names);
	ids_fini(&select->processes.pids);
	ids_fini(&select->tids);
	for (size_t i = 0; i < select->n_words; i++)
		free(select->words[i]);
	free(select->words);
}

/* A copy of `arg` that exists as long as the selection. */
static char *keep(struct select *select, const char *arg)
{
	char **words = reallocarray(select->words, select->n_words + 1,
				    sizeof(*words));

	if (!words)
		return NULL;
	select->words = words;
	words[select->n_words] = strdup(arg);
	return words[select->n_words] ? words[select->n_words++] : NULL;
}

/* Two, three or four hexadecimal digits. */
static bool parse_hook(const char *item, struct hook_range *range)
{
	size_t len = strlen(item);
	unsigned long value;

	if (len < 2 || len > 4 || strspn(item, "0123456789abcdefABCDEF") != len)
		return false;
	value = strtoul(item, NULL, 16);
	range->value = (uint16_t)(value << 4 * (4 - len));
	/* hh is hh00, hh10 ... hhF0; hhh is hhh0. */
	range->mask = len == 2 ? 0xff0f : 0xffff;
	return true;
}

static bool add_hook(struct hook_list *list, const struct hook_range *range)
{
	struct hook_range *ranges = reallocarray(list->ranges,
						 list->n_ranges + 1,
						 sizeof(*ranges));

	if (!ranges)
		return false;
	list->ranges = ranges;
	ranges[list->n_ranges++] = *range;
	return true;
}

bool select_hooks(struct select *select, struct hook_list *list,
		  const char *arg, const char **wrong)
{
	char *copy = keep(select, arg);
	struct hook_range range;
	char *rest = NULL;
	bool done = copy;

	*wrong = NULL;
	for (char *item = copy ? strtok_r(copy, ", \t\n", &rest) : NULL;
	     item && done; item = strtok_r(NULL, ", \t\n", &rest)) {
		if (parse_hook(item, &range))
			done = add_hook(list, &range);
		else
			done = patterns_add(&list->names, item);
	}
	if (done && list->n_ranges == 0 && patterns_are_empty(&list->names)) {
		*wrong = arg;
		return false;
	}
	return done;
}

static bool is_number(const char *item, const char **wrong)
{
	if (strlen(item) <= 10 && strspn(item, "0123456789") == strlen(item) &&
	    strtoll(item, NULL, 10) <= INT_MAX)
		return true;
	*wrong = item;
	return false;
}

bool select_processes(struct select *select, const char *arg,
		      const char **wrong)
{
	struct process_list *list = &select->processes;
	char *copy = keep(select, arg);
	char *rest = NULL;
	bool done = copy;

	*wrong = NULL;
	for (char *item = copy ? strtok_r(copy, ", \t\n", &rest) : NULL;
	     item && done; item = strtok_r(NULL, ", \t\n", &rest)) {
		if (isdigit((unsigned char)*item))
			done = is_number(item, wrong) &&
			       ids_add(&list->pids, item);
		else
			done = patterns_add(&list->names, item);
	}
	if (done && !list->pids.n && patterns_are_empty(&list->names)) {
		*wrong = arg;
		return false;
	}
	return done;
}

bool select_threads(struct select *select, const char *arg,
		    const char **wrong)
{
	bool is_not = *arg == '!';
	char *copy = keep(select, arg + is_not);
	char *rest = NULL;
	bool done = copy;

	*wrong = NULL;
	/* One list, so it cannot be of both kinds. */
	if (select->tids.n && select->not_tids != is_not)
		*wrong = arg;
	select->not_tids = is_not;
	for (char *item = copy ? strtok_r(copy, ", \t\n", &rest) : NULL;
	     item && done && !*wrong; item = strtok_r(NULL, ", \t\n", &rest))
		done = is_number(item, wrong) && ids_add(&select->tids, item);
	if (done && !select->tids.n)
		*wrong = arg;
	return done && !*wrong;
}

/* Two digits, or -1. */
static int pair(const char *p)
{
	if (!isdigit((unsigned char)p[0]) || !isdigit((unsigned char)p[1]))
		return -1;
	return (p[0] - '0') * 10 + p[1] - '0';
}

bool select_date(const char *arg, struct timespec *date)
{
	/* mktime() sets the day of the week, unless it fails. */
	struct tm tm = { .tm_isdst = -1, .tm_wday = -1 };
	struct tm asked;
	int year;

	if (strlen(arg) != 12)
		return false;
	tm.tm_mon = pair(arg) - 1;
	tm.tm_mday = pair(arg + 2);
	tm.tm_hour = pair(arg + 4);
	tm.tm_min = pair(arg + 6);
	tm.tm_sec = pair(arg + 8);
	year = pair(arg + 10);
	if (tm.tm_mon < 0 || tm.tm_mday < 1 || tm.tm_hour < 0 ||
	    tm.tm_min < 0 || tm.tm_sec < 0 || year < 0)
		return false;
	/* As strptime's %y has it. */
	tm.tm_year = year < 69 ? year + 100 : year;
	asked = tm;
	date->tv_sec = mktime(&tm);
	date->tv_nsec = 0;
	/* What does not exist, as February 30, has become something else. */
	return tm.tm_wday >= 0 && tm.tm_mon == asked.tm_mon && tm.tm_mday == asked.tm_mday &&
	       tm.tm_min == asked.tm_min && tm.tm_sec == asked.tm_sec &&
	       asked.tm_hour < 24;
}

static bool is_empty(const struct hook_list *list)
{
	return list->n_ranges == 0 && patterns_are_empty(&list->names);
}

static bool has(const struct hook_list *list, uint16_t hook, const char *name)
{
	for (size_t i = 0; i < list->n_ranges; i++) {
		if ((hook & list->ranges[i].mask) == list->ranges[i].value)
			return true;
	}
	return patterns_match(&list->names, name);
}

bool select_lets_type(const struct select *select, uint16_t hook,
		      const char *name)
{
	return (is_empty(&select->only) || has(&select->only, hook, name)) &&
	       !has(&select->not, hook, name);
}

bool select_lets_process(const struct select *select, pid_t pid,
			 const char *program)
{
	const struct process_list *list = &select->processes;

	if (!list->pids.n && patterns_are_empty(&list->names))
		return true;
	return (list->pids.n && ids_let(&list->pids, pid)) ||
	       patterns_match(&list->names, program);
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec ||
	       (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

bool select_lets_time(const struct select *select,
		      const struct timespec *time, int64_t elapsed_ns)
{
	if (select->has_from && is_before(time, &select->from))
		return false;
	/* The whole second that -e names. */
	if (select->has_to && time->tv_sec > select->to.tv_sec)
		return false;
	return elapsed_ns >= select->start_ns && elapsed_ns <= select->end_ns;
}
