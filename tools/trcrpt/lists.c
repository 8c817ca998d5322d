/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The tables that trcrpt prints instead of a report. */
#include "lists.h"

#include <stdlib.h>
#include <string.h>

#include "common/escape.h"

enum { LINE_ROOM = 256 + 4 * TRACE_EVENT_NAME_MAX, NAME_COLUMN = 32 };

static int compare(const void *a, const void *b)
{
	const struct hook_type *const *x = a;
	const struct hook_type *const *y = b;

	if ((*x)->hook != (*y)->hook)
		return (*x)->hook < (*y)->hook ? -1 : 1;
	if ((*x)->subhook != (*y)->subhook)
		return (*x)->subhook < (*y)->subhook ? -1 : 1;
	return strcmp((*x)->name, (*y)->name);
}

/* In the order of their ids; the types found by id are not moved. */
static void sort(struct hooks *hooks)
{
	if (hooks->n_types)
		qsort(hooks->types, hooks->n_types, sizeof(*hooks->types),
		      compare);
}

static char *put_escaped(char *p, const char *text)
{
	return escape_text(p, text, strlen(text));
}

static char *put_hex4(char *p, unsigned value)
{
	for (int shift = 12; shift >= 0; shift -= 4)
		*p++ = "0123456789ABCDEF"[value >> shift & 15];
	return p;
}

static char *put_id(char *p, uint16_t hook)
{
	char *start = p;

	p += trcfmt_hook_format(p, hook);
	return put_padding(p, start, 5);
}

static void put_line(struct out *out, const char *line)
{
	out_done(out, put_string(out_room(out, strlen(line)), line));
}

static const char *column_name(enum trcfmt_column column)
{
	switch (column) {
	case TRCFMT_APPL:
		return "APPL";
	case TRCFMT_SVC:
		return "SYSCALL";
	case TRCFMT_INT:
		return "INTERRUPT";
	default:
		return "KERNEL";
	}
}

/* Labels are of any length. */
static void put_label(struct out *out, const char *label)
{
	out_done(out, put_escaped(out_room(out, 4 * strlen(label) + 1),
				  label));
}

void list_types(struct out *out, struct hooks *hooks, bool heading)
{
	sort(hooks);
	if (heading)
		put_line(out, "ID   SUB  EVENT                           LABEL\n\n");
	for (size_t i = 0; i < hooks->n_types; i++) {
		const struct hook_type *type = hooks->types[i];
		const struct trcfmt_stanza *stanza =
			trcfmt_find(hooks->set, type->hook);
		char *p;
		char *start;

		if (!type->is_shown)
			continue;
		p = put_id(out_room(out, LINE_ROOM), type->hook);
		p = put_hex4(p, type->subhook);
		*p++ = ' ';
		start = p;
		p = put_escaped(p, type->name);
		if (stanza)
			p = put_padding(p, start, NAME_COLUMN);
		out_done(out, p);
		if (stanza)
			put_label(out, stanza->label);
		put_line(out, "\n");
	}
}

void list_stanzas(struct out *out, const struct trcfmt *set,
		  const struct select *select, bool heading)
{
	const struct trcfmt_stanza *stanza;

	if (heading)
		put_line(out, "ID   VERSION    COLUMN     LABEL\n\n");
	for (size_t i = 0; (stanza = trcfmt_stanza(set, i)); i++) {
		char *start;
		char *p;

		if (!select_lets_type(select, stanza->hook, stanza->label))
			continue;
		p = put_id(out_room(out, LINE_ROOM), stanza->hook);
		start = p;
		p = put_unsigned(p, stanza->major);
		*p++ = '.';
		p = put_unsigned(p, stanza->minor);
		p = put_padding(p, start, 11);
		start = p;
		p = put_string(p, column_name(stanza->column));
		p = put_padding(p, start, 11);
		out_done(out, p);
		put_label(out, stanza->label);
		put_line(out, "\n");
	}
}

/* A string of a template has no way to write control characters. */
static bool can_be_written(const char *name)
{
	for (; *name; name++) {
		if ((unsigned char)*name < ' ' || *name == 0x7f)
			return false;
	}
	return true;
}

void list_map(struct out *out, struct hooks *hooks)
{
	sort(hooks);
	for (size_t i = 0; i < hooks->n_types; i++) {
		const struct hook_type *type = hooks->types[i];
		char *p = out_room(out, LINE_ROOM);

		if (!type->is_shown)
			continue;
		if (!can_be_written(type->name)) {
			p = put_string(p, "# no directive can name ");
			p = put_escaped(p, type->name);
			*p++ = '\n';
			out_done(out, p);
			continue;
		}
		p = put_string(p, "#%map ");
		p = put_hex4(p, type->hook);
		if (type->subhook) {
			*p++ = ':';
			p = put_hex4(p, type->subhook);
		}
		p = put_string(p, " \"");
		for (const char *c = type->name; *c; c++) {
			if (*c == '"' || *c == '\\')
				*p++ = '\\';
			*p++ = *c;
		}
		*p++ = '"';
		if (type->generic)
			p = put_string(p, " generic");
		if (type->env != (sizeof(long) == 8 ? 64 : 32))
			p = put_string(p, type->env == 32 ? " env=32"
							  : " env=64");
		*p++ = '\n';
		out_done(out, p);
	}
}

void list_counts(struct out *out, struct hooks *hooks, bool heading)
{
	sort(hooks);
	if (heading)
		put_line(out, "ID             COUNT  EVENT\n\n");
	for (size_t i = 0; i < hooks->n_types; ) {
		const struct hook_type *first = hooks->types[i];
		const struct trcfmt_stanza *stanza =
			trcfmt_find(hooks->set, first->hook);
		char *p = put_id(out_room(out, LINE_ROOM), first->hook);
		char digits[24];
		uint64_t n = 0;
		size_t len;
		size_t same = 0;

		for (; i < hooks->n_types &&
		       hooks->types[i]->hook == first->hook; i++, same++)
			n += hooks->types[i]->n;
		if (n == 0)
			continue;
		len = (size_t)(put_unsigned(digits, n) - digits);
		memset(p, ' ', 15);
		p = put_bytes(p + (len < 15 ? 15 - len : 0), digits, len);
		p = put_string(p, "  ");
		if (same == 1 || !stanza) {
			p = put_escaped(p, first->name);
			out_done(out, p);
		} else {
			out_done(out, p);
			put_label(out, stanza->label);
		}
		put_line(out, "\n");
	}
}
