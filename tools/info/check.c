/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace check: reports every error in a trace, with its offset in the
 * file.  Nothing is repaired.
 */
#include <errno.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "common/sheet.h"
#include "common/tool.h"
#include "log/check.h"
#include "dump/dump.h"
#include "trace/input.h"
#include "trace/summary.h"

struct request {
	const char *path;
	bool json;
	bool quiet;
};

/* The result. */
struct outcome {
	const char *kind;	/* of trace; NULL: none */
	bool readable;
	bool being_written;
	uint64_t events;
	uint64_t lost;
};

struct checking {
	const struct request *request;
	struct input input;
	struct sheet *sheet;
	struct pxt_finder finder;
	struct outcome outcome;
};

enum { OPT_JSON = 256 };

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "a JSON object instead of text", 0 },
	{ "quiet", 'q', NULL, 0, "nothing but the exit status", 0 },
	{ 0 }
};

static const char doc[] =
	"Check a trace log or ThreadX dump [" TOOL_DEFAULT_LOG
	"] for errors; nothing is repaired.\v"
	"Exit status: 0 no faults, 1 it cannot be read, 2 usage, "
	"3 complete, but events were lost when it was recorded, 4 damaged or "
	"incomplete, the rest can be read, 5 being written, not checked.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case OPT_JSON:
		request->json = true;
		return 0;
	case 'q':
		request->quiet = true;
		return 0;
	default:
		return tool_parse_trace(key, &request->path, arg);
	}
}

static void print_finding(void *context, uint64_t offset, bool is_fault,
			  const char *text)
{
	struct checking *checking = context;

	if (checking->sheet) {
		sheet_row(checking->sheet);
		sheet_cell_number(checking->sheet, offset);
		sheet_cell_text(checking->sheet, "%s",
				is_fault ? "fault" : "remark");
		sheet_cell_text(checking->sheet, "%s", text);
	} else if (!checking->request->quiet) {
		printf("offset %" PRIu64 ": %s%s\n", offset,
		       is_fault ? "" : "remark: ", text);
	}
}

static int check_dump(struct checking *checking)
{
	const struct pxt_dump_summary *summary;
	struct pxt_dump_fault fault;
	struct pxt_dump *dump;
	int err = pxt_dump_open(checking->input.fd, &dump, &fault);

	if (err == EINVAL && *fault.text)
		pxt_fault(&checking->finder, fault.offset, "%s", fault.text);
	if (err)
		return err;
	checking->outcome.kind = "ThreadX dump";
	checking->outcome.readable = true;
	summary = pxt_dump_get_summary(dump);
	checking->outcome.events = summary->n_events;
	checking->outcome.lost = summary->missing;
	err = pxt_dump_check(dump, &checking->finder);
	pxt_dump_close(dump);
	return err;
}

/* `recover` and other commands lock a log while they write it; a recorder does so, too. */
static bool is_locked(int fd)
{
	const bool is_so = flock(fd, LOCK_SH | LOCK_NB) < 0 &&
			   errno == EWOULDBLOCK;

	if (!is_so)
		flock(fd, LOCK_UN);
	return is_so;
}

/* Is it being written, or has it been since? */
static bool is_changing(int fd, const struct stat *before)
{
	struct stat now;

	return is_locked(fd) || posixtrace_is_being_written(fd) == 1 ||
	       (fstat(fd, &now) == 0 &&
		(now.st_size != before->st_size ||
		 now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
		 now.st_mtim.tv_nsec != before->st_mtim.tv_nsec));
}

static int check_log(struct checking *checking)
{
	struct summary summary = { 0 };
	struct outcome *outcome = &checking->outcome;
	struct stat before;
	trace_id_t trid;
	int err = 0;

	outcome->kind = "log";
	/* What is only half written is no fault. */
	if (fstat(checking->input.fd, &before) < 0)
		return errno;
	outcome->being_written = is_changing(checking->input.fd, &before);
	if (!outcome->being_written) {
		err = pxt_log_check(checking->input.fd, &checking->finder);
		outcome->being_written = checking->finder.n_faults &&
					 is_changing(checking->input.fd, &before);
	}
	if (!err)
		err = posix_trace_open(checking->input.fd, &trid);
	if (err)
		return err;
	/* That bytes are damaged is known once they are read. */
	summary_count_all(&summary, checking->input.path, trid, UINT64_MAX);
	posix_trace_close(trid);
	outcome->readable = true;
	outcome->events = summary.usage.events;
	outcome->lost = summary.usage.lost + summary.usage.log_lost;
	return 0;
}

static void conclude_json(struct checking *checking)
{
	const struct outcome *outcome = &checking->outcome;
	struct sheet *sheet = checking->sheet;

	sheet_table_end(sheet);
	if (outcome->kind)
		sheet_text(sheet, "kind", "%s", outcome->kind);
	sheet_bool(sheet, "readable", outcome->readable);
	sheet_bool(sheet, "being_written", outcome->being_written);
	sheet_number(sheet, "faults", checking->finder.n_faults);
	sheet_number(sheet, "events", outcome->events);
	sheet_number(sheet, "lost", outcome->lost);
	sheet_end(sheet);
}

static const char *verdict(const struct checking *checking)
{
	if (checking->outcome.being_written)
		return "being written, not checked";
	return checking->finder.n_faults ? "damaged, but readable" : "whole";
}

static void conclude_text(const struct checking *checking)
{
	const struct outcome *outcome = &checking->outcome;
	uint64_t faults = checking->finder.n_faults;
	const char *path = checking->request->path;

	if (!outcome->readable) {
		tool_error("%s: cannot be read: %s", path, outcome->kind ?
			   "see above" : "not a trace log or ThreadX dump; "
			   "name one");
		return;
	}
	printf("%s: %s, %" PRIu64 " events, ", outcome->kind, verdict(checking),
	       outcome->events);
	if (outcome->lost)
		printf("%" PRIu64 " lost", outcome->lost);
	else
		fputs("none lost", stdout);
	if (faults)
		printf(", %" PRIu64 " fault%s", faults, faults == 1 ? "" : "s");
	putchar('\n');
}

static int check(struct checking *checking)
{
	static const char *const columns[] = { ">offset", "severity", "text" };
	const struct request *request = checking->request;
	int err;

	if (request->json) {
		checking->sheet = sheet_new(true);
		sheet_text(checking->sheet, "file", "%s", request->path);
		sheet_table(checking->sheet, "findings", columns, 3);
	}
	checking->finder.found = print_finding;
	checking->finder.context = checking;
	err = input_is_log(&checking->input) ? check_log(checking) : check_dump(checking);
	if (err && err != EINVAL) {
		tool_error("%s: %s", request->path, strerror(err));
		checking->outcome.readable = false;
	}
	if (checking->sheet)
		conclude_json(checking);
	else if (!request->quiet && (!err || err == EINVAL))
		conclude_text(checking);
	if (!checking->outcome.readable)
		return TOOL_FAILURE;
	if (checking->outcome.being_written)
		return TOOL_BUSY;
	if (checking->finder.n_faults)
		return TOOL_DAMAGED;
	return checking->outcome.lost ? TOOL_LOST : TOOL_FINE;
}

int tool_check(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[TRACE]",
		.doc = doc,
	};
	struct request request = { 0 };
	struct checking checking = { .request = &request };
	int status;

	if (!tool_parse(&argp, argc, argv, &request))
		return TOOL_USAGE;
	if (!input_open(&checking.input, request.path))
		return TOOL_FAILURE;
	status = check(&checking);
	input_close(&checking.input);
	return status;
}
