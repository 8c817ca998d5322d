/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace run: become a program that has the preload library, which records nothing
 * until a stream is there for its process.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "record/preload-path.h"
#include "record/record.h"
#include "record/target.h"
#include "record/untaken.h"

static const struct argp_option options[] = {
	RECORD_PRELOAD_OPTIONS,
	{ 0 }
};

static const char doc[] =
	"Run COMMAND with the preload library, so that 'posixtrace record -p', 'live -p' and "
	"'top' can attach to it later.\v"
	"SIZE may end in K, M or G.\n\n"
	"Exit status: that of COMMAND; 1 failure, 2 usage, 126 COMMAND cannot be executed, "
	"127 it was not found.";

static error_t complete(struct record *record)
{
	if (!record->command)
		return tool_misuse("no command; try 'posixtrace run --preload -- COMMAND'");
	if (!record->preload && !record->functions)
		return tool_misuse("neither --preload nor --functions; give one of them");
	return record_check_preload(record);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	return key == ARGP_KEY_END ? complete(state->input) :
				     record_parse(key, arg, state);
}

/* Returns only if that fails. */
static int become(const struct record *record)
{
	char *preload = NULL;
	bool is_ready;
	int err;

	if (untaken_consider(*record->command, false)) {
		preload = preload_path();
		if (!preload)
			return TOOL_FAILURE;
	}
	is_ready = target_apply(&(struct target_setting){
		.preload = preload,
		.threshold = record->threshold,
		.functions = record->functions ? &record->function_rules : NULL,
	});
	free(preload);
	if (!is_ready) {
		tool_error("%s: out of memory", *record->command);
		return TOOL_FAILURE;
	}
	execvp(*record->command, record->command);
	err = errno;
	tool_error("%s: %s; name a program that can be run", *record->command,
		   strerror(err));
	return err == ENOENT ? 127 : 126;
}

int tool_run(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[--] COMMAND [ARG...]",
		.doc = doc,
	};
	struct record record = { 0 };
	int status = TOOL_USAGE;

	if (tool_parse(&argp, argc, argv, &record))
		status = become(&record);
	function_rules_fini(&record.function_rules);
	return status;
}
