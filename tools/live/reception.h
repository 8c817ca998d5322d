/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The frames of one sender into a log, and what is reported of that at the end. */
#ifndef POSIXTRACE_TOOLS_LIVE_RECEPTION_H
#define POSIXTRACE_TOOLS_LIVE_RECEPTION_H

#include <stdbool.h>

#include "common/logfile.h"
#include "live/receiver.h"

struct reception {
	const char *from;		/* for messages */
	struct logfile file;
	/* How it gets its name; NULL: that of logfile_create().  False: reported. */
	bool (*keep)(struct reception *reception, void *context);
	void *context;
	bool is_kept;			/* it has its name; or ... */
	bool is_refused;		/* ... cannot have it, which was reported */
	bool is_quiet;
	struct receiver *receiver;
};

/* Into `file`, which is open.  False: no memory, which is reported. */
bool reception_begin(struct reception *reception);

/* Frames have come: give the log its name now, not at the end. */
bool reception_keep(struct reception *reception);

/*
 * Complete the log, and keep it if frames came.  `status` is that of reading; the
 * result is the exit status for it.
 */
int reception_finish(struct reception *reception, int status);

/* Close the file, which is removed if it was not kept. */
void reception_end(struct reception *reception);

#endif
