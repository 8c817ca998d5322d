/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a log is as a trace: its environment, its clock, its stream, and the
 * context that every event has.  The names of the context are those of
 * LTTng-UST, which viewers know.
 */
#include "source.h"

#include <limits.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "fields.h"
#include "text.h"
#include "trace/thread-name.h"

enum { VALUE_MOST = 64 };

#define NS_MOST	(INT64_MAX - INT64_C(1000000000))

/* The members of the context, in their order. */
enum { LOG_VPID, LOG_VTID, LOG_PROCNAME, LOG_IP, LOG_SYMBOL, LOG_SOURCE };
enum {
	DUMP_PROCNAME,
	DUMP_CONTEXT,
	DUMP_THREAD,
	DUMP_CORE,
	DUMP_PRIORITY,
	DUMP_THRESHOLD,
};

uint64_t source_ns(const struct timespec *time)
{
	int64_t ns;

	/* What is not true anyway: the nearest that babeltrace2 can read in
	 * CTF, since it reckons with a second more. */
	ns_since_epoch(time, &ns);
	return (uint64_t)(ns < NS_MOST ? ns : NS_MOST);
}

/* A value that is any bytes, up to VALUE_MOST of them. */
static bool set_text(bt_trace *trace, const char *name, const char *value,
		     size_t len)
{
	char text[3 * VALUE_MOST + 1];

	text_of_name(text, value, len < VALUE_MOST ? len : VALUE_MOST);
	return !*text ||
	       bt_trace_set_environment_entry_string(trace, name, text) ==
	       BT_TRACE_SET_ENVIRONMENT_ENTRY_STATUS_OK;
}

static bool set_policy(bt_trace *trace, const char *name, int policy)
{
	static const char *const words[] = {
		[POSIX_TRACE_LOOP] = "loop",
		[POSIX_TRACE_UNTIL_FULL] = "until-full",
		[POSIX_TRACE_FLUSH] = "flush",
		[POSIX_TRACE_APPEND] = "append",
	};

	if (policy < POSIX_TRACE_LOOP || policy > POSIX_TRACE_APPEND)
		return true;
	return set_text(trace, name, words[policy], strlen(words[policy]));
}

/* As LTTng writes it. */
static bool set_date(bt_trace *trace, const struct timespec *created)
{
	char text[32] = "";
	struct tm date;

	if (gmtime_r(&created->tv_sec, &date))
		strftime(text, sizeof(text), "%Y%m%dT%H%M%S+0000", &date);
	return set_text(trace, "trace_creation_datetime", text,
			strlen(text));
}

/* Who wrote it, and the name of the stream, which is the trace's, too. */
static bool set_names(const struct source *source, const trace_attr_t *attr)
{
	const char *tracer = source->is_dump ? "ThreadX" : "libposixtrace";
	char text[TRACE_NAME_MAX + 1] = "";
	char name[3 * TRACE_NAME_MAX + 1];
	bt_trace *trace = source->trace;
	size_t len;

	posix_trace_attr_getgenversion(attr, text);
	if (!set_text(trace, "tracer_name", tracer, strlen(tracer)) ||
	    !set_text(trace, "generation_version", text,
		      strnlen(text, TRACE_NAME_MAX)))
		return false;
	memset(text, 0, sizeof(text));
	posix_trace_attr_getname(attr, text);
	len = strnlen(text, TRACE_NAME_MAX);
	text_of_name(name, text, len);
	return !*name || (set_text(trace, "trace_name", text, len) &&
			  bt_trace_set_name(trace, name) ==
			  BT_TRACE_SET_NAME_STATUS_OK);
}

/* What else the attributes of the stream say. */
static bool set_attributes(struct source *source, const trace_attr_t *attr)
{
	struct timespec created = { 0, 0 };
	int stream_policy = 0, log_policy = 0;

	posix_trace_attr_getcreatetime(attr, &created);
	posix_trace_attr_getstreamfullpolicy(attr, &stream_policy);
	posix_trace_attr_getlogfullpolicy(attr, &log_policy);
	source->origin = source_ns(&created);
	return set_date(source->trace, &created) &&
	       set_policy(source->trace, "stream_full_policy",
			  stream_policy) &&
	       set_policy(source->trace, "log_full_policy", log_policy);
}

/* One that is the same whenever the log is read, and that of no other log. */
static void set_uuid(bt_trace *trace, trace_id_t trid,
		     const struct posixtrace_origin *origin)
{
	struct posixtrace_clock clock = { 0 };
	uint8_t uuid[16];
	int64_t created;

	posixtrace_get_clock(trid, &clock);
	ns_since_epoch(&clock.real, &created);
	memcpy(uuid, &created, 8);
	memcpy(uuid + 8, &origin->target, 4);
	memcpy(uuid + 12, &origin->identity, 4);
	/* Version 8: of a form of its own. */
	uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x80);
	uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
	bt_trace_set_uuid(trace, uuid);
}

/* The machine and the log; of a dump neither is known. */
static bool set_identity(bt_trace *trace, trace_id_t trid)
{
	struct posixtrace_origin origin;

	if (posixtrace_get_origin(trid, &origin) != 0)
		return true;
	set_uuid(trace, trid, &origin);
	return set_text(trace, "hostname", origin.host, strlen(origin.host));
}

static bool set_environment(struct source *source)
{
	trace_id_t trid = source->log.trid;
	trace_attr_t attr;
	bool is_fine = set_identity(source->trace, trid);

	if (is_fine && posix_trace_get_attr(trid, &attr) == 0) {
		is_fine = set_names(source, &attr) &&
			  (source->is_dump || set_attributes(source, &attr));
		posix_trace_attr_destroy(&attr);
	}
	return is_fine;
}

static bt_field_class *make_context(const struct source *source)
{
	bt_trace_class *trace_class = source->trace_class;
	bt_field_class *context = bt_field_class_structure_create(trace_class);
	bool is_fine = context != NULL;

	if (source->is_dump)
		is_fine = is_fine &&
			fields_add(context, "procname",
				bt_field_class_string_create(trace_class)) &&
			fields_add(context, "context",
				bt_field_class_string_create(trace_class)) &&
			fields_add(context, "thread",
				   fields_hex(trace_class, 64)) &&
			fields_add(context, "core",
				   fields_signed(trace_class, 32)) &&
			fields_add(context, "priority",
				   fields_signed(trace_class, 32)) &&
			fields_add(context, "threshold",
				   fields_signed(trace_class, 32));
	else
		is_fine = is_fine &&
			fields_add(context, "vpid",
				   fields_signed(trace_class, 32)) &&
			fields_add(context, "vtid",
				   fields_signed(trace_class, 32)) &&
			fields_add(context, "procname",
				bt_field_class_string_create(trace_class)) &&
			fields_add(context, "ip", fields_hex(trace_class, 64)) &&
			(!source->symbols ||
			 (fields_add(context, "symbol",
				bt_field_class_string_create(trace_class)) &&
			  fields_add(context, "source",
				bt_field_class_string_create(trace_class))));
	if (!is_fine)
		BT_FIELD_CLASS_PUT_REF_AND_RESET(context);
	return context;
}

/* Nanoseconds of CLOCK_REALTIME; for a dump, ticks without a known unit. */
static bool set_clock(const struct source *source, bt_self_component *self)
{
	bt_clock_class *clock = bt_clock_class_create(self);
	bool is_fine = clock &&
		bt_clock_class_set_name(clock, source->is_dump ?
					"ticks" : "realtime") ==
			BT_CLOCK_CLASS_SET_NAME_STATUS_OK &&
		bt_clock_class_set_description(clock, source->is_dump ?
				"Timer ticks of the target, a nanosecond each" :
				"CLOCK_REALTIME of the traced machine") ==
			BT_CLOCK_CLASS_SET_DESCRIPTION_STATUS_OK;

	if (is_fine) {
		bt_clock_class_set_origin_is_unix_epoch(clock,
							!source->is_dump);
		is_fine = bt_stream_class_set_default_clock_class(
				source->stream_class, clock) ==
			  BT_STREAM_CLASS_SET_DEFAULT_CLOCK_CLASS_STATUS_OK;
	}
	bt_clock_class_put_ref(clock);
	return is_fine;
}

static bool make_stream_class(struct source *source, bt_self_component *self)
{
	bt_field_class *context;
	bool is_fine;

	source->stream_class = bt_stream_class_create(source->trace_class);
	if (!source->stream_class || !set_clock(source, self))
		return false;
	bt_stream_class_set_supports_packets(source->stream_class, BT_TRUE,
					     BT_TRUE, BT_TRUE);
	bt_stream_class_set_supports_discarded_events(source->stream_class,
						      BT_TRUE, BT_TRUE);
	context = make_context(source);
	is_fine = context &&
		bt_stream_class_set_event_common_context_field_class(
			source->stream_class, context) ==
		BT_STREAM_CLASS_SET_FIELD_CLASS_STATUS_OK;
	bt_field_class_put_ref(context);
	return is_fine;
}

bool source_describe(struct source *source, bt_self_component *self)
{
	source->trace_class = bt_trace_class_create(self);
	if (!source->trace_class || !make_stream_class(source, self))
		return false;
	source->trace = bt_trace_create(source->trace_class);
	if (!source->trace || !set_environment(source))
		return false;
	source->stream = bt_stream_create(source->stream_class, source->trace);
	return source->stream &&
	       (!bt_trace_get_name(source->trace) ||
		bt_stream_set_name(source->stream,
				   bt_trace_get_name(source->trace)) ==
		BT_STREAM_SET_NAME_STATUS_OK);
}

static bt_field *member(bt_field *context, uint64_t i)
{
	return bt_field_structure_borrow_member_field_by_index(context, i);
}

/* An event that was added to a dump, such as OVERFLOW, belongs to no thread. */
static bool fill_threadx(trace_id_t trid, bt_field *to)
{
	static const char *const kinds[] = {
		"none",
		[POSIXTRACE_CONTEXT_THREAD] = "thread",
		[POSIXTRACE_CONTEXT_INTERRUPT] = "interrupt",
		[POSIXTRACE_CONTEXT_INITIALIZATION] = "initialization",
	};
	struct posixtrace_context context;
	const char *kind;

	if (posixtrace_get_context(trid, &context) != 0)
		context = (struct posixtrace_context){
			.priority = -1, .threshold = -1,
		};
	kind = kinds[context.kind];
	bt_field_integer_unsigned_set_value(member(to, DUMP_THREAD),
					    context.thread);
	bt_field_integer_signed_set_value(member(to, DUMP_CORE), context.core);
	bt_field_integer_signed_set_value(member(to, DUMP_PRIORITY),
					  context.priority);
	bt_field_integer_signed_set_value(member(to, DUMP_THRESHOLD),
					  context.threshold);
	return text_set(member(to, DUMP_CONTEXT), kind, strlen(kind)) &&
	       text_set(member(to, DUMP_PROCNAME), context.name,
			sizeof(context.name));
}

static bool set_string(bt_field *field, const char *text)
{
	return text_set(field, text ? text : "", text ? strlen(text) : 0);
}

static bool fill_symbol(struct symbols *symbols,
			const struct posix_trace_event_info *info, bt_field *to)
{
	const struct symbol *symbol = symbols_of_caller(symbols, info);

	return set_string(member(to, LOG_SYMBOL), symbol ? symbol->name : NULL) &&
	       set_string(member(to, LOG_SOURCE), symbol ? symbol->source : NULL);
}

bool source_fill_context(struct source *source, trace_id_t trid,
			 struct symbols *symbols,
			 const struct log_event *event, bt_event *to)
{
	const struct posix_trace_event_info *info = &event->info;
	bt_field *context = bt_event_borrow_common_context_field(to);
	struct thread_name room;
	const char *name;

	if (source->is_dump)
		return fill_threadx(trid, context);
	/* What is said by no thread is said by the controller. */
	name = info->posix_tid ?
	       thread_name_find(&room, trid, info->posix_pid,
				info->posix_tid) : NULL;
	bt_field_integer_signed_set_value(member(context, LOG_VPID),
					  info->posix_pid);
	bt_field_integer_signed_set_value(member(context, LOG_VTID),
					  info->posix_tid);
	bt_field_integer_unsigned_set_value(member(context, LOG_IP),
			(uintptr_t)info->posix_prog_address);
	return set_string(member(context, LOG_PROCNAME), name) &&
	       (!symbols || fill_symbol(symbols, info, context));
}
