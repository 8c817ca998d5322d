/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The command line of trcrpt: the options that AIX users know, as far as
 * they mean something for a POSIX trace.  The others are refused by name,
 * each with its reason.
 */
#include "trcrpt.h"

#include <bsd/stdlib.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/tool.h"
#include "templates.h"

enum { OPT_MKMAP = 256 };

static const struct argp_option options[] = {
	{ NULL, 'c', NULL, 0, "only check the templates", 0 },
	{ NULL, 't', "FILE", 0,
	  "templates; may be given again, and each takes precedence over those "
	  "before and the installed ones", 0 },
	{ NULL, 'o', "FILE", 0, "write the report to FILE; - is standard output", 0 },
	{ NULL, 'd', "LIST", 0,
	  "only these hook ids or events; 2 digits stand for 16 ids", 0 },
	{ NULL, 'k', "LIST", 0, "no events of these hook ids or names", 0 },
	{ NULL, 'p', "LIST", 0, "only these processes, by id or name", 0 },
	{ NULL, 'T', "LIST", 0,
	  "only these threads; with a ! in front, all but these", 0 },
	{ NULL, 's', "DATE", 0, "only events from mmddhhmmssyy", 0 },
	{ NULL, 'e', "DATE", 0, "only events until mmddhhmmssyy", 0 },
	{ NULL, 'h', NULL, 0, "no heading", 0 },
	{ NULL, 'j', NULL, 0,
	  "list the hook ids and names of the log's events; without a log those "
	  "of the templates", 0 },
	{ "mkmap", OPT_MKMAP, NULL, 0,
	  "print the hook ids of the log's events as lines for a template file",
	  0 },
	{ NULL, 'm', NULL, 0, "merge several logs by time", 0 },
	{ NULL, 'r', NULL, 0, "events as hexadecimal digits, not by template", 0 },
	{ NULL, 'v', NULL, 0, "print the names of opened files", 0 },
	{ NULL, 'x', NULL, 0, "the same as -O exec=on,svc=on", 0 },
	{ NULL, 'O', "NAME=VALUE,...", 0,
	  "2line, cpuid, exec, ids, pid, svc, tid: on or off; "
	  "timestamp=0..3; pagesize=0..500; starttime=S, endtime=S: seconds; "
	  "hist=on: only count; delta=all: since the last event, also if not "
	  "shown", 0 },
	{ NULL, 'C', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'D', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'K', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'G', NULL, OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'n', "NAME", OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'M', "WHICH", OPTION_HIDDEN, NULL, 0 },
	{ NULL, 'l', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ NULL, '@', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ 0 }
};

static const char doc[] =
	"Report the events of a trace log [" TOOL_DEFAULT_LOG "] by templates.\v"
	"Templates are found in " TEMPLATES_VARIABLE " (files and directories, "
	"separated by colons), else where posixtrace was installed; -t adds "
	"more.  trcfmt(5) describes them.\n\n"
	"Exit status: 0 fine, 1 failure, 2 usage, 3 events were lost, "
	"4 a log is incomplete.";

/* Options of AIX that have no meaning for a POSIX trace, and why. */
static const struct {
	int key;
	const char *reason;
} refused[] = {
	{ 'C', "a POSIX trace does not have the processor of an event" },
	{ 'D', "there are no groups of events; name the hooks with -d" },
	{ 'K', "there are no groups of events; name the hooks with -k" },
	{ 'G', "there are no groups of events; -j lists the hooks" },
	{ 'n', "a POSIX trace has no addresses of the kernel that a list of "
	       "names could explain" },
	{ 'M', "a POSIX trace is no memory trace; name its log" },
	{ 'l', "a POSIX trace is no component trace; name its log" },
	{ '@', "there are no workload partitions" },
};

static const struct {
	const char *name;
	const char *reason;
} refused_settings[] = {
	{ "component", "a POSIX trace is no component trace" },
	{ "PURR", "a POSIX trace has no counts of processor resources" },
	{ "removedups", "a POSIX trace has no event twice" },
};

static error_t refuse(int key)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		if (refused[i].key == key)
			return tool_misuse("-%c: %s; leave it out", key,
					   refused[i].reason);
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t add_path(const char ***paths, size_t *n, const char *path)
{
	const char **grown = reallocarray(*paths, *n + 1, sizeof(*grown));

	if (!grown)
		return ENOMEM;
	*paths = grown;
	grown[(*n)++] = path;
	return 0;
}

static error_t set_switch(bool *on, const char *name, const char *value)
{
	if (!value || strcmp(value, "on") == 0)
		*on = true;
	else if (strcmp(value, "off") == 0)
		*on = false;
	else
		return tool_misuse("-O %s=%s: choose on or off", name, value);
	return 0;
}

static error_t set_number(unsigned *number, const char *name,
			  const char *value, unsigned most)
{
	const char *wrong;
	long long n = strtonum(value ? value : "", 0, most, &wrong);

	if (wrong)
		return tool_misuse("-O %s=%s: choose a number from 0 to %u", name,
				   value ? value : "", most);
	*number = (unsigned)n;
	return 0;
}

static error_t set_seconds(int64_t *ns, const char *name, const char *value)
{
	char *with_unit = NULL;
	bool is_time = value && *value &&
		       strspn(value, "0123456789.") == strlen(value) &&
		       asprintf(&with_unit, "%ss", value) > 0 &&
		       time_parse(with_unit, ns);

	free(with_unit);
	return is_time ? 0 : tool_misuse("-O %s=%s: not a number of seconds; "
					 "write 1.5", name, value ? value : "");
}

/* hist=on prints a table instead of the report. */
static error_t set_hist(struct trcrpt *trcrpt, const char *value)
{
	bool on = false;
	error_t err = set_switch(&on, "hist", value);

	if (!err && trcrpt->job == TRCRPT_COUNT)
		trcrpt->job = TRCRPT_REPORT;
	if (!err && on)
		trcrpt->job = TRCRPT_COUNT;
	return err;
}

static error_t set_delta(struct trcrpt *trcrpt, const char *value)
{
	if (value && strcmp(value, "all") == 0)
		trcrpt->columns.delta_all = true;
	else if (value && strcmp(value, "shown") == 0)
		trcrpt->columns.delta_all = false;
	else
		return tool_misuse("-O delta=%s: choose all or shown",
				   value ? value : "");
	return 0;
}

static error_t unknown_setting(const char *name)
{
	static const char *const names[] = {
		"2line", "cpuid", "delta", "endtime", "exec", "hist", "ids",
		"pagesize", "pid", "starttime", "svc", "tid", "timestamp", NULL
	};
	const char *nearest;

	for (size_t i = 0; i < sizeof(refused_settings) /
			       sizeof(refused_settings[0]); i++) {
		if (strcmp(name, refused_settings[i].name) == 0)
			return tool_misuse("-O %s: %s; leave it out", name,
					   refused_settings[i].reason);
	}
	nearest = tool_nearest(name, names);
	if (nearest)
		return tool_misuse("-O %s: no such setting; did you mean '%s'?",
				   name, nearest);
	return tool_misuse("-O %s: no such setting; try 'trcrpt --help'", name);
}

static error_t set(struct trcrpt *trcrpt, const char *name, const char *value)
{
	struct columns_options *columns = &trcrpt->columns;
	bool nothing;
	struct {
		const char *name;
		bool *on;
	} switches[] = {
		{ "2line", &columns->two_line },
		{ "cpuid", &columns->cpuid },
		{ "exec", &columns->exec },
		{ "ids", &columns->ids },
		{ "pid", &columns->pid },
		/* Which system call a thread is in is not in a POSIX trace. */
		{ "svc", &nothing },
		{ "tid", &columns->tid },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		if (strcmp(name, switches[i].name) == 0)
			return set_switch(switches[i].on, name, value);
	}
	if (strcmp(name, "timestamp") == 0)
		return set_number(&columns->timestamp, name, value,
				  COLUMNS_LAST_TIMESTAMP);
	if (strcmp(name, "pagesize") == 0)
		return set_number(&columns->pagesize, name, value,
				  COLUMNS_PAGE_MAX);
	if (strcmp(name, "starttime") == 0)
		return set_seconds(&trcrpt->select.start_ns, name, value);
	if (strcmp(name, "endtime") == 0)
		return set_seconds(&trcrpt->select.end_ns, name, value);
	if (strcmp(name, "hist") == 0)
		return set_hist(trcrpt, value);
	if (strcmp(name, "delta") == 0)
		return set_delta(trcrpt, value);
	return unknown_setting(name);
}

/* "NAME=VALUE,NAME": separated by commas or blanks. */
static error_t parse_settings(struct trcrpt *trcrpt, const char *arg)
{
	char *copy = strdup(arg);
	char *rest = NULL;
	error_t err = copy ? 0 : ENOMEM;

	for (char *name = copy ? strtok_r(copy, ", \t", &rest) : NULL;
	     name && !err; name = strtok_r(NULL, ", \t", &rest)) {
		char *equals = strchr(name, '=');

		if (equals)
			*equals++ = '\0';
		err = set(trcrpt, name, equals);
	}
	free(copy);
	return err;
}

static error_t parse_date(int key, const char *arg, bool *has,
			  struct timespec *date)
{
	*has = true;
	if (select_date(arg, date))
		return 0;
	return tool_misuse("-%c %s: not a date; write mmddhhmmssyy, as "
			   "013112000026", key, arg);
}

static error_t bad_list(int key, const char *arg, const char *wrong)
{
	if (!wrong)
		return ENOMEM;
	switch (key) {
	case 'p':
		return tool_misuse("-p %s: not a process; give ids or names, as "
				   "12,sh", *wrong ? wrong : arg);
	case 'T':
		return tool_misuse("-T %s: not a list of thread ids; write 12,34 "
				   "or !12,34", *wrong ? wrong : arg);
	default:
		return tool_misuse("-%c %s: no hook id and no name; write 010,0A", key,
				   arg);
	}
}

static error_t parse_list(struct trcrpt *trcrpt, int key, const char *arg)
{
	struct select *select = &trcrpt->select;
	const char *wrong = NULL;
	bool done;

	switch (key) {
	case 'd':
		done = select_hooks(select, &select->only, arg, &wrong);
		break;
	case 'k':
		done = select_hooks(select, &select->not, arg, &wrong);
		break;
	case 'p':
		done = select_processes(select, arg, &wrong);
		break;
	default:
		done = select_threads(select, arg, &wrong);
		break;
	}
	return done ? 0 : bad_list(key, arg, wrong);
}

static error_t parse_end(struct trcrpt *trcrpt)
{
	/* Not fine because the shipped templates are. */
	if (trcrpt->job == TRCRPT_CHECK && trcrpt->n_logs > 0 &&
	    trcrpt->n_templates == 0)
		return tool_misuse("%s: -c checks templates and reads no log; "
				   "name a template with -t", trcrpt->logs[0]);
	if (trcrpt->select.end_ns < trcrpt->select.start_ns)
		return tool_misuse("-O endtime: the part would end before it "
				   "begins; give the earlier time as starttime");
	if (trcrpt->pick.newest)
		return tool_misuse("--last: a report is made as the logs are "
				   "read; use 'posixtrace slice --last' first");
	if (trcrpt->n_logs > 1 && !trcrpt->merge)
		return tool_misuse("%s: one log at a time; -m merges several",
				   trcrpt->logs[1]);
	if (trcrpt->n_logs == 0 && trcrpt->job != TRCRPT_LIST &&
	    trcrpt->job != TRCRPT_CHECK)
		return add_path(&trcrpt->logs, &trcrpt->n_logs,
				TOOL_DEFAULT_LOG);
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trcrpt *trcrpt = state->input;

	switch (key) {
	case 'c':
		trcrpt->job = TRCRPT_CHECK;
		return 0;
	case 'j':
		trcrpt->job = TRCRPT_LIST;
		return 0;
	case OPT_MKMAP:
		trcrpt->job = TRCRPT_MKMAP;
		return 0;
	case 't':
		return add_path(&trcrpt->templates, &trcrpt->n_templates, arg);
	case 'o':
		trcrpt->output = strcmp(arg, "-") == 0 ? NULL : arg;
		return 0;
	case 'd':
	case 'k':
	case 'p':
	case 'T':
		return parse_list(trcrpt, key, arg);
	case 's':
		return parse_date(key, arg, &trcrpt->select.has_from,
				  &trcrpt->select.from);
	case 'e':
		return parse_date(key, arg, &trcrpt->select.has_to,
				  &trcrpt->select.to);
	case 'h':
		trcrpt->heading = false;
		return 0;
	case 'm':
		trcrpt->merge = true;
		return 0;
	case 'r':
		trcrpt->raw = true;
		return 0;
	case 'v':
		trcrpt->verbose = true;
		return 0;
	case 'x':
		trcrpt->columns.exec = true;
		return 0;
	case 'O':
		return parse_settings(trcrpt, arg);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &trcrpt->pick;
		return 0;
	case ARGP_KEY_ARG:
		return add_path(&trcrpt->logs, &trcrpt->n_logs, arg);
	case ARGP_KEY_END:
		return parse_end(trcrpt);
	default:
		return refuse(key);
	}
}

bool trcrpt_options(struct trcrpt *trcrpt, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "[LOG...]",
		.doc = doc,
	};

	*trcrpt = (struct trcrpt){
		.heading = true,
		.columns = COLUMNS_DEFAULT,
	};
	select_init(&trcrpt->select);
	return tool_parse(&argp, argc, argv, trcrpt);
}

void trcrpt_fini(struct trcrpt *trcrpt)
{
	select_fini(&trcrpt->select);
	pick_fini(&trcrpt->pick);
	free(trcrpt->templates);
	free(trcrpt->logs);
}
