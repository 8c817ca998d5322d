/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writing to files without SIGXFSZ, which would kill an application with
 * RLIMIT_FSIZE: the signal is blocked in this thread, and removed if a write of
 * the library raised it, so the only result is EFBIG.  Async-signal-safe.
 */
#ifndef PXT_BASE_XFSZ_H
#define PXT_BASE_XFSZ_H

#include <signal.h>
#include <stdbool.h>

struct pxt_xfsz {
	sigset_t mask;			/* before */
	bool pending;			/* one was pending before */
	bool is_held;			/* a sandbox may forbid it */
};

void pxt_xfsz_hold(struct pxt_xfsz *held);

/* Keeps errno. */
void pxt_xfsz_release(const struct pxt_xfsz *held);

#endif
