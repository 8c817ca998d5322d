/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What an implementation says about itself: options, limits and defaults, a
 * line each with tabs between kind, name and value.  `run --results` has it.
 */
#include <sys/types.h>
#include <stdio.h>
#include <time.h>
#include <trace.h>
#include <unistd.h>

static void say(const char *kind, const char *name, int variable)
{
	long value = sysconf(variable);

	if (value == -1)
		printf("%s\t%s\t%s\n", kind, name,
				*kind == 'o' ? "absent" : "indeterminate");
	else
		printf("%s\t%s\t%ld\n", kind, name, value);
}

static void defaults(const trace_attr_t *attr)
{
	char version[4096];
	struct timespec res;
	size_t size;

	if (posix_trace_attr_getgenversion(attr, version) == 0)
		printf("default\tgeneration-version\t%s\n", version);
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

	say("option", "Trace", _SC_TRACE);
	say("option", "Trace Event Filter", _SC_TRACE_EVENT_FILTER);
	say("option", "Trace Inherit", _SC_TRACE_INHERIT);
	say("option", "Trace Log", _SC_TRACE_LOG);
	say("limit", "TRACE_EVENT_NAME_MAX", _SC_TRACE_EVENT_NAME_MAX);
	say("limit", "TRACE_NAME_MAX", _SC_TRACE_NAME_MAX);
	say("limit", "TRACE_SYS_MAX", _SC_TRACE_SYS_MAX);
	say("limit", "TRACE_USER_EVENT_MAX", _SC_TRACE_USER_EVENT_MAX);
	if (posix_trace_attr_init(&attr) == 0) {
		defaults(&attr);
		posix_trace_attr_destroy(&attr);
	}
	return 0;
}
