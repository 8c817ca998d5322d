/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to clickhouse: rows of the table posixtrace_events, which
 * schema.c declares, in ClickHouse's RowBinary: the columns of a row one after the
 * other, numbers little-endian, strings and arrays behind their length as LEB128.
 *
 * A loss is a row, too, that of its OVERFLOW.
 */
#include "convert/convert.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "clickhouse/values.h"
#include "common/nanoseconds.h"
#include "common/out.h"
#include "common/tool.h"
#include "report/overflow.h"
#include "symbols/symbols.h"
#include "trace/thread-name.h"

enum {
	LENGTH_MOST = 10,	/* bytes of a length */
	ROW_ROOM = 256,		/* numbers, and lengths of what is no value */
};

struct rows {
	struct out *out;
	trace_id_t trid;
	bool is_dump;
	uint64_t n;
	struct overflow before;
	/* of every row */
	char *head;		/* host, boot, log */
	size_t head_len;
	char *tags;
	size_t tags_len;
	/* of the event before */
	struct thread_name room;
	const char *thread;	/* in room, or NULL */
	pid_t pid, tid;
	struct values values;
};

static char *put_length(char *p, uint64_t n)
{
	for (; n >= 0x80; n >>= 7)
		*p++ = (char)(n | 0x80);
	*p++ = (char)n;
	return p;
}

static char *put_text(char *p, const char *bytes, size_t len)
{
	p = put_length(p, len);
	return len ? put_bytes(p, bytes, len) : p;
}

static char *put_64(char *p, uint64_t number)
{
	number = htole64(number);
	return put_bytes(p, &number, sizeof(number));
}

static char *put_32(char *p, uint32_t number)
{
	number = htole32(number);
	return put_bytes(p, &number, sizeof(number));
}

static const char *find_thread(struct rows *rows, const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	struct posixtrace_context context;

	if (rows->is_dump) {
		bool has = event->info.posix_event_id != POSIX_TRACE_OVERFLOW &&
			   posixtrace_get_context(rows->trid, &context) == 0;

		if (!has)
			return "";
		memcpy(rows->room.text, context.name,
		       strnlen(context.name, POSIXTRACE_THREAD_NAME_MAX) + 1);
		rows->room.text[POSIXTRACE_THREAD_NAME_MAX] = '\0';
		return rows->room.text;
	}
	if (rows->n == 1 || rows->pid != info->posix_pid ||
	    rows->tid != info->posix_tid) {
		rows->pid = info->posix_pid;
		rows->tid = info->posix_tid;
		rows->thread = thread_name_find(&rows->room, rows->trid,
						rows->pid, rows->tid);
	}
	return rows->thread ? rows->thread : "";
}

static char *put_number(char *p, const struct value *value)
{
	uint64_t bits = value->number;

	if (value->group == VALUE_TEXT)
		return put_text(p, value->bytes, value->len);
	if (value->group == VALUE_REAL)
		memcpy(&bits, &value->real, sizeof(bits));
	return put_64(p, bits);
}

/* Names and values of each group. */
static char *put_values(char *p, const struct values *values)
{
	for (unsigned group = 0; group < VALUE_GROUPS; group++) {
		p = put_length(p, values->n_of[group]);
		if (values->n_of[group] == 0) {
			p = put_length(p, 0);
			continue;
		}
		for (size_t i = 0; i < values->n; i++)
			if (values->value[i].group == group)
				p = put_text(p, values->value[i].name,
					     values->value[i].name_len);
		p = put_length(p, values->n_of[group]);
		for (size_t i = 0; i < values->n; i++)
			if (values->value[i].group == group)
				p = put_number(p, &values->value[i]);
	}
	return p;
}

static char *put_place(char *p, const struct symbol *symbol)
{
	const char *source = symbol ? symbol->source : NULL;

	p = put_text(p, symbol ? symbol->name : NULL,
		     symbol ? strlen(symbol->name) : 0);
	return put_text(p, source, source ? strlen(source) : 0);
}

static size_t row_room(const struct rows *rows, const struct trace_event *event)
{
	const struct symbol *symbol = event->symbol;

	return ROW_ROOM + rows->head_len + rows->tags_len +
	       POSIXTRACE_THREAD_NAME_MAX + event->type->utf8_len + event->len +
	       (symbol ? strlen(symbol->name) +
			 (symbol->source ? strlen(symbol->source) : 0) : 0) +
	       rows->values.size + rows->values.n * (2 * LENGTH_MOST + 8);
}

static bool rows_event(void *state, const struct trace_event *event)
{
	static const struct timespec epoch;
	struct rows *rows = state;
	const struct posix_trace_event_info *info = &event->info;
	const char *thread;
	char *p;

	rows->n++;
	values_take(&rows->values, rows->trid, rows->is_dump, event);
	thread = find_thread(rows, event);
	p = out_room(rows->out, row_room(rows, event));
	p = put_bytes(p, rows->head, rows->head_len);
	p = put_64(p, rows->n);
	p = put_64(p, (uint64_t)ns_between(&epoch, &info->posix_timestamp));
	p = put_64(p, (uint64_t)(int64_t)info->posix_pid);
	p = put_64(p, (uint64_t)(int64_t)info->posix_tid);
	p = put_text(p, thread, strlen(thread));
	p = put_32(p, event->type->id);
	p = put_text(p, event->type->utf8, event->type->utf8_len);
	p = put_64(p, overflow_lost(event));
	p = put_64(p, (uintptr_t)info->posix_prog_address);
	*p++ = info->posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED;
	p = put_text(p, event->data, sysdata_shown(event->type->id, event->data,
						   event->len));
	p = put_place(p, event->symbol);
	p = put_values(p, &rows->values);
	p = put_bytes(p, rows->tags, rows->tags_len);
	out_done(rows->out, p);
	overflow_go_on(&rows->before, event);
	return out_is_fine(rows->out);
}

static bool rows_loss(void *state, const struct trace_event *event,
		      const struct posixtrace_loss *loss)
{
	struct rows *rows = state;
	struct trace_event row = overflow_of_loss(&rows->before, event, loss);

	return rows_event(rows, &row);
}

static bool rows_rest(void *state, uint64_t events, bool after_last)
{
	struct rows *rows = state;
	struct trace_event row = overflow_of_rest(&rows->before, events);

	(void)after_last;
	return rows_event(rows, &row);
}

static void rows_destroy(void *state)
{
	struct rows *rows = state;

	free(rows->head);
	free(rows->tags);
	free(rows);
}

static bool make_head(struct rows *rows, const char *path)
{
	struct posixtrace_origin origin = { .host = "" };
	char *p;

	if (posixtrace_get_origin(rows->trid, &origin) != 0)
		memset(&origin, 0, sizeof(origin));
	p = rows->head = malloc(sizeof(origin) + strlen(path) +
				3 * LENGTH_MOST);
	if (!p)
		return false;
	p = put_text(p, origin.host, strlen(origin.host));
	p = put_text(p, origin.boot_id, strlen(origin.boot_id));
	p = put_text(p, path, strlen(path));
	rows->head_len = (size_t)(p - rows->head);
	return true;
}

/* KEY=VALUE each. */
static bool make_tags(struct rows *rows, const struct convert *convert)
{
	const char *const *tags = convert->tags;
	size_t size = 2 * LENGTH_MOST;
	char *p;

	for (size_t i = 0; i < convert->n_tags; i++)
		size += strlen(tags[i]) + 2 * LENGTH_MOST;
	p = rows->tags = malloc(size);
	if (!p)
		return false;
	p = put_length(p, convert->n_tags);
	for (size_t i = 0; i < convert->n_tags; i++)
		p = put_text(p, tags[i], strcspn(tags[i], "="));
	p = put_length(p, convert->n_tags);
	for (size_t i = 0; i < convert->n_tags; i++) {
		const char *value = tags[i] + strcspn(tags[i], "=") + 1;

		p = put_text(p, value, strlen(value));
	}
	rows->tags_len = (size_t)(p - rows->tags);
	return true;
}

static void *rows_create(const struct convert *convert,
			 const struct open_log *log, struct out *out)
{
	struct rows *rows = calloc(1, sizeof(*rows));

	if (!rows) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	rows->out = out;
	rows->trid = log->trid;
	rows->is_dump = log->is_dump;
	if (!make_head(rows, log->path) || !make_tags(rows, convert)) {
		tool_error("%s: out of memory", convert->output);
		rows_destroy(rows);
		return NULL;
	}
	return rows;
}

const struct convert_target convert_clickhouse = {
	.name = "clickhouse",
	.summary = "rows for ClickHouse, in the table that 'schema' declares",
	.takes = CONVERT_SYMBOLS | CONVERT_TAGS,
	.is_stream = true,
	.create = rows_create,
	.sink = {
		.shows_overflow = true,
		.event = rows_event,
		.loss = rows_loss,
		.rest = rows_rest,
		.destroy = rows_destroy,
	},
};
