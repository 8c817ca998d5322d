/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace_recover(), _is_being_written(), _leftovers(), _discard() and
 * _guard(). */
#include <errno.h>
#include <posixtrace.h>
#include <pthread.h>

#include "base/guard.h"
#include "source/rescue.h"
#include "stream/leftover.h"
#include "stream/recover.h"

int posixtrace_recover(int file_desc, struct posixtrace_recovery *recovery)
{
	int err, saved = errno, cancel;

	if (!recovery)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_recover(file_desc, true, recovery);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}

int posixtrace_is_being_written(int file_desc)
{
	int saved = errno, cancel;
	bool is_written;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	is_written = pxt_rescue_is_in_use(file_desc);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return is_written;
}

size_t posixtrace_leftovers(struct posixtrace_leftover *list, size_t max)
{
	int saved = errno, cancel;
	size_t n;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	n = pxt_leftovers(list, max);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return n;
}

int posixtrace_discard(const struct posixtrace_leftover *leftover)
{
	int err, saved = errno, cancel;

	if (!leftover)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_leftover_discard(leftover);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}

unsigned posixtrace_guard(void)
{
	return pxt_guard();
}
