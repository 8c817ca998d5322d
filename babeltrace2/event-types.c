/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The event types of a log: which event is of which class. */
#include "event-types.h"

#include <bsd/string.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "system.h"
#include "text.h"

void event_types_init(struct event_types *types, bt_trace_class *trace_class,
		      bt_stream_class *stream_class)
{
	*types = (struct event_types){
		.trace_class = trace_class,
		.stream_class = stream_class,
	};
}

void event_types_fini(struct event_types *types)
{
	for (size_t id = 0; id <= EVENT_TYPES; id++) {
		struct event_type *type = types->by_id[id];

		for (size_t form = 0; type && form < FORMS; form++)
			BT_EVENT_CLASS_PUT_REF_AND_RESET(type->classes[form]);
		free(type);
	}
}

/* The arguments of the type of an event, as the trace or we describe them. */
static bool describe(trace_id_t trid, const struct log_event *event,
		     struct posixtrace_arguments *described)
{
	trace_event_id_t id = event->info.posix_event_id;
	struct posixtrace_context context;

	if (posixtrace_get_arguments(trid, id, described) == 0)
		return true;
	if (posixtrace_get_context(trid, &context) == 0)
		return system_describe_threadx(&context, event->len,
					       described);
	return system_describe(id, described);
}

static struct event_type *add(struct event_type **place, trace_id_t trid,
			      const struct log_event *event)
{
	trace_event_id_t id = event->info.posix_event_id;
	char name[TRACE_EVENT_NAME_MAX + 1] = "";
	struct posixtrace_arguments described = { .is_big_endian = 0 };
	struct event_type *type = calloc(1, sizeof(*type));

	if (!type)
		return NULL;
	if (id >= EVENT_TYPES)
		strlcpy(name, "type-of-no-id", sizeof(name));
	else if (posix_trace_eventid_get_name(trid, id, name) != 0 || !*name)
		snprintf(name, sizeof(name), "type-%u", id);
	text_of_name(type->name, name, strlen(name));
	type->has_arguments = id < EVENT_TYPES &&
			      describe(trid, event, &described) &&
			      arguments_parse(&type->arguments, &described);
	*place = type;
	return type;
}

struct event_type *event_types_find(struct event_types *types,
				    trace_id_t trid,
				    const struct log_event *event)
{
	trace_event_id_t id = event->info.posix_event_id;
	struct event_type **place = &types->by_id[id < EVENT_TYPES ?
						  id : EVENT_TYPES];

	return *place ? *place : add(place, trid, event);
}

/* How many arguments are in data that fits. */
static unsigned count(const struct arguments *arguments,
		      const struct log_event *event)
{
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;
	unsigned n = 0;

	while (arguments_next(arguments, n, &data, &len, &value))
		n++;
	return n;
}

unsigned event_types_form(const struct event_type *type, trace_id_t trid,
			  struct log_event *event)
{
	if (type->has_arguments &&
	    (event->info.posix_event_id >= POSIX_TRACE_UNNAMED_USEREVENT ||
	     system_arrange(trid, &event->info, event->data, &event->len)) &&
	    arguments_fit(&type->arguments, event->data, event->len,
			  event->is_cut))
		return !event->is_cut ? FORM_WHOLE
			: FORM_CUT + count(&type->arguments, event);
	if (event->len == 0)
		return event->is_cut ? FORM_CUT_EMPTY : FORM_EMPTY;
	if (text_is_some(event->data, event->len))
		return event->is_cut ? FORM_CUT_TEXT : FORM_TEXT;
	return event->is_cut ? FORM_CUT_BYTES : FORM_BYTES;
}

/* Is there an argument of that name? */
static bool is_argument(const struct arguments *arguments, const char *name)
{
	for (unsigned i = 0; i < arguments->n; i++) {
		const struct argument *argument = &arguments->argument[i];

		if (strlen(name) == argument->name_len &&
		    memcmp(name, arguments->text + argument->name,
			   argument->name_len) == 0)
			return true;
	}
	return false;
}

/* Bytes, before them how many, as LTTng calls that. */
static bool add_bytes(const struct event_types *types,
		      const struct arguments *arguments,
		      bt_field_class *payload, const char *name)
{
	char length[POSIXTRACE_ARGUMENTS_MAX + 32];
	unsigned n = 1;

	snprintf(length, sizeof(length), "_%s_length", name);
	while (is_argument(arguments, length))
		snprintf(length, sizeof(length), "_%s_length_%u", name, ++n);
	return fields_add_bytes(payload, types->trace_class, length, name);
}

static bool add_argument(const struct event_types *types,
			 const struct arguments *arguments, unsigned i,
			 bt_field_class *payload)
{
	const struct argument *argument = &arguments->argument[i];
	char name[POSIXTRACE_ARGUMENTS_MAX];

	snprintf(name, sizeof(name), "%.*s", argument->name_len,
		 arguments->text + argument->name);
	if (argument->kind == POSIXTRACE_KIND_MEMORY)
		return add_bytes(types, arguments, payload, name);
	return fields_add(payload, name,
			  fields_of_kind(types->trace_class, argument->kind));
}

static bool has_more(const struct event_type *type, unsigned form)
{
	return form >= FORM_CUT ||
	       (form == FORM_WHOLE && type->arguments.is_open);
}

static bool add_members(const struct event_types *types,
			const struct event_type *type, unsigned form,
			bt_field_class *payload)
{
	static const struct arguments none;
	unsigned n = form == FORM_WHOLE ? type->arguments.n :
		     form >= FORM_CUT ? form - FORM_CUT : 0;

	if (form == FORM_TEXT || form == FORM_CUT_TEXT)
		return fields_add(payload, "text",
				  bt_field_class_string_create(
					types->trace_class));
	if (form == FORM_BYTES || form == FORM_CUT_BYTES)
		return add_bytes(types, &none, payload, "data");
	for (unsigned i = 0; i < n; i++) {
		if (!add_argument(types, &type->arguments, i, payload))
			return false;
	}
	return !has_more(type, form) ||
	       add_bytes(types, &type->arguments, payload, "more");
}

/* The payload that events of the form have; NULL: no memory. */
static bt_field_class *make_payload(const struct event_types *types,
				    const struct event_type *type,
				    unsigned form)
{
	bt_field_class *payload =
		bt_field_class_structure_create(types->trace_class);

	if (payload && !add_members(types, type, form, payload))
		BT_FIELD_CLASS_PUT_REF_AND_RESET(payload);
	return payload;
}

/* The context `truncated`. */
static bool mark(bt_event_class *class, bt_trace_class *trace_class)
{
	bt_field_class *context = bt_field_class_structure_create(trace_class);
	bool is_fine = context &&
		fields_add(context, "truncated",
			   bt_field_class_bool_create(trace_class)) &&
		bt_event_class_set_specific_context_field_class(class,
			context) == BT_EVENT_CLASS_SET_FIELD_CLASS_STATUS_OK;

	bt_field_class_put_ref(context);
	return is_fine;
}

const bt_event_class *event_types_class(struct event_types *types,
					struct event_type *type,
					unsigned form)
{
	bt_event_class **place = &type->classes[form];
	bt_event_class *class;
	bt_field_class *payload;
	bool is_fine;

	if (*place)
		return *place;
	payload = make_payload(types, type, form);
	if (!payload)
		return NULL;
	class = bt_event_class_create(types->stream_class);
	is_fine = class &&
		bt_event_class_set_name(class, type->name) ==
			BT_EVENT_CLASS_SET_NAME_STATUS_OK &&
		bt_event_class_set_payload_field_class(class, payload) ==
			BT_EVENT_CLASS_SET_FIELD_CLASS_STATUS_OK &&
		(form < FORM_CUT_EMPTY || mark(class, types->trace_class));
	bt_field_class_put_ref(payload);
	if (!is_fine)
		BT_EVENT_CLASS_PUT_REF_AND_RESET(class);
	*place = class;
	return class;
}

static bool fill_arguments(const struct arguments *arguments,
			   const struct log_event *event, bool has_rest,
			   bt_field *payload)
{
	const void *data = event->data;
	size_t len = event->len;
	struct argument_value value;
	uint64_t at = 0;

	for (unsigned i = 0;
	     arguments_next(arguments, i, &data, &len, &value); i++) {
		if (!fields_set(payload, &at, &value))
			return false;
	}
	return !has_rest || fields_set_bytes(payload, &at, data, len);
}

bool event_types_fill(const struct event_type *type, unsigned form,
		      const struct log_event *event, bt_event *to)
{
	bt_field *payload = bt_event_borrow_payload_field(to);
	uint64_t at = 0;

	if (form >= FORM_CUT_EMPTY)
		bt_field_bool_set_value(
			bt_field_structure_borrow_member_field_by_index(
				bt_event_borrow_specific_context_field(to), 0),
			BT_TRUE);
	switch (form) {
	case FORM_EMPTY:
	case FORM_CUT_EMPTY:
		return true;
	case FORM_TEXT:
	case FORM_CUT_TEXT:
		return text_set(bt_field_structure_borrow_member_field_by_index(
					payload, 0),
				(const char *)event->data, event->len);
	case FORM_BYTES:
	case FORM_CUT_BYTES:
		return fields_set_bytes(payload, &at, event->data, event->len);
	default:
		return fill_arguments(&type->arguments, event,
				      has_more(type, form), payload);
	}
}
