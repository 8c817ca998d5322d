/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Virtual tables of SQLite.
 *
 * xBestIndex marks the conditions of a statement that a table can use, one
 * letter for each, and xFilter gets the values in the same order.  SQLite checks
 * them again, except for ranges of times, so a table may return rows that do not
 * match.
 */
#include "query/vtab.h"

#include <stdlib.h>
#include <string.h>

struct vtab {
	sqlite3_vtab base;
	const struct table *table;
	struct traces *traces;
};

struct cursor {
	sqlite3_vtab_cursor base;
	const struct table_kind *kind;
	void *state;
	struct wanted wanted;
	bool is_at_end;
	sqlite3_int64 row;
};

/*
 * Letters of conditions: comparisons of the time, or equality to one of several
 * values.
 */
enum {
	AFTER = '>', SINCE = ']', BEFORE = '<', UNTIL = '[', AT = '=',
	PID = 'p', TID = 't', ID = 'i', EVENT = 'e',
};

static int vtab_connect(sqlite3 *db, void *context, int argc,
			const char *const *argv, sqlite3_vtab **out,
			char **error)
{
	struct vtab_source *source = context;
	const struct table *table;
	struct vtab *vtab;
	char *sql;
	int status;

	/*
	 * The number is from vtab_create_all(); statements cannot create
	 * tables.
	 */
	if (argc < 4)
		return SQLITE_ERROR;
	table = &source->tables->table[strtoul(argv[3], NULL, 10)];
	sql = sqlite3_mprintf("CREATE TABLE x(%s)", table->columns);
	if (!sql)
		return SQLITE_NOMEM;
	source->is_declaring = true;
	status = sqlite3_declare_vtab(db, sql);
	source->is_declaring = false;
	sqlite3_free(sql);
	if (status == SQLITE_ERROR)
		*error = sqlite3_mprintf("table %s has more columns than "
					 "SQLite takes; ask fewer logs at a "
					 "time", table->name);
	if (status != SQLITE_OK)
		return status;
	vtab = sqlite3_malloc(sizeof(*vtab));
	if (!vtab)
		return SQLITE_NOMEM;
	*vtab = (struct vtab){ .table = table, .traces = source->traces };
	*out = &vtab->base;
	return SQLITE_OK;
}

static int vtab_disconnect(sqlite3_vtab *base)
{
	sqlite3_free(base);
	return SQLITE_OK;
}

static char letter_of_time(unsigned char op)
{
	switch (op) {
	case SQLITE_INDEX_CONSTRAINT_EQ:
		return AT;
	case SQLITE_INDEX_CONSTRAINT_GT:
		return AFTER;
	case SQLITE_INDEX_CONSTRAINT_GE:
		return SINCE;
	case SQLITE_INDEX_CONSTRAINT_LT:
		return BEFORE;
	case SQLITE_INDEX_CONSTRAINT_LE:
		return UNTIL;
	default:
		return 0;
	}
}

/* The letter of a condition that the table can use; 0: it cannot. */
static char letter_of(const struct table_kind *kind,
		      sqlite3_index_info *info, int i)
{
	const struct sqlite3_index_constraint *constraint =
		&info->aConstraint[i];
	int column = constraint->iColumn;

	if (!constraint->usable || column < 0)
		return 0;
	if (column == kind->time)
		return letter_of_time(constraint->op);
	if (constraint->op != SQLITE_INDEX_CONSTRAINT_EQ)
		return 0;
	if (column == kind->pid)
		return PID;
	if (column == kind->tid)
		return TID;
	if (column == kind->id)
		return ID;
	if (column == kind->event &&
	    strcmp(sqlite3_vtab_collation(info, i), "BINARY") == 0)
		return EVENT;
	return 0;
}

/* Estimate the cost of reading and the number of rows returned. */
static void guess(const struct table_kind *kind, const char *letters,
		  sqlite3_index_info *info)
{
	double rows = kind->rows, read;
	bool is_begun = strpbrk(letters, ">]="), is_ended = strpbrk(letters,
								   "<[=");

	if (strchr(letters, AT))
		rows = 10;
	else if (is_begun && is_ended)
		rows /= 1000;
	else if (is_begun || is_ended)
		rows /= 3;
	read = kind->reads > 0 ? kind->reads : rows;
	for (; *letters; letters++)
		if (strchr("ptie", *letters))
			rows /= 10;
	if (rows < 1)
		rows = 1;
	info->estimatedRows = (sqlite3_int64)rows;
	info->estimatedCost = 100 + read + rows;
}

/* Tell SQLite if the rows come in the requested order, so it need not sort. */
static void use_order(const struct table_kind *kind, bool is_single,
		      sqlite3_index_info *info)
{
	sqlite3_uint64 type_columns = 0;
	int column;

	if (info->nOrderBy != 1 || info->aOrderBy[0].desc)
		return;
	column = info->aOrderBy[0].iColumn;
	if (kind->is_by_time && column == kind->time) {
		info->orderByConsumed = 1;
		return;
	}
	if (!kind->has_groups || !is_single ||
	    (column != kind->event && column != kind->id))
		return;
	type_columns = UINT64_C(1) << kind->event | UINT64_C(1) << kind->id;
	if (info->colUsed & ~type_columns)
		return;
	info->orderByConsumed = 1;
	info->idxNum = column == kind->event ? HOW_BY_EVENT : HOW_BY_ID;
}

/*
 * A range of times is kept exactly, so that SQLite does not have to ask for the
 * time of each row.  Equality may be to a list, of which it takes one value after
 * the other.
 */
static bool is_range(char letter)
{
	return strchr("<>[]", letter);
}

static int vtab_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	const struct vtab *vtab = (const struct vtab *)base;
	const struct table_kind *kind = vtab->table->kind;
	char *letters = sqlite3_malloc(info->nConstraint + 1);
	int n = 0;

	if (!letters)
		return SQLITE_NOMEM;
	for (int i = 0; i < info->nConstraint; i++) {
		char letter = letter_of(kind, info, i);

		if (!letter)
			continue;
		/* Request all values of an IN list in one call of xFilter. */
		if (strchr("ptie", letter) && sqlite3_vtab_in(info, i, -1))
			sqlite3_vtab_in(info, i, 1);
		letters[n++] = letter;
		info->aConstraintUsage[i].argvIndex = n;
		info->aConstraintUsage[i].omit = is_range(letter);
	}
	letters[n] = '\0';
	info->idxNum = HOW_BY_TIME;
	info->idxStr = letters;
	info->needToFreeIdxStr = 1;
	guess(kind, letters, info);
	use_order(kind, vtab->traces->n == 1, info);
	return SQLITE_OK;
}

static int vtab_open(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	const struct vtab *vtab = (const struct vtab *)base;
	struct cursor *cursor = calloc(1, sizeof(*cursor));

	if (!cursor)
		return SQLITE_NOMEM;
	cursor->kind = vtab->table->kind;
	vtab->traces->was_reported = false;
	cursor->state = cursor->kind->open(vtab->table, vtab->traces);
	if (!cursor->state) {
		free(cursor);
		return vtab->traces->was_reported ? SQLITE_IOERR : SQLITE_NOMEM;
	}
	*out = &cursor->base;
	return SQLITE_OK;
}

static int vtab_close(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;

	cursor->kind->close(cursor->state);
	wanted_fini(&cursor->wanted);
	free(cursor);
	return SQLITE_OK;
}

/*
 * Where a value of SQL is among the whole nanoseconds: from `floor` to
 * `ceiling`, which differ for a REAL between two of them.  Those outside of 64
 * bits are less or greater than every time, as SQLite has it for text, too.
 */
struct place {
	int64_t floor, ceiling;
	enum { INSIDE, BELOW_ALL, ABOVE_ALL, NOWHERE } kind;
};

static struct place place_of_real(double real)
{
	struct place place = { .kind = INSIDE };

	if (real < -0x1p63 || real >= 0x1p63) {
		place.kind = real < 0 ? BELOW_ALL : ABOVE_ALL;
		return place;
	}
	place.floor = (int64_t)real;
	place.ceiling = place.floor;
	if ((double)place.floor > real)
		place.floor--;
	if ((double)place.ceiling < real)
		place.ceiling++;
	return place;
}

/* The column is an INTEGER: text that is a number is compared as one. */
static struct place place_of(sqlite3_value *value)
{
	struct place place = { .kind = INSIDE };

	switch (sqlite3_value_numeric_type(value)) {
	case SQLITE_INTEGER:
		place.floor = place.ceiling = sqlite3_value_int64(value);
		return place;
	case SQLITE_FLOAT:
		return place_of_real(sqlite3_value_double(value));
	case SQLITE_NULL:
		place.kind = NOWHERE;
		return place;
	default:
		place.kind = ABOVE_ALL;
		return place;
	}
}

/* No time is wanted. */
static void limit_to_none(struct wanted *wanted)
{
	wanted->from = INT64_MAX;
	wanted->to = INT64_MIN;
}

/* Exactly what SQLite would let through, as it does not check ranges again. */
static void limit_time(struct wanted *wanted, char letter,
		       sqlite3_value *value)
{
	struct place place = place_of(value);
	bool has_begin = strchr(">]=", letter), has_end = strchr("<[=", letter);
	int64_t from = INT64_MIN, to = INT64_MAX;
	bool is_none = false;

	if (place.kind != INSIDE) {
		if (place.kind == NOWHERE ||
		    (place.kind == ABOVE_ALL ? has_begin : has_end))
			limit_to_none(wanted);
		return;
	}
	if (has_begin)
		from = place.ceiling;
	if (has_end)
		to = place.floor;
	if (letter == AFTER && place.floor == place.ceiling)
		is_none = __builtin_add_overflow(from, 1, &from);
	if (letter == BEFORE && place.floor == place.ceiling)
		is_none = __builtin_sub_overflow(to, 1, &to);
	if (is_none)
		limit_to_none(wanted);
	if (from > wanted->from)
		wanted->from = from;
	if (to < wanted->to)
		wanted->to = to;
}

/* If a value has another type than the column, SQLite alone compares it. */
static bool add_value(struct wanted *wanted, bool is_text,
		      sqlite3_value *value, bool *is_usable)
{
	int type = sqlite3_value_type(value);

	if (type == SQLITE_NULL)
		return true;
	*is_usable &= type == (is_text ? SQLITE_TEXT : SQLITE_INTEGER);
	if (!*is_usable)
		return true;
	if (!is_text)
		return wanted_add_number(wanted, sqlite3_value_int64(value));
	return wanted_add_text(wanted,
			       (const char *)sqlite3_value_text(value),
			       (size_t)sqlite3_value_bytes(value));
}

/* Add a single value, or the values of an IN list. */
static bool limit_values(struct wanted *wanted, char letter,
			 sqlite3_value *value)
{
	enum wanted_by by = letter == PID ? BY_PID : letter == TID ? BY_TID :
			    letter == ID ? BY_ID : BY_EVENT;
	bool is_usable = true, is_text = by == BY_EVENT;
	sqlite3_value *one;
	int status;

	/* One entry is left for the condition that the kind adds. */
	if (wanted->n == WANTED_MOST - 1 || !wanted_add(wanted, by))
		return true;
	status = sqlite3_vtab_in_first(value, &one);
	if (status == SQLITE_ERROR || status == SQLITE_MISUSE)
		return add_value(wanted, is_text, value, &is_usable) &&
		       (is_usable || wanted_drop(wanted));
	while (status == SQLITE_OK && one) {
		if (!add_value(wanted, is_text, one, &is_usable))
			return false;
		status = sqlite3_vtab_in_next(value, &one);
	}
	return (status == SQLITE_OK || status == SQLITE_DONE) &&
	       (is_usable || wanted_drop(wanted));
}

static int settle(struct cursor *cursor, bool is_there)
{
	cursor->is_at_end = !is_there;
	cursor->row++;
	if (is_there || !cursor->kind->has_failed(cursor->state))
		return SQLITE_OK;
	return SQLITE_IOERR;
}

static int vtab_filter(sqlite3_vtab_cursor *base, int how, const char *letters,
		       int argc, sqlite3_value **argv)
{
	struct cursor *cursor = (struct cursor *)base;

	wanted_fini(&cursor->wanted);
	wanted_init(&cursor->wanted);
	for (int i = 0; i < argc; i++) {
		if (strchr("ptie", letters[i])) {
			if (!limit_values(&cursor->wanted, letters[i],
					  argv[i]))
				return SQLITE_NOMEM;
		} else {
			limit_time(&cursor->wanted, letters[i], argv[i]);
		}
	}
	cursor->row = 0;
	return settle(cursor, cursor->kind->begin(cursor->state,
			&cursor->wanted, (enum table_how)how));
}

static int vtab_next(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;

	return settle(cursor, cursor->kind->next(cursor->state));
}

static int vtab_eof(sqlite3_vtab_cursor *base)
{
	return ((struct cursor *)base)->is_at_end;
}

static int vtab_column(sqlite3_vtab_cursor *base, sqlite3_context *context,
		       int column)
{
	struct cursor *cursor = (struct cursor *)base;

	cursor->kind->column(cursor->state, context, column);
	return SQLITE_OK;
}

static int vtab_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
	struct cursor *cursor = (struct cursor *)base;
	int64_t number = cursor->row;

	if (cursor->kind->number &&
	    !cursor->kind->number(cursor->state, &number)) {
		sqlite3_free(base->pVtab->zErrMsg);
		base->pVtab->zErrMsg = sqlite3_mprintf("the numbers of these "
				"rows (rowid) are not known");
		return SQLITE_ERROR;
	}
	*row = number;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.iVersion = 0,
	.xCreate = vtab_connect,
	.xConnect = vtab_connect,
	.xBestIndex = vtab_best_index,
	.xDisconnect = vtab_disconnect,
	.xDestroy = vtab_disconnect,
	.xOpen = vtab_open,
	.xClose = vtab_close,
	.xFilter = vtab_filter,
	.xNext = vtab_next,
	.xEof = vtab_eof,
	.xColumn = vtab_column,
	.xRowid = vtab_rowid,
};

/*
 * Add a table to the schema, as CREATE VIRTUAL TABLE would.  SQLite connects to it
 * when a statement names it first: most are never named.
 */
static int add_table(sqlite3_stmt *insert, const char *name, int number)
{
	char *sql = sqlite3_mprintf("CREATE VIRTUAL TABLE \"%w\" "
				    "USING posixtrace(%d)", name, number);

	if (!sql)
		return SQLITE_NOMEM;
	sqlite3_bind_text(insert, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(insert, 2, sql, -1, sqlite3_free);
	sqlite3_step(insert);
	return sqlite3_reset(insert);
}

int vtab_create_all(sqlite3 *db, struct vtab_source *source)
{
	sqlite3_stmt *insert = NULL;
	int status = sqlite3_create_module(db, "posixtrace", &module, source);

	if (status == SQLITE_OK)
		status = sqlite3_exec(db, "PRAGMA writable_schema = ON; BEGIN",
				      NULL, NULL, NULL);
	if (status == SQLITE_OK)
		status = sqlite3_prepare_v2(db, "INSERT INTO sqlite_schema "
				"VALUES ('table', ?1, ?1, 0, ?2)", -1, &insert,
				NULL);
	for (size_t i = 0; i < source->tables->n && status == SQLITE_OK; i++)
		status = add_table(insert, source->tables->table[i].name,
				   (int)i);
	sqlite3_finalize(insert);
	if (status == SQLITE_OK)
		status = sqlite3_exec(db, "COMMIT; "
				      "PRAGMA writable_schema = RESET",
				      NULL, NULL, NULL);
	return status;
}
