/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace_streams() and posixtrace_command(). */
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

int posixtrace_command(const struct posixtrace_stream *stream,
		       enum posixtrace_command command)
{
	int err, saved = errno, cancel;

	if (!stream)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_inventory_command(stream, command);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}
