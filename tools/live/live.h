/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace live` was asked for, and the frames that it sends. */
#ifndef POSIXTRACE_TOOLS_LIVE_LIVE_H
#define POSIXTRACE_TOOLS_LIVE_LIVE_H

#include <posixtrace.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/patterns.h"
#include "live/endpoint.h"
#include "record/record.h"
#include "trace/sink.h"

struct live {
	struct record record;	/* first: record_parse() fills it in */
	/* What the filter of the stream cannot do, which knows no patterns: the
	 * words of -e if a pattern is one of them, and patterns of -x. */
	struct patterns only;
	struct patterns not;
	bool has_pattern;		/* in `only` */
	struct ids tids;
	bool frames;
	bool json;
	bool absolute;
	unsigned baud;
};

/*
 * The sink that sends frames.  NULL: no memory.  The errno value of what has
 * failed will be in *error.
 */
extern const struct sink frames_sink;
void *frames_create(trace_id_t trid, pid_t pid, struct endpoint *to,
		    int *error);

#endif
