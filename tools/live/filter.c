/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace filter: the RKH filters of the streams that trace a process,
 * shown or switched while it runs.
 *
 * A file and the command line hold the same switches, those of RKH:
 *
 *   OFF_EVENT SM.STATE      OFF_GROUP SMA     OFF_GROUP_ALL_EVENTS TMR
 *   ON_EVENT ALL_EVENTS     ON_GROUP ALL_GROUPS
 *   OFF_SMA 3               OFF_ALL_SMA
 *   ON_SIGNAL 7             ON_ALL_SIGNALS
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <posixtrace-rkh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

static const struct {
	const char *name;
	const char *events[21];		/* from number 0 */
} groups[] = {
	{ "MP", { "INIT", "GET", "PUT" } },
	{ "QUE", { "INIT", "GET", "FIFO", "LIFO", "FULL", "DPT", "GET_LAST" } },
	{ "SMA", { "ACT", "TERM", "GET", "FIFO", "LIFO", "REG", "UNREG", "DEFER",
		   "RCALL" } },
	{ "SM", { "INIT", "CLRH", "TRN", "STATE", "ENSTATE", "EXSTATE", "NENEX",
		  "NTRNACT", "TS_STATE", "EVT_PROC", "EVT_NFOUND", "GRD_FALSE",
		  "CND_NFOUND", "UNKN_STATE", "EX_HLEVEL", "EX_TSEG", "EXE_ACT",
		  "DCH" } },
	{ "TMR", { "INIT", "START", "STOP", "TOUT", "REM" } },
	{ "FWK", { "EN", "EX", "EPREG", "AE", "GC", "GCR", "OBJ", "SIG", "FUN",
		   "EXE_FUN", "SYNC_EVT", "TUSR", "TCFG", "ASSERT", "AO", "STATE",
		   "PSTATE", "TIMER", "EPOOL", "QUEUE", "ACTOR" } },
	{ "USR", { NULL } },
	{ "UT", { "INIT", "CLEANUP", "VERIFY", "IGNORE_GROUP", "EXPECT",
		  "EXPECT_ANYARGS", "IGNORE", "IGNORE_ARG", "SUCCESS", "FAIL" } },
};

enum { N_GROUPS = 8, N_EVENTS = 21 };

static const struct verb {
	const char *name;		/* after OFF_ or ON_ */
	enum posixtrace_rkh_what what;
	bool has_operand;
} verbs[] = {
	{ "EVENT", POSIXTRACE_RKH_EVENT, true },
	{ "GROUP", POSIXTRACE_RKH_GROUP, true },
	{ "GROUP_ALL_EVENTS", POSIXTRACE_RKH_GROUP_ALL_EVENTS, true },
	{ "SMA", POSIXTRACE_RKH_OBJECT, true },
	{ "ALL_SMA", POSIXTRACE_RKH_ALL_OBJECTS, false },
	{ "SIGNAL", POSIXTRACE_RKH_SIGNAL, true },
	{ "ALL_SIGNALS", POSIXTRACE_RKH_ALL_SIGNALS, false },
};

enum { N_VERBS = sizeof(verbs) / sizeof(verbs[0]) };

struct filter {
	pid_t pid;
	const char *file;
	bool clear;
	bool none;
	char **words;		/* switches on the command line: the rest of
				 * argv */
	int n_words;
};

static bool parse_number(const char *word, unsigned *number)
{
	char *end;
	unsigned long value = strtoul(word, &end, 0);

	if (!isdigit((unsigned char)*word) || *end || value > UINT_MAX)
		return false;
	*number = (unsigned)value;
	return true;
}

static bool parse_group(const char *word, size_t len, unsigned *number)
{
	for (unsigned g = 0; g < N_GROUPS; g++) {
		if (strlen(groups[g].name) == len &&
		    memcmp(groups[g].name, word, len) == 0) {
			*number = g;
			return true;
		}
	}
	return false;
}

/* "SM.STATE", "USR.3", "ALL_EVENTS", or a number. */
static bool parse_event(const char *word, unsigned *number)
{
	const char *dot = strchr(word, '.');
	unsigned group, event;

	if (strcmp(word, "ALL_EVENTS") == 0) {
		*number = POSIXTRACE_RKH_ALL_EVENTS;
		return true;
	}
	if (!dot)
		return parse_number(word, number);
	if (!parse_group(word, (size_t)(dot - word), &group))
		return false;
	for (event = 0; event < N_EVENTS && groups[group].events[event];
	     event++) {
		if (strcmp(groups[group].events[event], dot + 1) == 0) {
			*number = 32 * group + event;
			return true;
		}
	}
	if (!parse_number(dot + 1, &event) || event > 31)
		return false;
	*number = 32 * group + event;
	return true;
}

static bool parse_operand(enum posixtrace_rkh_what what, const char *word,
			  unsigned *number)
{
	if (what == POSIXTRACE_RKH_EVENT)
		return parse_event(word, number);
	if (what == POSIXTRACE_RKH_GROUP ||
	    what == POSIXTRACE_RKH_GROUP_ALL_EVENTS) {
		if (strcmp(word, "ALL_GROUPS") == 0)
			*number = POSIXTRACE_RKH_ALL_GROUPS;
		else if (!parse_group(word, strlen(word), number))
			return parse_number(word, number);
		return true;
	}
	return parse_number(word, number);
}

static const struct verb *find_verb(const char *word, int *off)
{
	*off = strncmp(word, "OFF_", 4) == 0;
	if (!*off && strncmp(word, "ON_", 3) != 0)
		return NULL;
	word += *off ? 4 : 3;
	for (size_t i = 0; i < N_VERBS; i++) {
		if (strcmp(verbs[i].name, word) == 0)
			return &verbs[i];
	}
	return NULL;
}

/*
 * Carry out the switch that begins at words[0]; returns how many words it
 * took, 0 after saying what is wrong at `where`.
 */
static int carry_out(struct posixtrace_rkh_filter *tables, char **words, int n,
		     const char *where)
{
	unsigned number = 0;
	const struct verb *verb;
	int off;

	verb = find_verb(words[0], &off);
	if (!verb) {
		tool_error("%s%s: no such switch; OFF_ or ON_ and EVENT, GROUP, "
			   "GROUP_ALL_EVENTS, SMA, ALL_SMA, SIGNAL or "
			   "ALL_SIGNALS", where, words[0]);
		return 0;
	}
	if (!verb->has_operand)
		return posixtrace_rkh_switch(tables, verb->what, off, 0) == 0;
	if (n < 2) {
		tool_error("%s%s: the operand is missing; add it after the word", where,
			   words[0]);
		return 0;
	}
	if (!parse_operand(verb->what, words[1], &number) ||
	    posixtrace_rkh_switch(tables, verb->what, off, number) != 0) {
		tool_error("%s%s %s: unknown; events have names such as SM.STATE, "
			   "groups such as SM, the others are numbers up to 255",
			   where, words[0], words[1]);
		return 0;
	}
	return 2;
}

/* Split a line into words; # begins a comment, "OFF_EVENT(x)" is two words.
 * Words beyond `most` are counted, but not stored. */
static int split(char *line, char **words, int most)
{
	int n = 0;

	static const char between[] = "(),; \t\r\n";

	line[strcspn(line, "#")] = '\0';
	for (char *word = strtok(line, between); word;
	     word = strtok(NULL, between)) {
		if (n < most)
			words[n] = word;
		n++;
	}
	return n;
}

enum { WORDS_MOST = 64 };

static bool load(struct posixtrace_rkh_filter *tables, const char *path)
{
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	char *line = NULL, *words[WORDS_MOST], where[PATH_MAX + 32];
	size_t size = 0;
	unsigned number = 0;
	bool fine = true;

	if (!file) {
		tool_error("%s: %s; name a file with switches", path,
			   strerror(errno));
		return false;
	}
	while (fine && getline(&line, &size, file) >= 0) {
		int n = split(line, words, WORDS_MOST), used = 1;

		snprintf(where, sizeof(where), "%s:%u: ", path, ++number);
		if (n > WORDS_MOST) {
			tool_error("%s%d words; write them on several lines",
				   where, n);
			n = used = 0;
		}
		for (int i = 0; i < n && used; i += used)
			used = carry_out(tables, words + i, n - i, where);
		fine = used != 0;
	}
	if (ferror(file)) {
		tool_error("%s: %s", path, strerror(errno));
		fine = false;
	}
	free(line);
	if (file != stdin)
		fclose(file);
	return fine;
}

static void print_bits(const char *what, const uint8_t *table, size_t size)
{
	printf("%-8s", what);
	for (size_t i = 0; i < size; i++)
		printf(" %02x", table[i]);
	putchar('\n');
}

static void print_event(unsigned group, unsigned event)
{
	const char *name = event < N_EVENTS ? groups[group].events[event]
					    : NULL;

	if (name)
		printf(" %s.%s", groups[group].name, name);
	else if (group == POSIXTRACE_RKH_USR)
		printf(" USR.%u", event);
}

static void show(const struct posixtrace_rkh_filter *tables)
{
	print_bits("groups", &tables->groups, 1);
	print_bits("events", tables->events, sizeof(tables->events));
	print_bits("sma", tables->objects, sizeof(tables->objects));
	print_bits("signals", tables->signals, sizeof(tables->signals));
	printf("recorded");
	for (unsigned event = 0; event < POSIXTRACE_RKH_ALL_EVENTS; event++) {
		if (posixtrace_rkh_passes(tables, event, -1, -1))
			print_event(event / 32, event % 32);
	}
	putchar('\n');
}

static int explain(const struct filter *filter, int err)
{
	if (err == ENOENT)
		tool_note("-p %d: no filter is set: all events are recorded",
			  (int)filter->pid);
	else if (err == ESRCH)
		tool_error("-p %d: no stream traces such a process; begin with "
			   "'posixtrace record -p %d'", (int)filter->pid,
			   (int)filter->pid);
	else
		tool_error("-p %d: %s; be the process's user",
			   (int)filter->pid, strerror(err));
	return err == ENOENT ? TOOL_FINE : TOOL_FAILURE;
}

static int filter_process(const struct filter *filter)
{
	struct posixtrace_rkh_filter tables = { 0 };
	bool changes = filter->file || filter->n_words || filter->clear;
	int err, used;

	if (filter->none) {
		err = posixtrace_set_rkh_filter_of(filter->pid, NULL);
		return err ? explain(filter, err) : TOOL_FINE;
	}
	err = posixtrace_get_rkh_filter_of(filter->pid, &tables);
	if (err && (err != ENOENT || !changes))
		return explain(filter, err);
	if (filter->clear)
		memset(&tables, 0, sizeof(tables));
	if (filter->file && !load(&tables, filter->file))
		return TOOL_FAILURE;
	for (int i = 0; i < filter->n_words; i += used) {
		used = carry_out(&tables, filter->words + i,
				 filter->n_words - i, "");
		if (!used)
			return TOOL_USAGE;
	}
	if (!changes) {
		show(&tables);
		return TOOL_FINE;
	}
	err = posixtrace_set_rkh_filter_of(filter->pid, &tables);
	return err ? explain(filter, err) : TOOL_FINE;
}

enum { OPT_CLEAR = 256, OPT_NONE };

static const struct argp_option options[] = {
	{ "pid", 'p', "PID", 0, "the traced process", 0 },
	{ "file", 'f', "FILE", 0, "switches from FILE, before those of the "
	  "command line", 0 },
	{ "clear", OPT_CLEAR, NULL, 0, "begin with all suppressed", 0 },
	{ "none", OPT_NONE, NULL, 0, "take the filter away: all is recorded", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct filter *filter = state->input;
	unsigned pid;

	switch (key) {
	case 'p':
		if (!parse_number(arg, &pid) || pid == 0 || pid > INT_MAX)
			return tool_misuse("-p %s: not a process id; 'ps' lists "
					   "those there are", arg);
		filter->pid = (pid_t)pid;
		return 0;
	case 'f':
		filter->file = arg;
		return 0;
	case OPT_CLEAR:
		filter->clear = true;
		return 0;
	case OPT_NONE:
		filter->none = true;
		return 0;
	case ARGP_KEY_ARG:
		filter->words = &state->argv[state->next - 1];
		filter->n_words = state->argc - state->next + 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		if (!filter->pid)
			return tool_misuse("no process; name it with -p PID");
		if (filter->none && (filter->file || filter->n_words ||
				     filter->clear))
			return tool_misuse("--none: takes all away; give no "
					   "switches with it");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int tool_filter(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "-p PID [SWITCH...]",
		.doc = "Show or switch the RKH filters of the streams that trace "
		       "a process.\v"
		       "A SWITCH is OFF_EVENT or ON_EVENT and an event, OFF_GROUP, "
		       "ON_GROUP, OFF_GROUP_ALL_EVENTS or ON_GROUP_ALL_EVENTS and "
		       "a group, OFF_SMA or ON_SMA and a priority, OFF_SIGNAL or "
		       "ON_SIGNAL and a signal, or OFF_ALL_SMA, ON_ALL_SMA, "
		       "OFF_ALL_SIGNALS, ON_ALL_SIGNALS.  As in RKH a filter that "
		       "is ON suppresses, and one that is OFF lets through.",
	};
	struct filter filter = { 0 };

	if (!tool_parse(&argp, argc, argv, &filter))
		return TOOL_USAGE;
	return filter_process(&filter);
}
