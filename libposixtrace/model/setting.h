/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A stream as one line of text, the value of POSIXTRACE: words separated by
 * commas, such as "log=run-%p.ptl,stream-size=4M".  The words are the long
 * options of `posixtrace record` without their dashes.
 */
#ifndef PXT_MODEL_SETTING_H
#define PXT_MODEL_SETTING_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/attr.h"

enum {
	PXT_SETTING_SIZE = 8192,	/* of the text, with its NUL */
	PXT_SETTING_NAMES = 128,	/* `event` and `exclude`, in all */
	PXT_WHY_SIZE = 512,
};

struct pxt_setting {
	struct pxt_attr attr;
	const char *log;		/* as given, see pxt_setting_path() */
	/* Names of event types: to be recorded alone, or not at all. */
	struct pxt_setting_name {
		const char *name;
		bool only;
	} names[PXT_SETTING_NAMES];
	size_t n_names;
	bool has_only;			/* one of them is for `only` */
	char text[PXT_SETTING_SIZE];	/* what the pointers point into */
};

/* False: it is wrong, and `why` has the word, the cause, and what to do. */
bool pxt_setting_parse(struct pxt_setting *setting, const char *text,
		       char why[PXT_WHY_SIZE]);

/* What stands for the parts of a path that differ from process to process. */
struct pxt_setting_process {
	long pid;			/* %p */
	const char *name;		/* %n: of its program */
	long long start;		/* %t: seconds since the epoch */
};

/* The path of the log: %p, %n, %t and %% are replaced.  False: see `why`. */
bool pxt_setting_path(const struct pxt_setting *setting,
		      const struct pxt_setting_process *process,
		      char path[PATH_MAX], char why[PXT_WHY_SIZE]);

#endif
