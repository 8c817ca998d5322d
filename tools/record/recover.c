/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace recover: the recorder was killed, and what it had not written
 * yet is still in memory.  With a LOG it goes into that log for good; without
 * one it is listed what there is.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_gen.h>

#include "common/escape.h"
#include "common/tool.h"

enum { OPT_JSON = 256, LOOK_AT_MOST = 100000 };

struct recover {
	char **logs;		/* room for all arguments */
	size_t n;		/* 0: list */
	bool json;
	bool quiet;
};

static const struct argp_option options[] = {
	{ "json", OPT_JSON, NULL, 0, "without LOG: list as JSON", 0 },
	{ "quiet", 'q', NULL, 0, "say nothing but errors", 0 },
	{ 0 },
};

static const char doc[] =
	"Write into each LOG, whose recorder was killed, the events that are still in "
	"memory.  Without LOG list what can be recovered.\v"
	"Exit status: 0 recovered, or nothing to do; 1 failure; 2 usage; 3 recovered, "
	"but events were lost; 4 the memory is gone, the log ends early.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct recover *recover = state->input;

	switch (key) {
	case OPT_JSON:
		recover->json = true;
		return 0;
	case 'q':
		recover->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (*arg == '\0')
			return tool_misuse("LOG: the name is empty; name a file");
		recover->logs[recover->n++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (recover->n && recover->json)
			return tool_misuse("--json: goes with the list; "
					   "leave LOG out");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Is this the file of the log? */
static bool is_log(int dirfd, const char *name,
		   const struct posixtrace_leftover *leftover)
{
	struct stat st;

	return fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISREG(st.st_mode) && st.st_dev == leftover->log_device &&
	       st.st_ino == leftover->log_inode;
}

/* Find it in the directory where it was: it may have another name by now. */
static void search(struct posixtrace_leftover *leftover)
{
	char *slash = strrchr(leftover->log, '/');
	struct dirent *entry;
	size_t room;
	DIR *dir;

	if (!slash || leftover->log[0] != '/')
		goto unknown;
	slash[1] = '\0';
	room = sizeof(leftover->log) - strlen(leftover->log);
	dir = opendir(leftover->log);
	if (!dir)
		goto unknown;
	for (int i = 0; i < LOOK_AT_MOST && (entry = readdir(dir)); i++)
		if (strlen(entry->d_name) < room &&
		    is_log(dirfd(dir), entry->d_name, leftover)) {
			strcpy(slash + 1, entry->d_name);
			closedir(dir);
			return;
		}
	closedir(dir);
unknown:
	leftover->log[0] = '\0';
}

static void find_log(struct posixtrace_leftover *leftover)
{
	if (leftover->log[0] && !is_log(AT_FDCWD, leftover->log, leftover))
		search(leftover);
}

static void print_row(const struct posixtrace_leftover *leftover)
{
	const char *name = leftover->log[0] ? leftover->log : "(removed)";
	char when[32] = "-", target[16] = "all", log[4 * sizeof(leftover->log)];
	struct tm tm;

	if (localtime_r(&leftover->created.tv_sec, &tm))
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &tm);
	if (leftover->target != POSIX_TRACE_ALLPROC)
		snprintf(target, sizeof(target), "%d", (int)leftover->target);
	*escape_text(log, name, strlen(name)) = '\0';
	printf("%-19s %8d %8s %9" PRIu64 "K %s\n", when,
	       (int)leftover->controller, target, leftover->size >> 10, log);
}

static void put_string(yajl_gen gen, const char *key, const char *value)
{
	char text[3 * sizeof(((struct posixtrace_leftover *)0)->log)];
	size_t len;

	yajl_gen_string(gen, (const unsigned char *)key, strlen(key));
	if (!*value) {
		yajl_gen_null(gen);
		return;
	}
	len = (size_t)(escape_utf8(text, value, strlen(value)) - text);
	yajl_gen_string(gen, (const unsigned char *)text, len);
}

static void put_integer(yajl_gen gen, const char *key, long long value)
{
	yajl_gen_string(gen, (const unsigned char *)key, strlen(key));
	yajl_gen_integer(gen, value);
}

static bool print_json(const struct posixtrace_leftover *list, size_t n)
{
	yajl_gen gen = yajl_gen_alloc(NULL);
	const unsigned char *text;
	size_t len;

	if (!gen) {
		tool_error("the list: %s", strerror(ENOMEM));
		return false;
	}
	yajl_gen_config(gen, yajl_gen_beautify, 1);
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < n; i++) {
		yajl_gen_map_open(gen);
		put_string(gen, "log", list[i].log);
		put_string(gen, "stream", list[i].name);
		put_integer(gen, "created", list[i].created.tv_sec);
		put_integer(gen, "controller", list[i].controller);
		put_integer(gen, "target", list[i].target);
		put_integer(gen, "bytes", (long long)list[i].size);
		put_string(gen, "segment", list[i].segment);
		yajl_gen_map_close(gen);
	}
	yajl_gen_array_close(gen);
	if (yajl_gen_get_buf(gen, &text, &len) == yajl_gen_status_ok)
		fwrite(text, 1, len, stdout);
	yajl_gen_free(gen);
	return true;
}

static int list(const struct recover *recover)
{
	static struct posixtrace_leftover leftovers[TRACE_SYS_MAX];
	size_t n = posixtrace_leftovers(leftovers, TRACE_SYS_MAX);
	bool done = true;

	if (n > TRACE_SYS_MAX)
		n = TRACE_SYS_MAX;
	for (size_t i = 0; i < n; i++)
		find_log(&leftovers[i]);
	if (recover->json) {
		done = print_json(leftovers, n);
	} else if (n) {
		printf("%-19s %8s %8s %10s %s\n", "CREATED", "RECORDER",
		       "TARGET", "MEMORY", "LOG");
		for (size_t i = 0; i < n; i++)
			print_row(&leftovers[i]);
	} else if (!recover->quiet) {
		tool_note("nothing to recover");
	}
	return done ? TOOL_FINE : TOOL_FAILURE;
}

static int explain(const char *path, int err)
{
	switch (err) {
	case EINVAL:
		tool_error("%s: no log of this machine; "
			   "'posixtrace recover' lists those there are", path);
		break;
	case ENOENT:
		tool_error("%s: incomplete, and nothing of it is in memory any "
			   "more; 'posixtrace report' reads what it has", path);
		return TOOL_DAMAGED;
	case EBUSY:
		tool_error("%s: in use by its recorder or by a reader; "
			   "try again when that has ended", path);
		break;
	case ENOSPC:
	case EFBIG:
		tool_error("%s: %s; make room and try again, nothing is lost",
			   path, strerror(err));
		break;
	default:
		tool_error("%s: %s; try again, nothing is lost", path,
			   strerror(err));
	}
	return TOOL_FAILURE;
}

static int recover_one(const struct recover *recover, const char *path)
{
	struct posixtrace_recovery done;
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int err;

	if (fd < 0) {
		tool_error("%s: %s; name a log that can be written", path,
			   strerror(errno));
		return TOOL_FAILURE;
	}
	err = posixtrace_recover(fd, &done);
	close(fd);
	if (err)
		return explain(path, err);
	if (done.was_complete) {
		if (!recover->quiet)
			tool_note("%s: complete, nothing to recover", path);
		return TOOL_FINE;
	}
	if (!recover->quiet)
		tool_note("%s: %" PRIu64 " events recovered, %" PRIu64
			  " lost from the stream", path, done.events, done.lost);
	return done.lost ? TOOL_LOST : TOOL_FINE;
}

int tool_recover(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[LOG...]",
		.doc = doc,
	};
	struct recover recover = { .logs = calloc((size_t)argc + 1,
						  sizeof(*recover.logs)) };
	int worst = TOOL_FINE;

	if (!recover.logs) {
		tool_error("out of memory");
		return TOOL_FAILURE;
	}
	if (!tool_parse(&argp, argc, argv, &recover))
		worst = TOOL_USAGE;
	else if (!recover.n)
		worst = list(&recover);
	for (size_t i = 0; worst != TOOL_USAGE && i < recover.n; i++) {
		int status = recover_one(&recover, recover.logs[i]);

		/* Failure outweighs what is only less than one wants. */
		if (status == TOOL_FAILURE || worst == TOOL_FAILURE)
			worst = TOOL_FAILURE;
		else if (status > worst)
			worst = status;
	}
	free(recover.logs);
	return worst;
}
