/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The command line of `posixtrace merge`. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/logfile.h"
#include "common/nanoseconds.h"
#include "common/size.h"
#include "common/tool.h"
#include "merge/merge.h"
#include "trace/compression.h"
#include "trace/folder.h"

enum {
	OPT_OFFSET = 256,
	OPT_ALIGN,
	OPT_KEEP_IDS,
	OPT_COMPRESS,
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "write to FILE", 0 },
	{ "offset", OPT_OFFSET, "LOG=TIME", 0,
	  "add TIME, such as +1.5ms or -2s, to the times of LOG, which is one "
	  "of those given or its number from 1; or let LOG begin at the date "
	  "@2026-01-31T12:00:00Z; may be given for each", 0 },
	{ "align", OPT_ALIGN, "EVENT", 0,
	  "shift the times of the logs so that the first event of that type is "
	  "at one time in all of them", 0 },
	{ "keep-ids", OPT_KEEP_IDS, NULL, 0,
	  "process and thread ids stay as they are, also those of other "
	  "machines", 0 },
	{ "compress", OPT_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL,
	  "compress the log with zstd, at LEVEL 1 to 19 [3]", 0 },
	{ "quiet", 'q', NULL, 0, "no summary", 0 },
	{ 0 }
};

static error_t add_path(struct merge *merge, const char *path)
{
	struct merge_input *more;

	if (merge->n_inputs == MERGE_MOST)
		return tool_misuse("%s: one log too many; %d can be merged at "
				   "once, and the result with others", path,
				   MERGE_MOST);
	more = reallocarray(merge->inputs, merge->n_inputs + 1, sizeof(*more));
	if (!more)
		return ENOMEM;
	merge->inputs = more;
	memset(&more[merge->n_inputs], 0, sizeof(*more));
	more[merge->n_inputs++].path = path;
	return 0;
}

static int add_owned(void *context, char *path)
{
	struct merge *merge = context;
	char **more = reallocarray(merge->owned, merge->n_owned + 1,
				   sizeof(*more));
	error_t err;

	if (!more) {
		free(path);
		return ENOMEM;
	}
	merge->owned = more;
	more[merge->n_owned++] = path;
	err = add_path(merge, path);
	if (!err)
		merge->inputs[merge->n_inputs - 1].is_found = true;
	return err;
}

/* A log, or a directory with logs. */
static error_t add_argument(struct merge *merge, const char *path)
{
	size_t before = merge->n_inputs;
	int err = folder_logs(path, add_owned, merge);

	if (err == ENOTDIR || err == ENOENT)
		return add_path(merge, path);
	if (!err && merge->n_inputs == before)
		return tool_misuse("%s: no logs in this directory; name others",
				   path);
	if (err == EACCES || err == EMFILE)
		return tool_misuse("%s: %s; name logs", path, strerror(err));
	return err;
}

static bool parse_date(const char *text, int64_t *ns)
{
	struct timespec date;

	if (!date_parse(text, &date))
		return false;
	return ns_since_epoch(&date, ns) && *ns > 0;
}

static bool parse_offset(const char *text, int64_t *ns)
{
	bool is_negative = *text == '-';

	/* Only one sign is allowed. */
	if (is_negative && (text[1] == '+' || text[1] == '-'))
		return false;
	if (!time_parse(text + is_negative, ns))
		return false;
	if (is_negative)
		*ns = -*ns;
	return true;
}

/* "LOG=TIME", where LOG may have a '=' in it. */
static error_t add_offset(struct merge *merge, const char *arg)
{
	const char *equals = strrchr(arg, '=');
	struct merge_offset *more, added = { 0 };
	bool is_fine = equals && equals > arg;

	if (is_fine) {
		added.is_date = equals[1] == '@';
		is_fine = added.is_date ? parse_date(equals + 2, &added.ns)
					: parse_offset(equals + 1, &added.ns);
	}
	if (!is_fine)
		return tool_misuse("--offset %s: not a log and a time; write "
				   "LOG=+1.5ms, LOG=-2s or "
				   "LOG=@2026-01-31T12:00:00Z", arg);
	added.log = arg;
	added.log_len = (int)(equals - arg);
	more = reallocarray(merge->offsets, merge->n_offsets + 1, sizeof(*more));
	if (!more)
		return ENOMEM;
	merge->offsets = more;
	more[merge->n_offsets++] = added;
	return 0;
}

/* Find a log by name or number. */
static struct merge_input *find_input(struct merge *merge,
				      const struct merge_offset *offset)
{
	const char *name = offset->log;
	size_t len = (size_t)offset->log_len;
	unsigned long number;
	char *end;

	for (size_t i = 0; i < merge->n_inputs; i++)
		if (strlen(merge->inputs[i].path) == len &&
		    memcmp(merge->inputs[i].path, name, len) == 0)
			return &merge->inputs[i];
	number = strtoul(name, &end, 10);
	if (end != name + len || *name < '0' || *name > '9' || number < 1 ||
	    number > merge->n_inputs)
		return NULL;
	return &merge->inputs[number - 1];
}

static error_t resolve_offsets(struct merge *merge)
{
	for (size_t i = 0; i < merge->n_offsets; i++) {
		const struct merge_offset *offset = &merge->offsets[i];
		struct merge_input *input = find_input(merge, offset);

		if (!input)
			return tool_misuse("--offset %.*s=...: no log of that "
					   "name is merged; use a name as given "
					   "there, or a number from 1 to %zu",
					   offset->log_len, offset->log,
					   merge->n_inputs);
		if (offset->is_date && merge->align)
			return tool_misuse("--offset %.*s=@...: a date, and "
					   "--align sets its time, too; omit "
					   "one", offset->log_len, offset->log);
		if (offset->is_date) {
			input->has_begin = true;
			input->begin_ns = offset->ns;
		} else if (__builtin_add_overflow(input->offset_ns, offset->ns,
						  &input->offset_ns)) {
			return tool_misuse("--offset %.*s=...: too far away",
					   offset->log_len, offset->log);
		}
	}
	return 0;
}

/* Checks that need all options. */
static error_t check(struct merge *merge)
{
	if (!merge->output || !*merge->output)
		return tool_misuse("no file to write to; name one with -o");
	if (merge->n_inputs == 0)
		return tool_misuse("no logs to merge; name them");
	return resolve_offsets(merge);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct merge *merge = state->input;

	switch (key) {
	case 'o':
		merge->output = arg;
		return logfile_check_name(arg);
	case OPT_OFFSET:
		return add_offset(merge, arg);
	case OPT_ALIGN:
		merge->align = arg;
		return 0;
	case OPT_KEEP_IDS:
		merge->keeps_ids = true;
		return 0;
	case OPT_COMPRESS:
		return compression_parse(arg, &merge->compression);
	case 'q':
		merge->quiet = true;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &merge->pick;
		return 0;
	case ARGP_KEY_ARG:
		return add_argument(merge, arg);
	case ARGP_KEY_END:
		return check(merge);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

bool merge_options(struct merge *merge, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "-o FILE LOG...",
		.doc = "Write the events of several trace logs to one, in the "
		       "order of time.\v"
		       "Exit status: 0 fine, 1 failure, 2 usage, 3 events were "
		       "lost, 4 one of the logs is incomplete.",
	};

	*merge = (struct merge){ 0 };
	return tool_parse(&argp, argc, argv, merge);
}

void merge_fini(struct merge *merge)
{
	pick_fini(&merge->pick);
	free(merge->offsets);
	free(merge->inputs);
	for (size_t i = 0; i < merge->n_owned; i++)
		free(merge->owned[i]);
	free(merge->owned);
}
