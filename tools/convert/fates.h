/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What becomes of slices, for a format that has the name of a slice where it
 * begins.  The log is read twice: ahead for this, and then to write it.  Slices
 * are numbered from 0, as they open; only those that do not end are kept.
 */
#ifndef POSIXTRACE_TOOLS_CONVERT_FATES_H
#define POSIXTRACE_TOOLS_CONVERT_FATES_H

#include "convert/nest.h"

enum fate {
	FATE_ENDS,
	FATE_CUT,
	FATE_FORGOTTEN,			/* it is no slice */
};

struct fates {
	struct nest nest;		/* of the first time */
	uint64_t *list;			/* numbers, each with its fate */
	size_t n, room, at;
	bool has_failed;		/* no memory */
};

void fates_init(struct fates *fates, trace_id_t trid, bool is_dump);
void fates_fini(struct fates *fates);

/* The first time.  False: no memory. */
bool fates_take(struct fates *fates, const struct trace_event *event);
void fates_lose(struct fates *fates);
bool fates_end(struct fates *fates);

/* The second time, of each slice that opens. */
enum fate fates_find(struct fates *fates, uint64_t number);

#endif
