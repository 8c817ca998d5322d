/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to sqlite: a database file with the tables of `query`,
 * for other programs.  It has indexes by time, type and thread.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/logfile.h"
#include "common/tool.h"
#include "convert/convert.h"
#include "query/session.h"
#include "trace/summary.h"

/* The disk is full or broken, or a limit is reached, of the file or of those that
 * SQLite needs meanwhile. */
static bool refuse_write(const struct session *session,
			 const struct convert *convert)
{
	int err = sqlite3_system_errno(session->db);

	/* That of COMMIT only the file has. */
	if (!err)
		sqlite3_file_control(session->db, "stored",
				     SQLITE_FCNTL_LAST_ERRNO, &err);
	tool_error("%s: %s; %s", convert->output, err ? strerror(err) :
		   sqlite3_errmsg(session->db),
		   tool_advice(err, "name a file with more room with -o, or, for the "
			       "files that SQLite needs meanwhile, a directory "
			       "with TMPDIR"));
	return false;
}

static bool run(const struct session *session, const struct convert *convert,
		char *sql)
{
	int status = sql ? sqlite3_exec(session->db, sql, NULL, NULL, NULL)
			 : SQLITE_NOMEM;

	sqlite3_free(sql);
	if (status == SQLITE_OK)
		return true;
	/* The log could not be read, which has been reported. */
	if (sqlite3_extended_errcode(session->db) == SQLITE_IOERR)
		return false;
	if (status == SQLITE_FULL || status == SQLITE_IOERR ||
	    status == SQLITE_CANTOPEN)
		return refuse_write(session, convert);
	tool_error("%s: %s", convert->output, sqlite3_errmsg(session->db));
	return false;
}

/*
 * Does the log have events of this type?  If not, a system event gets no table.
 */
static bool is_needed(const struct session *session, const struct table *table)
{
	sqlite3_stmt *statement = NULL;
	bool is_there = true;

	if (!table->form || table->form->id >= POSIX_TRACE_UNNAMED_USEREVENT)
		return true;
	if (sqlite3_prepare_v2(session->db, "SELECT 1 FROM temp.present "
			       "WHERE event = ?", -1, &statement, NULL) ==
	    SQLITE_OK) {
		sqlite3_bind_text(statement, 1, table->form->event,
				  (int)table->form->event_len, SQLITE_STATIC);
		is_there = sqlite3_step(statement) == SQLITE_ROW;
	}
	sqlite3_finalize(statement);
	return is_there;
}

/* Index a copied table.  Types may be called as the index would be. */
static bool add_index(const struct session *session, const struct convert *convert,
		      const char *table, const char *by, const char *columns)
{
	char name[512];

	for (unsigned n = 1;; n++) {
		bool is_free = true;

		if (n == 1)
			snprintf(name, sizeof(name), "%s by %s", table, by);
		else
			snprintf(name, sizeof(name), "%s by %s %u", table, by, n);
		for (size_t i = 0; i < session->tables.n; i++)
			is_free &= sqlite3_stricmp(session->tables.table[i].name,
						   name) != 0;
		if (is_free)
			break;
	}
	return run(session, convert, sqlite3_mprintf(
		"CREATE INDEX stored.\"%w\" ON \"%w\"(%s)", name, table,
		columns));
}

static bool copy_table(const struct session *session,
		       const struct convert *convert,
		       const struct table *table)
{
	if (!run(session, convert, sqlite3_mprintf(
			"CREATE TABLE stored.\"%w\"(%s)", table->name,
			table->columns)) ||
	    !run(session, convert, sqlite3_mprintf(
			"INSERT INTO stored.\"%w\" SELECT * FROM main.\"%w\"",
			table->name, table->name)))
		return false;
	return !table->form ||
	       add_index(session, convert, table->name, "time", "time_ns");
}

/*
 * The name of a file, as such: SQLite may take "file:x?y" for a URI, and
 * ":memory:" is none.  What has a directory in front is neither.
 */
static bool attach(const struct session *session,
		   const struct convert *convert, const char *path)
{
	return run(session, convert, sqlite3_mprintf(
		"ATTACH '%s%q' AS stored", *path == '/' ? "" : "./", path));
}

static bool copy_all(const struct session *session,
		     const struct convert *convert, const char *path)
{
	if (!attach(session, convert, path) ||
	    !run(session, convert, sqlite3_mprintf(
			"PRAGMA stored.journal_mode = OFF; "
			"PRAGMA stored.synchronous = OFF; BEGIN; "
			"CREATE TEMP TABLE present AS "
			"SELECT DISTINCT event FROM main.events")))
		return false;
	for (size_t i = 0; i < session->tables.n; i++) {
		const struct table *table = &session->tables.table[i];

		if (is_needed(session, table) &&
		    !copy_table(session, convert, table))
			return false;
	}
	return add_index(session, convert, "events", "time", "time_ns") &&
	       add_index(session, convert, "events", "type", "event, time_ns") &&
	       add_index(session, convert, "events", "thread", "tid, time_ns") &&
	       add_index(session, convert, "slices", "name", "name, dur_ns") &&
	       run(session, convert,
		   sqlite3_mprintf("COMMIT; DETACH stored"));
}

static bool write_file(const struct session *session,
		       const struct convert *convert)
{
	struct logfile file;
	struct stat status;
	bool is_written;

	if (!logfile_create_whole(&file, convert->output))
		return false;
	is_written = copy_all(session, convert,
			      file.draft ? file.draft : file.path);
	if (is_written)
		is_written = logfile_keep(&file);
	if (is_written && !convert->quiet && fstat(file.fd, &status) == 0)
		tool_note("%s: %zu tables, %jd bytes", convert->output,
			  session->tables.n, (intmax_t)status.st_size);
	logfile_fini(&file);
	return is_written;
}

static int store(const struct convert *convert)
{
	const char *path = convert->path;
	struct summary summary = { 0 };
	struct session session;
	const struct traces_symbols symbols = {
		.are_asked = convert->symbols, .root = convert->root,
	};
	int status = TOOL_FAILURE;

	if (convert->symbols && !symbols_are_built("--symbols"))
		return status;
	if (convert->pick.from_number || convert->pick.to_number ||
	    convert->pick.newest) {
		tool_error("--events and --last cannot be used with --to sqlite; "
			   "make a part of the log with 'posixtrace slice'");
		return TOOL_USAGE;
	}
	if (!session_open(&session, &path, 1, &convert->pick, symbols))
		return status;
	if (write_file(&session, convert)) {
		summary_take(&summary, &session.traces.trace[0].first->reader);
		summary_note_damage(&summary, "converted");
		status = summary_status(&summary);
	}
	session_close(&session);
	return status;
}

const struct convert_target convert_sqlite = {
	.name = "sqlite",
	.summary = "a database of SQLite, with the tables of 'query'",
	.takes = CONVERT_SYMBOLS,
	.run = store,
};
