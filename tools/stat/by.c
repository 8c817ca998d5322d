/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Counts durations by groups; see by.h. */
#include "stat/by.h"

#include <stdlib.h>
#include <string.h>

#include "common/strings.h"
#include "common/tool.h"
#include "stat/ends.h"
#include "stat/files.h"
#include "stat/reading.h"
#include "symbols/text.h"
#include "trace/places.h"
#include "trace/plain-name.h"
#include "trace/sysdata.h"

/* Any more groups of a kind are counted in one. */
enum { ROWS_MOST = 1 << 16 };

struct table {
	struct places places;		/* their numbers are those of the rows */
	struct by_row **rows;
	size_t n, room;
};

/* The last event of a name and a thread. */
struct event_last {
	uint64_t ns;
	uint32_t generation;		/* of the ends: no gap since then */
	bool has_none;
};

struct by {
	unsigned keys;
	bool has_ticks;
	const char *root;
	struct symbols *symbols;	/* NULL: sites have no names */
	struct table tables[BY_KEYS];
	struct strings names;		/* of calls, events and files */
	struct by_row *of_type[TYPES_IDS];	/* BY_EVENT, as far as known */
	struct files files;
	struct waits waits;
	struct ends ends;
	struct places places_last;	/* of events, by name and thread */
	struct event_last *last;	/* by the numbers of these */
	size_t n_last, room_last;
	uint64_t n_picked, first_ns, last_ns;
	struct places threads;
	struct pairs **begun;		/* by the numbers of the threads */
	size_t n_begun, room;
};

const char *const by_table_names[BY_KEYS] = {
	"calls", "threads", "processes", "files", "locks", "sites", "events",
};

struct by *by_new(const struct by_request *request)
{
	struct by *by = calloc(1, sizeof(*by));

	if (!by)
		return NULL;
	by->keys = request->keys;
	by->has_ticks = request->has_ticks;
	by->root = request->root;
	for (unsigned i = 0; i < BY_KEYS; i++)
		places_init(&by->tables[i].places);
	places_init(&by->threads);
	places_init(&by->places_last);
	files_init(&by->files, &by->names);
	waits_init(&by->waits, request->top);
	return by;
}

static void empty(struct table *table)
{
	for (size_t i = 0; i < table->n; i++) {
		spread_fini(&table->rows[i]->spread);
		free(table->rows[i]);
	}
	table->n = 0;
	places_fini(&table->places);
}

void by_forget(struct by *by)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		empty(&by->tables[i]);
		places_init(&by->tables[i].places);
	}
	memset(by->of_type, 0, sizeof(by->of_type));
	by->waits.n = 0;
	by->n_picked = by->first_ns = by->last_ns = 0;
}

void by_free(struct by *by)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		empty(&by->tables[i]);
		free(by->tables[i].rows);
	}
	for (size_t i = 0; i < by->n_begun; i++)
		free(by->begun[i]);
	free(by->begun);
	places_fini(&by->threads);
	places_fini(&by->places_last);
	free(by->last);
	files_fini(&by->files);
	strings_fini(&by->names);
	free(by);
}

/* A new row; the last one is of all groups that have none of their own. */
static struct by_row *add_row(struct table *table, uint64_t a, uint64_t b)
{
	struct by_row *row;

	if (table->n == table->room) {
		size_t room = table->room ? 2 * table->room : 64;
		struct by_row **rows = reallocarray(table->rows, room,
						 sizeof(struct by_row *));

		if (!rows)
			return NULL;
		table->rows = rows;
		table->room = room;
	}
	row = calloc(1, sizeof(*row));
	if (!row)
		return NULL;
	row->a = a;
	row->b = b;
	row->is_rest = table->n + 1 == ROWS_MOST;
	return table->rows[table->n++] = row;
}

/* NULL: no memory. */
static struct by_row *find_row(struct table *table, unsigned kind, uint64_t a,
			    uint64_t b)
{
	size_t number;

	if (!places_find(&table->places, kind, a, b, &number))
		return NULL;
	if (number >= ROWS_MOST)
		number = ROWS_MOST - 1;
	return number < table->n ? table->rows[number] : add_row(table, a, b);
}

static bool count(struct by_row *row, const struct ended *ended,
		  uint64_t total_ns)
{
	if (!row)
		return false;
	row->times++;
	row->total_ns += (double)total_ns;
	row->self_ns += (double)ended->self_ns;
	return spread_add(&row->spread, ended->ns);
}

/*
 * The row of the first `len` bytes of a type's name.  People do not see what makes
 * posixtrace_read another one than a function read() of the program.  NULL: no
 * memory.
 */
static struct by_row *find_name(struct by *by, enum by_key key,
				const struct type *type, size_t len)
{
	const size_t label_at = len > type->label_at ? type->label_at : 0;
	struct by_row *row;
	size_t name;

	if (!strings_find(&by->names, type->utf8, len, &name))
		return NULL;
	row = find_row(&by->tables[key], label_at > 0, name, 0);
	if (row)
		row->label_at = row->is_rest ? 0 : label_at;
	return row;
}

static bool count_call(struct by *by, const struct ended *ended)
{
	return count(find_name(by, BY_CALL, ended->type, ended->len), ended,
		     ended->total_ns);
}

/* The row of all events of a name; NULL: no memory. */
static struct by_row *find_event(struct by *by, const struct type *type)
{
	const bool is_known = type->id < TYPES_IDS;
	struct by_row *row = is_known ? by->of_type[type->id] : NULL;
	/* NAME~2 has other arguments than NAME, and is the same to who counts. */
	size_t len = plain_name_len(type->utf8, type->utf8_len);

	if (!row)
		row = find_name(by, BY_EVENT, type, len);
	if (row && is_known)
		by->of_type[type->id] = row;
	return row;
}

/* When the thread of an event had the last one of its name; NULL: no memory. */
static struct event_last *find_last(struct by *by, const struct by_row *row,
				    size_t thread)
{
	size_t number;

	if (!places_find(&by->places_last, row->is_rest, row->a, thread, &number))
		return NULL;
	if (number == by->room_last) {
		size_t room = by->room_last ? 2 * by->room_last : 64;
		struct event_last *last = reallocarray(by->last, room,
						       sizeof(*last));

		if (!last)
			return NULL;
		by->last = last;
		by->room_last = room;
	}
	if (number == by->n_last)
		by->last[by->n_last++] = (struct event_last){ .has_none = true };
	return &by->last[number];
}

static bool count_event(struct by *by, const struct trace_event *event,
			size_t thread, uint64_t ns)
{
	struct by_row *row = find_event(by, event->type);
	struct event_last *last, before;

	if (!row)
		return false;
	row->times++;
	if (by->has_ticks)
		return true;
	last = find_last(by, row, thread);
	if (!last)
		return false;
	before = *last;
	*last = (struct event_last){
		.ns = ns, .generation = by->ends.generation + event_breaks(event),
	};
	if (before.has_none || before.generation != last->generation)
		return true;
	ns = ns > before.ns ? ns - before.ns : 0;
	row->total_ns += (double)ns;
	return spread_add(&row->spread, ns);
}

static bool count_file(struct by *by, const struct ended *ended,
		       const struct file_use *use)
{
	struct by_row *row;

	row = find_row(&by->tables[BY_FILE], 0, use->name.number,
		       use->name.pid);
	if (!row)
		return false;
	row->read += use->read;
	row->written += use->written;
	return count(row, ended, ended->ns);
}

static bool count_files(struct by *by, const struct ended *ended,
			const struct file_use use[FILE_USES])
{
	for (unsigned i = 0; i < FILE_USES; i++)
		if (use[i].is_file && !count_file(by, ended, &use[i]))
			return false;
	return true;
}

static bool is_lock(enum sysdata_member member)
{
	return member == SYSDATA_MUTEX || member == SYSDATA_COND ||
	       member == SYSDATA_RWLOCK || member == SYSDATA_SPIN ||
	       member == SYSDATA_SEM || member == SYSDATA_BARRIER;
}

/* The lock that an event is about, and who had it or 0; false: none. */
static bool find_lock(const struct trace_event *event, struct sysdata *lock,
		      int64_t *holder)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);

	*holder = 0;
	for (size_t i = 1; i < n; i++)
		if (members[i].member == SYSDATA_HOLDER)
			*holder = (int64_t)members[i].number;
	/* It is the first member. */
	if (n == 0 || !is_lock(members[0].member))
		return false;
	*lock = members[0];
	return true;
}

static bool count_lock(struct by *by, const struct trace_event *event,
		       const struct ended *ended, uint64_t ns)
{
	struct sysdata lock;
	struct by_row *row;
	int64_t holder;

	if (!find_lock(event, &lock, &holder))
		return true;
	row = find_row(&by->tables[BY_LOCK], lock.member,
		       (uint64_t)event->info.posix_pid, lock.number);
	if (!row)
		return false;
	row->lock = lock.member;
	waits_note(&by->waits, &(struct wait){
		.begin_ns = ns > ended->ns ? ns - ended->ns : 0,
		.ns = ended->ns, .pid = event->info.posix_pid,
		.tid = event->info.posix_tid, .lock = lock.member,
		.address = lock.number, .holder = holder,
		.caller = (uintptr_t)event->info.posix_prog_address,
		.ended = event->info.posix_timestamp });
	return count(row, ended, ended->ns);
}

static bool count_ended(struct by *by, const struct trace_event *event,
			const struct ended *ended, const struct file_use *use,
			uint64_t ns)
{
	const unsigned keys = by->keys;
	const uint64_t pid = (uint64_t)event->info.posix_pid;
	bool fine = true;

	if (keys & 1u << BY_CALL)
		fine = count_call(by, ended);
	if (keys & 1u << BY_THREAD)
		fine = fine && count(find_row(&by->tables[BY_THREAD], 0, pid,
					      (uint64_t)event->info.posix_tid),
				     ended, ended->ns);
	if (keys & 1u << BY_PROCESS)
		fine = fine && count(find_row(&by->tables[BY_PROCESS], 0, pid,
					      0), ended, ended->ns);
	if (keys & 1u << BY_FILE)
		fine = fine && count_files(by, ended, use);
	if (keys & 1u << BY_LOCK)
		fine = fine && count_lock(by, event, ended, ns);
	return fine;
}

/* "main+0x1f (prog.c:42)", or an address without a name. */
static bool put_site(struct by *by, const struct posix_trace_event_info *info,
		     size_t *number)
{
	const struct symbol *symbol = by->symbols ?
		symbols_of_caller(by->symbols, info) : NULL;
	char address[24], *room, *end;
	bool fine;

	if (!symbol) {
		end = put_address(address,
				  (uintptr_t)info->posix_prog_address);
		return strings_find(&by->names, address,
				    (size_t)(end - address), number);
	}
	room = malloc(symbol_room(symbol));
	if (!room)
		return false;
	end = put_symbol(room, symbol);
	fine = strings_find(&by->names, room, (size_t)(end - room), number);
	free(room);
	return fine;
}

/* Name the places of the longest waits. */
static bool name_waits(struct by *by)
{
	for (size_t i = 0; i < by->waits.n; i++) {
		struct wait *wait = &by->waits.list[i];
		const struct posix_trace_event_info info = {
			.posix_event_id = POSIXTRACE_MUTEX_WAIT,
			.posix_pid = (pid_t)wait->pid,
			.posix_tid = (pid_t)wait->tid,
			.posix_prog_address = (void *)(uintptr_t)wait->caller,
			.posix_timestamp = wait->ended,
		};
		size_t number;

		if (!put_site(by, &info, &number))
			return false;
		wait->place = strings_text(&by->names, number);
	}
	return true;
}

/* All events of a site, and what those took that took something: that is told at the
 * exit of a function, whose call has been counted at its entry. */
static bool count_site(struct by *by, const struct trace_event *event,
		       const struct ended *ended)
{
	const bool is_exit = event->info.posix_event_id ==
			     POSIXTRACE_FUNCTION_EXIT;
	struct by_row *row;
	size_t name;

	/* The stream's own events are of no place in the program. */
	if (event->info.posix_tid <= 0 || (is_exit && !ended->type))
		return true;
	if (!put_site(by, &event->info, &name))
		return false;
	row = find_row(&by->tables[BY_SITE], 0, name, 0);
	if (!row || (ended->type && !count(row, ended, ended->ns)))
		return false;
	row->times += !ended->type;
	row->times -= is_exit;
	return true;
}

/* The number of the thread of an event; false: no memory. */
static bool find_thread(struct by *by, const struct trace_event *event,
			size_t *number)
{
	if (!places_find(&by->threads, 0, (uint64_t)event->info.posix_pid,
			 (uint64_t)event->info.posix_tid, number))
		return false;
	if (*number == by->room) {
		size_t room = by->room ? 2 * by->room : 64;
		struct pairs **begun = reallocarray(by->begun, room,
						    sizeof(struct pairs *));

		if (!begun)
			return false;
		by->begun = begun;
		by->room = room;
	}
	if (*number == by->n_begun)
		by->begun[by->n_begun++] = NULL;
	return true;
}

bool by_take(struct by *by, const struct trace_event *event, uint64_t ns,
	     bool is_picked)
{
	struct file_use use[FILE_USES] = { { 0 } };
	struct ended ended = { 0 };
	size_t thread;

	if (by->keys & 1u << BY_FILE && !files_take(&by->files, event, use))
		return false;
	if (!is_picked)
		return true;
	if (by->n_picked++ == 0)
		by->first_ns = ns;
	by->last_ns = ns;
	if (!find_thread(by, event, &thread))
		return false;
	if (by->keys & 1u << BY_EVENT &&
	    !count_event(by, event, thread, ns))
		return false;
	if (!(by->keys & BY_TIMED))
		return true;
	return ends_take(&by->ends, &by->begun[thread], event, ns, &ended) &&
	       (!(by->keys & 1u << BY_SITE) ||
		count_site(by, event, &ended)) &&
	       (!ended.type || count_ended(by, event, &ended, use, ns));
}

void by_gap(struct by *by)
{
	ends_gap(&by->ends);
}

static bool take(void *state, const struct trace_event *event, uint64_t ns,
		 bool is_picked)
{
	return by_take(state, event, ns, is_picked);
}

static void note_gap(void *state, const struct posixtrace_loss *gap)
{
	(void)gap;
	by_gap(state);
}

bool by_read(struct by *by, struct reader *reader, bool is_silent)
{
	const struct taker taker = {
		.event = take, .gap = note_gap, .is_silent = is_silent,
	};
	bool fine;

	if (by->keys & 1u << BY_SITE && !reader->log.is_dump) {
		if (!symbols_are_built("--by=site"))
			return false;
		by->symbols = symbols_open(reader->log.trid, reader->log.path,
					   by->root);
		if (!by->symbols)
			return false;
		by->ends.functions.lent = by->symbols;
	}
	by->ends.log = &reader->log;
	by->ends.root = by->root;
	fine = reading_take(reader, &taker, by);
	if (fine && by->symbols && !name_waits(by)) {
		tool_error("%s: out of memory", reader->log.path);
		fine = false;
	}
	ends_note_deep(&by->ends, reader->log.path);
	ends_fini(&by->ends);
	symbols_close(by->symbols);
	by->symbols = NULL;
	return fine;
}

uint64_t by_picked(const struct by *by, uint64_t *span_ns)
{
	*span_ns = by->last_ns - by->first_ns;
	return by->n_picked;
}

size_t by_rows(const struct by *by, enum by_key key)
{
	return by->tables[key].n;
}

/* The largest total first, then the most frequent, then in the order of their first
 * events. */
static int by_total(const void *a, const void *b)
{
	const struct by_row *const *x = a, *const *y = b;

	if ((*x)->total_ns != (*y)->total_ns)
		return (*x)->total_ns > (*y)->total_ns ? -1 : 1;
	if ((*x)->times != (*y)->times)
		return (*x)->times > (*y)->times ? -1 : 1;
	return 0;
}

static int by_times(const void *a, const void *b)
{
	const struct by_row *const *x = a, *const *y = b;

	if ((*x)->times != (*y)->times)
		return (*x)->times > (*y)->times ? -1 : 1;
	return by_total(a, b);
}

struct by_row **by_sort(const struct by *by, enum by_key key,
			      enum by_order order)
{
	const struct table *table = &by->tables[key];
	struct by_row **rows = calloc(table->n + 1, sizeof(struct by_row *));

	if (!rows)
		return NULL;
	if (table->n)
		memcpy(rows, table->rows, table->n * sizeof(struct by_row *));
	qsort(rows, table->n, sizeof(struct by_row *),
	      order == BY_TIMES || key == BY_EVENT ? by_times : by_total);
	return rows;
}

const char *by_text(const struct by *by, const struct by_row *row)
{
	return strings_text(&by->names, row->a);
}

const char *by_label(const struct by *by, const struct by_row *row)
{
	return by_text(by, row) + row->label_at;
}

const struct waits *by_waits(const struct by *by)
{
	return &by->waits;
}
