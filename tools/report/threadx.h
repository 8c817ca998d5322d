/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the formats need to know of events of a ThreadX dump. */
#ifndef POSIXTRACE_TOOLS_REPORT_THREADX_H
#define POSIXTRACE_TOOLS_REPORT_THREADX_H

#include "dump/dump.h"
#include "report/format.h"

/* For people; for programs there is format_json. */
extern const struct format format_threadx;

enum {
	THREADX_NAME_SHOWN = 64,	/* bytes of an object's name */
	/* What threadx_put() writes at most. */
	THREADX_ROOM = PXT_THREADX_WORDS * (4 * THREADX_NAME_SHOWN + 64),
};

/* The information words of an event; the number of them, 0 or 4. */
unsigned threadx_words(const struct trace_event *event,
		       uint64_t words[PXT_THREADX_WORDS]);

/* Name and kind of a word; false: it means nothing. */
bool threadx_field(const struct posixtrace_context *context, unsigned word,
		   struct pxt_threadx_field *field);

/*
 * All of them, "mutex_ptr=0x13412(lock) wait=1", at most THREADX_ROOM bytes.
 * Returns the end.
 */
char *threadx_put(char *p, const struct pxt_dump *dump,
		  const struct trace_event *event,
		  const struct posixtrace_context *context);

/* Only the value of one of them, with the name of what it points to. */
char *threadx_put_word(char *p, const struct pxt_dump *dump,
		       const struct pxt_threadx_field *field, uint64_t word);

/* The object that a word points to, or NULL. */
const struct pxt_dump_object *threadx_object(const struct pxt_dump *dump,
		const struct pxt_threadx_field *field, uint64_t word);

#endif
