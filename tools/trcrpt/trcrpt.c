/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * trcrpt: the report that AIX users know, of a POSIX trace log.  Events are
 * read one by one, printed by the templates of their hooks, and forgotten.
 */
#include "trcrpt.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "heading.h"
#include "hooks.h"
#include "lists.h"
#include "printer.h"
#include "programs.h"
#include "source.h"
#include "templates.h"
#include "trace/groups.h"

struct reporting {
	const struct trcrpt *trcrpt;
	struct source source;
	struct hooks hooks;
	struct pick pick;		/* lists are those of trcrpt */
	struct programs programs;
	struct printer printer;
	struct columns columns;
	struct out *out;
	bool has_begun;
	struct timespec origin;		/* what ELAPSED_SEC counts from */
	struct timespec before;		/* what DELTA_MSEC counts from */
	bool has_before;
};

/* The trace begins with its START, else when it was created. */
static void begin(struct reporting *reporting,
		  const struct source_event *event)
{
	const struct timespec *first = &event->info.posix_timestamp;
	const struct timespec *created = &reporting->source.last->created;

	reporting->has_begun = true;
	reporting->origin = *first;
	pick_begin(&reporting->pick, first);
	if (event->info.posix_event_id != POSIX_TRACE_START &&
	    created->tv_sec > 0 && ns_between(created, first) > 0)
		reporting->origin = *created;
}

/* START is about the traced process, and so is all if there is no other. */
static void learn_process(struct reporting *reporting,
			  const struct source_event *event)
{
	const struct source_log *log = reporting->source.last;

	if (event->info.posix_event_id == POSIX_TRACE_START ||
	    !log->has_children)
		programs_begin(&reporting->programs, event->info.posix_pid,
			       log->stream);
}

/* By the options that all commands have. */
static bool is_picked(struct reporting *reporting,
		      const struct source_event *event)
{
	struct pick *pick = &reporting->pick;

	return pick_lets_info(pick, &reporting->source.last->reader.log,
			      &event->info) &&
	       pick_count(pick) == PICK_TAKEN;
}

static bool is_shown(struct reporting *reporting,
		     const struct source_event *event, const char *program,
		     int64_t elapsed_ns)
{
	const struct select *select = &reporting->trcrpt->select;

	return event->type->is_shown &&
	       select_lets_process(select, event->info.posix_pid,
				   program ? program : "") &&
	       select_lets_thread(select, event->info.posix_tid) &&
	       select_lets_time(select, &event->info.posix_timestamp,
				elapsed_ns) &&
	       is_picked(reporting, event);
}

/* False: the report ends here. */
static bool print(struct reporting *reporting,
		  const struct source_event *event,
		  const struct columns_event *columns, bool *failed)
{
	struct printer_event what = {
		.info = &event->info, .type = event->type,
		.data = event->data, .len = event->len,
		.arguments = event->arguments,
		.is_big_endian = event->is_big_endian,
		.context = event->has_context ? &event->context : NULL,
		.line = reporting->columns.n_lines + 1,
	};
	enum printer_outcome outcome;
	const char *text;
	size_t len;

	outcome = reporting->trcrpt->raw
		? printer_raw(&reporting->printer, &what, &text, &len)
		: printer_text(&reporting->printer, &what, &text, &len);
	*failed = outcome == PRINTER_FAILED;
	if (*failed || outcome == PRINTER_SKIP)
		return !*failed;
	columns_event(&reporting->columns, columns, text, len);
	reporting->before = event->info.posix_timestamp;
	reporting->has_before = true;
	return outcome != PRINTER_STOP && !reporting->out->error;
}

/* What a ThreadX dump says, which has threads and no processes. */
static void put_context(struct columns_event *columns,
			const struct source_event *event)
{
	if (!event->has_context)
		return;
	columns->cpu = event->context.core;
	columns->is_interrupt = event->context.kind ==
				POSIXTRACE_CONTEXT_INTERRUPT;
	if (event->context.kind == POSIXTRACE_CONTEXT_INITIALIZATION)
		columns->program = "initialization";
	else if (*event->context.name)
		columns->program = event->context.name;
}

/* False: the report ends here. */
static bool report_event(struct reporting *reporting,
			 const struct source_event *event, bool *failed)
{
	const struct posix_trace_event_info *info = &event->info;
	struct columns_event columns = {
		.hook = event->type->hook,
		.cpu = -1,
		.pid = info->posix_pid,
		.tid = info->posix_tid,
	};
	bool goes_on = true;

	if (!reporting->has_begun)
		begin(reporting, event);
	learn_process(reporting, event);
	columns.program = programs_name(&reporting->programs, info->posix_pid);
	put_context(&columns, event);
	columns.elapsed_ns = ns_between(&reporting->origin,
					&info->posix_timestamp);
	columns.delta_ns = reporting->has_before
		? ns_between(&reporting->before, &info->posix_timestamp) : 0;
	if (is_shown(reporting, event, columns.program, columns.elapsed_ns)) {
		event->type->n++;
		if (reporting->trcrpt->job == TRCRPT_REPORT)
			goes_on = print(reporting, event, &columns, failed);
	}
	if (reporting->trcrpt->columns.delta_all) {
		reporting->before = info->posix_timestamp;
		reporting->has_before = true;
	}
	programs_learn(&reporting->programs, info, event->data, event->len);
	return goes_on;
}

/* Show how far it is, but where the report does that by itself. */
static void show_progress(struct reporting *reporting, struct progress *progress)
{
	struct source *source = &reporting->source;

	progress_begin(progress, source->logs[0].reader.log.path);
	if (isatty(reporting->out->fd))
		return;
	for (size_t i = 0; i < source->n; i++)
		open_log_show_progress(&source->logs[i].reader.log, progress, 1);
}

/* All events.  Returns the exit status. */
static int report_events(struct reporting *reporting)
{
	const struct source_event *event;
	struct progress progress;
	bool goes_on = true, failed = false;

	show_progress(reporting, &progress);
	while (goes_on && (event = source_next(&reporting->source)))
		goes_on = report_event(reporting, event, &failed);
	progress_end(&progress);
	if (failed || reporting->source.failed)
		return TOOL_FAILURE;
	return goes_on ? source_status(&reporting->source) : TOOL_FINE;
}

static void put_heading(struct reporting *reporting)
{
	const struct source *source = &reporting->source;

	if (!reporting->trcrpt->heading)
		return;
	for (size_t i = 0; i < source->n; i++)
		heading_put(reporting->out, source->logs[i].reader.log.path,
			    source->logs[i].reader.log.trid);
}

static int report(struct reporting *reporting, struct trcfmt *set)
{
	const struct trcrpt *trcrpt = reporting->trcrpt;
	const struct source_log *first = &reporting->source.logs[0];
	int status;

	if (!printer_init(&reporting->printer, set, &reporting->programs,
			  first->reader.log.path, first->stream))
		return TOOL_FAILURE;
	columns_init(&reporting->columns, &trcrpt->columns, reporting->out,
		     trcrpt->heading);
	put_heading(reporting);
	if (trcrpt->job == TRCRPT_REPORT)
		columns_heading(&reporting->columns);
	status = report_events(reporting);
	if (trcrpt->job == TRCRPT_COUNT)
		list_counts(reporting->out, &reporting->hooks,
			    trcrpt->heading);
	printer_fini(&reporting->printer);
	return status;
}

/* The id of a type in a log that has it; 0: none has. */
static trace_event_id_t id_of(const struct source *source,
			      const struct hook_type *type)
{
	for (size_t i = 0; i < source->n; i++) {
		for (trace_event_id_t id = 1; id < HOOKS_IDS; id++) {
			if (source->logs[i].types.by_id[id] == type)
				return id;
		}
	}
	return 0;
}

static bool is_type_picked(const struct reporting *reporting,
			   const struct hook_type *type)
{
	const struct pick *pick = &reporting->pick;
	trace_event_id_t id;

	if (patterns_are_empty(&pick->only) && patterns_are_empty(&pick->not))
		return true;
	id = id_of(&reporting->source, type);
	return (patterns_are_empty(&pick->only) ||
		event_words_match(&pick->only, id, type->name)) &&
	       !event_words_match(&pick->not, id, type->name);
}

static void mark_shown(struct reporting *reporting)
{
	const struct hooks *hooks = &reporting->hooks;

	for (size_t i = 0; i < hooks->n_types; i++) {
		struct hook_type *type = hooks->types[i];

		type->is_shown = select_lets_type(&reporting->trcrpt->select,
						  type->hook, type->name) &&
				 is_type_picked(reporting, type);
	}
}

/* What is written must not be what is read. */
static bool is_log(const struct source *source, int fd)
{
	struct stat output;
	struct stat log;

	if (fstat(fd, &output) < 0 || !S_ISREG(output.st_mode))
		return false;
	for (size_t i = 0; i < source->n; i++) {
		const char *path = source->logs[i].reader.log.path;
		int err = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &log)
						 : stat(path, &log);

		if (!err && log.st_dev == output.st_dev &&
		    log.st_ino == output.st_ino)
			return true;
	}
	return false;
}

/* A descriptor to write to, or -1 after saying why there is none. */
static int open_output(const char *path, const struct source *source)
{
	int fd;

	if (!path)
		return STDOUT_FILENO;
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0) {
		tool_error("%s: %s; name another file with -o", path,
			   strerror(errno));
		return -1;
	}
	if (is_log(source, fd)) {
		tool_error("%s: is the log itself; name another file with -o",
			   path);
		close(fd);
		return -1;
	}
	/* A device or a pipe has no length to cut. */
	if (ftruncate(fd, 0) < 0 && errno != EINVAL) {
		tool_error("%s: %s; name another file with -o", path,
			   strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

/* Write what is left.  Returns the exit status. */
static int close_output(struct out *out, const char *path, int status)
{
	int fd = out->fd;
	int err;

	out_flush(out);
	err = out->error;
	if (path && close(fd) < 0 && !err)
		err = errno;
	out_fini(out);
	/* Whoever was reading has seen enough. */
	if (err == EPIPE)
		return TOOL_FINE;
	if (err) {
		tool_incomplete(path ? path : "standard output", err, "report");
		return TOOL_FAILURE;
	}
	return status;
}

/* The job that is done with logs. */
static int do_job(struct reporting *reporting, struct trcfmt *set)
{
	const struct trcrpt *trcrpt = reporting->trcrpt;

	switch (trcrpt->job) {
	case TRCRPT_LIST:
		if (trcrpt->n_logs == 0)
			list_stanzas(reporting->out, set, &trcrpt->select,
				     trcrpt->heading);
		else
			list_types(reporting->out, &reporting->hooks,
				   trcrpt->heading);
		return TOOL_FINE;
	case TRCRPT_MKMAP:
		list_map(reporting->out, &reporting->hooks);
		return TOOL_FINE;
	default:
		return report(reporting, set);
	}
}

static int with_logs(struct reporting *reporting, struct trcfmt *set)
{
	const char *output = reporting->trcrpt->output;
	int fd = open_output(output, &reporting->source);
	struct out out;

	if (fd < 0)
		return TOOL_FAILURE;
	if (out_init(&out, fd) != 0) {
		tool_error("the report: out of memory");
		if (output)
			close(fd);
		return TOOL_FAILURE;
	}
	reporting->out = &out;
	mark_shown(reporting);
	return close_output(&out, output, do_job(reporting, set));
}

static int with_templates(const struct trcrpt *trcrpt, struct trcfmt *set)
{
	struct reporting reporting = {
		.trcrpt = trcrpt, .pick = trcrpt->pick,
	};
	int status = TOOL_FAILURE;

	if (!hooks_init(&reporting.hooks, set)) {
		tool_error("templates: out of memory");
		return TOOL_FAILURE;
	}
	programs_init(&reporting.programs);
	if (trcrpt->n_logs == 0) {
		status = with_logs(&reporting, set);
	} else if (source_open(&reporting.source, trcrpt->logs, trcrpt->n_logs,
			       &reporting.hooks, trcrpt->verbose)) {
		status = with_logs(&reporting, set);
		source_close(&reporting.source);
	}
	programs_fini(&reporting.programs);
	hooks_fini(&reporting.hooks);
	return status;
}

/*
 * The shipped templates, and over them those of -t.  A check is of what was
 * named, and only if that is nothing, of what is shipped.
 */
static bool load(struct templates *templates, const struct trcrpt *trcrpt)
{
	bool only_check = trcrpt->job == TRCRPT_CHECK;
	bool done = true;

	templates->verbose = trcrpt->verbose;
	templates->warns = only_check;
	if (!only_check || trcrpt->n_templates == 0)
		done = templates_load_shipped(templates);
	for (size_t i = 0; i < trcrpt->n_templates; i++)
		done = templates_load(templates, trcrpt->templates[i]) && done;
	if (only_check)
		trcfmt_check(templates->set);
	/* What goes wrong with an event is reported in any case. */
	templates->warns = true;
	return done;
}

int tool_trcrpt(int argc, char **argv)
{
	struct templates templates;
	struct trcrpt trcrpt;
	int status = TOOL_USAGE;

	if (!trcrpt_options(&trcrpt, argc, argv))
		goto fini_options;
	status = TOOL_FAILURE;
	if (!templates_init(&templates))
		goto fini_options;
	if (load(&templates, &trcrpt))
		status = trcrpt.job == TRCRPT_CHECK
			? TOOL_FINE : with_templates(&trcrpt, templates.set);
	templates_fini(&templates);
fini_options:
	trcrpt_fini(&trcrpt);
	return status;
}
