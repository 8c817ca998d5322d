/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace recover: the recorder was killed, and what it had not written
 * yet is still in memory.  With a LOG it goes into that log for good; without
 * one it is listed what there is (leftovers.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "record/leftovers.h"
#include "trace/summary.h"

enum { OPT_JSON = 256, OPT_DISCARD, OPT_ALL };

struct recover {
	char **logs;		/* room for all arguments */
	size_t n;		/* 0: list */
	bool json;
	bool discard, all;
	bool quiet;
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "without LOG: list as JSON", 0 },
	{ "discard", OPT_DISCARD, NULL, 0,
	  "give up what is in memory of LOG; without LOG, of all whose log is "
	  "not there any more, or that had none, and what is damaged", 0 },
	{ "all", OPT_ALL, NULL, 0, "with --discard: of all that are listed", 0 },
	{ "quiet", 'q', NULL, 0, "print only errors", 0 },
	{ 0 },
};

static const char doc[] =
	"Write into each LOG, whose recorder was killed, the events that are still in "
	"memory.  Without LOG list what can be recovered.\v"
	"Exit status: 0 recovered, or nothing to do; 1 failure; 2 usage; 3 recovered, "
	"but events were lost; 4 the memory is gone, the log ends early.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct recover *recover = state->input;

	switch (key) {
	case OPT_JSON:
		recover->json = true;
		return 0;
	case OPT_DISCARD:
		recover->discard = true;
		return 0;
	case OPT_ALL:
		recover->all = true;
		return 0;
	case 'q':
		recover->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (*arg == '\0')
			return tool_misuse("LOG: the name is empty; name a file");
		recover->logs[recover->n++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (recover->n && recover->json)
			return tool_misuse("--json: goes with the list; "
					   "leave LOG out");
		if (recover->discard && recover->json)
			return tool_misuse("--json: goes with the list; "
					   "leave --discard out");
		if (recover->all && (!recover->discard || recover->n))
			return tool_misuse("--all: goes with --discard and "
					   "no LOG");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int explain(const char *path, int err)
{
	switch (err) {
	case EINVAL:
		tool_error("%s: no log of this machine; "
			   "'posixtrace recover' lists those there are", path);
		break;
	case ENOENT:
		tool_error("%s: incomplete, and nothing of it is in memory any "
			   "more; 'posixtrace report' reads its events", path);
		return TOOL_DAMAGED;
	case EBUSY:
		tool_error("%s: in use by its recorder or another recovery; "
			   "try again when that has ended", path);
		break;
	case ENOSPC:
		tool_error("%s: %s; make room and try again, nothing is lost",
			   path, strerror(err));
		break;
	case EFBIG:
		tool_error("%s: %s; raise the limit of a file's size "
			   "(ulimit -f) and try again, nothing is lost", path,
			   strerror(err));
		break;
	default:
		tool_error("%s: %s; try again, nothing is lost", path,
			   strerror(err));
	}
	return TOOL_FAILURE;
}

/* The losses of the log, and its policy; false: unknown. */
static bool ask_losses(int fd, const char *path, struct summary *summary,
		       int *policy)
{
	trace_attr_t attr;
	trace_id_t trid;
	bool has_attr;

	lseek(fd, 0, SEEK_SET);
	if (posix_trace_open(fd, &trid) != 0)
		return false;
	has_attr = posix_trace_get_attr(trid, &attr) == 0;
	if (has_attr) {
		posix_trace_attr_getlogfullpolicy(&attr, policy);
		posix_trace_attr_destroy(&attr);
		summary_count_all(summary, path, trid, SUMMARY_SOON);
	}
	posix_trace_close(trid);
	return has_attr && summary->has_usage;
}

/* Report the numbers of recovered and lost events, and return the exit
 * status. */
static int sum_up(const struct recover *recover, const char *path, int fd,
		  const struct posixtrace_recovery *done)
{
	struct summary summary = { 0 };
	const struct posixtrace_usage *usage = &summary.usage;
	int policy = POSIX_TRACE_APPEND;
	char log_lost[96] = "";

	if (!ask_losses(fd, path, &summary, &policy)) {
		tool_error("%s: recovered, but cannot be read back; "
			   "'posixtrace check' reports why", path);
		return TOOL_FAILURE;
	}
	if (usage->log_lost)
		snprintf(log_lost, sizeof(log_lost), ", %" PRIu64
			 " lost from the log, %s", usage->log_lost,
			 policy == POSIX_TRACE_LOOP ?
			 "its oldest, which newer ones replaced" :
			 policy == POSIX_TRACE_UNTIL_FULL ?
			 "which was full" : "which could not be written");
	if (!recover->quiet)
		tool_note("%s: %" PRIu64 " events recovered, %" PRIu64
			  " lost from the stream%s%s", path, done->events,
			  usage->lost, log_lost, done->is_copy ?
			  "; it is a copy, and the memory stays for the log" : "");
	if (!usage->complete) {
		tool_error("%s: recovered, but not whole, as if a traced process "
			   "had written to the names of event types; 'posixtrace "
			   "check' reports what is missing", path);
		return TOOL_DAMAGED;
	}
	return usage->lost || usage->log_lost ? TOOL_LOST : TOOL_FINE;
}

/* Its recorder has completed the log; is it still intact? */
static int note_complete(const struct recover *recover, const char *path,
			 int fd)
{
	struct summary summary = { 0 };
	int policy = POSIX_TRACE_APPEND;

	if (!ask_losses(fd, path, &summary, &policy) ||
	    !summary.usage.complete) {
		tool_error("%s: was complete and has been damaged since, which "
			   "cannot be recovered; 'posixtrace check' reports where",
			   path);
		return TOOL_DAMAGED;
	}
	if (!recover->quiet)
		tool_note("%s: complete, nothing to recover", path);
	return TOOL_FINE;
}

static int recover_one(const struct recover *recover, const char *path)
{
	struct posixtrace_recovery done;
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int status = TOOL_FINE;
	int err;

	if (fd < 0) {
		tool_error("%s: %s; name a log that can be written", path,
			   strerror(errno));
		return TOOL_FAILURE;
	}
	err = posixtrace_recover(fd, &done);
	if (err) {
		status = explain(path, err);
	} else if (done.was_complete) {
		status = note_complete(recover, path, fd);
	} else {
		status = sum_up(recover, path, fd, &done);
	}
	close(fd);
	return status;
}

static int recover_all(const struct recover *recover)
{
	int worst = TOOL_FINE;

	for (size_t i = 0; i < recover->n; i++) {
		int status = recover_one(recover, recover->logs[i]);

		/* A failure takes precedence over losses. */
		if (status == TOOL_FAILURE || worst == TOOL_FAILURE)
			worst = TOOL_FAILURE;
		else if (status > worst)
			worst = status;
	}
	return worst;
}

int tool_recover(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[LOG...]",
		.doc = doc,
	};
	struct recover recover = { .logs = calloc((size_t)argc + 1,
						  sizeof(*recover.logs)) };
	int worst = TOOL_FINE;

	if (!recover.logs) {
		tool_error("out of memory");
		return TOOL_FAILURE;
	}
	if (!tool_parse(&argp, argc, argv, &recover))
		worst = TOOL_USAGE;
	else if (recover.discard)
		worst = leftovers_discard(recover.logs, recover.n, recover.all,
					  recover.quiet);
	else if (!recover.n)
		worst = leftovers_list(recover.json, recover.quiet);
	else
		worst = recover_all(&recover);
	free(recover.logs);
	return worst;
}
