/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of `posixtrace live`, and the frames that it sends. */
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
	/*
	 * Selections that the filter of the stream cannot do, since it has no
	 * patterns: the words of -e if one of them is a pattern, and patterns
	 * of -x.
	 */
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
 * The sink that sends frames.  NULL: no memory.  The errno value of a failure
 * is stored in *error.
 */
extern const struct sink frames_sink;
void *frames_create(trace_id_t trid, pid_t pid, struct endpoint *to,
		    int *error);

#endif
