/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Holding back SIGXFSZ; see xfsz.h. */
#include "base/xfsz.h"

#include <errno.h>
#include <time.h>

void pxt_xfsz_hold(struct pxt_xfsz *held)
{
	sigset_t xfsz, pending;

	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigpending(&pending);
	held->pending = sigismember(&pending, SIGXFSZ);
	held->is_held = pthread_sigmask(SIG_BLOCK, &xfsz, &held->mask) == 0;
}

void pxt_xfsz_release(const struct pxt_xfsz *held)
{
	const struct timespec now = {0};
	int saved = errno;
	sigset_t xfsz;

	if (!held->is_held)
		return;
	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	if (!held->pending)
		sigtimedwait(&xfsz, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &held->mask, NULL);
	errno = saved;
}
