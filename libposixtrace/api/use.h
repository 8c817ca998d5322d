/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The begin and end of every function that takes a trace_id_t. */
#ifndef PXT_API_USE_H
#define PXT_API_USE_H

#include "stream/table.h"

/* Which kinds of stream a function is for (1.6 of the standard's pages). */
enum pxt_use {
	PXT_USE_ANY,
	PXT_USE_ACTIVE,
	PXT_USE_LOGGED,
	PXT_USE_REPLAY,
};

/* The stream, locked, or NULL: it is not such a stream (EINVAL). */
struct pxt_stream *pxt_use_begin(trace_id_t trid, enum pxt_use use);
void pxt_use_end(struct pxt_stream *stream);

/* Is it open for writing, as the file of a log must be (else EBADF)?  Keeps errno. */
bool pxt_use_is_writable(int file_desc);

#endif
