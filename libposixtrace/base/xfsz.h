/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing to files without SIGXFSZ, which would kill the application for its
 * RLIMIT_FSIZE: the signal is held back in this thread, and taken away if it
 * was ours, so that EFBIG is all that is seen.  Async-signal-safe.
 */
#ifndef PXT_BASE_XFSZ_H
#define PXT_BASE_XFSZ_H

#include <signal.h>
#include <stdbool.h>

struct pxt_xfsz {
	sigset_t mask;			/* as it was */
	bool pending;			/* one of the application's */
};

void pxt_xfsz_hold(struct pxt_xfsz *held);

/* Keeps errno. */
void pxt_xfsz_release(const struct pxt_xfsz *held);

#endif
