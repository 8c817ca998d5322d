/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert: what it was asked for, and what a target is.
 *
 * A target is a format to convert to: one file that fills a struct
 * convert_target, and a row in the table of options.c.  It is handed
 * the events that were picked out, one by one, in the order of time.
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

/* Options that not every target takes. */
enum convert_takes {
	CONVERT_NAMES = 1,		/* --names */
	CONVERT_SEGMENT = 2,		/* --segment */
	CONVERT_TICK = 4,		/* --tick */
	CONVERT_COMPRESS = 8,		/* --compress */
};

struct convert_target {
	const char *name;
	const char *summary;		/* a few words for --help */
	unsigned takes;			/* of enum convert_takes */
	/* It writes the data itself, not what the data means: arguments that
	 * are described are made of this machine's byte order first. */
	bool copies_data;
	/* It is written from its beginning to its end, and may go to standard
	 * output; the file is made and completed for it. */
	bool is_stream;
	/* Lines as `report` has them; NULL: all below. */
	const struct format *format;
	/* `out` is of a stream.  Reports a failure and returns NULL. */
	void *(*create)(const struct convert *convert,
			const struct open_log *log, struct out *out);
	struct sink sink;
	/* Of a stream, may be NULL: what the format cannot show, of a file of
	 * that size; -1: it has none. */
	void (*explain)(const void *state, const char *name, int64_t size);
};

struct convert {
	const char *path;		/* of the log; "-": standard input */
	const char *output;
	const struct convert_target *target;
	struct pick pick;
	bool quiet;
	const char *names;		/* NULL: none */
	uint64_t segment;		/* events in a file; 0: not asked for */
	int64_t tick_ns;		/* 0: not asked for */
	int compression;		/* level; 0: none */
	/* Logs of so much time and so many bytes; 0: of any. */
	int64_t every_ns;
	uint64_t file_size;
	/* Of a page. */
	const char *title;		/* NULL: it is called after the log */
	const char *command;		/* what was typed; NULL: not known */
	uint64_t max_events;
};

/* The targets; ended by a NULL. */
extern const struct convert_target *const convert_targets[];

extern const struct convert_target convert_ctf;
extern const struct convert_target convert_log;
extern const struct convert_target convert_perfetto;
extern const struct convert_target convert_rkh;
extern const struct convert_target convert_tracex;

/*
 * Read the command line.  False: it was wrong, which has been reported.  The
 * lists are the caller's to free in either case.
 */
bool convert_options(struct convert *convert, int argc, char **argv);

/* One of its options or arguments, with a child for those of trace/pick.h;
 * ARGP_ERR_UNKNOWN if it is something else. */
error_t convert_parse(int key, char *arg, struct argp_state *state);

/* Do what has been asked for.  Returns the exit status. */
int convert_run(struct convert *convert);

/* Rows of a table of options for where it goes.  Which part of the trace that
 * is, pick_argp says, a child of the parser. */
enum { CONVERT_OPT_COMPRESS = 512 };

#define CONVERT_OUTPUT_OPTIONS \
	{ "output", 'o', "FILE", 0, "write to FILE; - is standard output", 0 }, \
	{ "quiet", 'q', NULL, 0, "no summary", 0 }

#endif
