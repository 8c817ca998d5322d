/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Messages on stderr: one line each, whatever a file name contains. */
#include "common/tool.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/escape.h"

static const char *command_name;

void tool_set_name(const char *name)
{
	command_name = name;
}

void tool_mask(char *text, size_t len)
{
	for (size_t i = 0, n; i < len; i += n) {
		n = escape_hidden(text + i, len - i);
		memset(text + i, '?', n);
		n = n ? n : 1;
	}
}

static size_t columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col < 2)
		return 80;
	return size.ws_col;
}

void tool_passing(const char *line)
{
	static const char erase[] = "\r\033[K";
	static bool is_there;
	char text[256] = "";

	if (!line && !is_there)
		return;
	is_there = line;
	if (line)
		snprintf(text, sizeof(text), "%s", line);
	/* A line that the terminal has wrapped could not be erased. */
	if (columns() <= sizeof(text))
		text[columns() - 1] = '\0';
	tool_mask(text, strlen(text));
	fprintf(stderr, "%s%s", erase, text);
	fflush(stderr);
}

static void say(const char *name, const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0) {
		fputs("posixtrace: out of memory\n", stderr);
		return;
	}
	tool_mask(text, strlen(text));
	tool_passing(NULL);
	if (name)
		fprintf(stderr, "posixtrace: %s: %s\n", name, text);
	else
		fprintf(stderr, "posixtrace: %s\n", text);
	free(text);
}

void tool_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(command_name, format, args);
	va_end(args);
}

void tool_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(NULL, format, args);
	va_end(args);
}

error_t tool_misuse(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(command_name, format, args);
	va_end(args);
	return EINVAL;
}

void tool_incomplete(const char *name, int err, const char *what)
{
	bool is_full = err == ENOSPC || err == EDQUOT || err == EFBIG;
	const char *advice = tool_advice(err, is_full ?
					 "give it more room" : NULL);

	tool_error("%s: %s; the %s is not complete%s%s", name, strerror(err),
		   what, advice ? ", " : "", advice ? advice : "");
}

bool tool_has_lost_reader(void)
{
	struct pollfd reader = { .fd = STDOUT_FILENO, .events = POLLOUT };

	/* An error of an earlier write may have left no errno. */
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return false;
	return errno == EPIPE || (poll(&reader, 1, 0) == 1 &&
				  reader.revents & (POLLERR | POLLHUP));
}

bool tool_close_stdout(void)
{
	int err;

	errno = 0;
	if (!ferror(stdout) && fflush(stdout) == 0)
		return true;
	err = errno;
	if (err == EPIPE || tool_has_lost_reader())
		return true;
	if (err)
		tool_incomplete("standard output", err, "output");
	else
		tool_error("standard output: not everything was written");
	return false;
}
