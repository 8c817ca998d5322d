/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Formats the events of a ThreadX dump. */
#ifndef POSIXTRACE_TOOLS_REPORT_THREADX_H
#define POSIXTRACE_TOOLS_REPORT_THREADX_H

#include "report/format.h"
#include "trace/threadx.h"

/* As text; for programs there is format_json. */
extern const struct format format_threadx;

enum {
	THREADX_NAME_SHOWN = 64,	/* bytes of an object's name */
	/* Upper limit of what threadx_put() writes. */
	THREADX_ROOM = PXT_THREADX_WORDS * (4 * THREADX_NAME_SHOWN + 64),
};

/*
 * The words of an event, "mutex_ptr=0x13412(lock) wait=1", at most THREADX_ROOM bytes.
 * Returns the end.
 */
char *threadx_put(char *p, trace_id_t trid,
		  const struct trace_event *event,
		  const struct posixtrace_context *context);

/* Only the value of one of them, with the name of what it points to. */
char *threadx_put_word(char *p, trace_id_t trid,
		       const struct pxt_threadx_field *field, uint64_t word);

#endif
