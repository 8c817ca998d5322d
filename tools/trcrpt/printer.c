/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Events become text.  The payload of an event is, after a hook word made
 * for it, the entry that a template reads; whether it was a structure of C,
 * a typed argument list or the information words of a ThreadX entry makes no
 * difference here.
 */
#include "printer.h"

#include <stdlib.h>
#include <string.h>

#include "common/escape.h"
#include "common/nanoseconds.h"
#include "common/out.h"
#include "common/tool.h"
#include "trace/sysdata.h"

enum {
	DUMP_MOST = 4096,	/* bytes of data without a template */
	DUMP_ROW = 16,
	DUMP_ROW_ROOM = 128,	/* characters that a row may take */
};

static const char truncated[] = " [truncated]";

/* The order of the numbers in the data, and so of the whole entry. */
static bool is_big_endian(const struct printer_event *event)
{
	return event->type->is_user ? event->is_big_endian :
	       __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

static const char *exec_path(void *programs, int64_t pid)
{
	return programs_path(programs, pid);
}

bool printer_init(struct printer *printer, struct trcfmt *set,
		  struct programs *programs, const char *log,
		  const char *stream)
{
	struct trcfmt_trace trace = {
		.env = sizeof(long) == 8 ? 64 : 32,
		.log_file = log,
		.stream_name = stream,
		.large_data_types = sizeof(long) == 8,
		.exec_path = exec_path,
		.exec_arg = programs,
	};

	*printer = (struct printer){
		.programs = programs,
		.has_undefined = trcfmt_find(set, 0x0070),
	};
	if (trcfmt_run_new(&printer->run, set, &trace) == 0)
		return true;
	tool_error("%s: out of memory", log);
	return false;
}

void printer_fini(struct printer *printer)
{
	trcfmt_run_free(printer->run);
	free(printer->entry.bytes);
	free(printer->text.bytes);
}

/* Let it grow to `size` bytes. */
static bool reserve(struct room *room, size_t size)
{
	char *larger;

	if (room->size >= size)
		return true;
	size += size / 2;
	larger = realloc(room->bytes, size);
	if (!larger) {
		tool_error("an event of %zu bytes: out of memory", size);
		return false;
	}
	room->bytes = larger;
	room->size = size;
	return true;
}

/* The hook word of the event and its payload; *size is 0 for no memory. */
static void build_entry(struct printer *printer,
			const struct printer_event *event, size_t *size)
{
	const struct hook_type *type = event->type;
	struct trcfmt_hookword word = {
		.hook = type->hook,
		.hd = type->subhook,
		.env = type->env,
		.generic = type->generic,
		.big_endian = is_big_endian(event),
	};

	*size = 0;
	if (reserve(&printer->entry, event->len + TRCFMT_HOOKWORD_MAX))
		*size = trcfmt_entry_build(printer->entry.bytes, &word, event->data,
					   event->len);
}

/* 0, 1: when recorded, 2: when read. */
static int truncation(const struct posix_trace_event_info *info)
{
	switch (info->posix_truncation_status) {
	case POSIX_TRACE_TRUNCATED_RECORD:
		return 1;
	case POSIX_TRACE_TRUNCATED_READ:
		return 2;
	default:
		return 0;
	}
}

static char *put_dump_row(char *p, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i && i % 4 == 0)
			*p++ = ' ';
		p = put_hex(p, bytes + i, 1);
	}
	p = put_string(p, "  |");
	for (size_t i = 0; i < n; i++)
		*p++ = bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i]
							  : '.';
	*p++ = '|';
	return p;
}

/* Data that is not text: a short one after the name, a long one below. */
static char *put_dump(char *p, const char *indent,
		      const struct printer_event *event)
{
	const unsigned char *bytes = event->data;
	size_t len = event->len < DUMP_MOST ? event->len : DUMP_MOST;

	if (event->len <= DUMP_ROW) {
		*p++ = ' ';
		return put_dump_row(p, bytes, event->len);
	}
	for (size_t at = 0; at < len; at += DUMP_ROW) {
		*p++ = '\n';
		p = put_string(p, indent);
		p = put_dump_row(p, bytes + at,
				 len - at < DUMP_ROW ? len - at : DUMP_ROW);
	}
	if (event->len > len) {
		*p++ = '\n';
		p = put_string(p, indent);
		p = put_unsigned(p, event->len - len);
		p = put_string(p, " bytes more");
	}
	return p;
}

/* An event that no template is for: its name, and what it holds. */
static enum printer_outcome print_plain(struct printer *printer,
					const struct printer_event *event,
					const char **text, size_t *len)
{
	const char *indent = event->type->is_user ? "" : "                ";
	size_t rows = (event->len < DUMP_MOST ? event->len : DUMP_MOST) /
		      DUMP_ROW + 2;
	char *end = NULL;
	char *p;

	if (!reserve(&printer->text, SYSDATA_ROOM + ARGUMENTS_ROOM +
		     4 * TRACE_EVENT_NAME_MAX + 4 * event->len +
		     rows * DUMP_ROW_ROOM))
		return PRINTER_FAILED;
	p = put_string(printer->text.bytes, indent);
	p = escape_text(p, event->type->name, strlen(event->type->name));
	if (!event->type->is_user)
		end = sysdata_put(p + 1, event->info->posix_event_id,
				  event->data, event->len);
	if (end) {
		*p = ' ';
		p = end;
	} else if (event->arguments &&
		   arguments_fit(event->arguments, event->data, event->len,
				 truncation(event->info) != 0)) {
		*p++ = ' ';
		p = arguments_put(p, event->arguments, event->data,
				  event->len);
	} else if (escape_is_text(event->data, event->len)) {
		const char *data = event->data;

		p = put_string(p, " \"");
		p = escape_text(p, data, event->len -
				(data[event->len - 1] == '\0'));
		*p++ = '"';
	} else if (event->len) {
		p = put_dump(p, indent, event);
	}
	if (truncation(event->info))
		p = put_string(p, truncated);
	*text = printer->text.bytes;
	*len = (size_t)(p - printer->text.bytes);
	return PRINTER_PRINT;
}

static enum printer_outcome print_by_template(struct printer *printer,
					      const struct printer_event *event,
					      const char **text, size_t *len)
{
	static const struct timespec epoch;
	const struct posix_trace_event_info *info = event->info;
	struct trcfmt_event entry = {
		.hook = event->type->hook,
		.env = event->type->env,
		.generic = event->type->generic,
		.big_endian = is_big_endian(event),
		.time_ns = ns_between(&epoch, &info->posix_timestamp),
		.truncated = truncation(info),
		.pid = info->posix_pid,
		.tid = info->posix_tid,
		.name = event->type->name,
		.event_id = info->posix_event_id,
		.prog_address = (uint64_t)(uintptr_t)info->posix_prog_address,
		.report_line = event->line,
	};
	struct trcfmt_result result;
	int err;

	if (event->context) {
		entry.cpu = event->context->core;
		entry.priority = event->context->priority;
	}
	build_entry(printer, event, &entry.size);
	if (entry.size == 0)
		return PRINTER_FAILED;
	entry.entry = printer->entry.bytes;
	err = trcfmt_eval(printer->run, &entry, &result);
	if (err) {
		tool_error("event %s: %s", event->type->name, strerror(err));
		return PRINTER_FAILED;
	}
	if (result.outcome == TRCFMT_SKIP)
		return PRINTER_SKIP;
	*text = result.text;
	*len = result.size;
	return result.outcome == TRCFMT_STOP ? PRINTER_STOP : PRINTER_PRINT;
}

enum printer_outcome printer_text(struct printer *printer,
				  const struct printer_event *event,
				  const char **text, size_t *len)
{
	if (event->type->has_stanza || printer->has_undefined)
		return print_by_template(printer, event, text, len);
	return print_plain(printer, event, text, len);
}

enum printer_outcome printer_raw(struct printer *printer,
				 const struct printer_event *event,
				 const char **text, size_t *len)
{
	size_t size;
	char *p;

	build_entry(printer, event, &size);
	/* Each word of four bytes takes eight digits and a blank. */
	if (size == 0 || !reserve(&printer->text,
				  3 * size + 16))
		return PRINTER_FAILED;
	p = printer->text.bytes;
	for (size_t at = 0; at < size; at += 4) {
		if (at)
			*p++ = at % 32 ? ' ' : '\n';
		p = put_hex(p, printer->entry.bytes + at, size - at < 4 ? size - at
								  : 4);
	}
	*text = printer->text.bytes;
	*len = (size_t)(p - printer->text.bytes);
	return PRINTER_PRINT;
}
