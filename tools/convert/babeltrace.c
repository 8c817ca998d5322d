/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * babeltrace2, with our plugin, as a process that writes CTF.
 *
 * It works in the directory it writes to and reads the log by its number, so
 * no path has to go through the syntax of its parameters.  When it fails it
 * says a lot: log lines of what went wrong, then the causes of the last error,
 * the innermost one at the end, folded to the width of a terminal.
 *
 *	11-22 10:16:15.625  6350  6350 E PLUGIN/SINK.CTF.FS open@fs.c:1 Why
 *
 *	ERROR:    [Babeltrace CLI] (babeltrace2.c:2480)
 *	  Cannot create components.
 *	CAUSED BY [log: 'source.posixtrace.log'] (plugin.c:57)
 *	  The log is
 *	  bad
 *
 * Our plugin appends causes and logs nothing, those of babeltrace2 itself do
 * it the other way round.
 */
#include "convert/babeltrace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/build-tree.h"
#include "common/tool.h"
#include "common/unfinished.h"

#ifndef POSIXTRACE_PLUGIN_PATH
#error "POSIXTRACE_PLUGIN_PATH comes from the build"
#endif

enum {
	LOG_FD = 3,			/* of babeltrace2; see make_params() */
	KEPT = 32 << 10,		/* bytes of its output */
};

extern char **environ;

char *babeltrace_find_plugins(void)
{
	char *path = build_tree_find(
		"../babeltrace2/babeltrace-plugin-posixtrace.so",
		POSIXTRACE_PLUGIN_PATH);

	if (!path) {
		tool_error("--to ctf: %s: not there; install the plugin of "
			   "babeltrace2, which is built where libbabeltrace2-dev "
			   "is installed", POSIXTRACE_PLUGIN_PATH);
		return NULL;
	}
	*strrchr(path, '/') = '\0';
	/* --plugin-path separates directories by colons. */
	if (strchr(path, ':')) {
		tool_error("--to ctf: %s: babeltrace2 cannot be given a path with "
			   "a colon; move it", path);
		free(path);
		return NULL;
	}
	return path;
}

/* Returns 0 or an errno value. */
static int prepare(posix_spawn_file_actions_t *actions, int log, int errors,
		   const char *dir)
{
	int err = posix_spawn_file_actions_init(actions);

	if (err)
		return err;
	err = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
					       "/dev/null", O_RDWR, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO,
						       STDOUT_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(actions, errors,
						       STDERR_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(actions, log, LOG_FD);
	if (!err)
		err = posix_spawn_file_actions_addchdir_np(actions, dir);
	if (err)
		posix_spawn_file_actions_destroy(actions);
	return err;
}

/* Returns 0 or an errno value; ENOENT: there is no babeltrace2. */
static int start(const struct babeltrace *run, char *log_params, int errors,
		 pid_t *pid)
{
	const char *const args[] = {
		"babeltrace2", "--plugin-path", run->plugins, "run",
		"--component", "log:source.posixtrace.log",
		"--params", log_params,
		"--component", "ctf:sink.ctf.fs",
		"--params", "path=\"" BABELTRACE_TRACE "\",assume-single-trace=yes,quiet=yes",
		"--connect", "log:ctf", NULL,
	};
	posix_spawn_file_actions_t actions;
	int err = prepare(&actions, run->fd, errors, run->dir);

	if (err)
		return err;
	err = posix_spawnp(pid, "babeltrace2", &actions, NULL,
			   (char *const *)args, environ);
	posix_spawn_file_actions_destroy(&actions);
	return err;
}

/* Read until it closes its end, or this program is ended; keep the first part
 * as a string. */
static void read_errors(int fd, char text[KEPT])
{
	char rest[4096];
	size_t used = 0;
	ssize_t n;

	do {
		size_t room = KEPT - 1 - used;

		n = room ? read(fd, text + used, room)
			 : read(fd, rest, sizeof(rest));
		if (n > 0 && room)
			used += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR && !unfinished_is_ended()));
	text[used] = '\0';
}

/* Join the folded lines that begin at `text`. */
static const char *unfold(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from != '\n') {
			*to++ = *from;
			continue;
		}
		if (strncmp(from, "\n  ", 3) != 0)
			break;
		*to++ = ' ';
		from += 2;
	}
	*to = '\0';
	return text;
}

/* Select the message to report.  Points into `text`, and modifies it. */
static const char *essence(char *text)
{
	char *cause = strstr(text, "'source.posixtrace.log'");
	char *line = strstr(text, " E PLUGIN/");
	char *at;

	if (!cause && line) {
		line[strcspn(line, "\n")] = '\0';
		/* After the level, the tag and the place. */
		for (int i = 0; i < 3 && (at = strchr(line + 1, ' ')); i++)
			line = at;
		return line + 1;
	}
	for (at = text; !cause && (at = strstr(at, "CAUSED BY [")); at++)
		line = at;
	cause = cause ? strstr(cause, "\n  ") : line ? strstr(line, "\n  ")
	      : NULL;
	if (cause)
		return unfold(cause + 3);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Wait for its end; its output is stored in `text`. */
static int watch(pid_t pid, int errors, char text[KEPT])
{
	siginfo_t info;
	int status = 0;

	unfinished_set_child(pid);
	read_errors(errors, text);
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 &&
	       errno == EINTR)
		;
	/* Its pid may be reused as soon as it has been waited for. */
	unfinished_set_child(0);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The parameters of the plugin; NULL: no memory. */
static char *make_params(const char *symbols)
{
	static const char begin[] = "path=\"/proc/self/fd/3\"";
	char *params = malloc(sizeof(begin) + sizeof(",symbols=\"\"") +
			      (symbols ? 2 * strlen(symbols) : 0));
	char *to = params;

	if (!params)
		return NULL;
	to = stpcpy(to, begin);
	if (!symbols)
		return params;
	to = stpcpy(to, ",symbols=\"");
	for (; *symbols; symbols++) {
		if (strchr("\"\\", *symbols))
			*to++ = '\\';
		*to++ = *symbols;
	}
	strcpy(to, "\"");
	return params;
}

bool babeltrace_write_ctf(const struct babeltrace *run)
{
	char text[KEPT], *params = make_params(run->symbols);
	const char *output = run->output;
	int errors[2], status;
	pid_t pid;
	int err;

	if (!params || pipe2(errors, O_CLOEXEC) < 0) {
		tool_error("%s: %s", output, strerror(errno));
		free(params);
		return false;
	}
	unfinished_hold();
	err = start(run, params, errors[1], &pid);
	free(params);
	close(errors[1]);
	if (err) {
		close(errors[0]);
		tool_error(err == ENOENT ?
			   "babeltrace2: %s; install the package babeltrace2, "
			   "which writes CTF" : "babeltrace2: %s",
			   strerror(err));
		return false;
	}
	status = watch(pid, errors[0], text);
	close(errors[0]);
	if (unfinished_is_ended())
		return false;
	if (status == 0)
		return true;
	if (WIFSIGNALED(status))
		tool_error("%s: babeltrace2 was ended by signal %d (%s), as "
			   "it may be where no room is left%s%s",
			   output, WTERMSIG(status),
			   strsignal(WTERMSIG(status)), *text ? ": " : "",
			   essence(text));
	else
		tool_error("%s: babeltrace2 failed: %s", output,
			   *text ? essence(text) : "without a message");
	return false;
}
