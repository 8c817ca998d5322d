/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file of frames as a log, for commands that read logs. */
#ifndef POSIXTRACE_TOOLS_LIVE_IMPORT_H
#define POSIXTRACE_TOOLS_LIVE_IMPORT_H

#include <stdbool.h>

enum frames_import {
	FRAMES_TAKEN,
	FRAMES_OTHER,		/* the frames are none that `live` sends */
	FRAMES_FAILED,		/* and that has been said */
};

/*
 * Make a log of the frames in `fd`, which begin as RKH's do.
 *
 * name: of the file, for messages, as long as this runs
 * *log: a file in memory, the caller's
 * *is_damaged: frames, or the end, are missing, which was told
 */
enum frames_import frames_import(int fd, const char *name, int *log,
				 bool *is_damaged);

#endif
