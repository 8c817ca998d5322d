/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Runs statements about traces; see session.h. */
#include "query/session.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/tool.h"
#include "query/guess.h"
#include "query/place.h"

/* Pragmas that only read the schema. */
static bool is_harmless(const char *pragma)
{
	static const char *const known[] = {
		"table_info", "table_xinfo", "table_list", "function_list",
		"database_list", "collation_list",
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (sqlite3_stricmp(pragma, known[i]) == 0)
			return true;
	return false;
}

/*
 * Statements may only select.  That excludes ATTACH, VACUUM INTO, pragmas that
 * name a file, extensions, and creating or changing tables.
 */
static int authorize(void *context, int action, const char *one,
		     const char *two, const char *database, const char *trigger)
{
	const struct vtab_source *source = context;

	(void)database;
	(void)trigger;
	/* The tables of traces declare their columns by CREATE TABLE. */
	if (source->is_declaring)
		return SQLITE_OK;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return sqlite3_stricmp(two, "load_extension") == 0 ||
		       sqlite3_stricmp(two, "fts3_tokenizer") == 0 ?
		       SQLITE_DENY : SQLITE_OK;
	case SQLITE_PRAGMA:
		return is_harmless(one) ? SQLITE_OK : SQLITE_DENY;
	default:
		return SQLITE_DENY;
	}
}

/*
 * SQLite creates a table-valued function when it is first used.  All of them are
 * used here, because afterwards creating is forbidden.
 */
static const char connect_functions[] =
	"SELECT 1 FROM json_each('[]'), json_tree('[]'), "
	"pragma_table_info('events'), pragma_table_xinfo('events'), "
	"pragma_table_list, pragma_function_list, pragma_database_list, "
	"pragma_collation_list LIMIT 0";

/* Switch off what is not needed, in addition to the authorizer. */
static int restrict_database(sqlite3 *db, struct vtab_source *source)
{
	int status = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);

	if (status == SQLITE_OK)
		status = sqlite3_db_config(db,
				SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	if (status == SQLITE_OK)
		status = sqlite3_exec(db, connect_functions, NULL, NULL, NULL);
	if (status == SQLITE_OK)
		status = sqlite3_exec(db, "PRAGMA query_only = 1", NULL, NULL,
				      NULL);
	/* What is in double quotes is a name, and no string if there is none. */
	if (status == SQLITE_OK)
		status = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
	return status == SQLITE_OK ?
	       sqlite3_set_authorizer(db, authorize, source) : status;
}

static bool open_database(struct session *session)
{
	sqlite3 *db = NULL;
	int status = sqlite3_open_v2(":memory:", &db,
			SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
			SQLITE_OPEN_NOMUTEX, NULL);

	if (status == SQLITE_OK)
		status = vtab_create_all(db, &session->source);
	if (status == SQLITE_OK && session->is_restricted)
		status = restrict_database(db, &session->source);
	if (status == SQLITE_OK) {
		session->db = db;
		return true;
	}
	tool_error("SQLite: %s", db ? sqlite3_errmsg(db) : "out of memory");
	sqlite3_close(db);
	return false;
}

bool session_open(struct session *session, const char *const *paths, size_t n,
		  const struct pick *pick, struct traces_symbols symbols)
{
	*session = (struct session){ 0 };
	if (!traces_open(&session->traces, paths, n, pick, symbols))
		return false;
	if (!tables_make(&session->tables, &session->traces)) {
		traces_close(&session->traces);
		return false;
	}
	session->paths = paths;
	session->first_line = 1;
	session->is_restricted = !pick;
	session->source = (struct vtab_source){
		.tables = &session->tables, .traces = &session->traces,
	};
	if (open_database(session))
		return true;
	session_close(session);
	return false;
}

void session_close(struct session *session)
{
	sqlite3_close(session->db);
	tables_free(&session->tables);
	traces_close(&session->traces);
}

/* Tables of the traces as they are now, in a database of their own. */
static bool renew_tables(struct session *session)
{
	struct tables fresh;
	sqlite3 *db = session->db;

	if (!tables_make(&fresh, &session->traces))
		return false;
	/* Before its tables go, and after ^C cannot find it any more. */
	session->db = NULL;
	sqlite3_close(db);
	tables_free(&session->tables);
	session->tables = fresh;
	/* Each table has the place of them all. */
	for (size_t i = 0; i < fresh.n; i++)
		session->tables.table[i].tables = &session->tables;
	session->is_outdated = !open_database(session);
	return !session->is_outdated;
}

bool session_renew(struct session *session)
{
	if (session->goes_on)
		traces_note_replaced(&session->traces);
	if (!traces_renew(&session->traces, &session->is_outdated))
		return false;
	return !session->is_outdated || renew_tables(session);
}

bool session_reopen(struct session *session)
{
	struct traces before = session->traces;

	if (!traces_open(&session->traces, session->paths, before.n, NULL,
			 before.symbols)) {
		session->traces = before;
		return false;
	}
	if (!renew_tables(session)) {
		traces_close(&session->traces);
		session->traces = before;
		return false;
	}
	traces_close(&before);
	return true;
}

/* Where a statement is in the text that was given. */
struct given {
	const char *text;
	unsigned first_line;		/* the number of its first line */
	const char *statement;
	struct printer *printer;	/* of the results of those in front of it */
};

/* Report an error with its line and column, from 1. */
__attribute__((format(printf, 3, 4)))
static void report(const struct given *given, const char *place,
		   const char *format, ...)
{
	unsigned line = given->first_line, column = 1;
	char message[1024];
	va_list args;

	for (const char *p = given->text; p < place; p++) {
		bool ends = *p == '\n';

		/* Bytes within a UTF-8 character do not count. */
		column += !ends && ((unsigned char)*p & 0xc0) != 0x80;
		line += ends;
		column = ends ? 1 : column;
	}
	/* The results of the statements in front of it come first. */
	printer_flush(given->printer);
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	tool_error("SQL: line %u, column %u: %s", line, column, message);
}

static const char not_allowed[] =
	"not allowed: statements can only read (SELECT, WITH, VALUES, EXPLAIN)";

static const char no_table[] = "vtable constructor failed: ";

/* The unknown name at the end of SQLite's message, without its table. */
static const char *refused_name(const char *message)
{
	const char *name = message + strlen(message);

	while (name > message && name[-1] != ' ' && name[-1] != '.')
		name--;
	return name;
}

/* Sorting needs files.  False: the error is not of one. */
static bool explain_file(sqlite3 *db, const struct given *given,
			 const char *place)
{
	const int status = sqlite3_errcode(db) & 0xff;
	int err = sqlite3_system_errno(db);

	if (status != SQLITE_FULL && status != SQLITE_IOERR &&
	    status != SQLITE_CANTOPEN)
		return false;
	/* That of FULL is of an earlier error. */
	if (status == SQLITE_FULL)
		err = ENOSPC;
	report(given, place, "a file that SQLite needs meanwhile: %s; %s",
	       err ? strerror(err) : sqlite3_errmsg(db),
	       tool_advice(err, err == ENOSPC ?
			   "name a directory with more room with TMPDIR" :
			   "name another directory with TMPDIR"));
	return true;
}

/* SQLite tells the byte offset of some errors. */
static void explain(const struct session *session, const struct given *given)
{
	const char *message = sqlite3_errmsg(session->db);
	int offset = sqlite3_error_offset(session->db);
	const char *nearest = guess_nearest(&session->tables, message);
	const char *place = offset >= 0 ? given->statement + offset :
			    place_of_error(given->statement, message);

	/*
	 * The name exists, but in another table, so it is no useful suggestion.
	 */
	if (nearest && strcmp(nearest, refused_name(message)) == 0)
		nearest = NULL;
	if (explain_file(session->db, given, place))
		return;
	/* SQLite has tables of its own, which tell it their columns. */
	if (sqlite3_errcode(session->db) == SQLITE_AUTH ||
	    strncmp(message, no_table, sizeof(no_table) - 1) == 0)
		message = not_allowed;
	report(given, place, "%s%s%s%s", message,
	       nearest ? "; did you mean '" : "", nearest ? nearest : "",
	       nearest ? "'?" : "");
}

static void report_missing(const struct given *given, const char *place,
			   const char *name, int index)
{
	if (name)
		report(given, place, "there is no value for the parameter %s; "
		       "give one with -P %s=VALUE", name, name + 1);
	else
		report(given, place, "there is no value for the parameter ?; "
		       "give one with -P %d=VALUE", index);
}

static bool bind_all(const struct session *session, sqlite3_stmt *statement,
		     const struct given *given)
{
	int n = sqlite3_bind_parameter_count(statement);

	for (int i = 1; i <= n; i++) {
		const char *name = sqlite3_bind_parameter_name(statement, i);
		const char *value = parameters_value(session->parameters,
						     statement, i);
		const char *place = place_of_parameter(given->statement,
						       name ? name : "?");

		/* ?3 alone makes three of them. */
		if (!value && !name &&
		    !place_has_unnamed(given->statement, statement, i))
			continue;
		if (!value) {
			report_missing(given, place, name, i);
			return false;
		}
		if (parameters_bind(statement, i, value) != SQLITE_OK) {
			report(given, place, "the parameter %s: %s",
			       name ? name : "?", sqlite3_errmsg(session->db));
			return false;
		}
	}
	return true;
}

/* SQLITE_IOERR, and nothing more exact: a trace could not be read, which has been
 * reported.  The others are of temporary files. */
static bool is_reported(const struct session *session)
{
	return sqlite3_extended_errcode(session->db) == SQLITE_IOERR;
}

static bool step_all(struct session *session, sqlite3_stmt *statement,
		     const struct given *given)
{
	int status;

	if (!bind_all(session, statement, given))
		return false;
	status = sqlite3_step(statement);
	/* Of a statement that fails at once nothing is printed, not even a header. */
	if (status == SQLITE_ROW || status == SQLITE_DONE) {
		printer_begin(session->printer, statement);
		while (status == SQLITE_ROW) {
			printer_row(session->printer, statement);
			if (!printer_is_fine(session->printer))
				break;
			status = sqlite3_step(statement);
		}
		printer_end(session->printer);
	}
	if (status == SQLITE_ROW || status == SQLITE_DONE)
		return printer_is_fine(session->printer);
	if ((status & 0xff) == SQLITE_INTERRUPT)
		tool_note("interrupted");
	else if (!is_reported(session))
		explain(session, given);
	return false;
}

/*
 * Does it begin as one that reads?  The authorizer is not asked about a
 * statement that finds nothing to do, such as REINDEX without an index.
 */
static bool can_only_read(const char *statement)
{
	static const char *const words[] = {
		"SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (place_begins_with(statement, words[i]))
			return true;
	return false;
}

/* Before its first statement what was opened is new, unless people type it. */
static bool renew(struct session *session)
{
	return (session->n_run == 0 && !session->goes_on) ||
	       session_renew(session);
}

/* Run one; `end` is where the next one begins. */
static bool run_one(struct session *session, const struct given *given,
		    const char **end)
{
	sqlite3_stmt *statement = NULL;
	bool is_fine = true;

	if (!place_is_empty(given->statement) && !renew(session)) {
		*end = place_of_next(given->statement);
		return false;
	}
	if (sqlite3_prepare_v2(session->db, given->statement, -1, &statement,
			       end) != SQLITE_OK) {
		explain(session, given);
		*end = place_of_next(given->statement);
		return false;
	}
	/* NULL: a comment, or empty. */
	if (!statement)
		return true;
	session->n_run++;
	if (can_only_read(given->statement)) {
		is_fine = step_all(session, statement, given);
	} else {
		report(given, place_of_error(given->statement, not_allowed),
		       "%s", not_allowed);
		is_fine = false;
	}
	sqlite3_finalize(statement);
	return is_fine;
}

bool session_run(struct session *session, const char *sql)
{
	const char *at = sql;
	bool is_fine = true;

	while (*at && (is_fine || session->goes_on)) {
		const struct given given = {
			sql, session->first_line, at, session->printer,
		};

		is_fine &= run_one(session, &given, &at);
		if (scan_interrupted || !printer_is_fine(session->printer))
			break;
	}
	return is_fine;
}
