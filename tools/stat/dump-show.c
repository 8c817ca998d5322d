/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace stat` shows of a ThreadX dump. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "stat/dump.h"
#include "stat/stat.h"
#include "trace/threadx.h"

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void put_percent(struct sheet *sheet, uint64_t part, uint64_t whole)
{
	sheet_cell_decimal(sheet, percent(part, whole), 2);
}

/* The name of a thread, an object, or another value of a context word. */
static void put_name(struct sheet *sheet,
		     const struct posixtrace_object *object, uint64_t address)
{
	if (object && *object->name)
		sheet_cell_text(sheet, "%s", object->name);
	else if (address == PXT_THREADX_CONTEXT_ISR)
		sheet_cell_text(sheet, "interrupt");
	else if (address == PXT_THREADX_CONTEXT_INIT)
		sheet_cell_text(sheet, "initialization");
	else
		sheet_cell_text(sheet, "0x%" PRIx64, address);
}

/* The object of a type, 0: of any, at an address. */
static void put_object(struct sheet *sheet, const struct stat_dump *stat,
		       uint64_t address, int type)
{
	struct posixtrace_object object;
	bool is_registered = posixtrace_find_object(stat->trid, address, type,
						    &object) == 0;

	put_name(sheet, is_registered ? &object : NULL, address);
}

static void show_totals(struct sheet *sheet, const struct stat_dump *stat)
{
	sheet_number(sheet, "events", stat->events);
	sheet_number(sheet, "span ticks", stat->span);
	sheet_number(sheet, "cores", stat->n_cores);
	sheet_number(sheet, "context switches", stat->switches);
	sheet_number(sheet, "preemptions", stat->preemptions);
	sheet_number(sheet, "time slices", stat->time_slices);
	sheet_number(sheet, "suspensions", stat->suspensions);
	sheet_number(sheet, "resumptions", stat->resumptions);
	sheet_number(sheet, "interrupts", stat->interrupts);
	sheet_number(sheet, "nested interrupts", stat->nested_interrupts);
	sheet_group(sheet, "priority inversions");
	sheet_number(sheet, "bounded", stat->inversions_bounded);
	sheet_number(sheet, "unbounded", stat->inversions_unbounded);
	sheet_group_end(sheet);
}

static int by_run_ticks(const void *a, const void *b)
{
	const struct stat_thread *x = *(const struct stat_thread *const *)a;
	const struct stat_thread *y = *(const struct stat_thread *const *)b;

	if (x->run_ticks != y->run_ticks)
		return x->run_ticks > y->run_ticks ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

/* The threads, longest run time first; the caller frees it. */
static const struct stat_thread **sort_threads(struct stat_dump *stat)
{
	const struct stat_thread **list =
		calloc(stat->n_threads + 1, sizeof(*list));
	struct stat_thread *thread;
	size_t n = 0;

	if (!list)
		return NULL;
	RB_FOREACH(thread, stat_threads, &stat->threads)
		list[n++] = thread;
	qsort(list, n, sizeof(*list), by_run_ticks);
	return list;
}

static void show_other(struct sheet *sheet, const char *name, uint64_t ticks,
		       uint64_t whole)
{
	sheet_row(sheet);
	sheet_cell_text(sheet, "%s", name);
	sheet_cell_none(sheet);
	sheet_cell_number(sheet, ticks);
	put_percent(sheet, ticks, whole);
}

static void show_profile(struct sheet *sheet, const struct stat_dump *stat,
			 const struct stat_thread **list)
{
	static const char *const columns[] = {
		"thread", ">priority", ">ticks", ">percent", ">events",
		">switched to", ">preempted", ">time slices", ">suspended",
		">resumed",
	};

	sheet_table(sheet, "execution profile", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < stat->n_threads; i++) {
		const struct stat_thread *thread = list[i];

		sheet_row(sheet);
		put_name(sheet, thread->is_registered ? &thread->object : NULL,
			 thread->address);
		if (thread->priority >= 0)
			sheet_cell_number(sheet, (uint64_t)thread->priority);
		else
			sheet_cell_none(sheet);
		sheet_cell_number(sheet, thread->run_ticks);
		put_percent(sheet, thread->run_ticks, stat->core_ticks);
		sheet_cell_number(sheet, thread->events);
		sheet_cell_number(sheet, thread->switches);
		sheet_cell_number(sheet, thread->preemptions);
		sheet_cell_number(sheet, thread->time_slices);
		sheet_cell_number(sheet, thread->suspensions);
		sheet_cell_number(sheet, thread->resumptions);
	}
	show_other(sheet, "(interrupt)", stat->interrupt_ticks,
		   stat->core_ticks);
	show_other(sheet, "(idle)", stat->idle_ticks, stat->core_ticks);
	show_other(sheet, "(initialization)", stat->initialization_ticks,
		   stat->core_ticks);
	sheet_table_end(sheet);
}

static int by_count(const void *a, const void *b)
{
	const struct stat_wait *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

static void show_waits(struct sheet *sheet, const struct stat_dump *stat)
{
	static const char *const columns[] = {
		"object", "reason", ">suspensions", ">resumed", ">ticks",
		">longest",
	};

	if (stat->n_waits)
		qsort(stat->waits, stat->n_waits, sizeof(*stat->waits),
		      by_count);
	sheet_table(sheet, "suspensions by object", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < stat->n_waits; i++) {
		const struct stat_wait *wait = &stat->waits[i];
		const char *state = pxt_threadx_state(wait->state);

		sheet_row(sheet);
		if (wait->address)
			put_object(sheet, stat, wait->address, 0);
		else
			sheet_cell_none(sheet);
		if (state)
			sheet_cell_text(sheet, "%s", state);
		else
			sheet_cell_text(sheet, "state %" PRIu64, wait->state);
		sheet_cell_number(sheet, wait->count);
		sheet_cell_number(sheet, wait->resumed);
		sheet_cell_number(sheet, wait->ticks);
		sheet_cell_number(sheet, wait->most_ticks);
	}
	sheet_table_end(sheet);
}

static void show_stacks(struct sheet *sheet, const struct stat_dump *stat,
			const struct stat_thread **list)
{
	static const char *const columns[] = {
		"thread", "start", ">size", ">used", ">percent",
	};

	sheet_table(sheet, "stacks", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < stat->n_threads; i++) {
		const struct stat_thread *thread = list[i];

		if (!thread->is_registered || !thread->stack_used)
			continue;
		sheet_row(sheet);
		put_name(sheet, thread->is_registered ? &thread->object : NULL,
			 thread->address);
		sheet_cell_hex(sheet, thread->object.parameter[0]);
		sheet_cell_number(sheet, thread->object.parameter[1]);
		sheet_cell_number(sheet, thread->stack_used);
		put_percent(sheet, thread->stack_used,
			    thread->object.parameter[1]);
	}
	sheet_table_end(sheet);
}

/* By thread, then by number of calls. */
static int by_thread(const void *a, const void *b)
{
	const struct stat_service *x = *(const struct stat_service *const *)a;
	const struct stat_service *y = *(const struct stat_service *const *)b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static bool show_services(struct sheet *sheet, struct stat_dump *stat)
{
	static const char *const columns[] = { "thread", "service", ">count" };
	const struct stat_service **list =
		calloc(stat->n_services + 1, sizeof(*list));
	struct stat_service *service;
	size_t n = 0;

	if (!list)
		return false;
	RB_FOREACH(service, stat_services, &stat->services)
		list[n++] = service;
	qsort(list, n, sizeof(*list), by_thread);
	sheet_table(sheet, "services", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < n; i++) {
		char name[TRACE_EVENT_NAME_MAX + 1];

		sheet_row(sheet);
		put_object(sheet, stat, list[i]->thread,
			   POSIXTRACE_OBJECT_THREAD);
		if (list[i]->type != POSIX_TRACE_UNNAMED_USEREVENT &&
		    posix_trace_eventid_get_name(stat->trid, list[i]->type,
						 name) == 0)
			sheet_cell_text(sheet, "%s", name);
		else
			sheet_cell_text(sheet, "%" PRIu64, list[i]->id);
		sheet_cell_number(sheet, list[i]->count);
	}
	sheet_table_end(sheet);
	free(list);
	return true;
}

int stat_show_dump(struct sheet *sheet, struct reader *reader)
{
	const struct stat_thread **list = NULL;
	struct posixtrace_dump dump;
	struct stat_dump stat;
	bool is_fine = stat_dump_count(&stat, reader);

	if (is_fine) {
		list = sort_threads(&stat);
		is_fine = list != NULL;
		if (is_fine) {
			sheet_text(sheet, "format", "ThreadX trace buffer (TXTB)");
			show_totals(sheet, &stat);
			show_profile(sheet, &stat, list);
			show_waits(sheet, &stat);
			show_stacks(sheet, &stat, list);
			is_fine = show_services(sheet, &stat);
		}
		if (!is_fine)
			tool_error("%s: out of memory", reader->log.path);
	}
	free(list);
	stat_dump_fini(&stat);
	if (!is_fine || posixtrace_get_dump(reader->log.trid, &dump) != 0)
		return TOOL_FAILURE;
	return dump.is_cut ? TOOL_DAMAGED : TOOL_FINE;
}
