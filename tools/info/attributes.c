/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The attributes of a stream, as `posixtrace info` shows them. */
#include "info/info.h"

#include "trace/policy.h"

void info_attributes(const struct info *info)
{
	struct sheet *sheet = info->sheet;
	char text[TRACE_NAME_MAX + 1] = "";
	struct timespec resolution = { 0 };
	size_t size = 0;
	trace_attr_t attr;
	int policy = 0;

	if (posix_trace_get_attr(info->trid, &attr) != 0)
		return;
	sheet_group(sheet, "attributes");
	posix_trace_attr_getname(&attr, text);
	sheet_text(sheet, "trace name", "%s", text);
	posix_trace_attr_getgenversion(&attr, text);
	sheet_text(sheet, "generation version", "%s", text);
	posix_trace_attr_getclockres(&attr, &resolution);
	sheet_number(sheet, "clock resolution ns",
		     (uint64_t)resolution.tv_sec * 1000000000 +
		     (uint64_t)resolution.tv_nsec);
	posix_trace_attr_getstreamsize(&attr, &size);
	sheet_number(sheet, "stream min size", size);
	posix_trace_attr_getmaxdatasize(&attr, &size);
	sheet_number(sheet, "max data size", size);
	posix_trace_attr_getlogsize(&attr, &size);
	sheet_number(sheet, "log max size", size);
	posix_trace_attr_getstreamfullpolicy(&attr, &policy);
	sheet_text(sheet, "stream full policy", "%s", policy_name(policy));
	posix_trace_attr_getlogfullpolicy(&attr, &policy);
	sheet_text(sheet, "log full policy", "%s", policy_name(policy));
	posix_trace_attr_getinherited(&attr, &policy);
	sheet_text(sheet, "inheritance", "%s", policy == POSIX_TRACE_INHERITED ?
		   "inherited" : "close for child");
	sheet_group_end(sheet);
	posix_trace_attr_destroy(&attr);
}
