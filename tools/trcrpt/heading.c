/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The heading of a report. */
#include "heading.h"

#include <string.h>
#include <time.h>

#include "common/escape.h"

static const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "LOOP";
	case POSIX_TRACE_UNTIL_FULL:
		return "UNTIL_FULL";
	case POSIX_TRACE_FLUSH:
		return "FLUSH";
	case POSIX_TRACE_APPEND:
		return "APPEND";
	default:
		return "unknown";
	}
}

static char *put_escaped(char *p, const char *text)
{
	return escape_text(p, text, strlen(text));
}

/* As `date` prints it in the C locale; nothing if there is no date. */
static char *put_date(char *p, const struct timespec *date)
{
	char text[64];
	struct tm tm;

	if (!localtime_r(&date->tv_sec, &tm) ||
	    strftime(text, sizeof(text), "%a %b %d %H:%M:%S %Y\n", &tm) == 0)
		return p;
	return put_string(p, text);
}

static char *put_policies(char *p, const trace_attr_t *attr)
{
	int stream = 0;
	int log = 0;
	int inherited = 0;

	posix_trace_attr_getstreamfullpolicy(attr, &stream);
	posix_trace_attr_getlogfullpolicy(attr, &log);
	posix_trace_attr_getinherited(attr, &inherited);
	p = put_string(p, "Policies: stream ");
	p = put_string(p, policy_name(stream));
	p = put_string(p, ", log ");
	p = put_string(p, policy_name(log));
	p = put_string(p, ", inheritance ");
	return put_string(p, inherited == POSIX_TRACE_INHERITED
		? "INHERITED\n" : "CLOSE_FOR_CHILD\n");
}

static char *put_clock(char *p, const trace_attr_t *attr)
{
	struct timespec resolution = { 0 };

	posix_trace_attr_getclockres(attr, &resolution);
	p = put_string(p, "Clock resolution: ");
	p = put_signed(p, resolution.tv_sec);
	*p++ = '.';
	p = put_nanoseconds(p, (uint32_t)resolution.tv_nsec);
	return put_string(p, " s\n");
}

void heading_put(struct out *out, const char *path, trace_id_t trid)
{
	char generation[TRACE_NAME_MAX + 1] = "";
	char name[TRACE_NAME_MAX + 1] = "";
	struct timespec created;
	trace_attr_t attr;
	char *p = out_room(out, 1024 + 4 * (strlen(path) + 2 * TRACE_NAME_MAX));

	if (posix_trace_get_attr(trid, &attr) != 0)
		return;
	if (posix_trace_attr_getcreatetime(&attr, &created) == 0)
		p = put_date(p, &created);
	p = put_string(p, "Log: ");
	p = put_escaped(p, path);
	posix_trace_attr_getname(&attr, name);
	p = put_string(p, "\nTrace name: ");
	p = put_escaped(p, name);
	posix_trace_attr_getgenversion(&attr, generation);
	p = put_string(p, "\nGeneration: ");
	p = put_escaped(p, generation);
	*p++ = '\n';
	p = put_policies(p, &attr);
	p = put_clock(p, &attr);
	*p++ = '\n';
	out_done(out, p);
	posix_trace_attr_destroy(&attr);
}
