/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A line on standard error; see notice.h. */
#include "base/notice.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* A line of at most PIPE_BUF bytes is written at once or not at all. */
enum { LINE_SIZE = 1024 };

/* Would write() return at once? */
static bool takes_a_line(void)
{
	struct pollfd err = { .fd = STDERR_FILENO, .events = POLLOUT };

	return poll(&err, 1, 0) == 1 && err.revents & (POLLOUT | POLLERR);
}

/* The SIGPIPE of a write is sent to the thread itself. */
static void write_quietly(const char *text, size_t len)
{
	const struct timespec now = {0};
	sigset_t sigpipe, pending, before;

	sigemptyset(&sigpipe);
	sigaddset(&sigpipe, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
	if (write(STDERR_FILENO, text, len) < 0 && errno == EPIPE &&
	    !sigismember(&pending, SIGPIPE))
		sigtimedwait(&sigpipe, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pxt_notice(const char *format, ...)
{
	char line[LINE_SIZE];
	int saved = errno, start, len;
	va_list args;

	start = snprintf(line, sizeof(line), "posixtrace: ");
	va_start(args, format);
	len = vsnprintf(line + start, sizeof(line) - (size_t)start, format, args);
	va_end(args);
	len = len < 0 ? start : len + start;
	if (len > LINE_SIZE - 1)
		len = LINE_SIZE - 1;
	for (int i = 0; i < len; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[len++] = '\n';
	if (takes_a_line())
		write_quietly(line, (size_t)len);
	errno = saved;
}
