/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which streams a command is about; see streams.h. */
#include "status/streams.h"

#include <bsd/string.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/tool.h"

/* Is the stream's log there? */
static bool is_at(const struct posixtrace_stream *stream, const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && st.st_dev == stream->log_device &&
	       st.st_ino == stream->log_inode;
}

/*
 * Where its log is now: `record` makes it with its pid behind the name.  Any other
 * new name is not searched for.
 */
static void correct_log(struct posixtrace_stream *stream)
{
	char suffix[16], path[sizeof(stream->log)];
	char *end;

	if (!*stream->log || is_at(stream, stream->log))
		return;
	strlcpy(path, stream->log, sizeof(path));
	snprintf(suffix, sizeof(suffix), ".%d", (int)stream->controller);
	end = path + strlen(path) - strlen(suffix);
	if (end > path && strcmp(end, suffix) == 0) {
		*end = '\0';
		if (is_at(stream, path))
			strlcpy(stream->log, path, sizeof(stream->log));
	}
}

struct posixtrace_stream *streams_look(size_t *n)
{
	/* More may appear meanwhile. */
	size_t room = posixtrace_streams(NULL, 0) + 8;
	struct posixtrace_stream *list = calloc(room, sizeof(*list));

	if (!list) {
		tool_error("the list: %s", strerror(ENOMEM));
		return NULL;
	}
	*n = posixtrace_streams(list, room);
	if (*n > room)
		*n = room;
	for (size_t i = 0; i < *n; i++)
		correct_log(&list[i]);
	return list;
}

static bool is_pid(const char *text, pid_t pid)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%d", (int)pid);
	return pid > 0 && strcmp(text, digits) == 0;
}

/*
 * The name of option -o of a recorder of several logs, of which stream->log is
 * NAME-000001.ptl for NAME.ptl, with ".PID" behind it if that becomes a snapshot.
 */
static bool names_series(const struct posixtrace_stream *stream, const char *text)
{
	char path[sizeof(stream->log)], suffix[16];
	size_t len = strlcpy(path, stream->log, sizeof(path)), end, digits;
	const char *dot = strrchr(text, '.'), *slash = strrchr(text, '/');

	snprintf(suffix, sizeof(suffix), ".%d", (int)stream->controller);
	if (len > strlen(suffix) &&
	    strcmp(path + len - strlen(suffix), suffix) == 0)
		path[len -= strlen(suffix)] = '\0';
	if (!dot || (slash && dot < slash))
		dot = text + strlen(text);
	if (len < strlen(dot) || strcmp(path + len - strlen(dot), dot) != 0)
		return false;
	end = len - strlen(dot);
	for (digits = 0; digits < end && path[end - 1 - digits] >= '0' &&
	     path[end - 1 - digits] <= '9'; digits++)
		;
	if (digits < 6 || digits == end || path[end - 1 - digits] != '-')
		return false;
	memmove(path + end - 1 - digits, path + end, strlen(dot) + 1);
	slash = strrchr(path, '/');
	return strcmp(text, path) == 0 || (slash && strcmp(text, slash + 1) == 0);
}

/* Not by device and inode: a removed log's may be those of a new one. */
bool streams_has_log(const struct posixtrace_stream *stream, const char *text)
{
	char path[PATH_MAX];

	return *stream->log &&
	       (strcmp(text, stream->log) == 0 ||
		(realpath(text, path) && strcmp(path, stream->log) == 0));
}

/* A log by its path, from the working directory, or by the last part of it. */
static bool is_log(const struct posixtrace_stream *stream, const char *text)
{
	const char *slash = strrchr(stream->log, '/');

	return (slash && strcmp(text, slash + 1) == 0) ||
	       streams_has_log(stream, text) || names_series(stream, text);
}

bool streams_is_asked(const struct posixtrace_stream *stream, char **which,
		      size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *text = which[i];

		if (strcmp(text, stream->name) == 0 ||
		    is_log(stream, text) ||
		    is_pid(text, stream->controller) ||
		    is_pid(text, stream->target))
			return true;
	}
	return n == 0;
}

error_t streams_parse(int key, char *arg, char **which, size_t *n)
{
	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (*arg == '\0')
		return tool_misuse("NAME: it is empty; give a name, a pid or a log");
	which[(*n)++] = arg;
	return 0;
}

int streams_report_none(char **which, size_t n)
{
	tool_error("%s%s: no such stream; 'posixtrace status' lists those there are",
		   which[0], n > 1 ? ", ..." : "");
	return TOOL_FAILURE;
}
