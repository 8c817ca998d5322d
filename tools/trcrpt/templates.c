/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where templates are found.  In a build tree those of the build are next to
 * the program, so that a build is tested with what it built.
 */
#include "templates.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"

#ifndef POSIXTRACE_DATA_DIR
#error "POSIXTRACE_DATA_DIR comes from the build"
#endif

static const char suffix[] = ".trcfmt";

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	const struct templates *templates = arg;
	char place[64] = "";

	if (!diag->is_error && !templates->warns)
		return;
	if (diag->line && diag->column)
		snprintf(place, sizeof(place), ":%u:%u", diag->line,
			 diag->column);
	else if (diag->line)
		snprintf(place, sizeof(place), ":%u", diag->line);
	if (diag->is_error)
		tool_error("%s%s: %s", diag->file, place, diag->text);
	else
		tool_note("%s%s: warning: %s", diag->file, place, diag->text);
}

bool templates_init(struct templates *templates)
{
	*templates = (struct templates){ .warns = false };
	if (trcfmt_new(&templates->set, complain, templates) == 0)
		return true;
	tool_error("templates: out of memory");
	return false;
}

void templates_fini(struct templates *templates)
{
	trcfmt_free(templates->set);
}

bool templates_load(struct templates *templates, const char *path)
{
	if (templates->verbose)
		tool_note("%s: opened", path);
	return trcfmt_load_file(templates->set, path) == 0;
}

/* The templates of the build tree that the program is in, or NULL. */
static char *built_directory(void)
{
	char exe[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char *path;

	if (len <= 0)
		return NULL;
	exe[len] = '\0';
	*strrchr(exe, '/') = '\0';
	if (asprintf(&path, "%s/templates/" TEMPLATES_OWN, exe) < 0)
		return NULL;
	if (access(path, F_OK) == 0) {
		*strrchr(path, '/') = '\0';
		return path;
	}
	free(path);
	return NULL;
}

char *templates_directory(void)
{
	char *path = built_directory();

	if (!path)
		path = strdup(POSIXTRACE_DATA_DIR);
	if (!path)
		tool_error("templates: out of memory");
	return path;
}

static int is_template(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len >= sizeof(suffix) && entry->d_name[0] != '.' &&
	       strcmp(entry->d_name + len - (sizeof(suffix) - 1), suffix) == 0;
}

/* All templates of a directory, by name. */
static bool load_directory(struct templates *templates, const char *path)
{
	struct dirent **entries;
	int n = scandir(path, &entries, is_template, alphasort);
	bool done = true;

	if (n <= 0)
		tool_note("%s: %s; events are shown without templates, unless -t "
			  "names some", path,
			  n < 0 ? strerror(errno) : "no templates there");
	for (int i = 0; i < n; i++) {
		char *file;

		if (asprintf(&file, "%s/%s", path, entries[i]->d_name) < 0) {
			tool_error("%s: out of memory", path);
			file = NULL;
		}
		done = file && templates_load(templates, file) && done;
		free(file);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return done;
}

static bool load_any(struct templates *templates, const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return load_directory(templates, path);
	return templates_load(templates, path);
}

static bool load_list(struct templates *templates, const char *list)
{
	char *copy = strdup(list);
	char *rest = NULL;
	bool done = copy;

	if (!copy)
		tool_error("templates: out of memory");
	for (char *path = copy ? strtok_r(copy, ":", &rest) : NULL; path;
	     path = strtok_r(NULL, ":", &rest))
		done = load_any(templates, path) && done;
	free(copy);
	return done;
}

bool templates_load_shipped(struct templates *templates)
{
	const char *list = getenv(TEMPLATES_VARIABLE);
	char *path;
	bool done;

	if (list)
		return load_list(templates, list);
	path = templates_directory();
	done = path && load_directory(templates, path);
	free(path);
	return done;
}
