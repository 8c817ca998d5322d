/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of posixtrace rkh. */
#ifndef POSIXTRACE_TOOLS_RKH_OPTIONS_H
#define POSIXTRACE_TOOLS_RKH_OPTIONS_H

#include <stdbool.h>

#include "sink.h"
#include "stream.h"
#include "trace/pick.h"

struct rkh_request {
	const char *source;
	const struct rkh_output *output;	/* NULL: only the log */
	bool is_output_chosen;
	const char *log;		/* NULL: none */
	const char *raw;		/* a copy of what is read; NULL: none */
	const char *symbols;		/* a stream to read names from */
	struct rkh_options stream;
	struct pick pick;
	uint64_t hz;			/* 0: as the stream says */
	unsigned baud;
	bool follow;
	bool quiet;
};

/* False: misuse, which was reported.  The lists of `pick` are the caller's
 * to free in either case. */
bool rkh_parse_options(struct rkh_request *request, int argc, char **argv);

#endif
