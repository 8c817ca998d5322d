/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert: its options, and its targets.
 *
 * A target is a format to convert to: one file that fills a struct
 * convert_target, and a row in the table of options.c.  It gets the selected
 * events, one by one, in the order of time.
 */
#ifndef POSIXTRACE_TOOLS_CONVERT_CONVERT_H
#define POSIXTRACE_TOOLS_CONVERT_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/event.h"
#include "trace/open-log.h"
#include "trace/pick.h"
#include "trace/sink.h"

struct convert;
struct format;
struct out;

/* Options that only some targets support. */
enum convert_takes {
	CONVERT_NAMES = 1,		/* --names */
	CONVERT_SEGMENT = 2,		/* --segment */
	CONVERT_TICK = 4,		/* --tick */
	CONVERT_COMPRESS = 8,		/* --compress */
	CONVERT_SYMBOLS = 16,		/* --symbols */
	CONVERT_TAGS = 32,		/* --tag */
};

enum { CONVERT_TAGS_MOST = 64 };

struct convert_target {
	const char *name;
	const char *summary;		/* a few words for --help */
	unsigned takes;			/* of enum convert_takes */
	/* It copies the data instead of decoding it: described arguments are
	 * first converted to this machine's byte order. */
	bool copies_data;
	/* It is for people to look at: the stream's own events are left out
	 * unless -e selects them. */
	bool is_viewer;
	/* It is written sequentially, and may go to standard output; the file
	 * is created and completed for it. */
	bool is_stream;
	/* A format of `report`; NULL: the functions below. */
	const struct format *format;
	/* `out` is for a sequential target.  Reports a failure and returns
	 * NULL. */
	void *(*create)(const struct convert *convert,
			const struct open_log *log, struct out *out);
	/* It reads the log itself, and returns the exit status; NULL: it
	 * does not. */
	int (*run)(const struct convert *convert);
	/* It gets the same events first, if it has a function for them; then
	 * the log is read again.  With the same state, which destroy() of the
	 * other one frees. */
	struct sink ahead;
	struct sink sink;
	/* For a sequential target that has no events, only what was found in
	 * them: tell how much is in the file; else NULL. */
	void (*count)(const void *state, const char *name, uint64_t n_events);
	/* For a sequential target, may be NULL: report what the format cannot
	 * represent, for a file of that size; -1: not a file. */
	void (*explain)(const void *state, const char *name, int64_t size);
};

struct convert {
	const char *path;		/* of the log; "-": standard input */
	const char *output;
	const struct convert_target *target;
	struct pick pick;
	bool quiet;
	const char *names;		/* NULL: none */
	uint64_t segment;		/* events in a file; 0: not requested */
	int64_t tick_ns;		/* 0: not requested */
	int compression;		/* level; 0: none */
	bool symbols;			/* names of trace points */
	const char *root;		/* of --symbols=ROOT, or NULL */
	const char *tags[CONVERT_TAGS_MOST];	/* KEY=VALUE */
	size_t n_tags;
	/* The duration and size of parts; 0: unlimited. */
	int64_t every_ns;
	uint64_t file_size;
	/* Of a page. */
	const char *title;		/* NULL: the name of the log */
	const char *command;		/* as typed; NULL: unknown */
	uint64_t max_events;
};

/* The targets; ended by a NULL. */
extern const struct convert_target *const convert_targets[];

extern const struct convert_target convert_chrome;
extern const struct convert_target convert_clickhouse;
extern const struct convert_target convert_ctf;
extern const struct convert_target convert_log;
extern const struct convert_target convert_perfetto;
extern const struct convert_target convert_rkh;
extern const struct convert_target convert_speedscope;
extern const struct convert_target convert_sqlite;
extern const struct convert_target convert_tracex;

/*
 * Read the command line.  False: it was wrong, which has been reported.  The
 * lists are the caller's to free in either case.
 */
bool convert_options(struct convert *convert, int argc, char **argv);

/* Handle one of its options or arguments; children handle those of
 * trace/pick.h.  ARGP_ERR_UNKNOWN: it is another one. */
error_t convert_parse(int key, char *arg, struct argp_state *state);

/* Convert.  Returns the exit status. */
int convert_run(struct convert *convert);

/* Rows of a table of options for the output; pick_argp, a child of the parser,
 * has those that select events. */
enum { CONVERT_OPT_COMPRESS = 512, CONVERT_OPT_SYMBOLS };

#define CONVERT_OUTPUT_OPTIONS \
	{ "output", 'o', "FILE", 0, "write to FILE; - is standard output", 0 }, \
	{ "quiet", 'q', NULL, 0, "no summary", 0 }

#define CONVERT_SYMBOLS_OPTION \
	{ "symbols", CONVERT_OPT_SYMBOLS, "DIR", OPTION_ARG_OPTIONAL, \
	  "name the place of each trace point: function, file and line; " \
	  "DIR has files of the machine that was traced", 0 }

#endif
