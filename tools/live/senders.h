/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Receiving from any number of senders at the same time, with a log for each. */
#ifndef POSIXTRACE_TOOLS_LIVE_SENDERS_H
#define POSIXTRACE_TOOLS_LIVE_SENDERS_H

#include <stdbool.h>

struct senders_setting {
	const char *source;		/* tcp-listen:[HOST:]PORT */
	const char *output;		/* DIR/NAME.ptl, which gets numbers */
	unsigned long keep;		/* the newest logs; 0: all */
	bool is_quiet;
};

/*
 * Until the descriptor `wake` is readable.  Returns the exit status: the worst of
 * all senders', of which a failure is worse than a log without an end, and that is
 * worse than a loss.
 */
int senders_receive(const struct senders_setting *setting, int wake);

#endif
