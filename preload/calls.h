/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The bodies of wrappers: call the real function, and record what it did if
 * that is wanted.
 */
#ifndef PXT_PRELOAD_CALLS_H
#define PXT_PRELOAD_CALLS_H

#include "record.h"

#include <sys/uio.h>

/*
 * Return `call`.  If it is recorded, `record` is evaluated behind it, with
 * `result`, what pxt_now() was at the `begin`, and the `caller`.
 */
#define PXT_CALL(type, call, record)					\
	do {								\
		const void *caller = CALLER;				\
		if (!pxt_recording(caller))				\
			return call;					\
		uint64_t begin = pxt_now();				\
		type result = call;					\
		record;							\
		return result;						\
	} while (0)

/* A call with a descriptor, a number, and a result that is -1 for an error. */
#define PXT_IO(id, type, fd, size, call)				\
	PXT_CALL(type, call,						\
		 pxt_record_io(id, fd, size, result, begin, caller))

/* io.c: a struct posixtrace_io; errno has the error of a negative result. */
void pxt_record_io(trace_event_id_t id, int fd, uint64_t size, ssize_t result,
		   uint64_t begin, const void *caller);

/* io.c: a struct posixtrace_path; the result is -1 for an error, which is errno. */
void pxt_record_open(int flags, const char *path, int result, uint64_t begin,
		     const void *caller);

/* names.c: a thread has got a name, if that is recorded; `result` is 0 or -errno. */
void pxt_record_name(uint64_t thread, const char *name, int result,
		     const void *caller);

/* net.c: a struct posixtrace_pair of the two descriptors made. */
void pxt_record_pair(trace_event_id_t id, const int ends[2], int flags,
		     int result, uint64_t begin, const void *caller);

/*
 * vectors.c: has the kernel read the structures of a call that transfers, so
 * that they can be read here, too?  errno is that of the result.
 */
bool pxt_was_transfer(ssize_t result);

/* The bytes of an array that has been read; 0 if it has not. */
uint64_t pxt_vector_size(const struct iovec *vector, size_t n, ssize_t result);

/*
 * address.c: the address of a socket as text, without NUL, which takes up to
 * POSIXTRACE_ADDRESS_MAX bytes.  `addr` can be read, or is NULL.
 */
struct sockaddr;
size_t pxt_put_address(char *text, const struct sockaddr *addr, size_t len);

/*
 * Can so many bytes of the program be read, up to 4096?  Asks the kernel, so it is
 * for what is rare; false where it may not be asked.  errno is kept.
 */
bool pxt_is_readable(const void *bytes, size_t len);

#endif
