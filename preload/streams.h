/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What a call of stdio reads and writes.  libc calls itself for that, which cannot
 * be seen; but it follows from how full the buffer of the stream is before and after
 * the call, and from how much the program got or gave:
 *
 *   read    = what the program got + what is left in the buffer - what was in it
 *   written = what the program gave - what is left in the buffer + what was in it
 *
 * A call that only uses the buffer has no event.  The stream is not locked for this,
 * as the call may be cancelled or left by siglongjmp(); if several threads use one
 * stream at the same time, the numbers are about right.
 */
#ifndef PXT_PRELOAD_STREAMS_H
#define PXT_PRELOAD_STREAMS_H

#include "calls.h"

#include <stdio.h>

/*
 * The members are part of glibc's interface: programs use them in macros.  What was
 * pushed back may be in a buffer of its own, and what follows it in the saved one.
 */
static inline int64_t pxt_readable(const FILE *stream)
{
	const int64_t here = stream->_IO_read_end - stream->_IO_read_ptr;
	const char *pushed = stream->_IO_backup_base;

	if (__builtin_expect(stream->_IO_save_base == NULL, 1) ||
	    pushed < stream->_IO_read_base || pushed > stream->_IO_read_end)
		return here;
	return here + (stream->_IO_save_end - stream->_IO_save_base);
}

static inline int64_t pxt_pending(const FILE *stream)
{
	return stream->_IO_write_ptr - stream->_IO_write_base;
}

/*
 * Record what a call has read, if anything.  `left` was in the buffer before; at the
 * `end` of the file and for an error there is an event also if nothing was read.
 */
void pxt_record_filled(FILE *stream, int64_t left, int64_t got, bool end,
		       uint64_t begin, const void *caller);

/* The same of a write. */
void pxt_record_emptied(FILE *stream, int64_t left, int64_t gave, bool failed,
			uint64_t begin, const void *caller);

/* Return `call`, which reads from the stream and gives the program `got` bytes. */
#define PXT_FILL(type, stream, call, got, end)				\
	do {								\
		const void *caller = CALLER;				\
		FILE *from = stream;					\
		if (!pxt_recording(caller))				\
			return call;					\
		int64_t left = pxt_readable(from);			\
		uint64_t begin = pxt_now();				\
		type result = call;					\
		pxt_record_filled(from, left, (int64_t)(got), end,	\
				  begin, caller);			\
		return result;						\
	} while (0)

#define PXT_EMPTY(type, stream, call, gave, failed)			\
	do {								\
		const void *caller = CALLER;				\
		FILE *to = stream;					\
		if (!pxt_recording(caller))				\
			return call;					\
		int64_t left = pxt_pending(to);				\
		uint64_t begin = pxt_now();				\
		type result = call;					\
		pxt_record_emptied(to, left, (int64_t)(gave), failed,	\
				   begin, caller);			\
		return result;						\
	} while (0)

#endif
