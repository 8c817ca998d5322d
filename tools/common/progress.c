/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Progress on a line of the terminal; see progress.h. */
#include "common/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "common/tool.h"

enum {
	QUIET_NS = 500000000,	/* shorter work is not shown */
	PERIOD_NS = 100000000,
	LINE_MOST = 256,
};

/* "1.3k", "12.3M": three digits or more. */
static void put_count(char *text, size_t size, double count)
{
	static const char units[] = " kMGT";
	unsigned i = 0;

	for (; count >= 1000 && units[i + 1]; i++)
		count /= 1000;
	if (i == 0)
		snprintf(text, size, "%.0f", count);
	else
		snprintf(text, size, "%.1f%c", count, units[i]);
}

void progress_begin(struct progress *progress, const char *what)
{
	const char *term = getenv("TERM");

	*progress = (struct progress){
		.what = what,
		.is_on = isatty(STDERR_FILENO) && term && strcmp(term, "dumb"),
	};
	clock_gettime(CLOCK_MONOTONIC, &progress->begun);
	progress->shown = progress->begun;
}

void progress_update(struct progress *progress)
{
	char line[LINE_MOST], done[16], rate[16], rest[48] = "";
	struct timespec now;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (ns_between(&progress->begun, &now) < QUIET_NS ||
	    ns_between(&progress->shown, &now) < PERIOD_NS)
		return;
	progress->shown = now;
	seconds = (double)ns_between(&progress->begun, &now) / 1e9;
	put_count(done, sizeof(done), (double)progress->done);
	put_count(rate, sizeof(rate), (double)progress->done / seconds);
	if (progress->total >= progress->done)
		snprintf(rest, sizeof(rest), ", %" PRIu64 " %%, %.0f s left",
			 (uint64_t)(100.0 * (double)progress->done /
				    (double)progress->total),
			 seconds * (double)(progress->total - progress->done) /
			 (double)progress->done);
	/* The name is last, since it may be too long for the line. */
	snprintf(line, sizeof(line), "%s events, %s/s%s: %s", done, rate, rest,
		 progress->what);
	tool_passing(line);
}

void progress_end(struct progress *progress)
{
	progress->is_on = false;
	tool_passing(NULL);
}
