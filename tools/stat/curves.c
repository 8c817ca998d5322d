/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The cumulative distributions of durations as an SVG; see curves.h.
 *
 * gnuplot is run as a program, without a shell, and reads a script from a file in
 * memory.  What the script has of the trace are numbers, and strings with all but
 * letters and digits as \ooo: in quotes, too, gnuplot 5.4 takes `...` for a command,
 * @word for a macro, and two quotes at the beginning for the end.  The file that it
 * writes is its standard output.
 */
#include "stat/curves.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/escape.h"
#include "common/logfile.h"
#include "common/tool.h"

extern char **environ;

int curves_check_keys(unsigned keys)
{
	if (__builtin_popcount(keys) > 1)
		return tool_misuse("--plot: one picture has only one key; give "
				   "one to --by");
	return 0;
}

int curves_check_name(const char *path)
{
	/* The tables are on standard output. */
	if (*path == '\0' || strcmp(path, "-") == 0)
		return tool_misuse("--plot=%s: not a file; name one, as out.svg",
				   path);
	return 0;
}

/* XML has no ]]> in its text, and gnuplot 5.4 escapes < and & only. */
static bool ends_cdata(const char *text, const char *c)
{
	return *c == '>' && c - text >= 2 && c[-1] == ']' && c[-2] == ']';
}

/* A string of gnuplot. */
static bool put_string(FILE *script, const char *text)
{
	size_t len = strlen(text);
	char *safe = malloc(4 * len + 1), *end;

	if (!safe)
		return false;
	end = escape_text(safe, text, len);
	fputc('"', script);
	for (const char *c = safe; c < end; c++) {
		if (ends_cdata(safe, c))
			fputc(' ', script);
		fprintf(script, isalnum((unsigned char)*c) || *c == ' ' ?
			"%c" : "\\%03o", (unsigned char)*c);
	}
	fputc('"', script);
	free(safe);
	return true;
}

/* Seconds, and the per cent of the durations that take no longer. */
static void put_steps(FILE *script, const struct spread *spread, size_t number)
{
	unsigned bucket = 0;
	uint64_t upto, sum = 0;

	fprintf(script, "$g%zu << END\n%.9f 0\n", number,
		(double)(spread->least ? spread->least : 1) / 1e9);
	while (spread_step(spread, &bucket, &upto, &sum))
		fprintf(script, "%.9f %.6f\n",
			(double)(upto ? upto : 1) / 1e9,
			100 * (double)sum / (double)spread->n);
	fputs("END\n", script);
}

static bool put_script(FILE *script, const struct curves *curves)
{
	bool fine;

	fprintf(script, "set encoding utf8\n"
		"set terminal svg size 960,640 dynamic noenhanced font "
		"'sans-serif,13' background 'white'\n"
		"set logscale x\nset format x '%%.0s %%cs'\n"
		"set yrange [0:100]\nset grid\n"
		"set key outside below left maxrows 5\n"
		"set ylabel 'per cent that take no longer'\n"
		"set xlabel '%s'\nset title ", curves->what);
	fine = put_string(script, curves->title);
	fputc('\n', script);
	for (size_t i = 0; i < curves->n; i++)
		put_steps(script, curves->list[i].spread, i);
	fputs("plot ", script);
	for (size_t i = 0; i < curves->n && fine; i++) {
		const struct curve *curve = &curves->list[i];

		fprintf(script, "%s$g%zu using 1:2 with steps linewidth 2 "
			"linetype %u dashtype %u title ", i ? ", " : "", i,
			curve->color + 1, curve->is_dashed ? 2 : 1);
		fine = put_string(script, curve->title);
	}
	fputc('\n', script);
	return fine;
}

/* The script as a file in memory, at its beginning; -1: no memory. */
static int make_script(const struct curves *curves)
{
	int fd = memfd_create("posixtrace", MFD_CLOEXEC);
	int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
	FILE *script = copy < 0 ? NULL : fdopen(copy, "w");
	bool fine = script && put_script(script, curves);

	if (script && fclose(script) != 0)
		fine = false;
	else if (!script && copy >= 0)
		close(copy);
	if (fine && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Returns 0 or an errno value; ENOENT: there is no gnuplot. */
static int start(int script, int output, int errors, pid_t *pid)
{
	/* -d: without the settings of the user. */
	const char *const args[] = { "gnuplot", "-d", NULL };
	posix_spawn_file_actions_t actions;
	int err = posix_spawn_file_actions_init(&actions);

	if (err)
		return err;
	err = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, output,
						       STDOUT_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, errors,
						       STDERR_FILENO);
	if (!err)
		err = posix_spawnp(pid, "gnuplot", &actions, NULL,
				   (char *const *)args, environ);
	posix_spawn_file_actions_destroy(&actions);
	return err;
}

/* The last line says what is wrong, behind the command and a caret. */
static void report(const char *path, int errors, int status)
{
	char text[4096];
	ssize_t n = pread(errors, text, sizeof(text) - 1, 0);
	const char *line;

	while (n > 0 && text[n - 1] == '\n')
		n--;
	text[n > 0 ? n : 0] = '\0';
	line = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
	if (WIFSIGNALED(status))
		tool_error("%s: gnuplot was ended by signal %d (%s)", path,
			   WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		tool_error("%s: gnuplot failed: %s", path,
			   *line ? line : "it does not say why; is there "
			   "room?");
}

static bool run(const char *path, int script, int output)
{
	int errors = memfd_create("posixtrace", MFD_CLOEXEC), status = 0;
	int err = errors < 0 ? errno : 0;
	pid_t pid;

	if (!err)
		err = start(script, output, errors, &pid);
	if (err)
		tool_error("gnuplot: %s%s", strerror(err), err == ENOENT ?
			   "; install the package gnuplot-nox or gnuplot, which "
			   "draws for --plot" : "");
	while (!err && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!err && status)
		report(path, errors, status);
	if (errors >= 0)
		close(errors);
	return !err && !status;
}

bool curves_draw(const char *path, const struct curves *curves)
{
	struct logfile file;
	bool fine = false;
	int script;

	if (curves->n == 0) {
		tool_error("%s: there are no durations to draw", path);
		return false;
	}
	script = make_script(curves);
	if (script < 0) {
		tool_error("%s: out of memory", path);
		return false;
	}
	logfile_set_option("--plot");
	if (logfile_create_whole(&file, path)) {
		fine = run(path, script, file.fd) && logfile_keep(&file);
		logfile_fini(&file);
	}
	close(script);
	return fine;
}
