/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posix_trace_create(), posix_trace_create_withlog(), posix_trace_shutdown():
 * arguments are checked here, the rest is stream/create.c. */
#include <errno.h>
#include <trace.h>

#include "api/use.h"
#include "model/attr.h"

static int create(pid_t pid, const trace_attr_t *attr, int fd,
		  trace_id_t *trid)
{
	const struct pxt_attr *asked = pxt_attr_in(attr);
	struct pxt_stream *stream;
	struct pxt_attr defaults;
	int err, saved = errno, cancel;

	if (!trid || (attr && !asked))
		return EINVAL;
	if (!attr) {
		pxt_attr_init(&defaults);
		asked = &defaults;
	}
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_stream_create(pid, asked, fd, &stream);
	if (!err) {
		err = pxt_table_add(stream, trid);
		if (err) {
			pxt_stream_end(stream, NULL);
			pxt_stream_free(stream);
		}
	}
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}

int posix_trace_create(pid_t pid, const trace_attr_t *restrict attr,
		trace_id_t *restrict trid)
{
	return create(pid, attr, -1, trid);
}

int posix_trace_create_withlog(pid_t pid, const trace_attr_t *restrict attr,
		int file_desc, trace_id_t *restrict trid)
{
	return pxt_use_is_writable(file_desc) ?
	       create(pid, attr, file_desc, trid) : EBADF;
}

int posix_trace_shutdown(trace_id_t trid)
{
	const void *address = __builtin_return_address(0);
	struct pxt_stream *stream = pxt_table_remove(trid, false);
	int err, saved = errno, cancel;

	if (!stream)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_stream_end(stream, address);
	pxt_table_retire(stream);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return err;
}
