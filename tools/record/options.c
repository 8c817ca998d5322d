/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The command line of `posixtrace record`. */
#include "record/record.h"

#include <bsd/stdlib.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <posixtrace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/logfile.h"
#include "common/size.h"
#include "common/tool.h"
#include "trace/compression.h"

static const struct argp_option options[] = {
	{ "output", 'o', "LOG", 0, "write to LOG [" TOOL_DEFAULT_LOG "]", 0 },
	{ "pid", 'p', "PID", 0,
	  "attach to a running process, instead of running a command; "
	  "'all': to every process of yours", 0 },
	{ "all", OPT_ALL, NULL, 0, "the same as -p all", 0 },
	{ "event", 'e', "NAME", 0,
	  "record only events of this type, or @GROUP; may be given again", 0 },
	{ "exclude", 'x', "NAME", 0,
	  "leave out events of this type, or @GROUP; may be given again", 0 },
	{ "duration", OPT_DURATION, "TIME", 0,
	  "with -p: end after TIME (seconds, or with ms, s, m, h)", 0 },
	{ "no-inherit", OPT_NO_INHERIT, NULL, 0,
	  "do not trace the children of the process", 0 },
	RECORD_PRELOAD_OPTIONS,
	{ "sched", OPT_SCHED, "faults", OPTION_ARG_OPTIONAL,
	  "record when each thread got and left a processor, and whether it "
	  "waited or was preempted; with =faults its page faults, too", 0 },
	{ "stream-size", OPT_STREAM_SIZE, "SIZE", 0,
	  "bytes for events that wait to be written", 0 },
	{ "max-data", OPT_MAX_DATA, "SIZE", 0, "truncate the data of an event to SIZE", 0 },
	{ "log-size", OPT_LOG_SIZE, "SIZE", 0,
	  "limit of the log, for a --log-policy other than append", 0 },
	{ "policy", OPT_POLICY, "POLICY", 0,
	  "when the stream is full: flush (default), loop or until-full", 0 },
	{ "log-policy", OPT_LOG_POLICY, "POLICY", 0,
	  "when the log is full: append (default, no limit), loop or "
	  "until-full", 0 },
	{ "compress", OPT_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL,
	  "compress the log with zstd, at LEVEL 1 to 19 [3]", 0 },
	{ "every", OPT_EVERY, "TIME", 0,
	  "go on with a new log, LOG-000001 and so on, each TIME", 0 },
	{ "size", OPT_SIZE, "SIZE", 0, "and when the log has SIZE", 0 },
	{ "snapshot-on", OPT_SNAPSHOT_ON, "CAUSE", 0,
	  "write the newest events as a log each time: USR1 or USR2, a signal to "
	  "the recorder; command, only 'posixtrace snapshot'; exit or crash, of "
	  "COMMAND; or an event, as 'NAME', 'NAME.argument > 5', 'NAME gap > "
	  "10ms', 'NAME slice > 1ms'; may be given again", 0 },
	{ "snapshot-after", OPT_SNAPSHOT_AFTER, "TIME", 0,
	  "TIME after the signal or event", 0 },
	{ "hold-off", OPT_HOLD_OFF, "TIME", 0,
	  "ignore signals and events for TIME after a snapshot", 0 },
	{ "keep", OPT_KEEP, "N", 0,
	  "of the logs or snapshots, keep the newest N", 0 },
	{ "name", OPT_NAME, "NAME", 0, "name of the stream [that of the program]", 0 },
	{ "ready-fd", OPT_READY_FD, "FD", 0,
	  "write a line into the descriptor FD when the recording has begun", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static const char doc[] =
	"Run COMMAND, or attach to a process, and record its trace events.\v"
	"SIZE may end in K, M or G.  GROUP is one of thread, lock, io, net, "
	"wait, meta, memory, map, process, signal, function, sched, preload.\n\n"
	"Exit status: that of COMMAND unless 0; 1 failure, 2 usage, 3 events lost, "
	"126 COMMAND cannot be executed, 127 it was not found.";

/* Bytes of a stream for functions: they come some ten times as fast as others. */
enum { FUNCTIONS_STREAM = 16 << 20 };

/* So that no place of a message is empty. */
static const char *shown(const char *arg)
{
	return *arg ? arg : "''";
}

struct word {
	const char *name;
	int value;
};

static const struct word policies[] = {
	{ "flush", POSIX_TRACE_FLUSH },
	{ "loop", POSIX_TRACE_LOOP },
	{ "until-full", POSIX_TRACE_UNTIL_FULL },
	{ NULL, 0 },
};

static const struct word log_policies[] = {
	{ "append", POSIX_TRACE_APPEND },
	{ "loop", POSIX_TRACE_LOOP },
	{ "until-full", POSIX_TRACE_UNTIL_FULL },
	{ NULL, 0 },
};

static error_t parse_word(const char *option, const char *arg,
			  const struct word *words, int *value)
{
	const struct word *word = words;

	while (word->name && strcmp(word->name, arg) != 0)
		word++;
	if (!word->name)
		return tool_misuse("%s %s: no such policy; choose %s, %s or %s",
				   option, shown(arg), words[0].name, words[1].name,
				   words[2].name);
	*value = word->value;
	return 0;
}

static error_t parse_size(const char *option, const char *arg, size_t least,
			  size_t *size)
{
	if (!size_parse(arg, size))
		return tool_misuse("%s %s: not a size; write bytes, or as 64K, 4M, 1G",
				   option, shown(arg));
	if (*size < least)
		return tool_misuse("%s %s: too small; at least %zu", option,
				   arg, least);
	return 0;
}

static error_t choose_process(pid_t *chosen, pid_t pid)
{
	if (*chosen && *chosen != pid)
		return tool_misuse("-p: one process at a time, or all; leave one "
				   "of them out");
	*chosen = pid;
	return 0;
}

static error_t parse_pid(const char *arg, pid_t *pid)
{
	const char *wrong;
	long long value = strtonum(arg, 1, INT_MAX, &wrong);

	if (strcmp(arg, "all") == 0)
		return choose_process(pid, POSIX_TRACE_ALLPROC);
	if (wrong)
		return tool_misuse("-p %s: not a process id, nor 'all'; "
				   "'ps' lists those there are",
				   arg);
	return choose_process(pid, (pid_t)value);
}

static error_t parse_threshold(struct record *record, const char *arg)
{
	static char digits[SIZE_TEXT];
	size_t size;
	error_t err = parse_size("--preload-threshold", arg, 0, &size);

	if (err)
		return err;
	snprintf(digits, sizeof(digits), "%zu", size);
	record->threshold = digits;
	return 0;
}

static error_t parse_sched(struct record *record, const char *arg)
{
	if (arg && strcmp(arg, "faults") != 0)
		return tool_misuse("--sched=%s: --sched, or --sched=faults", arg);
	record->sched = true;
	record->faults |= arg != NULL;
	return 0;
}

static error_t parse_time(const char *option, const char *arg, int64_t *ns)
{
	if (time_parse(arg, ns) && *ns > 0)
		return 0;
	return tool_misuse("%s %s: not a time; write seconds, or as 500ms, 2m",
			   option, shown(arg));
}

/* With or without SIG. */
static bool is_signal(const char *arg, const char *name)
{
	return strcmp(arg, name) == 0 || strcmp(arg, name + 3) == 0;
}

static error_t parse_cause(const char *arg, struct record *record)
{
	struct rotation_setting *setting = &record->rotation;
	int signal = is_signal(arg, "SIGUSR1") ? SIGUSR1 :
		     is_signal(arg, "SIGUSR2") ? SIGUSR2 : 0;

	if (strcmp(arg, "exit") == 0) {
		setting->causes |= ROTATION_EXIT;
	} else if (strcmp(arg, "crash") == 0) {
		setting->causes |= ROTATION_CRASH;
	} else if (strcmp(arg, "command") == 0) {
		setting->causes |= ROTATION_COMMAND;
	} else if (!signal) {
		if (strncmp(arg, "SIG", 3) == 0)
			return tool_misuse("--snapshot-on %s: not that signal; "
					   "choose USR1 or USR2", arg);
		setting->causes |= ROTATION_EVENT;
		return trigger_add(&record->trigger, arg);
	} else if (setting->signal && setting->signal != signal) {
		return tool_misuse("--snapshot-on %s: one signal; leave the other "
				   "out", arg);
	} else {
		setting->causes |= ROTATION_SIGNAL;
		setting->signal = signal;
	}
	return 0;
}

static error_t check_rotation(const struct record *record)
{
	const struct rotation_setting *setting = &record->rotation;

	if (setting->causes && (setting->every_ns || setting->size))
		return tool_misuse("--snapshot-on: not with --every or --size, "
				   "which keep all events; choose one");
	if (setting->keep && !rotation_is_asked(setting))
		return tool_misuse("--keep: of several logs; give --every, --size "
				   "or --snapshot-on");
	if ((setting->after_ns || setting->hold_off_ns) &&
	    !(setting->causes & (ROTATION_SIGNAL | ROTATION_EVENT)))
		return tool_misuse("%s: without a signal or an event; give "
				   "--snapshot-on USR2",
				   setting->after_ns ? "--snapshot-after" :
				   "--hold-off");
	if (setting->causes && record->policy == POSIX_TRACE_UNTIL_FULL)
		return tool_misuse("--policy until-full: a snapshot has the newest "
				   "events; leave the policy out");
	if (setting->causes & ROTATION_CRASH && !record->command)
		return tool_misuse("--snapshot-on crash: not of a process that runs "
				   "already; choose exit");
	if (rotation_is_asked(setting) &&
	    record->log_policy != POSIX_TRACE_APPEND)
		return tool_misuse("--log-policy: not with several logs, each of "
				   "which has what it is to have; leave it out");
	return 0;
}

/*
 * Functions are recorded by the preload library.  What else it would add is left out
 * unless it was asked for, but for whose functions they are.
 */
static error_t add_functions(struct record *record)
{
	static const char *const others[] = {
		"@lock", "@io", "@net", "@wait", "@meta", "@memory", "@map",
		"@signal",
	};
	error_t err = 0;

	if (!record->functions)
		return 0;
	if (!record->stream_size)
		record->stream_size = FUNCTIONS_STREAM;
	if (record->preload)
		return 0;
	record->preload = true;
	if (record->only.n_words)
		return 0;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]) && !err; i++)
		err = exclude_add(&record->not, others[i]);
	return err;
}

static error_t check_sched(const struct record *record)
{
	if (!record->sched)
		return 0;
	if (record->pid == POSIX_TRACE_ALLPROC)
		return tool_misuse("--sched: of a command or of one process; not "
				   "with -p all");
	/* They go to the log as they come, and would be all that it has. */
	if (record->rotation.causes || record->policy == POSIX_TRACE_LOOP)
		return tool_misuse("--sched: not with %s, which keeps the newest "
				   "events in memory; leave one of them out",
				   record->rotation.causes ? "--snapshot-on" :
				   "--policy loop");
	return 0;
}

error_t record_check_preload(const struct record *record)
{
	if (record->threshold && !record->preload)
		return tool_misuse("--preload-threshold: without --preload; "
				   "give that too");
	if (function_rules_are_given(&record->function_rules) &&
	    !record->functions)
		return tool_misuse("--functions-only, -not, -depth and -least: "
				   "without --functions; give that too");
	return 0;
}

/* Checks that need all options. */
static error_t check(const struct record *record)
{
	error_t err;

	if (!record->command && !record->pid)
		return tool_misuse("no command and no -p PID; "
				   "try 'posixtrace record -- COMMAND'");
	if (record->command && record->pid)
		return record->pid == POSIX_TRACE_ALLPROC ?
		       tool_misuse("-p all and the command %s: one of them; "
				   "leave the other out", *record->command) :
		       tool_misuse("-p %d and the command %s: one of them; "
				   "leave the other out", (int)record->pid,
				   *record->command);
	if (record->pid && (record->preload || record->functions))
		return tool_misuse("%s and -p: too late for a running process; "
				   "start it with 'posixtrace record %s'",
				   record->functions ? "--functions" : "--preload",
				   record->functions ? "--functions" : "--preload");
	err = record_check_preload(record);
	if (err)
		return err;
	if (record->command && record->duration_ns)
		return tool_misuse("--duration: goes with -p; use timeout(1) to "
				   "limit a command");
	if (record->log_size && record->log_policy == POSIX_TRACE_APPEND)
		return tool_misuse("--log-size: the log has no limit with --log-policy "
				   "append; choose loop or until-full");
	return check_rotation(record) ? EINVAL : check_sched(record);
}

/* All options are there. */
static error_t complete(struct record *record)
{
	error_t err = check(record);

	return err ? err : add_functions(record);
}

/* Which functions; or no option. */
static error_t parse_rule(struct function_rules *rules, int key, const char *arg)
{
	switch (key) {
	case OPT_FUNCTIONS_ONLY:
		return function_rules_add(rules, '+', arg);
	case OPT_FUNCTIONS_NOT:
		return function_rules_add(rules, '-', arg);
	case OPT_FUNCTIONS_DEPTH:
		return function_rules_parse_depth(rules, arg);
	case OPT_FUNCTIONS_LEAST:
		return function_rules_parse_least(rules, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The command does not get it: its end tells that there is no recording. */
static error_t parse_ready_fd(const char *arg, int *fd)
{
	const char *wrong;
	const long long n = strtonum(arg, 3, INT_MAX, &wrong);

	if (wrong || fcntl((int)n, F_SETFD, FD_CLOEXEC) < 0)
		return tool_misuse("--ready-fd %s: no open descriptor; give the "
				   "number of one that is inherited, 3 or more",
				   arg);
	*fd = (int)n;
	return 0;
}

static bool *flag_of(struct record *record, int key)
{
	switch (key) {
	case OPT_PRELOAD:
		return &record->preload;
	case OPT_FUNCTIONS:
		return &record->functions;
	default:
		return &record->quiet;
	}
}

error_t record_parse(int key, char *arg, struct argp_state *state)
{
	struct record *record = state->input;

	switch (key) {
	case 'o':
		if (*arg == '\0')
			return tool_misuse("-o: the name is empty; name a file");
		record->output = arg;
		return 0;
	case 'p':
		return parse_pid(arg, &record->pid);
	case OPT_ALL:
		return choose_process(&record->pid, POSIX_TRACE_ALLPROC);
	case 'e':
		return exclude_add(&record->only, arg);
	case 'x':
		return exclude_add(&record->not, arg);
	case OPT_STREAM_SIZE:
		return parse_size("--stream-size", arg, 1,
				  &record->stream_size);
	case OPT_MAX_DATA:
		record->has_max_data = true;
		return parse_size("--max-data", arg, 0, &record->max_data);
	case OPT_LOG_SIZE:
		return parse_size("--log-size", arg, 1, &record->log_size);
	case OPT_POLICY:
		return parse_word("--policy", arg, policies, &record->policy);
	case OPT_LOG_POLICY:
		return parse_word("--log-policy", arg, log_policies,
				  &record->log_policy);
	case OPT_COMPRESS:
		return compression_parse(arg, &record->compression);
	case OPT_EVERY:
		return parse_time("--every", arg, &record->rotation.every_ns);
	case OPT_SIZE:
		return parse_size("--size", arg, 1, &record->rotation.size);
	case OPT_KEEP:
		return series_parse_keep(arg, &record->rotation.keep);
	case OPT_SNAPSHOT_ON:
		return parse_cause(arg, record);
	case OPT_SNAPSHOT_AFTER:
		return parse_time("--snapshot-after", arg,
				  &record->rotation.after_ns);
	case OPT_HOLD_OFF:
		return parse_time("--hold-off", arg,
				  &record->rotation.hold_off_ns);
	case OPT_NO_INHERIT:
		record->inherit = false;
		return 0;
	case OPT_PRELOAD:
	case OPT_FUNCTIONS:
	case 'q':
		*flag_of(record, key) = true;
		return 0;
	case OPT_SCHED:
		return parse_sched(record, arg);
	case OPT_THRESHOLD:
		return parse_threshold(record, arg);
	case OPT_READY_FD:
		return parse_ready_fd(arg, &record->ready_fd);
	case OPT_NAME:
		record->name = arg;
		return 0;
	case OPT_DURATION:
		return parse_time("--duration", arg, &record->duration_ns);
	case ARGP_KEY_ARG:
		/* The rest belongs to the command. */
		record->command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		return complete(record);
	default:
		return parse_rule(&record->function_rules, key, arg);
	}
}

bool record_options(struct record *record, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = record_parse,
		.args_doc = "[--] COMMAND [ARG...]\n-p PID|all",
		.doc = doc,
	};

	*record = (struct record){
		.output = TOOL_DEFAULT_LOG,
		.policy = POSIX_TRACE_FLUSH,
		.log_policy = POSIX_TRACE_APPEND,
		.inherit = true,
	};
	if (!tool_parse(&argp, argc, argv, record))
		return false;
	if (record->rotation.causes)
		record->policy = POSIX_TRACE_LOOP;
	/* `live`, which has these options, too, writes to standard output. */
	return logfile_check_name(record->output) == 0;
}
