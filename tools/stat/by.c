/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Counts and shows durations by groups; see by.h. */
#include "stat/by.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/spread.h"
#include "common/strings.h"
#include "common/tool.h"
#include "stat/files.h"
#include "stat/waits.h"
#include "trace/places.h"
#include "trace/sysdata.h"
#include "trace/thread-name.h"

/* Any more groups of a kind are counted in one. */
enum { ROWS_MOST = 1 << 16 };

struct row {
	uint64_t a, b;			/* what identifies it, by the kind */
	enum sysdata_member lock;	/* BY_LOCK: what `b` is the address of */
	bool is_rest;
	double self_ns;
	uint64_t read, written;		/* BY_FILE: bytes */
	struct spread spread;
};

struct table {
	struct places places;		/* their numbers are those of the rows */
	struct row **rows;
	size_t n, room;
};

struct by {
	struct by_request request;
	struct table tables[BY_KEYS];
	struct strings names;		/* of calls and files */
	struct files files;
	struct waits waits;
};

static const char *const key_names[BY_KEYS] = {
	"call", "thread", "process", "file", "lock",
};

static const char *const table_names[BY_KEYS] = {
	"calls", "threads", "processes", "files", "locks",
};

static error_t parse_key(struct by_request *request, const char *word,
			 size_t len)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		if (strlen(key_names[i]) == len &&
		    memcmp(key_names[i], word, len) == 0) {
			request->keys |= 1u << i;
			return 0;
		}
	}
	return tool_misuse("--by=%.*s: what to group by is call, thread, "
			   "process, file or lock, or several of them with "
			   "commas in between", (int)len, word);
}

error_t by_parse(struct by_request *request, const char *list)
{
	size_t len = strcspn(list, ",");
	error_t err = parse_key(request, list, len);

	return err || list[len] == '\0' ? err :
	       by_parse(request, list + len + 1);
}

struct by *by_new(const struct by_request *request)
{
	struct by *by = calloc(1, sizeof(*by));

	if (!by)
		return NULL;
	by->request = *request;
	for (unsigned i = 0; i < BY_KEYS; i++)
		places_init(&by->tables[i].places);
	files_init(&by->files, &by->names);
	waits_init(&by->waits, request->top);
	return by;
}

void by_free(struct by *by)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		struct table *table = &by->tables[i];

		for (size_t k = 0; k < table->n; k++) {
			spread_fini(&table->rows[k]->spread);
			free(table->rows[k]);
		}
		free(table->rows);
		places_fini(&table->places);
	}
	files_fini(&by->files);
	strings_fini(&by->names);
	free(by);
}

/* A new row; the last one is of all groups that have none of their own. */
static struct row *add_row(struct table *table, uint64_t a, uint64_t b)
{
	struct row *row;

	if (table->n == table->room) {
		size_t room = table->room ? 2 * table->room : 64;
		struct row **rows = reallocarray(table->rows, room,
						 sizeof(struct row *));

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
static struct row *find_row(struct table *table, unsigned kind, uint64_t a,
			    uint64_t b)
{
	size_t number;

	if (!places_find(&table->places, kind, a, b, &number))
		return NULL;
	if (number >= ROWS_MOST)
		number = ROWS_MOST - 1;
	return number < table->n ? table->rows[number] : add_row(table, a, b);
}

static bool count(struct row *row, const struct ended *ended)
{
	if (!row)
		return false;
	row->self_ns += (double)ended->self_ns;
	return spread_add(&row->spread, ended->ns);
}

static bool count_call(struct by *by, const struct ended *ended)
{
	size_t len = ended->len, name;
	const char *label = type_label(ended->type, &len);

	return strings_find(&by->names, label, len, &name) &&
	       count(find_row(&by->tables[BY_CALL], 0, name, 0), ended);
}

static bool count_file(struct by *by, const struct ended *ended,
		       const struct file_use *use)
{
	struct row *row;

	if (!use->is_file)
		return true;
	row = find_row(&by->tables[BY_FILE], 0, use->name, 0);
	if (!row)
		return false;
	row->read += use->read;
	row->written += use->written;
	return count(row, ended);
}

/* The lock that an event is about; false: none. */
static bool find_lock(const struct trace_event *event, struct sysdata *lock)
{
	struct sysdata members[SYSDATA_MOST];
	size_t n = sysdata_take(event->info.posix_event_id, event->data,
				event->len, members);

	for (size_t i = 0; i < n; i++) {
		if (members[i].member == SYSDATA_MUTEX ||
		    members[i].member == SYSDATA_COND) {
			*lock = members[i];
			return true;
		}
	}
	return false;
}

static bool count_lock(struct by *by, const struct trace_event *event,
		       const struct ended *ended, uint64_t ns)
{
	struct sysdata lock;
	struct row *row;

	if (!find_lock(event, &lock))
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
		.address = lock.number,
		.caller = (uintptr_t)event->info.posix_prog_address });
	return count(row, ended);
}

bool by_take(struct by *by, const struct trace_event *event,
	     const struct ended *ended, uint64_t ns, bool is_picked)
{
	const unsigned keys = by->request.keys;
	const uint64_t pid = (uint64_t)event->info.posix_pid;
	struct file_use use = { 0 };
	bool fine = true;

	if (by_needs_earlier(&by->request) && !files_take(&by->files, event, &use))
		return false;
	if (!is_picked || !ended->type)
		return true;
	if (keys & 1u << BY_CALL)
		fine = count_call(by, ended);
	if (keys & 1u << BY_THREAD)
		fine = fine && count(find_row(&by->tables[BY_THREAD], 0, pid,
					      (uint64_t)event->info.posix_tid),
				     ended);
	if (keys & 1u << BY_PROCESS)
		fine = fine && count(find_row(&by->tables[BY_PROCESS], 0, pid,
					      0), ended);
	if (keys & 1u << BY_FILE)
		fine = fine && count_file(by, ended, &use);
	if (keys & 1u << BY_LOCK)
		fine = fine && count_lock(by, event, ended, ns);
	return fine;
}

/* ---- Showing ---- */

/* What the cells of a table's rows begin with. */
static const char *const headings[BY_KEYS][4] = {
	[BY_CALL] = { "call" },
	[BY_THREAD] = { ">pid", ">tid", "name" },
	[BY_PROCESS] = { ">pid", "name" },
	[BY_FILE] = { "file" },
	[BY_LOCK] = { ">pid", "lock", ">address" },
};

enum { COLUMNS_MOST = 16 };

static unsigned begin_columns(const char **columns, enum by_key key)
{
	unsigned n = 0;

	while (headings[key][n]) {
		columns[n] = headings[key][n];
		n++;
	}
	return n;
}

static void put_name(struct sheet *sheet, trace_id_t trid, const struct row *row,
		     uint64_t tid)
{
	struct thread_name room;
	const char *name = row->is_rest ? NULL :
			   thread_name_find(&room, trid, (pid_t)row->a,
					    (pid_t)tid);

	if (name)
		sheet_cell_text(sheet, "%s", name);
	else
		sheet_cell_none(sheet);
}

static void put_id(struct sheet *sheet, const struct row *row, uint64_t id)
{
	if (row->is_rest)
		sheet_cell_none(sheet);
	else
		sheet_cell_signed(sheet, (int64_t)id);
}

static void put_text(const struct by *by, struct sheet *sheet,
		     const struct row *row)
{
	sheet_cell_text(sheet, "%s", row->is_rest ? "(others)" :
			strings_text(&by->names, row->a));
}

/* The cells that say which row it is. */
static void put_label(const struct by *by, struct sheet *sheet, trace_id_t trid,
		      enum by_key key, const struct row *row)
{
	switch (key) {
	case BY_THREAD:
		put_id(sheet, row, row->a);
		put_id(sheet, row, row->b);
		put_name(sheet, trid, row, row->b);
		break;
	case BY_PROCESS:
		put_id(sheet, row, row->a);
		put_name(sheet, trid, row, row->a);
		break;
	case BY_LOCK:
		put_id(sheet, row, row->a);
		sheet_cell_text(sheet, "%s", row->is_rest ? "(others)" :
				sysdata_names[row->lock]);
		sheet_cell_hex(sheet, row->b);
		break;
	default:
		put_text(by, sheet, row);
		break;
	}
}

static void put_seconds(struct sheet *sheet, double ns)
{
	sheet_cell_text(sheet, "%.9f", ns / 1e9);
}

/* The largest total first, then in the order of their first events. */
static int by_total(const void *a, const void *b)
{
	const struct row *const *x = a, *const *y = b;

	if ((*x)->spread.sum != (*y)->spread.sum)
		return (*x)->spread.sum > (*y)->spread.sum ? -1 : 1;
	return 0;
}

static void show_rows(const struct by *by, struct sheet *sheet, trace_id_t trid,
		      enum by_key key, struct row *const *rows, size_t n)
{
	static const char *const numbers[] = {
		">times", ">percent", ">total", ">self", ">min", ">median",
		">p99", ">max",
	};
	const char *columns[COLUMNS_MOST];
	unsigned n_columns = begin_columns(columns, key);
	double all = 0;

	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		columns[n_columns++] = numbers[i];
	if (key == BY_FILE) {
		columns[n_columns++] = ">read";
		columns[n_columns++] = ">written";
	}
	for (size_t i = 0; i < by->tables[key].n; i++)
		all += rows[i]->self_ns;
	sheet_table(sheet, table_names[key], columns, n_columns);
	for (size_t i = 0; i < n; i++) {
		const struct spread *spread = &rows[i]->spread;

		sheet_row(sheet);
		put_label(by, sheet, trid, key, rows[i]);
		sheet_cell_number(sheet, spread->n);
		sheet_cell_text(sheet, "%.2f", all > 0 ?
				100 * rows[i]->self_ns / all : 0.0);
		put_seconds(sheet, spread->sum);
		put_seconds(sheet, rows[i]->self_ns);
		put_seconds(sheet, (double)spread->least);
		put_seconds(sheet, (double)spread_quantile(spread, 0.5));
		put_seconds(sheet, (double)spread_quantile(spread, 0.99));
		put_seconds(sheet, (double)spread->most);
		if (key == BY_FILE) {
			sheet_cell_number(sheet, rows[i]->read);
			sheet_cell_number(sheet, rows[i]->written);
		}
	}
	sheet_table_end(sheet);
}

enum { BAR_WIDTH = 40 };

static void show_bars(const struct by *by, struct sheet *sheet, trace_id_t trid,
		      enum by_key key, const struct row *row)
{
	static const char full[] = "########################################";
	uint64_t most = 1;

	for (unsigned i = 0; i < 64; i++)
		if (spread_power(&row->spread, i) > most)
			most = spread_power(&row->spread, i);
	for (unsigned i = 0; i < 64; i++) {
		uint64_t n = spread_power(&row->spread, i);
		double bar = (double)n / (double)most * BAR_WIDTH;

		if (n == 0)
			continue;
		sheet_row(sheet);
		put_label(by, sheet, trid, key, row);
		put_seconds(sheet, i ? (double)(UINT64_C(1) << i) : 0);
		put_seconds(sheet, 2 * (double)(UINT64_C(1) << i));
		sheet_cell_number(sheet, n);
		if (!sheet_is_json(sheet))
			sheet_cell_text(sheet, "%.*s", bar < 1 ? 1 : (int)bar,
					full);
	}
}

static void show_histogram(const struct by *by, struct sheet *sheet,
			   trace_id_t trid, enum by_key key,
			   struct row *const *rows, size_t n)
{
	const char *columns[COLUMNS_MOST];
	unsigned n_columns = begin_columns(columns, key);
	char name[32];

	columns[n_columns++] = ">from";
	columns[n_columns++] = ">below";
	columns[n_columns++] = ">times";
	if (!sheet_is_json(sheet))
		columns[n_columns++] = "histogram";
	snprintf(name, sizeof(name), "histogram of %s", table_names[key]);
	sheet_table(sheet, name, columns, n_columns);
	for (size_t i = 0; i < n; i++)
		show_bars(by, sheet, trid, key, rows[i]);
	sheet_table_end(sheet);
}

static bool show_table(const struct by *by, struct sheet *sheet, trace_id_t trid,
		       enum by_key key)
{
	const struct table *table = &by->tables[key];
	size_t n = table->n, top = by->request.top;
	struct row **rows = calloc(n + 1, sizeof(struct row *));

	if (!rows)
		return false;
	if (n)
		memcpy(rows, table->rows, n * sizeof(struct row *));
	qsort(rows, n, sizeof(struct row *), by_total);
	if (top && n > top)
		n = top;
	show_rows(by, sheet, trid, key, rows, n);
	if (by->request.histogram)
		show_histogram(by, sheet, trid, key, rows, n);
	free(rows);
	return true;
}

bool by_show(const struct by *by, struct sheet *sheet, trace_id_t trid)
{
	char name[32];

	for (unsigned i = 0; i < BY_KEYS; i++) {
		size_t n = by->tables[i].n;

		if (!(by->request.keys & 1u << i))
			continue;
		if (!show_table(by, sheet, trid, (enum by_key)i))
			return false;
		if (i == BY_LOCK)
			waits_show(&by->waits, sheet, trid);
		if (by->request.top && n > by->request.top) {
			snprintf(name, sizeof(name), "other %s", table_names[i]);
			sheet_number(sheet, name, n - by->request.top);
		}
	}
	return true;
}
