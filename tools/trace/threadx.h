/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The information words of events of a ThreadX dump. */
#ifndef POSIXTRACE_TOOLS_TRACE_THREADX_H
#define POSIXTRACE_TOOLS_TRACE_THREADX_H

#include <stdbool.h>

#include "dump/threadx.h"
#include "trace/event.h"

/* The words of an event, extended to 64 bits.  Returns their number, 0 or 4. */
unsigned threadx_words(const struct trace_event *event,
		       uint64_t words[PXT_THREADX_WORDS]);

/* Name and kind of a word; false: it has no meaning. */
bool threadx_field(const struct posixtrace_context *context, unsigned word,
		   struct pxt_threadx_field *field);

/* The object that a word points to, if there is one. */
bool threadx_object(trace_id_t trid, const struct pxt_threadx_field *field,
		    uint64_t word, struct posixtrace_object *object);

#endif
