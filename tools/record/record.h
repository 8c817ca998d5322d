/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of `posixtrace record`. */
#ifndef POSIXTRACE_TOOLS_RECORD_RECORD_H
#define POSIXTRACE_TOOLS_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/exclude.h"
#include "record/functions.h"
#include "record/rotation.h"
#include "record/trigger.h"

struct record {
	char **command;		/* ended by NULL; or NULL, and ... */
	pid_t pid;		/* ... the process to attach to */
	const char *output;
	const char *name;	/* NULL: the program's */
	size_t stream_size;	/* 0: the library's default, like ... */
	size_t log_size;	/* ... here */
	int compression;	/* level; 0: none */
	size_t max_data;
	bool has_max_data;	/* 0 is a valid size */
	int policy;
	int log_policy;
	bool inherit;
	bool preload;
	bool functions;		/* entries and exits, by the preload library */
	struct function_rules function_rules;
	bool sched;		/* who had the processor; false: or it is refused */
	bool faults;		/* ... and page faults */
	const char *threshold;	/* bytes, in digits; NULL: the default */
	int64_t duration_ns;	/* 0: no limit */
	struct rotation_setting rotation;
	struct trigger trigger;
	bool quiet;
	int ready_fd;		/* told when the recording has begun; 0: none */
	struct exclude_list only;
	struct exclude_list not;
};

/*
 * Read the command line.  False: it was wrong, which has been reported.  The
 * lists are the caller's to free in either case.
 */
bool record_options(struct record *record, int argc, char **argv);

/* The options that `record` shares with other commands; for their parsers.
 * state->input is a struct record, or begins with one. */
enum {
	OPT_STREAM_SIZE = 256,
	OPT_MAX_DATA,
	OPT_LOG_SIZE,
	OPT_POLICY,
	OPT_LOG_POLICY,
	OPT_NO_INHERIT,
	OPT_PRELOAD,
	OPT_THRESHOLD,
	OPT_FUNCTIONS,
	OPT_FUNCTIONS_ONLY,
	OPT_FUNCTIONS_NOT,
	OPT_FUNCTIONS_DEPTH,
	OPT_FUNCTIONS_LEAST,
	OPT_SCHED,
	OPT_NAME,
	OPT_DURATION,
	OPT_ALL,
	OPT_COMPRESS,
	OPT_EVERY,
	OPT_SIZE,
	OPT_KEEP,
	OPT_SNAPSHOT_ON,
	OPT_SNAPSHOT_AFTER,
	OPT_HOLD_OFF,
	OPT_READY_FD,
	OPT_RECORD_END,		/* options of other commands begin here */
};

/* Of the preload library, entries of a table of options. */
#define RECORD_PRELOAD_OPTIONS							\
	{ "preload", OPT_PRELOAD, NULL, 0,					\
	  "trace what threads, locks, I/O and memory calls do, in any program", 0 },\
	{ "preload-threshold", OPT_THRESHOLD, "SIZE", 0,			\
	  "with --preload: trace malloc of SIZE and more", 0 },			\
	{ "functions", OPT_FUNCTIONS, NULL, 0,					\
	  "trace entries and exits of functions, in a program compiled with "	\
	  "-finstrument-functions", 0 },					\
	{ "functions-only", OPT_FUNCTIONS_ONLY, "GLOB", 0,			\
	  "with --functions: only those of such names; may be given again", 0 },\
	{ "functions-not", OPT_FUNCTIONS_NOT, "GLOB", 0, "and not those", 0 },	\
	{ "functions-depth", OPT_FUNCTIONS_DEPTH, "N", 0,			\
	  "and at most N that have called each other", 0 },			\
	{ "functions-least", OPT_FUNCTIONS_LEAST, "TIME", 0,			\
	  "and only calls that took so long", 0 }

/* When all of these are there. */
error_t record_check_preload(const struct record *record);

error_t record_parse(int key, char *arg, struct argp_state *state);

/*
 * Start a stream for a process, with a log in fd, called `log`, or, if fd is
 * -1, without a log.  Reports the cause of a failure, and returns false then.
 */
bool record_start(const struct record *record, pid_t pid, const char *log,
		  int fd, trace_id_t *trid);

/* Report why a process cannot be attached to; err is an errno value. */
void record_explain(const struct record *record, const char *log, int err);

#endif
