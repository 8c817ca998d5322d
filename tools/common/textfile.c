/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Small files that are read and written as a whole. */
#include "common/textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "common/unfinished.h"

enum { LARGEST = 64 << 20, FIRST = 16 << 10 };

/* All bytes of fd, and room for a NUL; NULL and errno. */
static char *read_all(int fd, size_t *len)
{
	size_t size = FIRST;
	char *text = malloc(size);
	size_t used = 0;

	while (text) {
		ssize_t n = read(fd, text + used, size - used - 1);
		char *larger;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		if (n == 0) {
			*len = used;
			return text;
		}
		used += (size_t)n;
		if (used < size - 1)
			continue;
		if (size >= LARGEST) {
			errno = EFBIG;
			break;
		}
		size *= 2;
		larger = realloc(text, size);
		if (!larger)
			break;
		text = larger;
	}
	free(text);
	return NULL;
}

char *textfile_read(const char *path, size_t *len)
{
	bool is_stdin = strcmp(path, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO
			  : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	char *text = fd < 0 ? NULL : read_all(fd, len);
	const char *nul;

	if (!text)
		tool_error("%s: %s; name a file that can be read", path,
			   strerror(errno));
	if (fd >= 0 && !is_stdin)
		close(fd);
	if (!text)
		return NULL;
	text[*len] = '\0';
	nul = memchr(text, '\0', *len);
	if (nul) {
		tool_error("%s: a zero byte at offset %zu: not a text; name a "
			   "file of templates", path, (size_t)(nul - text));
		free(text);
		return NULL;
	}
	return text;
}

static bool write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return fsync(fd) == 0;
}

/* Make the draft of `path` its file. */
static bool write_draft(const char *draft, const char *path, const char *text,
			size_t len)
{
	struct stat old;
	bool is_there = stat(path, &old) == 0;
	int fd = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	bool done;

	if (fd < 0)
		return false;
	done = (!is_there || fchmod(fd, old.st_mode & 07777) == 0) &&
	       write_all(fd, text, len);
	done = close(fd) == 0 && done && rename(draft, path) == 0;
	if (!done) {
		int err = errno;

		unlink(draft);
		errno = err;
	}
	return done;
}

bool textfile_write(const char *path, const char *text, size_t len)
{
	/* A link stays a link to the file that is replaced. */
	char *real = realpath(path, NULL);
	const char *target = real ? real : path;
	sigset_t before;
	char *draft;
	bool done;

	if (asprintf(&draft, "%s.%d", target, (int)getpid()) < 0) {
		tool_error("%s: out of memory", path);
		free(real);
		return false;
	}
	unfinished_block(&before);
	done = write_draft(draft, target, text, len);
	if (!done)
		tool_error("%s: %s; it is as it was", path, strerror(errno));
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(draft);
	free(real);
	return done;
}
