/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The stream that POSIXTRACE in the environment starts; see environment.h. */
#include "stream/environment.h"

#include <bsd/string.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/notice.h"
#include "log/file.h"
#include "model/eventset.h"
#include "model/setting.h"
#include "process/self.h"
#include "source/rescue.h"
#include "stream/table.h"

#define VARIABLE "POSIXTRACE"

/* A program defines it, or not (posixtrace.h). */
#pragma weak posixtrace_ignores_environment

/* The stream, and its log; 0: there is none. */
static trace_id_t begun;
static char *log_path;

/*
 * Is this a child that records in a stream which an ancestor started for itself,
 * to be inherited?  Its events are in that log.
 */
static bool has_inherited(void)
{
	for (unsigned i = 0; i < PXT_STREAMS; i++) {
		const struct pxt_attached *a = &pxt_attached[i];
		const struct pxt_segment *segment = a->view.segment;

		if (a->serial && !a->own && a->view.inherited &&
		    segment->logged && segment->controller == a->view.target)
			return true;
	}
	return false;
}

/* A file that is there is never overwritten: it may be the log of a process
 * that still runs, of a previous one, or no log at all. */
static void explain_existing(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	bool is_in_use = fd >= 0 && pxt_rescue_is_in_use(fd);

	if (fd >= 0)
		close(fd);
	pxt_notice(VARIABLE ": %s: %s; not traced", path, is_in_use ?
		   "another process writes its log there, use %p in the name" :
		   "is there already, remove it or use %p in the name");
}

/* Not 0 to 2, which the program may have closed, and will open itself. */
static int create_log(const char *path)
{
	int low = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY,
		       0666);
	int fd = -1, err;

	if (low < 0 && errno == EEXIST) {
		explain_existing(path);
		return -1;
	}
	err = low < 0 ? errno : pxt_file_duplicate(low, &fd);
	if (err)
		pxt_notice(VARIABLE ": %s: %s; not traced", path, strerror(err));
	if (err && low >= 0)
		unlink(path);
	if (low >= 0)
		close(low);
	return err ? -1 : fd;
}

static void filter(struct pxt_stream *stream, const struct pxt_setting *setting)
{
	trace_event_set_t set = {{0}};

	/* All types, also those to come, but the ones of the standard. */
	for (unsigned id = POSIX_TRACE_FLUSH_STOP + 1;
	     setting->has_only && id < PXT_ID_SPACE; id++)
		pxt_eventset_add(&set, (trace_event_id_t)id);
	for (int only = 1; only >= 0; only--)
		for (size_t i = 0; i < setting->n_names; i++) {
			const struct pxt_setting_name *n = &setting->names[i];
			unsigned id;

			if (n->only != only)
				continue;
			id = pxt_stream_open_name(stream, n->name);
			if (only)
				pxt_eventset_del(&set, (trace_event_id_t)id);
			else
				pxt_eventset_add(&set, (trace_event_id_t)id);
		}
	if (setting->n_names)
		pxt_stream_put_filter(stream, &set);
}

/* Create it and start it.  The errors of posix_trace_create_withlog(). */
static int start(const struct pxt_setting *setting, int fd)
{
	struct pxt_stream *stream;
	trace_id_t trid;
	int err = pxt_stream_create(0, &setting->attr, fd, &stream);

	if (err)
		return err;
	pthread_mutex_lock(&stream->lock);
	filter(stream, setting);
	pxt_stream_start(stream, NULL);
	pthread_mutex_unlock(&stream->lock);
	err = pxt_table_add(stream, &trid);
	if (err) {
		pxt_stream_end(stream, NULL);
		pxt_stream_free(stream);
		return err;
	}
	begun = trid;
	return 0;
}

static const char *describe(int err)
{
	switch (err) {
	case EAGAIN:
		return "as many streams of this user run as there may be";
	case EINVAL:
		return "the sizes do not go together";
	case EFBIG:
		return "a file may not be that large (ulimit -f)";
	default:
		return strerror(err);
	}
}

static void begin(const char *value)
{
	static struct pxt_setting setting;
	const struct pxt_setting_process process = {
		.pid = getpid(),
		.name = program_invocation_short_name,
		.start = time(NULL),
	};
	char path[PATH_MAX], why[PXT_WHY_SIZE];
	int fd, err;

	if (!pxt_setting_parse(&setting, value, why) ||
	    !pxt_setting_path(&setting, &process, path, why)) {
		pxt_notice(VARIABLE ": %s; not traced", why);
		return;
	}
	if (setting.attr.inherited == POSIX_TRACE_INHERITED && has_inherited())
		return;
	/* Shorter than the array: a caller's name may have no more. */
	strlcpy(setting.attr.name, process.name, TRACE_NAME_MAX);
	fd = create_log(path);
	if (fd < 0)
		return;
	log_path = strdup(path);
	err = log_path ? start(&setting, fd) : ENOMEM;
	/* The flush thread has one of its own. */
	close(fd);
	if (err) {
		pxt_notice(VARIABLE ": %s: %s; not traced", path,
			   describe(err));
		unlink(path);
		free(log_path);
		log_path = NULL;
	}
}

void pxt_environment_begin(void)
{
	const char *value = secure_getenv(VARIABLE);
	int saved = errno;

	if (!value || !*value || &posixtrace_ignores_environment)
		return;
	begin(value);
	errno = saved;
}

void pxt_environment_ended(const struct pxt_stream *stream, int err)
{
	if (err && begun && stream->trid == begun)
		pxt_notice(VARIABLE ": %s: %s; the log ends early", log_path,
			   strerror(err));
}
