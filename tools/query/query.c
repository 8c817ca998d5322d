/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace query: SQL statements on traces. */
#include "query/query.h"

#include <errno.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "query/place.h"
#include "trace/summary.h"

enum { OPT_CSV = 256, OPT_JSON, OPT_NO_HEADER, OPT_EXAMPLES, OPT_SYMBOLS };

static const struct argp_option options[] = {
	{ "csv", OPT_CSV, NULL, 0, "comma-separated values instead of columns", 0 },
	{ "json", OPT_JSON, NULL, 0, "one JSON object per row instead of columns", 0 },
	{ "no-header", OPT_NO_HEADER, NULL, 0, "do not print the names of the columns", 0 },
	{ "parameter", 'P', "NAME=VALUE", 0,
	  "the value of :NAME in the statement; once for each NAME", 0 },
	{ "interactive", 'i', NULL, 0,
	  "read statements from the terminal, or from standard input", 0 },
	{ "symbols", OPT_SYMBOLS, "DIR", OPTION_ARG_OPTIONAL,
	  "columns with the place of each trace point, 'symbol' and 'source'; DIR "
	  "has files of the machine that was traced", 0 },
	{ "examples", OPT_EXAMPLES, NULL, 0,
	  "print example statements", 0 },
	{ "quiet", 'q', NULL, 0, "do not report what the logs lack", 0 },
	{ 0 }
};

/* Below the maximum of open streams of a process. */
enum { LOGS_MOST = 1000 };

static error_t choose_form(struct query *query, enum printer_form form)
{
	if (query->form != PRINT_TEXT && query->form != form)
		return tool_misuse("--csv and --json: one form at a time; leave "
				   "one of them out");
	query->form = form;
	return 0;
}

static error_t add(const char ***list, size_t *n, const char *arg)
{
	const char **longer = reallocarray(*list, *n + 1, sizeof(*longer));

	if (!longer)
		return ENOMEM;
	*list = longer;
	longer[(*n)++] = arg;
	return 0;
}

static error_t add_parameter(struct query *query, const char *arg)
{
	const char *equals = strchr(arg, '=');

	if (equals == arg)
		return tool_misuse("-P %s: no name; write NAME=VALUE", arg);
	if (!equals)
		return tool_misuse("-P %s: no value; write NAME=VALUE", arg);
	if (strchr(":@$?", *arg))
		return tool_misuse("-P %s: the name is without the %c that it has in "
				   "the statement; write %s", arg, *arg, arg + 1);
	if (parameters_have(&query->parameters, arg))
		return tool_misuse("-P %s: the parameter %.*s has a value "
				   "already; give it one only", arg,
				   (int)(equals - arg), arg);
	return add(&query->parameters.given, &query->parameters.n, arg);
}

/* The last argument is the statement, all others are logs. */
static error_t parse_end(struct query *query)
{
	if (query->shows_examples)
		return 0;
	if (!query->is_interactive) {
		if (query->n_paths == 0)
			return tool_misuse("no statement; give one, for example "
					   "'SELECT count(*) FROM events', or -i "
					   "for a session");
		query->sql = query->paths[--query->n_paths];
		if (access(query->sql, F_OK) == 0 && !strchr(query->sql, ' '))
			return tool_misuse("%s: is a file, not a statement; "
					   "give one after it, or -i for a "
					   "session", query->sql);
		query->sql += place_mark(query->sql);
	}
	if (query->n_paths > LOGS_MOST)
		return tool_misuse("%zu logs: at most %d can be read at once; make "
				   "one of several with 'posixtrace merge'",
				   query->n_paths, LOGS_MOST);
	if (query->n_paths == 0)
		return add(&query->paths, &query->n_paths, TOOL_DEFAULT_LOG);
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct query *query = state->input;

	switch (key) {
	case OPT_CSV:
		return choose_form(query, PRINT_CSV);
	case OPT_JSON:
		return choose_form(query, PRINT_JSON);
	case OPT_NO_HEADER:
		query->has_header = false;
		return 0;
	case 'P':
		return add_parameter(query, arg);
	case 'i':
		query->is_interactive = true;
		return 0;
	case OPT_EXAMPLES:
		query->shows_examples = true;
		return 0;
	case OPT_SYMBOLS:
		query->symbols.are_asked = true;
		query->symbols.root = arg;
		return 0;
	case 'q':
		query->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		return add(&query->paths, &query->n_paths, arg);
	case ARGP_KEY_END:
		return parse_end(query);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool query_options(struct query *query, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[LOG...] 'SELECT ...'\n-i [LOG...]",
		.doc = "Ask logs [" TOOL_DEFAULT_LOG "] and ThreadX dumps "
		       "questions in SQL.\v"
		       "Tables: events, slices, losses, threads, processes, "
		       "types, attributes, clocks, and one for each type of "
		       "events, with its arguments as columns.  "
		       "posixtrace-query(1) has their columns.\n\n"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 a log is incomplete.",
	};

	*query = (struct query){ .has_header = true };
	return tool_parse(&argp, argc, argv, query);
}

/* Which events the statements have read does not count. */
static void take(struct summary *summary, struct reader *reader)
{
	summary_take(summary, reader);
	if (summary->usage.complete &&
	    summary_may_lack_names(reader->log.trid) && reader_rewind(reader))
		summary_count(summary, reader->log.path, reader->log.trid,
			      UINT64_MAX);
}

/* A complete log is not: nothing more is asked about it. */
static bool is_being_written(const struct trace *trace)
{
	const struct open_log *log = &trace->first->reader.log;
	struct posixtrace_usage usage;

	return (posixtrace_get_usage(log->trid, &usage) != 0 ||
		!usage.complete) &&
	       posixtrace_is_being_written(log->input.fd) == 1;
}

/*
 * The exit status that every command has for these logs, and the notes about
 * incomplete ones.  The logs are not read for it, but where names may be missing.
 */
static int status_of(const struct query *query, struct session *session)
{
	int worst = TOOL_FINE;

	for (size_t i = 0; i < session->traces.n; i++) {
		const struct trace *trace = &session->traces.trace[i];
		struct summary summary = { 0 };
		int status;

		take(&summary, &trace->first->reader);
		/* That one is being written was said already. */
		if (!query->quiet && !is_being_written(trace))
			summary_note_damage(&summary, "read");
		status = summary_status(&summary);
		if (status > worst)
			worst = status;
	}
	return worst;
}

/* False: an error was reported. */
static bool run_statements(const struct query *query, struct session *session)
{
	const char *unused = parameters_unused(&query->parameters, session->db,
					       query->sql);

	if (unused) {
		tool_error("-P %s: there is no parameter %c%.*s in the "
			   "statement", unused, *unused >= '0' &&
			   *unused <= '9' ? '?' : ':',
			   (int)strcspn(unused, "="), unused);
		return false;
	}
	if (!session_run(session, query->sql))
		return false;
	if (session->n_run == 0)
		tool_error("SQL: the statement is empty; give one, for example "
			   "'SELECT count(*) FROM events'");
	return session->n_run > 0;
}

static int finish(const struct query *query, struct session *session,
		  bool is_fine)
{
	int err = printer_flush(session->printer);

	/* The reader of the pipe has closed it; that is no failure. */
	if (err == EPIPE)
		return TOOL_FINE;
	if (err) {
		tool_incomplete("standard output", err, "output");
		return TOOL_FAILURE;
	}
	return is_fine ? status_of(query, session) : TOOL_FAILURE;
}

static void note_growing(const struct query *query, const struct traces *traces)
{
	for (size_t i = 0; i < traces->n && !query->quiet; i++)
		if (is_being_written(&traces->trace[i]))
			tool_note("%s: is being written; a statement is about what is "
				  "there when it begins", traces->trace[i].path);
}

static int run(const struct query *query)
{
	struct session session;
	int status = TOOL_FAILURE;

	if (query->symbols.are_asked && !symbols_are_built("--symbols"))
		return status;
	if (!session_open(&session, query->paths, query->n_paths, NULL,
			  query->symbols))
		return TOOL_FAILURE;
	note_growing(query, &session.traces);
	session.parameters = &query->parameters;
	session.printer = printer_new(query->form, query->has_header);
	if (session.printer) {
		status = finish(query, &session, query->is_interactive ?
				interact(&session) :
				run_statements(query, &session));
		printer_free(session.printer);
	}
	session_close(&session);
	return status;
}

static int show_examples(void)
{
	fputs(query_examples, stdout);
	return TOOL_FINE;
}

int tool_query(int argc, char **argv)
{
	struct query query;
	int status = TOOL_USAGE;

	if (query_options(&query, argc, argv))
		status = query.shows_examples ? show_examples() : run(&query);
	free(query.paths);
	free(query.parameters.given);
	return status;
}
