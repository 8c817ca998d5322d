/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where templates are found, and the loading of them. */
#ifndef POSIXTRACE_TOOLS_TRCRPT_TEMPLATES_H
#define POSIXTRACE_TOOLS_TRCRPT_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>

#include "trcfmt.h"

/* Names a list of files and directories, separated by colons. */
#define TEMPLATES_VARIABLE "POSIXTRACE_TEMPLATES"

/* The file that the shipped templates for our own events are in. */
#define TEMPLATES_OWN "posixtrace.trcfmt"

struct templates {
	struct trcfmt *set;
	bool warns;		/* say what is no error, too */
	bool verbose;		/* say which files are opened */
};

/* False: no memory, which has been reported. */
bool templates_init(struct templates *templates);
void templates_fini(struct templates *templates);

/*
 * Load the templates that come with posixtrace: what the variable names;
 * else those of the build tree that the program is in; else the installed
 * ones.  That there are none is only worth a note, since all events can be
 * shown without.  False: some have errors, and those have been said.
 */
bool templates_load_shipped(struct templates *templates);

/* Load a file; its stanzas replace those that are there.  False: as above. */
bool templates_load(struct templates *templates, const char *path);

/*
 * The directory of the shipped templates, for the caller to free; NULL: no
 * memory, which has been reported.
 */
char *templates_directory(void);

#endif
