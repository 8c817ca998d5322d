/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Numbered logs; see series.h. */
#include "record/series.h"

#include <bsd/stdlib.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "trace/input.h"

/* Numbers of so many digits fit 64 bits, and the next one does, too. */
enum { DIGITS = 6, DIGITS_MOST = 19, KEEP_MOST = 1000000 };

error_t series_parse_keep(const char *arg, unsigned long *keep)
{
	const char *wrong;
	long long value = strtonum(arg, 1, KEEP_MOST, &wrong);

	if (wrong && strcmp(wrong, "too large") == 0)
		return tool_misuse("--keep %s: too large; at most %d, or leave it "
				   "out to keep all", arg, KEEP_MOST);
	if (wrong)
		return tool_misuse("--keep %s: not a number of logs; write 1 or "
				   "more", *arg ? arg : "''");
	*keep = (unsigned long)value;
	return 0;
}

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
static uint64_t number_of(const struct series *series, const char *name)
{
	const size_t stem = strlen(series->stem);
	const char *digits = name + stem + 1;
	uint64_t number = 0;
	size_t n;

	if (strncmp(name, series->stem, stem) != 0 || name[stem] != '-')
		return 0;
	n = strspn(digits, "0123456789");
	if (n < DIGITS || n > DIGITS_MOST || (n > DIGITS && *digits == '0') ||
	    strcmp(digits + n, series->ending) != 0)
		return 0;
	for (; n > 0; n--)
		number = number * 10 + (uint64_t)(*digits++ - '0');
	return number;
}

/* Pass the numbers that are there to `take`.  False: the directory cannot be read. */
static bool look(const struct series *series, void *state,
		 void (*take)(void *state, uint64_t number))
{
	DIR *dir = opendir(series->folder);
	struct dirent *entry;

	if (!dir)
		return false;
	while ((entry = readdir(dir))) {
		uint64_t number = number_of(series, entry->d_name);

		if (number)
			take(state, number);
	}
	closedir(dir);
	return true;
}

static void note_highest(void *state, uint64_t number)
{
	uint64_t *highest = state;

	if (number > *highest)
		*highest = number;
}

bool series_init(struct series *series, const char *output, unsigned long keep)
{
	uint64_t highest = 0;

	*series = (struct series){ .keep = keep };
	if (!split(series, output)) {
		series_fini(series);
		return no_memory();
	}
	if (!look(series, &highest, note_highest)) {
		tool_error("%s: %s; name a file in a directory that can be read "
			   "with -o", series->folder, strerror(errno));
		series_fini(series);
		return false;
	}
	return true;
}

void series_fini(struct series *series)
{
	free(series->folder);
	free(series->stem);
	free(series->ending);
	free(series->stuck);
}

static char *path_of(const struct series *series, uint64_t number)
{
	char *path;

	if (asprintf(&path, "%s%s-%0*" PRIu64 "%s",
		     strcmp(series->folder, "./") == 0 ? "" : series->folder,
		     series->stem, DIGITS, number, series->ending) < 0)
		return NULL;
	return path;
}

/* Behind ours, too, if they have been removed; if the directory cannot be read any
 * more, those that are taken are found by trying. */
static uint64_t next_number(const struct series *series)
{
	uint64_t highest = series->last;

	look(series, &highest, note_highest);
	return highest + 1;
}

char *series_next(const struct series *series, unsigned n_before)
{
	char *path = path_of(series, next_number(series) + n_before);

	if (!path)
		no_memory();
	return path;
}

uint64_t series_publish(const struct series *series, struct logfile *log,
			char **path, int *err)
{
	uint64_t number = next_number(series);

	for (;; number++) {
		char *name = path_of(series, number);

		*err = name ? logfile_publish(log, name) : ENOMEM;
		if (!*err) {
			free(*path);
			*path = name;
			return number;
		}
		free(name);
		if (*err != EEXIST)
			return 0;
	}
}

/* Numbers, the highest first. */
struct numbers {
	uint64_t *number;
	size_t n;
	bool is_whole;
};

static void add_number(void *state, uint64_t number)
{
	struct numbers *numbers = state;
	uint64_t *more = reallocarray(numbers->number, numbers->n + 1,
				      sizeof(*more));

	if (!more) {
		numbers->is_whole = false;
		return;
	}
	numbers->number = more;
	more[numbers->n++] = number;
}

static int compare(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left < *right) - (*left > *right);
}

enum kind { NO_LOG, WRITTEN, COMPLETE };

static enum kind kind_of(const char *path)
{
	struct input input = {
		.fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY |
			   O_NONBLOCK),
	};
	enum kind kind = NO_LOG;
	struct stat status;

	if (input.fd < 0)
		return NO_LOG;
	if (fstat(input.fd, &status) == 0 && S_ISREG(status.st_mode)) {
		/* Each recorder locks its log. */
		if (flock(input.fd, LOCK_SH | LOCK_NB) < 0 &&
		    errno == EWOULDBLOCK)
			kind = WRITTEN;
		else if (input_is_log(&input))
			kind = COMPLETE;
	}
	close(input.fd);
	return kind;
}

static bool is_stuck(const struct series *series, uint64_t number)
{
	for (size_t i = 0; i < series->n_stuck; i++)
		if (series->stuck[i] == number)
			return true;
	return false;
}

/* Report it once. */
static void note_stuck(struct series *series, uint64_t number, const char *path,
		       int err)
{
	uint64_t *more;

	if (is_stuck(series, number))
		return;
	tool_error("%s: cannot be removed: %s; it stays, besides those that "
		   "--keep keeps", path, strerror(err));
	more = reallocarray(series->stuck, series->n_stuck + 1, sizeof(*more));
	if (!more)
		return;
	series->stuck = more;
	more[series->n_stuck++] = number;
}

/* Remove it if it is a complete log, and there are enough newer ones. */
static void consider(struct series *series, uint64_t number, size_t *n_newer)
{
	char *path = path_of(series, number);
	enum kind kind = path ? kind_of(path) : NO_LOG;

	if (kind != NO_LOG && (*n_newer)++ >= series->keep && kind == COMPLETE &&
	    unlink(path) < 0 && errno != ENOENT)
		note_stuck(series, number, path, errno);
	free(path);
}

void series_prune(struct series *series)
{
	struct numbers numbers = { .is_whole = true };
	size_t n_newer = 0;

	if (!series->keep)
		return;
	/* If some are missing, newer ones could be too few. */
	if (look(series, &numbers, add_number) && numbers.is_whole &&
	    numbers.n > series->keep) {
		qsort(numbers.number, numbers.n, sizeof(*numbers.number), compare);
		for (size_t i = 0; i < numbers.n; i++)
			consider(series, numbers.number[i], &n_newer);
	}
	free(numbers.number);
}
