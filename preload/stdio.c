/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Streams are opened, closed, read and written; printf() and its like are in
 * print.c.  See streams.h.
 *
 * Macros and inline functions of libc that use the buffer directly call __uflow()
 * and __overflow() when it is empty or full.
 */
#include "real.h"

#include "streams.h"

#include <errno.h>
#include <string.h>

#undef getc
#undef putc
#undef getc_unlocked
#undef putc_unlocked
#undef getchar_unlocked
#undef putchar_unlocked
#undef fgetc_unlocked
#undef fputc_unlocked
#undef fread_unlocked
#undef fwrite_unlocked

/* Exported by libc, but not declared by its headers. */
size_t __fread_chk(void *buf, size_t room, size_t size, size_t n, FILE *stream);
size_t __fread_unlocked_chk(void *buf, size_t room, size_t size, size_t n,
			    FILE *stream);
char *__fgets_chk(char *line, size_t room, int n, FILE *stream);
char *__fgets_unlocked_chk(char *line, size_t room, int n, FILE *stream);
int _IO_getc(FILE *stream);
int _IO_putc(int c, FILE *stream);

/* -1: streams in memory have none. */
static int fd_of(FILE *stream)
{
	int saved_errno = errno;
	int fd = fileno_unlocked(stream);

	errno = saved_errno;
	return fd;
}

static void record(trace_event_id_t id, FILE *stream, int64_t bytes, int err,
		   uint64_t begin, const void *caller)
{
	struct posixtrace_io io = {
		.fd = fd_of(stream),
		.size = bytes > 0 ? (uint64_t)bytes : 0,
		.result = err ? -err : bytes > 0 ? bytes : 0,
		.duration = pxt_now() - begin,
	};

	if (io.fd >= 0 && !pxt_shares_memory())
		pxt_record(id, &io, sizeof(io), caller);
}

void pxt_record_filled(FILE *stream, int64_t left, int64_t got, bool end,
		       uint64_t begin, const void *caller)
{
	const int64_t bytes = got + pxt_readable(stream) - left;

	if (bytes > 0 || end)
		record(POSIXTRACE_READ, stream, bytes,
		       end && ferror_unlocked(stream) ? errno : 0, begin,
		       caller);
}

void pxt_record_emptied(FILE *stream, int64_t left, int64_t gave, bool failed,
			uint64_t begin, const void *caller)
{
	const int64_t bytes = gave - pxt_pending(stream) + left;

	if (bytes > 0 || failed)
		record(POSIXTRACE_WRITE, stream, bytes, failed ? errno : 0,
		       begin, caller);
}

static int flags_of(const char *mode)
{
	int flags = *mode == 'r' ? O_RDONLY :
		    *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC :
				   O_WRONLY | O_CREAT | O_APPEND;

	if (strchr(mode, '+') != NULL)
		flags = (flags & ~O_ACCMODE) | O_RDWR;
	if (strchr(mode, 'x') != NULL)
		flags |= O_EXCL;
	if (strchr(mode, 'e') != NULL)
		flags |= O_CLOEXEC;
	return flags;
}

/* Without a path a freopen() changes the mode only. */
#define OPEN(path, mode, call)						\
	PXT_CALL(FILE *, call,						\
		 if (path != NULL)					\
			 pxt_record_open(flags_of(mode), path,		\
					 result != NULL ?		\
						 fd_of(result) : -1,	\
					 begin, caller))

PXT_INTERPOSE FILE *fopen(const char *path, const char *mode)
{
	OPEN(path, mode, REAL(fopen)(path, mode));
}

PXT_INTERPOSE FILE *fopen64(const char *path, const char *mode)
{
	OPEN(path, mode, REAL(fopen64)(path, mode));
}

PXT_INTERPOSE FILE *freopen(const char *path, const char *mode, FILE *stream)
{
	OPEN(path, mode, REAL(freopen)(path, mode, stream));
}

PXT_INTERPOSE FILE *freopen64(const char *path, const char *mode, FILE *stream)
{
	OPEN(path, mode, REAL(freopen64)(path, mode, stream));
}

/* The write of what was in the buffer has the time of both. */
static void record_close(int fd, int64_t left, int result, uint64_t begin,
			 const void *caller)
{
	if (fd < 0)
		return;
	if (left > 0) {
		pxt_record_io(POSIXTRACE_WRITE, fd, (uint64_t)left,
			      result < 0 ? -1 : left, begin, caller);
		begin = pxt_now();
	}
	pxt_record_io(POSIXTRACE_CLOSE, fd, 0, result, begin, caller);
}

PXT_INTERPOSE int fclose(FILE *stream)
{
	const void *caller = CALLER;

	if (!pxt_recording(caller))
		return REAL(fclose)(stream);

	int fd = fd_of(stream);
	int64_t left = pxt_pending(stream);
	uint64_t begin = pxt_now();
	int result = REAL(fclose)(stream);

	record_close(fd, left, result, begin, caller);
	return result;
}

/* Of all streams at once nothing is known. */
#define FLUSH(stream, call)						\
	do {								\
		if (stream == NULL)					\
			return call;					\
		PXT_EMPTY(int, stream, call, 0, result != 0);		\
	} while (0)

PXT_INTERPOSE int fflush(FILE *stream)
{
	FLUSH(stream, REAL(fflush)(stream));
}

PXT_INTERPOSE int fflush_unlocked(FILE *stream)
{
	FLUSH(stream, REAL(fflush_unlocked)(stream));
}

/* ---- Reading ---- */

#define ITEMS(call)							\
	PXT_FILL(size_t, stream, call, result * size, result < n && size != 0)

PXT_INTERPOSE size_t fread(void *__restrict buf, size_t size, size_t n,
			   FILE *__restrict stream)
{
	ITEMS(REAL(fread)(buf, size, n, stream));
}

PXT_INTERPOSE size_t fread_unlocked(void *__restrict buf, size_t size, size_t n,
				    FILE *__restrict stream)
{
	ITEMS(REAL(fread_unlocked)(buf, size, n, stream));
}

PXT_INTERPOSE size_t __fread_chk(void *buf, size_t room, size_t size, size_t n,
				 FILE *stream)
{
	ITEMS(REAL(__fread_chk)(buf, room, size, n, stream));
}

PXT_INTERPOSE size_t __fread_unlocked_chk(void *buf, size_t room, size_t size,
					  size_t n, FILE *stream)
{
	ITEMS(REAL(__fread_unlocked_chk)(buf, room, size, n, stream));
}

#define LINE(call)							\
	PXT_FILL(char *, stream, call, result != NULL ? strlen(result) : 0, \
		 result == NULL)

PXT_INTERPOSE char *fgets(char *__restrict line, int n, FILE *__restrict stream)
{
	LINE(REAL(fgets)(line, n, stream));
}

PXT_INTERPOSE char *fgets_unlocked(char *__restrict line, int n,
				   FILE *__restrict stream)
{
	LINE(REAL(fgets_unlocked)(line, n, stream));
}

PXT_INTERPOSE char *__fgets_chk(char *line, size_t room, int n, FILE *stream)
{
	LINE(REAL(__fgets_chk)(line, room, n, stream));
}

PXT_INTERPOSE char *__fgets_unlocked_chk(char *line, size_t room, int n,
					 FILE *stream)
{
	LINE(REAL(__fgets_unlocked_chk)(line, room, n, stream));
}

#define DELIMITED(call)							\
	PXT_FILL(ssize_t, stream, call, result > 0 ? result : 0, result < 0)

PXT_INTERPOSE ssize_t getline(char **__restrict line, size_t *__restrict size,
			      FILE *__restrict stream)
{
	DELIMITED(REAL(getline)(line, size, stream));
}

PXT_INTERPOSE ssize_t getdelim(char **__restrict line, size_t *__restrict size,
			       int delimiter, FILE *__restrict stream)
{
	DELIMITED(REAL(getdelim)(line, size, delimiter, stream));
}

PXT_INTERPOSE ssize_t __getdelim(char **__restrict line,
				 size_t *__restrict size, int delimiter,
				 FILE *__restrict stream)
{
	DELIMITED(REAL(__getdelim)(line, size, delimiter, stream));
}

/* Called often, mostly to take something that is there. */
#define BYTE(stream, call)						\
	do {								\
		if (pxt_readable(stream) > 0)				\
			return call;					\
		PXT_FILL(int, stream, call, result != EOF, result == EOF); \
	} while (0)

PXT_INTERPOSE int getc(FILE *stream)
{
	BYTE(stream, REAL(getc)(stream));
}

PXT_INTERPOSE int _IO_getc(FILE *stream)
{
	BYTE(stream, REAL(_IO_getc)(stream));
}

PXT_INTERPOSE int fgetc(FILE *stream)
{
	BYTE(stream, REAL(fgetc)(stream));
}

PXT_INTERPOSE int getchar(void)
{
	BYTE(stdin, REAL(getchar)());
}

PXT_INTERPOSE int getc_unlocked(FILE *stream)
{
	BYTE(stream, REAL(getc_unlocked)(stream));
}

PXT_INTERPOSE int fgetc_unlocked(FILE *stream)
{
	BYTE(stream, REAL(fgetc_unlocked)(stream));
}

PXT_INTERPOSE int getchar_unlocked(void)
{
	BYTE(stdin, REAL(getchar_unlocked)());
}

PXT_INTERPOSE int __uflow(FILE *stream)
{
	BYTE(stream, REAL(__uflow)(stream));
}

/* ---- Writing ---- */

PXT_INTERPOSE size_t fwrite(const void *__restrict buf, size_t size, size_t n,
			    FILE *__restrict stream)
{
	PXT_EMPTY(size_t, stream, REAL(fwrite)(buf, size, n, stream),
		  result * size, result < n && size != 0);
}

PXT_INTERPOSE size_t fwrite_unlocked(const void *__restrict buf, size_t size,
				     size_t n, FILE *__restrict stream)
{
	PXT_EMPTY(size_t, stream, REAL(fwrite_unlocked)(buf, size, n, stream),
		  result * size, result < n && size != 0);
}

#define STRING(stream, more, call)					\
	PXT_EMPTY(int, stream, call,					\
		  result >= 0 ? strlen(string) + (more) : 0, result < 0)

PXT_INTERPOSE int fputs(const char *__restrict string, FILE *__restrict stream)
{
	STRING(stream, 0, REAL(fputs)(string, stream));
}

PXT_INTERPOSE int fputs_unlocked(const char *__restrict string,
				 FILE *__restrict stream)
{
	STRING(stream, 0, REAL(fputs_unlocked)(string, stream));
}

PXT_INTERPOSE int puts(const char *string)
{
	STRING(stdout, 1, REAL(puts)(string));
}

/* With room in the buffer nothing is written; a line may be written earlier, but
 * libc shows no room in a buffer of lines. */
#define PUT(stream, call)						\
	do {								\
		if (stream->_IO_write_ptr < stream->_IO_write_end)	\
			return call;					\
		PXT_EMPTY(int, stream, call, result != EOF,		\
			  result == EOF);				\
	} while (0)

PXT_INTERPOSE int putc(int c, FILE *stream)
{
	PUT(stream, REAL(putc)(c, stream));
}

PXT_INTERPOSE int _IO_putc(int c, FILE *stream)
{
	PUT(stream, REAL(_IO_putc)(c, stream));
}

PXT_INTERPOSE int fputc(int c, FILE *stream)
{
	PUT(stream, REAL(fputc)(c, stream));
}

PXT_INTERPOSE int putchar(int c)
{
	PUT(stdout, REAL(putchar)(c));
}

PXT_INTERPOSE int putc_unlocked(int c, FILE *stream)
{
	PUT(stream, REAL(putc_unlocked)(c, stream));
}

PXT_INTERPOSE int fputc_unlocked(int c, FILE *stream)
{
	PUT(stream, REAL(fputc_unlocked)(c, stream));
}

PXT_INTERPOSE int putchar_unlocked(int c)
{
	PUT(stdout, REAL(putchar_unlocked)(c));
}

PXT_INTERPOSE int __overflow(FILE *stream, int c)
{
	PUT(stream, REAL(__overflow)(stream, c));
}
