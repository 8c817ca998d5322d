/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * trcupdate: add, replace and delete stanzas of a template file, with a file
 * that takes it back.  The template file is checked as it would be, and only
 * if it has no errors replaced.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/textfile.h"
#include "common/tool.h"
#include "stanzas.h"
#include "trcfmt.h"
#include "trcrpt/templates.h"
#include "update.h"

struct trcupdate {
	const char *templates;	/* -t */
	const char *extract;	/* -x */
	const char *name;	/* of the updates, with or without .trc */
	bool any_version;
	bool verbose;
};

static const struct argp_option options[] = {
	{ NULL, 't', "FILE", 0, "the template file, instead of the installed one", 0 },
	{ NULL, 'o', NULL, 0, "replace a stanza also by an older version", 0 },
	{ NULL, 'v', NULL, 0, "print the changes", 0 },
	{ NULL, 'x', "LIST", 0,
	  "print the stanzas of these hook ids as a file of updates", 0 },
	{ 0 }
};

static const char doc[] =
	"Update a template file as FILE.trc says, and write FILE.undo.trc.\v"
	"The first line of FILE.trc is '" UPDATE_FIRST_LINE "', then come lines "
	"'+ STANZA' to add or replace one and '- HOOK' to delete one. "
	"FILE.undo.trc, applied with -o, takes it back.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct trcupdate *trcupdate = state->input;

	switch (key) {
	case 't':
		trcupdate->templates = arg;
		return 0;
	case 'o':
		trcupdate->any_version = true;
		return 0;
	case 'v':
		trcupdate->verbose = true;
		return 0;
	case 'x':
		trcupdate->extract = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (trcupdate->name)
			return tool_misuse("%s: one file at a time, and %s is there "
					   "already; leave one out", arg,
					   trcupdate->name);
		trcupdate->name = arg;
		return 0;
	case ARGP_KEY_END:
		if (!trcupdate->name && !trcupdate->extract)
			return tool_misuse("no file of updates; try 'trcupdate --help'");
		if (trcupdate->name && trcupdate->extract)
			return tool_misuse("-x prints stanzas and updates nothing; "
					   "leave out %s or -x", trcupdate->name);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* FILE or FILE.trc with another ending; NULL: no memory, it was said. */
static char *with_ending(const char *name, const char *ending)
{
	static const char trc[] = ".trc";
	size_t len = strlen(name);
	char *path;

	if (len > sizeof(trc) - 1 &&
	    strcmp(name + len - (sizeof(trc) - 1), trc) == 0)
		len -= sizeof(trc) - 1;
	if (asprintf(&path, "%.*s%s", (int)len, name, ending) >= 0)
		return path;
	tool_error("%s: out of memory", name);
	return NULL;
}

/* The template file when none is named; for the caller to free. */
static char *default_templates(void)
{
	char *directory = templates_directory();
	char *path = NULL;

	if (directory &&
	    asprintf(&path, "%s/" TEMPLATES_OWN, directory) < 0) {
		tool_error("templates: out of memory");
		path = NULL;
	}
	free(directory);
	return path;
}

/* What errors in the file as it would be are reported with. */
struct check {
	const struct pieces *pieces;
	const char *path;
};

/* The line of a joined file, as where it came from. */
static struct origin find_origin(const struct check *check, unsigned line)
{
	unsigned first = 1;

	for (size_t i = 0; i < check->pieces->n; i++) {
		const struct piece *piece = &check->pieces->items[i];
		unsigned n = 0;

		for (size_t at = 0; at < piece->len; at++)
			n += piece->text[at] == '\n';
		if (line - first < n)
			return (struct origin){ piece->origin.path,
				piece->origin.line + line - first };
		first += n;
	}
	return (struct origin){ check->path, line };
}

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	const struct check *check = arg;
	struct origin origin = find_origin(check, diag->line);

	if (diag->is_error)
		tool_error("%s:%u:%u: %s", origin.path, origin.line,
			   diag->column, diag->text);
}

/* Would the template file compile? */
static bool check_text(const struct pieces *pieces, const char *path,
		       const char *text, size_t len)
{
	struct check check = { pieces, path };
	struct trcfmt *set;
	bool is_right;

	if (trcfmt_new(&set, complain, &check) != 0) {
		tool_error("%s: out of memory", path);
		return false;
	}
	is_right = trcfmt_load_text(set, path, text, len) == 0;
	trcfmt_free(set);
	if (!is_right)
		tool_error("%s: is as it was: with the update it would have errors",
			   path);
	return is_right;
}

/* The undo file first: without it nothing is changed. */
static bool write_both(struct update *update, const char *undo_path,
		       const char *path, const char *text, size_t len)
{
	size_t undo_len;
	char *undo = update_undo(update, &undo_len);
	bool done;

	if (!undo)
		tool_error("%s: out of memory", undo_path);
	done = undo && textfile_write(undo_path, undo, undo_len) &&
	       textfile_write(path, text, len);
	free(undo);
	return done;
}

static bool apply(const struct trcupdate *trcupdate, const char *path,
		  struct pieces *pieces)
{
	struct update update = {
		.pieces = pieces,
		.any_version = trcupdate->any_version,
		.verbose = trcupdate->verbose,
	};
	char *script_path = with_ending(trcupdate->name, ".trc");
	char *undo_path = with_ending(trcupdate->name, ".undo.trc");
	char *script = NULL;
	char *text = NULL;
	size_t script_len;
	size_t len;
	bool done = false;

	if (script_path && undo_path)
		script = textfile_read(script_path, &script_len);
	if (!script || !update_apply(&update, script_path, script, script_len))
		goto free_all;
	done = true;
	if (!update_is_change(&update)) {
		tool_note("%s: nothing to change", path);
		goto free_all;
	}
	text = pieces_join(pieces, &len);
	if (!text)
		tool_error("%s: out of memory", path);
	done = text && check_text(pieces, path, text, len) &&
	       write_both(&update, undo_path, path, text, len);
	if (done && trcupdate->verbose)
		tool_note("%s: %zu added, %zu replaced, %zu deleted, %zu kept; "
			  "'trcupdate -o' with %s takes it back", path,
			  update.n_added, update.n_replaced, update.n_deleted,
			  update.n_kept, undo_path);
free_all:
	pieces_fini(&update.undo);
	free(text);
	free(script);
	free(undo_path);
	free(script_path);
	return done;
}

/* Print the stanzas of the list.  False: one is not there, it was said. */
static bool extract(const char *list, struct pieces *pieces, const char *path)
{
	char *copy = strdup(list);
	char *rest = NULL;
	bool done = copy;

	if (!copy)
		tool_error("%s: out of memory", path);
	else
		puts(UPDATE_FIRST_LINE);
	for (char *item = copy ? strtok_r(copy, ", \t", &rest) : NULL; item;
	     item = strtok_r(NULL, ", \t", &rest)) {
		const struct piece *piece = NULL;
		uint16_t hook;

		if (trcfmt_hook_parse(item, &hook) == 0)
			piece = pieces_find(pieces, hook);
		if (piece)
			printf("+ %s", piece->text);
		else
			tool_error("%s: no stanza %s there", path, item);
		done = done && piece;
	}
	free(copy);
	return done;
}

static bool run(const struct trcupdate *trcupdate, const char *path)
{
	struct pieces pieces;
	size_t len;
	char *text = textfile_read(path, &len);
	bool done;

	if (!text)
		return false;
	done = pieces_parse(&pieces, path, text, len);
	if (done)
		done = trcupdate->extract
			? extract(trcupdate->extract, &pieces, path)
			: apply(trcupdate, path, &pieces);
	pieces_fini(&pieces);
	free(text);
	return done;
}

int tool_trcupdate(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[FILE]",
		.doc = doc,
	};
	struct trcupdate trcupdate = { .templates = NULL };
	char *path = NULL;
	int status;

	if (!tool_parse(&argp, argc, argv, &trcupdate))
		return TOOL_USAGE;
	if (!trcupdate.templates)
		trcupdate.templates = path = default_templates();
	status = trcupdate.templates && run(&trcupdate, trcupdate.templates)
		? TOOL_FINE : TOOL_FAILURE;
	free(path);
	return status;
}
