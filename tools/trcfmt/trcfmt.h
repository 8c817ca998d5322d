/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Trace format templates, the AIX trcfmt language: compile a template file,
 * then turn events into text.
 *
 *	trcfmt_new(&set, complain, NULL);
 *	err = trcfmt_load_file(set, "events.trcfmt");	all of it or nothing
 *	trcfmt_check(set);				warnings, for -c
 *	trcfmt_run_new(&run, set, &trace);
 *	for each event:
 *		size = trcfmt_entry_build(buffer, ...);
 *		trcfmt_eval(run, &event, &result);
 *		print result.text;
 *	trcfmt_run_free(run);
 *	trcfmt_free(set);
 *
 * A stanza is compiled once, to instructions for a small machine.  Whatever a
 * template says and whatever an event contains, evaluating one event takes a
 * bounded number of steps, makes a bounded amount of text and reads nothing
 * outside the event.  The module needs nothing but libc.
 *
 * Functions that can fail return 0 or a positive errno value.
 */
#ifndef POSIXTRACE_TRCFMT_H
#define POSIXTRACE_TRCFMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * ---- Templates -----------------------------------------------------------
 */

/* The compiled templates of one report; grows with each file loaded. */
struct trcfmt;

/* A message to the author of a template. */
struct trcfmt_diag {
	const char *file;	/* as given to trcfmt_load_* */
	unsigned line;		/* from 1; 0: the file as a whole */
	unsigned column;	/* from 1, in bytes; 0: the line as a whole */
	bool is_error;		/* otherwise a warning */
	const char *text;	/* one sentence without a full stop */
};

/* Called while loading, checking or evaluating; nothing in *diag lasts. */
typedef void trcfmt_complain(void *arg, const struct trcfmt_diag *diag);

/* At most this many errors, and as many warnings, are reported for one file. */
#define TRCFMT_DIAGS_MAX 20

/* complain may be NULL.  Returns 0 or ENOMEM. */
int trcfmt_new(struct trcfmt **out, trcfmt_complain *complain, void *arg);

/* All trcfmt_run of the set must have been freed. NULL is fine. */
void trcfmt_free(struct trcfmt *set);

/*
 * Add the stanzas of a file; a stanza replaces an earlier one for the same
 * hook id.  A file with errors adds nothing at all.
 *
 * Returns 0, EINVAL if there were errors (each has been reported), EFBIG,
 * ENOMEM, or the error of opening or reading the file (reported with line 0).
 */
int trcfmt_load_file(struct trcfmt *set, const char *path);

/* The same for text in memory; `name` is what diagnostics call it. */
int trcfmt_load_text(struct trcfmt *set, const char *name, const char *text,
		     size_t size);

/* Warn of what can only be seen when all is loaded: calls into nowhere. */
void trcfmt_check(struct trcfmt *set);

/* How many errors and warnings were found since trcfmt_new(). */
unsigned trcfmt_errors(const struct trcfmt *set);
unsigned trcfmt_warnings(const struct trcfmt *set);

/* Where the text of a stanza starts in the report. */
enum trcfmt_column {
	TRCFMT_APPL,		/* 0 blanks */
	TRCFMT_SVC,		/* 8 */
	TRCFMT_KERN,		/* 16, also if the stanza does not say */
	TRCFMT_INT,		/* 24 */
};

/* What there is to know about a stanza besides its program. */
struct trcfmt_stanza {
	uint16_t hook;		/* 16 bits: 010 is 0x0100 */
	unsigned major, minor;	/* version */
	enum trcfmt_column column;
	const char *label;	/* NUL terminated, without the leading "@" */
	bool hidden;		/* the label is not printed: it had the "@" */
	const char *file;
	unsigned line;		/* of its hook id */
	size_t offset;		/* of its first byte in the file's text */
	size_t size;		/* up to the end of its last physical line,
				   without the newline */
};

/* The stanza of a hook, or NULL; valid until the next load. */
const struct trcfmt_stanza *trcfmt_find(const struct trcfmt *set,
					uint16_t hook);

/* The one whose label is `label`, the first loaded if several; or NULL. */
const struct trcfmt_stanza *trcfmt_find_label(const struct trcfmt *set,
					      const char *label);

/* Stanzas in order of loading: i from 0 on until it returns NULL. */
const struct trcfmt_stanza *trcfmt_stanza(const struct trcfmt *set, size_t i);

/*
 * #%map HHHH[:SSSS] "event name" [generic] [env=32|64]
 */
struct trcfmt_map {
	uint16_t hook;
	uint16_t subhook;
	const char *name;
	bool generic;
	unsigned env;		/* 32, 64, or 0: not said */
	const char *file;
	unsigned line;
};

/* The map directives in order: i from 0 on until it returns NULL. */
const struct trcfmt_map *trcfmt_map(const struct trcfmt *set, size_t i);

/*
 * Read a hook id, "hhh" or "hhhh", all of the string.  Returns 0, or EINVAL
 * if it is none (a 4-digit id below 0x1000 must end in 0).
 */
int trcfmt_hook_parse(const char *string, uint16_t *hook);

/* Write it the way reports do: hhh0 as hhh.  Returns its length, 3 or 4. */
size_t trcfmt_hook_format(char out[5], uint16_t hook);

/* How many blanks a column is. */
unsigned trcfmt_column_offset(enum trcfmt_column column);

/*
 * ---- Events --------------------------------------------------------------
 */

/* What the hook word of an entry is made from. */
struct trcfmt_hookword {
	uint16_t hook;
	uint16_t hd;		/* hook data (32 bits) or subhook (64 bits);
				   a generic 32-bit entry has its length there */
	unsigned env;		/* 32 or 64 */
	bool generic;
	bool big_endian;
};

/* The longest hook word: what a buffer for a payload must have on top. */
#define TRCFMT_HOOKWORD_MAX 8

/*
 * Build the entry a template sees: hook word, then the payload verbatim.
 * `out` has room for TRCFMT_HOOKWORD_MAX + size bytes.  Returns its length.
 */
size_t trcfmt_entry_build(void *out, const struct trcfmt_hookword *word,
			  const void *payload, size_t size);

/* Bytes of a hook word, also the size of a word: 4 or 8. */
static inline size_t trcfmt_word_size(unsigned env)
{
	return env == 32 ? 4 : 8;
}

/* What is the same for all events of a trace.  Strings may be NULL. */
struct trcfmt_trace {
	unsigned env;			/* $TRACEENV: 32, or else 64 */
	const char *log_file;		/* $LOGFILE */
	const char *stream_name;	/* $TRNAME */
	const char *ip_address;		/* $IPADDR */
	const char *buffering;		/* $BUFF */
	unsigned total_cpus, traced_cpus, reported_cpus;
	bool large_data_types;
	/* The executable of a process, or NULL: for P codes and $EXECPATH. */
	const char *(*exec_path)(void *arg, int64_t pid);
	void *exec_arg;
};

/* One event.  Zeroed, with entry and env set, it is a valid one. */
struct trcfmt_event {
	uint16_t hook;			/* finds the stanza */
	unsigned env;			/* 32 or 64 */
	bool generic;
	bool big_endian;
	const void *entry;		/* hook word and payload */
	size_t size;			/* of the entry */
	int64_t time_ns;
	int truncated;			/* $TRUNC: 0, 1 or 2 */
	int64_t pid, tid;
	int cpu;			/* 0 or less: not known */
	int priority;
	uint64_t svc;
	const char *name;		/* $EVNAME; strings may be NULL */
	uint64_t event_id;		/* $EVID */
	uint64_t prog_address;		/* $PROGADDR */
	uint64_t log_offset;		/* $LOGIDX0: where the event starts */
	uint64_t log_offset_end;	/* $LOGIDX */
	uint64_t report_line;		/* $RELLINENO */
};

/*
 * ---- Evaluation ----------------------------------------------------------
 */

/*
 * The evaluation of one trace: what lives longer than an event (timers), and
 * the room for the text.  A set can have several; each for one thread.
 */
struct trcfmt_run;

/*
 * The trace is copied, what it points to is not.  Nothing may be loaded into
 * the set any more.  Run-time trouble (division by zero, a subroutine nested
 * too deep, a loop that was cut) is reported to the complain function of the
 * set, once for each kind and stanza.  Returns 0 or ENOMEM.
 */
int trcfmt_run_new(struct trcfmt_run **out, struct trcfmt *set,
		   const struct trcfmt_trace *trace);

void trcfmt_run_free(struct trcfmt_run *run);

enum trcfmt_outcome {
	TRCFMT_PRINT,		/* there is text to print, perhaps empty */
	TRCFMT_SKIP,		/* $SKIP: print nothing for this event */
	TRCFMT_STOP,		/* $STOP: print the text, then end the report */
};

struct trcfmt_result {
	enum trcfmt_outcome outcome;
	/*
	 * The text area of the report: label and body.  Lines end with '\n'
	 * except the last, each starts with the blanks of the column, none
	 * ends with blanks.  Also NUL terminated.  Valid until the next
	 * trcfmt_eval() of this run.
	 */
	const char *text;
	size_t size;
	enum trcfmt_column column;
	/* NULL: there is no stanza for the hook, and none for 007. */
	const struct trcfmt_stanza *stanza;
};

/*
 * Evaluate one event.  Without a stanza for its hook the one for 007 is
 * taken, and without that the text is UNDEFINED TRACE ID and a dump.
 *
 * Returns 0, EINVAL if the entry is shorter than its hook word or env is
 * neither 32 nor 64, or ENOMEM.
 */
int trcfmt_eval(struct trcfmt_run *run, const struct trcfmt_event *event,
		struct trcfmt_result *result);

/*
 * No event makes more text than this, blanks at the ends of lines included;
 * what exceeds it is cut.
 */
#define TRCFMT_TEXT_MAX (256 * 1024)

#endif
