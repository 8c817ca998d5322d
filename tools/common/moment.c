/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Moments of a trace, as given on a command line. */
#include "common/moment.h"

#include "common/size.h"
#include "common/tool.h"

error_t moment_parse(const char *option, const char *arg,
		     struct moment *moment)
{
	if (*arg == '@') {
		moment->kind = MOMENT_DATE;
		if (date_parse(arg + 1, &moment->date))
			return 0;
	} else {
		moment->kind = MOMENT_OFFSET;
		if (time_parse(arg, &moment->offset_ns))
			return 0;
	}
	return tool_misuse("%s %s: not a time; write 1.5s, 200ms or @2026-01-31T12:00:00Z",
			   option, arg);
}

struct timespec moment_resolve(const struct moment *moment,
			       const struct timespec *first)
{
	struct timespec date = *first;

	if (moment->kind != MOMENT_OFFSET)
		return moment->date;
	date.tv_nsec += moment->offset_ns % 1000000000;
	if (date.tv_nsec >= 1000000000) {
		date.tv_nsec -= 1000000000;
		date.tv_sec++;
	}
	if (__builtin_add_overflow(date.tv_sec,
				   moment->offset_ns / 1000000000,
				   &date.tv_sec))
		date.tv_sec = sizeof(date.tv_sec) < 8 ? INT32_MAX : INT64_MAX;
	return date;
}
