/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace_streams(). */
#include <errno.h>
#include <posixtrace.h>
#include <pthread.h>

#include "stream/inventory.h"

size_t posixtrace_streams(struct posixtrace_stream *list, size_t max)
{
	int saved = errno, cancel;
	size_t n;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	n = pxt_inventory(list, max);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return n;
}
