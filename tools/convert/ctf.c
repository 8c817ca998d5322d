/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace convert --to ctf: a CTF trace, which babeltrace2 writes with our
 * plugin as its source.  For a whole log the plugin reads the open file; for a
 * part, an unnamed log that the target `log` writes.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "common/unfinished.h"
#include "convert/babeltrace.h"
#include "convert/convert.h"

struct to_ctf {
	const struct convert *convert;
	const struct open_log *source;
	char *plugins;
	char *symbols;			/* of struct babeltrace */
	char *dir;			/* without slashes after */
	char *draft;			/* the directory of the draft */
	char *trace;			/* in it */
	bool is_made;			/* the draft */
	int part_fd;			/* -1: the whole log */
	char *part_path;		/* of a link to it in the draft */
	struct convert part;		/* to `log` */
	void *part_state;
	uint64_t n_events;
};

static bool refuse(const char *path, const char *why)
{
	tool_error("%s: %s; name another directory with -o", path, why);
	return false;
}

static bool is_empty(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	bool is_empty = dir != NULL;

	while (is_empty && (entry = readdir(dir)))
		is_empty = strcmp(entry->d_name, ".") == 0 ||
			   strcmp(entry->d_name, "..") == 0;
	if (dir)
		closedir(dir);
	return is_empty;
}

/* Accept a directory that does not exist, or an empty one. */
static bool check_dir(struct to_ctf *to)
{
	const char *output = to->convert->output;
	struct stat status;
	size_t len;

	to->dir = realpath(output, NULL);
	if (!to->dir) {
		if (errno != ENOENT || lstat(output, &status) == 0)
			return refuse(output, strerror(errno));
		to->dir = strdup(output);
		len = to->dir ? strlen(to->dir) : 0;
		while (len > 1 && to->dir[len - 1] == '/')
			to->dir[--len] = '\0';
	} else if (stat(to->dir, &status) == 0 && !S_ISDIR(status.st_mode)) {
		return refuse(output, "is no directory");
	} else if (!is_empty(to->dir)) {
		return refuse(output, "is not empty");
	}
	return to->dir || refuse(output, strerror(ENOMEM));
}

/* Beside the directory, so that the draft can be renamed. */
static bool make_draft(struct to_ctf *to)
{
	const char *output = to->convert->output;
	sigset_t before;
	int err = 0;

	if (asprintf(&to->draft, "%s.%d", to->dir, (int)getpid()) < 0) {
		to->draft = NULL;
		return refuse(output, strerror(ENOMEM));
	}
	if (asprintf(&to->trace, "%s/" BABELTRACE_TRACE, to->draft) < 0) {
		to->trace = NULL;
		return refuse(output, strerror(ENOMEM));
	}
	if (asprintf(&to->part_path, "%s/events", to->draft) < 0) {
		to->part_path = NULL;
		return refuse(output, strerror(ENOMEM));
	}
	unfinished_block(&before);
	if (mkdir(to->draft, 0777) < 0)
		err = errno;
	else
		unfinished_begin((const char *const[]){ to->part_path, to->draft,
							NULL });
	to->is_made = !err;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !err || refuse(output, strerror(err));
}

/* An unnamed file in the draft. */
static int create_nameless(const struct to_ctf *to)
{
	int fd = open(to->draft, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);

	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
		return fd;
	fd = open(to->part_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(to->part_path);
	return fd;
}

/* Refer to the log by a link, so that messages have a meaningful path. */
static bool link_part(const struct to_ctf *to)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", to->part_fd);
	return symlink(path, to->part_path) == 0;
}

/* The log of the part. */
static bool begin_part(struct to_ctf *to)
{
	to->part_fd = create_nameless(to);
	if (to->part_fd < 0 || !link_part(to))
		return refuse(to->convert->output, strerror(errno));
	to->part = (struct convert){
		.path = to->convert->path,
		.output = to->part_path,
		.target = &convert_log,
		.quiet = true,
	};
	to->part_state = convert_log.create(&to->part, to->source, NULL);
	return to->part_state != NULL;
}

/* Remove the draft and the trace in it, which has no subdirectories. */
static void remove_draft(const struct to_ctf *to)
{
	DIR *dir = opendir(to->trace);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	unlink(to->part_path);
	rmdir(to->trace);
	rmdir(to->draft);
}

static void to_ctf_destroy(void *state)
{
	struct to_ctf *to = state;

	if (to->part_state)
		convert_log.sink.destroy(to->part_state);
	if (to->part_fd >= 0)
		close(to->part_fd);
	if (to->is_made) {
		remove_draft(to);
		unfinished_end();
	}
	free(to->part_path);
	free(to->trace);
	free(to->draft);
	free(to->dir);
	free(to->symbols);
	free(to->plugins);
	free(to);
}

/* The plugin finds the names, too; what has none was said when convert.c looked for
 * them.  babeltrace2 runs in another directory; one that is not there has no files. */
static bool find_symbols(struct to_ctf *to)
{
	const char *root = to->convert->root;

	if (!to->convert->symbols)
		return true;
	to->symbols = root ? realpath(root, NULL) : NULL;
	if (!to->symbols)
		to->symbols = strdup(root && *root == '/' ? root : "");
	return to->symbols || refuse(to->convert->output, strerror(ENOMEM));
}

static void *to_ctf_create(const struct convert *convert,
			   const struct open_log *source, struct out *out)
{
	struct to_ctf *to = calloc(1, sizeof(*to));

	(void)out;
	if (!to) {
		tool_error("%s: out of memory", convert->output);
		return NULL;
	}
	to->convert = convert;
	to->source = source;
	to->part_fd = -1;
	to->plugins = babeltrace_find_plugins();
	if (to->plugins && find_symbols(to) && check_dir(to) && make_draft(to) &&
	    (!pick_is_given(&convert->pick) || begin_part(to)))
		return to;
	to_ctf_destroy(to);
	return NULL;
}

static bool to_ctf_event(void *state, const struct trace_event *event)
{
	struct to_ctf *to = state;

	to->n_events++;
	return !to->part_state || convert_log.sink.event(to->part_state, event);
}

/* For a whole log the plugin finds the losses itself. */
static bool to_ctf_loss(void *state, const struct trace_event *event,
			const struct posixtrace_loss *loss)
{
	struct to_ctf *to = state;

	return !to->part_state || convert_log.sink.loss(to->part_state, event, loss);
}

static bool to_ctf_rest(void *state, uint64_t events, bool after_last)
{
	struct to_ctf *to = state;

	return !to->part_state ||
	       convert_log.sink.rest(to->part_state, events, after_last);
}

/*
 * babeltrace2 does not report a failure to write the metadata.  Check that the
 * last line of its text closes a block.
 */
static bool check_metadata(const struct to_ctf *to)
{
	static const char last[] = "};\n";
	char end[8] = "";
	char *path;
	ssize_t n = 0;
	off_t size;
	int fd;

	if (asprintf(&path, "%s/metadata", to->trace) < 0)
		return refuse(to->convert->output, strerror(ENOMEM));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
	if (size >= (off_t)sizeof(end) - 1)
		n = pread(fd, end, sizeof(end) - 1,
			  size - (off_t)sizeof(end) + 1);
	if (fd >= 0)
		close(fd);
	if (n > 0 && strstr(end, last))
		return true;
	return refuse(to->convert->output,
		      "babeltrace2 could not write the metadata; there may be "
		      "no room left");
}

static bool to_ctf_end(void *state)
{
	struct to_ctf *to = state;
	const char *output = to->convert->output;
	const struct babeltrace run = {
		.plugins = to->plugins,
		.fd = to->part_state ? to->part_fd : to->source->input.fd,
		.dir = to->draft,
		.output = output,
		.symbols = to->symbols,
	};

	if (to->part_state && !convert_log.sink.end(to->part_state))
		return false;
	if (!babeltrace_write_ctf(&run) || !check_metadata(to))
		return false;
	if (rename(to->trace, to->dir) < 0)
		return refuse(output, strerror(errno));
	if (!to->convert->quiet)
		tool_note("%s: %" PRIu64 " events", output, to->n_events);
	return true;
}

const struct convert_target convert_ctf = {
	.name = "ctf",
	.summary = "a CTF 1.8 trace, a directory; needs babeltrace2",
	.takes = CONVERT_SYMBOLS,
	.copies_data = true,
	.create = to_ctf_create,
	.sink = {
		.event = to_ctf_event,
		.loss = to_ctf_loss,
		.rest = to_ctf_rest,
		.end = to_ctf_end,
		.destroy = to_ctf_destroy,
	},
};
