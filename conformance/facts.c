/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The properties that an implementation reports: options, limits and defaults.
 * One line each, with kind, name and value separated by tabs, for `run
 * --results`.
 */
#include <sys/types.h>
#include <stdio.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

/* Options of --assume; the numbers are those of conftest.h. */
#ifndef CT_ASSUME
#define CT_ASSUME 0
#endif

static void say(const char *kind, const char *name, int variable,
		const char *without)
{
	long value = sysconf(variable);

	if (value == -1)
		printf("%s\t%s\t%s\n", kind, name, without);
	else
		printf("%s\t%s\t%ld\n", kind, name, value);
}

static void option(const char *name, int variable, int assumed)
{
	say("option", name, variable, CT_ASSUME & assumed ? "assumed" : "absent");
}

static void limit(const char *name, int variable)
{
	say("limit", name, variable, "indeterminate");
}

static void defaults(const trace_attr_t *attr)
{
	char version[4096], *p;
	struct timespec res;
	size_t size;

	if (posix_trace_attr_getgenversion(attr, version) == 0) {
		/* A tab or the end of the line would make other results. */
		for (p = version; *p; p++)
			if (*p < ' ' || *p > '~')
				*p = '?';
		printf("default\tgeneration-version\t%s\n", version);
	}
	if (posix_trace_attr_getclockres(attr, &res) == 0)
		printf("default\tclock-resolution\t%ld.%09ld s\n",
				(long)res.tv_sec, res.tv_nsec);
	if (posix_trace_attr_getstreamsize(attr, &size) == 0)
		printf("default\tstream-min-size\t%zu\n", size);
	if (posix_trace_attr_getmaxdatasize(attr, &size) == 0)
		printf("default\tmax-data-size\t%zu\n", size);
#if !defined(_POSIX_TRACE_LOG) || _POSIX_TRACE_LOG != -1
	if (posix_trace_attr_getlogsize(attr, &size) == 0)
		printf("default\tlog-max-size\t%zu\n", size);
#endif
	if (posix_trace_attr_getmaxsystemeventsize(attr, &size) == 0)
		printf("default\tlargest system event\t%zu\n", size);
}

int main(void)
{
	trace_attr_t attr;

	option("Trace", _SC_TRACE, 8);
	option("Trace Event Filter", _SC_TRACE_EVENT_FILTER, 1);
	option("Trace Inherit", _SC_TRACE_INHERIT, 2);
	option("Trace Log", _SC_TRACE_LOG, 4);
	limit("TRACE_EVENT_NAME_MAX", _SC_TRACE_EVENT_NAME_MAX);
	limit("TRACE_NAME_MAX", _SC_TRACE_NAME_MAX);
	limit("TRACE_SYS_MAX", _SC_TRACE_SYS_MAX);
	limit("TRACE_USER_EVENT_MAX", _SC_TRACE_USER_EVENT_MAX);
	if (posix_trace_attr_init(&attr) == 0) {
		defaults(&attr);
		posix_trace_attr_destroy(&attr);
	}
	return 0;
}
