/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The command line of `posixtrace query`. */
#ifndef POSIXTRACE_TOOLS_QUERY_QUERY_H
#define POSIXTRACE_TOOLS_QUERY_QUERY_H

#include "query/session.h"

struct query {
	const char **paths;		/* files of the logs */
	size_t n_paths;
	const char *sql;		/* NULL: an interactive session */
	enum printer_form form;
	bool has_header;
	bool is_interactive;
	bool shows_examples;
	bool quiet;
	struct traces_symbols symbols;
	struct parameters parameters;
};

/*
 * Read statements and run them, until the end of the input or ".quit".  False: a
 * statement failed, and the input is not a terminal.
 */
bool interact(struct session *session);

/* The output of --examples. */
extern const char query_examples[];

#endif
