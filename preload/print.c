/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* printf() and its like, to a stream or a descriptor; see streams.h. */
#include "real.h"

#include "streams.h"

#include <stdarg.h>

/* Exported by libc, but not declared by its headers. */
int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list args);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __vdprintf_chk(int fd, int flag, const char *format, va_list args);

/* It returns how many bytes it made. */
#define PRINT(stream, call)						\
	PXT_EMPTY(int, stream, call, result > 0 ? result : 0, result < 0)

#define PRINT_FD(call)							\
	PXT_CALL(int, call,						\
		 pxt_record_io(POSIXTRACE_WRITE, fd,			\
			       result > 0 ? (uint64_t)result : 0,	\
			       result, begin, caller))

PXT_INTERPOSE int vfprintf(FILE *__restrict stream,
			   const char *__restrict format, va_list args)
{
	PRINT(stream, REAL(vfprintf)(stream, format, args));
}

PXT_INTERPOSE int __vfprintf_chk(FILE *stream, int flag, const char *format,
				 va_list args)
{
	PRINT(stream, REAL(__vfprintf_chk)(stream, flag, format, args));
}

PXT_INTERPOSE int vprintf(const char *__restrict format, va_list args)
{
	PRINT(stdout, REAL(vprintf)(format, args));
}

PXT_INTERPOSE int __vprintf_chk(int flag, const char *format, va_list args)
{
	PRINT(stdout, REAL(__vprintf_chk)(flag, format, args));
}

PXT_INTERPOSE int vdprintf(int fd, const char *__restrict format, va_list args)
{
	PRINT_FD(REAL(vdprintf)(fd, format, args));
}

PXT_INTERPOSE int __vdprintf_chk(int fd, int flag, const char *format,
				 va_list args)
{
	PRINT_FD(REAL(__vdprintf_chk)(fd, flag, format, args));
}

/* Those with ... call those with a list. */
#define LIST(call)							\
	do {								\
		va_list args;						\
		va_start(args, format);					\
		int made = call;					\
		va_end(args);						\
		return made;						\
	} while (0)

static int print(FILE *stream, const char *format, va_list args,
		 const void *caller)
{
	if (!pxt_recording(caller))
		return REAL(vfprintf)(stream, format, args);

	int64_t left = pxt_pending(stream);
	uint64_t begin = pxt_now();
	int made = REAL(vfprintf)(stream, format, args);

	pxt_record_emptied(stream, left, made > 0 ? made : 0, made < 0, begin,
			   caller);
	return made;
}

static int print_checked(FILE *stream, int flag, const char *format,
			 va_list args, const void *caller)
{
	if (!pxt_recording(caller))
		return REAL(__vfprintf_chk)(stream, flag, format, args);

	int64_t left = pxt_pending(stream);
	uint64_t begin = pxt_now();
	int made = REAL(__vfprintf_chk)(stream, flag, format, args);

	pxt_record_emptied(stream, left, made > 0 ? made : 0, made < 0, begin,
			   caller);
	return made;
}

/* `flag` is of the checked ones, else -1. */
static int print_fd(int fd, int flag, const char *format, va_list args,
		    const void *caller)
{
	bool records = pxt_recording(caller);
	uint64_t begin = records ? pxt_now() : 0;
	int made = flag < 0 ? REAL(vdprintf)(fd, format, args) :
			      REAL(__vdprintf_chk)(fd, flag, format, args);

	if (records)
		pxt_record_io(POSIXTRACE_WRITE, fd,
			      made > 0 ? (uint64_t)made : 0, made, begin,
			      caller);
	return made;
}

PXT_INTERPOSE int printf(const char *__restrict format, ...)
{
	LIST(print(stdout, format, args, CALLER));
}

PXT_INTERPOSE int __printf_chk(int flag, const char *format, ...)
{
	LIST(print_checked(stdout, flag, format, args, CALLER));
}

PXT_INTERPOSE int fprintf(FILE *__restrict stream,
			  const char *__restrict format, ...)
{
	LIST(print(stream, format, args, CALLER));
}

PXT_INTERPOSE int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
	LIST(print_checked(stream, flag, format, args, CALLER));
}

PXT_INTERPOSE int dprintf(int fd, const char *__restrict format, ...)
{
	LIST(print_fd(fd, -1, format, args, CALLER));
}

PXT_INTERPOSE int __dprintf_chk(int fd, int flag, const char *format, ...)
{
	LIST(print_fd(fd, flag, format, args, CALLER));
}
