/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * An event becomes the text that stands to the right of the columns: by the
 * template of its hook, or as a dump, or raw.
 */
#ifndef POSIXTRACE_TOOLS_TRCRPT_PRINTER_H
#define POSIXTRACE_TOOLS_TRCRPT_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <posixtrace.h>

#include "hooks.h"
#include "programs.h"
#include "trcfmt.h"

/* Bytes that grow; owned. */
struct room {
	char *bytes;
	size_t size;
};

struct printer {
	struct trcfmt_run *run;
	struct programs *programs;
	bool has_undefined;	/* there is a template for undefined hooks */
	struct room entry;	/* hook word and payload */
	struct room text;	/* what this module makes itself */
};

struct printer_event {
	const struct posix_trace_event_info *info;
	const struct hook_type *type;
	const void *data;
	size_t len;
	const struct arguments *arguments;	/* NULL: not described */
	bool is_big_endian;	/* the data, if it is a user event's */
	const struct posixtrace_context *context;	/* NULL: no ThreadX dump */
	uint64_t line;		/* of the report */
};

enum printer_outcome {
	PRINTER_PRINT,
	PRINTER_SKIP,		/* the template does not want it shown */
	PRINTER_STOP,		/* print it, and end the report */
	PRINTER_FAILED,		/* no memory, which has been reported */
};

/* Strings of `log` and `stream` must last.  False: no memory, it was said. */
bool printer_init(struct printer *printer, struct trcfmt *set,
		  struct programs *programs, const char *log,
		  const char *stream);
void printer_fini(struct printer *printer);

/* The text is valid until the next call. */
enum printer_outcome printer_text(struct printer *printer,
				  const struct printer_event *event,
				  const char **text, size_t *len);

/* The entry as a template would see it, in hexadecimal. */
enum printer_outcome printer_raw(struct printer *printer,
				 const struct printer_event *event,
				 const char **text, size_t *len);

#endif
