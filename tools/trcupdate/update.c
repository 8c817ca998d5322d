/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What trcupdate does: stanzas are added, replaced and deleted in the order
 * of the file of updates, and for each the line that takes it back is kept.
 * A stanza replaces another if its version is not older: the parts of a
 * version are compared as numbers, so 1.10 is newer than 1.9.
 */
#include "update.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "trcfmt.h"

enum { MOST_ERRORS = 20, HOOK_SIZE = 5 };

/* The file of updates, read line by line. */
struct script {
	struct update *update;
	const char *path;
	const char *line;	/* the logical line that is looked at */
	size_t len;
	unsigned number;	/* of its first line */
	unsigned n_errors;
};

static void complain(struct script *script, const char *at,
		     const char *expected)
{
	script->n_errors++;
	tool_error("%s:%u:%zu: expected %s", script->path, script->number,
		   (size_t)(at - script->line) + 1, expected);
}

static bool no_memory(const struct script *script)
{
	tool_error("%s: out of memory", script->path);
	return false;
}

/* "+ " and the stanza that was there. */
static bool undo_by_stanza(struct script *script, const struct piece *old)
{
	struct piece undo = *old;
	char *text = malloc(old->len + 2);
	bool done;

	if (!text)
		return no_memory(script);
	memcpy(text, "+ ", 2);
	memcpy(text + 2, old->text, old->len);
	undo.text = text;
	undo.len = old->len + 2;
	undo.is_stanza = false;
	done = pieces_add(&script->update->undo, &undo);
	free(text);
	return done || no_memory(script);
}

static bool undo_by_delete(struct script *script, uint16_t hook)
{
	char text[2 + HOOK_SIZE] = "- ";
	struct piece undo = { .text = text };

	undo.len = 2 + trcfmt_hook_format(text + 2, hook);
	return pieces_add(&script->update->undo, &undo) || no_memory(script);
}

static bool is_older(const struct stanza_head *head,
		     const struct stanza_head *than)
{
	return head->major < than->major ||
	       (head->major == than->major && head->minor < than->minor);
}

static bool put_stanza(struct script *script, const struct piece *fresh)
{
	struct update *update = script->update;
	struct piece *old = pieces_find(update->pieces, fresh->head.hook);
	char name[HOOK_SIZE];

	trcfmt_hook_format(name, fresh->head.hook);
	if (!old) {
		update->n_added++;
		if (update->verbose)
			tool_note("%s: added, version %u.%u", name,
				  fresh->head.major, fresh->head.minor);
		return undo_by_delete(script, fresh->head.hook) &&
		       (pieces_add(update->pieces, fresh) || no_memory(script));
	}
	if (is_older(&fresh->head, &old->head) && !update->any_version) {
		update->n_kept++;
		tool_note("%s:%u: %s: version %u.%u is older than %u.%u, which is "
			  "kept; -o replaces it all the same", script->path,
			  script->number, name, fresh->head.major,
			  fresh->head.minor, old->head.major, old->head.minor);
		return true;
	}
	update->n_replaced++;
	if (update->verbose)
		tool_note("%s: version %u.%u replaced by %u.%u", name,
			  old->head.major, old->head.minor, fresh->head.major,
			  fresh->head.minor);
	return undo_by_stanza(script, old) &&
	       (piece_replace(old, fresh) || no_memory(script));
}

/* "+ STANZA"; `at` is after the plus. */
static bool do_put(struct script *script, const char *at)
{
	const char *end = script->line + script->len;
	struct piece fresh = {
		.is_stanza = true,
		.origin = { script->path, script->number },
	};
	const char *wrong;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	fresh.text = (char *)at;
	fresh.len = (size_t)(end - at);
	wrong = read_head(&at, end, &fresh.head);
	if (!wrong)
		return put_stanza(script, &fresh);
	complain(script, at, wrong);
	return true;
}

/* "- HOOK"; `at` is after the minus. */
static bool do_delete(struct script *script, const char *at)
{
	struct update *update = script->update;
	const char *end = script->line + script->len;
	struct piece *old;
	const char *wrong;
	char name[HOOK_SIZE];
	uint16_t hook;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	wrong = read_hook(&at, end, &hook);
	while (!wrong && at < end && strchr(" \t\r\n", *at))
		at++;
	if (!wrong && at < end)
		wrong = "nothing after the hook id";
	if (wrong) {
		complain(script, at, wrong);
		return true;
	}
	old = pieces_find(update->pieces, hook);
	trcfmt_hook_format(name, hook);
	if (!old) {
		tool_note("%s:%u: %s: no such stanza, nothing to delete",
			  script->path, script->number, name);
		return true;
	}
	update->n_deleted++;
	if (update->verbose)
		tool_note("%s: version %u.%u deleted", name, old->head.major,
			  old->head.minor);
	if (!undo_by_stanza(script, old))
		return false;
	pieces_remove(update->pieces, old);
	return true;
}

/* False only for no memory: errors are counted. */
static bool do_line(struct script *script)
{
	const char *at = script->line;
	const char *end = at + script->len;

	while (at < end && strchr(" \t\r", *at))
		at++;
	if (at == end || *at == '\n' || *at == '#')
		return true;
	if (*at == '+')
		return do_put(script, at + 1);
	if (*at == '-')
		return do_delete(script, at + 1);
	complain(script, at, "+ and a stanza, - and a hook id, or # and a comment");
	return true;
}

/* Is the first line the one that says what the file is for? */
static bool check_first(const char *path, const char *text, size_t len)
{
	const size_t want = strlen(UPDATE_FIRST_LINE);
	size_t end = want;

	if (len >= want && memcmp(text, UPDATE_FIRST_LINE, want) == 0) {
		while (end < len && strchr(" \t\r", text[end]))
			end++;
		if (end == len || text[end] == '\n')
			return true;
	}
	tool_error("%s:1:1: expected the line '%s'; put it first", path,
		   UPDATE_FIRST_LINE);
	return false;
}

bool update_apply(struct update *update, const char *path, const char *text,
		  size_t len)
{
	struct script script = { .update = update, .path = path, .number = 1 };
	unsigned n_lines = 0;
	size_t at = 0;

	if (!check_first(path, text, len))
		return false;
	for (; at < len; at += script.len, script.number += n_lines) {
		size_t blank = strspn(text + at, " \t\r");

		script.line = text + at;
		script.len = logical_line(script.line, len - at, &n_lines);
		if (text[at + blank] == '#' || script.number == 1) {
			const char *newline = memchr(script.line, '\n',
						     len - at);

			script.len = newline ? (size_t)(newline - script.line) + 1
					     : len - at;
			n_lines = 1;
			continue;
		}
		if (script.len == 0) {
			complain(&script, script.line,
				 "a continuation after the backslash at the end of the file");
			break;
		}
		if (!do_line(&script))
			return false;
		if (script.n_errors == MOST_ERRORS) {
			tool_error("%s: that is enough of errors; correct these first",
				   path);
			break;
		}
	}
	return script.n_errors == 0;
}

char *update_undo(struct update *update, size_t *len)
{
	static const char first[] = UPDATE_FIRST_LINE "\n";
	struct pieces *undo = &update->undo;
	size_t size = sizeof(first);
	char *text;
	char *p;

	for (size_t i = 0; i < undo->n; i++)
		size += undo->items[i].len;
	text = malloc(size);
	if (!text)
		return NULL;
	memcpy(text, first, sizeof(first));
	p = text + sizeof(first) - 1;
	for (size_t i = undo->n; i-- > 0; ) {
		memcpy(p, undo->items[i].text, undo->items[i].len + 1);
		p += undo->items[i].len;
	}
	*len = (size_t)(p - text);
	return text;
}
