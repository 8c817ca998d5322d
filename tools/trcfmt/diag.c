/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Counting diagnostics, and reporting the first ones.
 */
#include "diag.h"

#include <stdio.h>

void tf_diags_file(struct tf_diags *diags, const char *file)
{
	diags->file = file;
	diags->errors = 0;
	diags->warnings = 0;
}

static void report(struct tf_diags *diags, bool is_error, struct tf_pos pos,
		   const char *text)
{
	struct trcfmt_diag diag = {
		.file = diags->file,
		.line = pos.line,
		.column = pos.column,
		.is_error = is_error,
		.text = text,
	};

	if (diags->complain)
		diags->complain(diags->arg, &diag);
}

void tf_diag_list(struct tf_diags *diags, bool is_error, struct tf_pos pos,
		  const char *format, va_list args)
{
	unsigned *count = is_error ? &diags->errors : &diags->warnings;
	char text[512];

	(*count)++;
	if (is_error)
		diags->all_errors++;
	else
		diags->all_warnings++;
	if (*count > TRCFMT_DIAGS_MAX)
		return;
	if (*count == TRCFMT_DIAGS_MAX) {
		report(diags, is_error, pos, is_error ?
		       "too many errors, the others are not shown" :
		       "too many warnings, the others are not shown");
		return;
	}
	vsnprintf(text, sizeof(text), format, args);
	report(diags, is_error, pos, text);
}

void tf_diag(struct tf_diags *diags, bool is_error, struct tf_pos pos,
	     const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tf_diag_list(diags, is_error, pos, format, args);
	va_end(args);
}
