/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Diagnostics about a template file, counted and limited.
 */
#ifndef POSIXTRACE_TRCFMT_DIAG_H
#define POSIXTRACE_TRCFMT_DIAG_H

#include <stdarg.h>
#include <stdbool.h>

#include "trcfmt.h"

/* A place in a file; line 0 is the file as a whole. */
struct tf_pos {
	unsigned line;
	unsigned column;
};

struct tf_diags {
	trcfmt_complain *complain;
	void *arg;
	const char *file;
	unsigned errors, warnings;	/* of this file */
	unsigned all_errors, all_warnings;
};

/* Start counting for another file. */
void tf_diags_file(struct tf_diags *diags, const char *file);

void tf_diag(struct tf_diags *diags, bool is_error, struct tf_pos pos,
	     const char *format, ...) __attribute__((format(printf, 4, 5)));

void tf_diag_list(struct tf_diags *diags, bool is_error, struct tf_pos pos,
		  const char *format, va_list args)
	__attribute__((format(printf, 4, 0)));

#endif
