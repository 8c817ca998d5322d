/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads /proc/thread-self/maps without stdio; see maps.h. */
#include "base/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct text {
	const char *at;
	const char *end;
};

/* The number at text->at, and the character behind it, which is skipped. */
static uint64_t take_number(struct text *text, unsigned base)
{
	uint64_t n = 0;

	for (; text->at < text->end; text->at++) {
		char c = *text->at;
		unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') :
				 c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 :
				 base;

		if (digit >= base)
			break;
		n = n * base + digit;
	}
	if (text->at < text->end)
		text->at++;
	return n;
}

static bool ends_with(const char *path, size_t size, const char *end)
{
	size_t len = strlen(end);

	return size > len && memcmp(path + size - len, end, len) == 0;
}

/*
 * The kernel writes a newline in a path as "\012", but a backslash as it is.  A file that
 * has "\012" in its name is told by its inode; one with both in it cannot be.  `path` ends
 * with a zero byte.
 */
static void unescape(char *path, struct pxt_map *map)
{
	static const char escaped[] = "\\012";
	char *found = strstr(path, escaped), *to = found;
	struct stat file;

	if (!found || (stat(path, &file) == 0 && file.st_ino == map->inode))
		return;
	while (*found) {
		bool is_newline = strncmp(found, escaped, strlen(escaped)) == 0;

		*to++ = is_newline ? '\n' : *found;
		found += is_newline ? strlen(escaped) : 1;
	}
	map->path_size = (size_t)(to - path);
}

/*
 * "start-end perms offset major:minor inode   path", whose newline may be written over.
 * False: it is not executable, or of nothing that has a name.
 */
static bool parse(char *line, char *end, struct pxt_map *map)
{
	static const char deleted[] = " (deleted)";
	struct text text = { line, end };
	bool executes;
	char *path;

	map->start = take_number(&text, 16);
	map->end = take_number(&text, 16);
	executes = end - text.at > 5 && text.at[2] == 'x';
	if (!executes)
		return false;
	text.at += 5;
	map->offset = take_number(&text, 16);
	map->device = take_number(&text, 16) << 32;
	map->device |= take_number(&text, 16);
	map->inode = take_number(&text, 10);
	while (text.at < end && *text.at == ' ')
		text.at++;
	map->path = text.at;
	map->path_size = (size_t)(end - text.at);
	map->is_deleted = map->inode &&
			  ends_with(map->path, map->path_size, deleted);
	if (map->is_deleted)
		map->path_size -= strlen(deleted);
	path = line + (map->path - line);
	path[map->path_size] = '\0';
	unescape(path, map);
	return map->start < map->end && map->path_size > 0;
}

static int open_maps(void)
{
	/* Of the thread: those of the process are empty once its main thread
	 * has ended. */
	int fd = open("/proc/thread-self/maps", O_RDONLY | O_CLOEXEC);

	return fd >= 0 ? fd : open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
}

static ssize_t read_on(int fd, char *to, size_t size)
{
	ssize_t n;

	do
		n = read(fd, to, size);
	while (n < 0 && errno == EINTR);
	return n;
}

bool pxt_maps_each(char *room, size_t size,
		   bool (*visit)(const struct pxt_map *map, void *arg),
		   void *arg)
{
	size_t used = 0;
	bool skips = false, goes_on = true;
	ssize_t n = 0;
	int fd = open_maps();

	if (fd < 0)
		return false;
	while (goes_on && (n = read_on(fd, room + used, size - used)) > 0) {
		char *line = room, *end;

		used += (size_t)n;
		while (goes_on && (end = memchr(line, '\n', (size_t)(room +
						used - line)))) {
			struct pxt_map map;

			if (!skips && parse(line, end, &map))
				goes_on = visit(&map, arg);
			skips = false;
			line = end + 1;
		}
		used -= (size_t)(line - room);
		memmove(room, line, used);
		/* The rest of a line that is too long is skipped, too. */
		if (used == size) {
			skips = true;
			used = 0;
		}
	}
	close(fd);
	return n >= 0;
}

bool pxt_maps_find_path(const char *name, char *room, size_t size,
			struct pxt_map *map)
{
	const size_t len = strlen(name);
	size_t at = 0;

	map->path = name;
	if (name[0] != '/') {
		/* Not getcwd(), which may open directories. */
		if (!strchr(name, '/') ||
		    syscall(SYS_getcwd, room, size) < 0 || room[0] != '/')
			return false;
		at = strlen(room);
		if (len + 1 >= size - at)
			return false;
		room[at++] = '/';
		memcpy(room + at, name, len);
		map->path = room;
	}
	map->path_size = at + len;
	return map->path_size < UINT16_MAX;
}
