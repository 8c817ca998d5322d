/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Formatting the data of an event; see data.h. */
#include "report/data.h"

#include "common/escape.h"

static char *put_text(char *p, const char *text, size_t len)
{
	*p++ = '"';
	p = escape_text(p, text, len);
	*p++ = '"';
	return p;
}

static char *put_auto(char *p, const struct trace_event *event)
{
	const struct posix_trace_event_info *info = &event->info;
	bool is_cut = info->posix_truncation_status !=
		      POSIX_TRACE_NOT_TRUNCATED;
	const struct arguments *arguments = event->type->arguments;
	const char *data = event->data;
	size_t len = event->len;
	char *end = NULL;

	if (info->posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		end = sysdata_put(p, info->posix_event_id, data, len);
	if (end)
		return end;
	if (arguments && arguments_fit(arguments, data, len, is_cut))
		return arguments_put(p, arguments, data, len);
	if (!escape_is_text(data, len))
		return put_hex(p, data, len);
	/* The terminating zero is not part of the text. */
	return put_text(p, data, len - (data[len - 1] == '\0'));
}

char *put_data(char *p, const struct trace_event *event, enum data_form form)
{
	switch (form) {
	case DATA_TEXT:
		return put_text(p, event->data, event->len);
	case DATA_HEX:
		return put_hex(p, event->data,
			       sysdata_shown(event->info.posix_event_id,
					     event->data, event->len));
	case DATA_AUTO:
		break;
	}
	return put_auto(p, event);
}
