/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Telling a configuration record from everything else, and from its id and
 * length the version: the version that it names itself does not say which
 * ids are in use.
 */
#ifndef POSIXTRACE_TOOLS_RKH_DETECT_H
#define POSIXTRACE_TOOLS_RKH_DETECT_H

#include <stdbool.h>
#include <stddef.h>

#include "config.h"
#include "frame.h"
#include "kinds.h"

/* The current parameters of a stream. */
struct rkh_assumed {
	struct rkh_config config;
	const struct rkh_map *map;
	bool is_map_known;	/* else any record may change it */
};

/*
 * A configuration in a bare frame.  It says itself how large ids are and
 * whether frames have checksums, so it is found also where something else is
 * assumed.  Fills *config and *map in, and leaves the rest to the caller.
 * Returns how much of the body it is, more being merged; 0: it is none.
 */
size_t rkh_detect_bare(const struct rkh_assumed *assumed,
		       const struct rkh_body *body, struct rkh_config *config,
		       const struct rkh_map **map);

/* The same for old versions, where it is an ordinary record. */
bool rkh_detect_ordinary(const struct rkh_assumed *assumed,
			 const struct rkh_frame *frame,
			 struct rkh_config *config,
			 const struct rkh_map **map);

#endif
