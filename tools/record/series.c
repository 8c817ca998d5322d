/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Numbered logs; see series.h. */
#include "record/series.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"

enum { DIGITS = 6, DIGITS_MOST = 9 };

static bool no_memory(void)
{
	tool_error("%s", strerror(ENOMEM));
	return false;
}

/* "DIR/NAME.ptl" in its parts. */
static bool split(struct series *series, const char *output)
{
	const char *slash = strrchr(output, '/');
	const char *name = slash ? slash + 1 : output;
	const char *dot = strrchr(name, '.');

	if (!dot || dot == name)
		dot = name + strlen(name);
	series->folder = slash ? strndup(output, (size_t)(slash + 1 - output)) :
				 strdup("./");
	series->stem = strndup(name, (size_t)(dot - name));
	series->ending = strdup(dot);
	return series->folder && series->stem && series->ending;
}

/* The number of a log of the series; 0: it is none. */
static unsigned long number_of(const struct series *series, const char *name)
{
	const size_t stem = strlen(series->stem);
	const char *digits = name + stem + 1;
	unsigned long number = 0;
	size_t n;

	if (strncmp(name, series->stem, stem) != 0 || name[stem] != '-')
		return 0;
	n = strspn(digits, "0123456789");
	if (n < DIGITS || n > DIGITS_MOST || (n > DIGITS && *digits == '0') ||
	    strcmp(digits + n, series->ending) != 0)
		return 0;
	for (; n > 0; n--)
		number = number * 10 + (unsigned long)(*digits++ - '0');
	return number;
}

/* The logs there are: the highest number, the lowest, and how many. */
struct found {
	unsigned long highest, lowest, n;
};

static bool look(const struct series *series, struct found *found)
{
	DIR *dir = opendir(series->folder);
	struct dirent *entry;

	*found = (struct found){0};
	if (!dir)
		return false;
	while ((entry = readdir(dir))) {
		unsigned long number = number_of(series, entry->d_name);

		if (!number)
			continue;
		found->n++;
		if (number > found->highest)
			found->highest = number;
		if (!found->lowest || number < found->lowest)
			found->lowest = number;
	}
	closedir(dir);
	return true;
}

bool series_init(struct series *series, const char *output, unsigned long keep)
{
	struct found found;

	*series = (struct series){ .keep = keep };
	if (!split(series, output)) {
		series_fini(series);
		return no_memory();
	}
	if (!look(series, &found)) {
		tool_error("%s: %s; name a file in a directory that can be read "
			   "with -o", series->folder, strerror(errno));
		series_fini(series);
		return false;
	}
	series->next = found.highest + 1;
	return true;
}

void series_fini(struct series *series)
{
	free(series->folder);
	free(series->stem);
	free(series->ending);
}

static char *path_of(const struct series *series, unsigned long number)
{
	char *path;

	if (asprintf(&path, "%s%s-%0*lu%s",
		     strcmp(series->folder, "./") == 0 ? "" : series->folder,
		     series->stem, DIGITS, number, series->ending) < 0)
		return NULL;
	return path;
}

char *series_next(struct series *series)
{
	char *path = path_of(series, series->next++);

	if (!path)
		no_memory();
	return path;
}

/* False: it cannot be removed, which was reported. */
static bool remove_log(const struct series *series, unsigned long number)
{
	char *path = path_of(series, number);
	bool done = path && (unlink(path) == 0 || errno == ENOENT);

	if (!done)
		tool_error("%s: cannot be removed: %s",
			   path ? path : series->stem,
			   path ? strerror(errno) : strerror(ENOMEM));
	free(path);
	return done;
}

void series_prune(const struct series *series)
{
	struct found found;

	if (!series->keep)
		return;
	while (look(series, &found) && found.n > series->keep)
		if (!remove_log(series, found.lowest))
			return;
}
