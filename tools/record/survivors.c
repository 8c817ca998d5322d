/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Who has the segment of a stream mapped that the recorder has mapped, too.  It
 * is the file sSLOT of the runtime directory, where each traced process has a
 * file pPID-..., so only those are looked at; most often none is left.  A
 * process of another pid namespace is not found.
 *
 * The log names the segment as well, but to open it once more takes milliseconds
 * while the stream has its thread.
 */
#include "record/survivors.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"
#include "common/tool.h"

/* The end of a recording does not wait for more: some milliseconds. */
enum { LOOK_AT_MOST = 256 };

enum { FILES_MOST = 64, DIRECTORY_SIZE = 128 };

/* Files of the runtime directory that we have mapped. */
struct mapped {
	dev_t device;
	ino_t inode[FILES_MOST];
	size_t n;
	char directory[DIRECTORY_SIZE];	/* empty: there are none */
};

/* A line of /proc/PID/maps. */
struct mapping {
	dev_t device;
	ino_t inode;
	const char *path;
};

static bool parse(const char *line, struct mapping *mapping)
{
	unsigned major, minor;
	uintmax_t inode;
	int path = 0;

	if (sscanf(line, "%*s %*s %*s %x:%x %" SCNuMAX " %n", &major, &minor,
		   &inode, &path) != 3 || path == 0)
		return false;
	mapping->device = makedev(major, minor);
	mapping->inode = inode;
	mapping->path = line + path;
	return true;
}

/* Hand the mappings of a process to `take`, until that returns true. */
static bool each_mapping(const char *maps, void *state,
			 bool (*take)(void *, const struct mapping *))
{
	struct mapping mapping;
	bool found = false;
	char *line = NULL;
	size_t size = 0;
	FILE *file = fopen(maps, "re");

	while (file && !found && getline(&line, &size, file) > 0)
		found = strstr(line, "/posixtrace-") && parse(line, &mapping) &&
			take(state, &mapping);
	free(line);
	if (file)
		fclose(file);
	return found;
}

static bool note(void *state, const struct mapping *mapping)
{
	const char *slash = strrchr(mapping->path, '/');
	struct mapped *mapped = state;
	size_t len = (size_t)(slash - mapping->path);

	if (mapped->n < FILES_MOST && len < sizeof(mapped->directory)) {
		memcpy(mapped->directory, mapping->path, len);
		mapped->directory[len] = '\0';
		mapped->device = mapping->device;
		mapped->inode[mapped->n++] = mapping->inode;
	}
	return false;
}

static bool is_segment(void *state, const struct mapping *mapping)
{
	const struct stat *segment = state;

	return mapping->inode == segment->st_ino &&
	       mapping->device == segment->st_dev;
}

static bool maps(pid_t pid, struct stat *segment)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	return each_mapping(path, segment, is_segment);
}

/* "s3", which we have mapped? */
static bool is_ours(int dirfd, const char *name, const struct mapped *mapped,
		    struct stat *segment)
{
	if (name[0] != 's' || name[1] == '\0' ||
	    name[1 + strspn(name + 1, "0123456789")] != '\0' ||
	    fstatat(dirfd, name, segment, AT_SYMLINK_NOFOLLOW) != 0 ||
	    segment->st_dev != mapped->device)
		return false;
	for (size_t i = 0; i < mapped->n; i++)
		if (mapped->inode[i] == segment->st_ino)
			return true;
	return false;
}

static bool find_segment(DIR *dir, const struct mapped *mapped,
			 struct stat *segment)
{
	struct dirent *entry;

	while ((entry = readdir(dir)))
		if (is_ours(dirfd(dir), entry->d_name, mapped, segment))
			return true;
	return false;
}

static void add(struct survivors *survivors, pid_t pid)
{
	size_t n = survivors->n++;

	if (n >= SURVIVORS_NAMED)
		return;
	survivors->named[n].pid = pid;
	if (!pxt_proc_thread_name(pid, pid, survivors->named[n].name))
		strcpy(survivors->named[n].name, "?");
}

/* "p4711-290878-4026531836", but not what is after such a name. */
static bool is_of_process(const char *name, int *pid)
{
	int end = 0;

	return sscanf(name, "p%d-%*u-%*u%n", pid, &end) == 1 && end > 0 &&
	       name[end] == '\0';
}

/*
 * A recorder that starts maps every stream for a moment to examine it, and is
 * no survivor.
 */
enum { MOMENT_NS = 20000000 };

static void find_processes(struct survivors *survivors, DIR *dir,
			   struct stat *segment)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };
	pid_t found[LOOK_AT_MOST];
	struct dirent *entry;
	int looked = 0, n = 0, pid;

	while (looked < LOOK_AT_MOST && (entry = readdir(dir)))
		if (is_of_process(entry->d_name, &pid) && pid != getpid()) {
			looked++;
			if (maps(pid, segment))
				found[n++] = pid;
		}
	if (n)
		nanosleep(&moment, NULL);
	for (int i = 0; i < n; i++)
		if (maps(found[i], segment))
			add(survivors, found[i]);
}

void survivors_find(struct survivors *survivors)
{
	struct mapped mapped = { .n = 0 };
	struct stat segment;
	DIR *dir;

	survivors->n = 0;
	each_mapping("/proc/self/maps", &mapped, note);
	dir = mapped.n ? opendir(mapped.directory) : NULL;
	if (!dir)
		return;
	if (find_segment(dir, &mapped, &segment)) {
		rewinddir(dir);
		find_processes(survivors, dir, &segment);
	}
	closedir(dir);
}

void survivors_report(const struct survivors *survivors)
{
	size_t n = survivors->n < SURVIVORS_NAMED ? survivors->n
						  : SURVIVORS_NAMED;
	char list[SURVIVORS_NAMED * 40] = "", others[40] = "";
	size_t len = 0;

	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len,
					"%s%d (%.15s)", i ? ", " : "",
					(int)survivors->named[i].pid,
					survivors->named[i].name);
	if (survivors->n > n)
		snprintf(others, sizeof(others), " and %zu others",
			 survivors->n - n);
	tool_note("still running, and not traced any more: %s%s", list, others);
}
