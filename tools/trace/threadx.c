/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The information words of events of a ThreadX dump. */
#include "trace/threadx.h"

#include <string.h>

unsigned threadx_words(const struct trace_event *event,
		       uint64_t words[PXT_THREADX_WORDS])
{
	uint32_t narrow[PXT_THREADX_WORDS];

	if (event->len == sizeof(narrow)) {
		memcpy(narrow, event->data, sizeof(narrow));
		for (unsigned i = 0; i < PXT_THREADX_WORDS; i++)
			words[i] = narrow[i];
		return PXT_THREADX_WORDS;
	}
	if (event->len != PXT_THREADX_WORDS * sizeof(*words))
		return 0;
	memcpy(words, event->data, event->len);
	return PXT_THREADX_WORDS;
}

bool threadx_field(const struct posixtrace_context *context, unsigned word,
		   struct pxt_threadx_field *field)
{
	const struct pxt_threadx_event *known = context->id <= UINT32_MAX ?
		pxt_threadx_event((uint32_t)context->id) : NULL;

	if (known)
		return pxt_threadx_field(known->words, word, field);
	/* An event of the application, whose meaning is not known. */
	memcpy(field->name, "info_1", sizeof("info_1"));
	field->name[5] = (char)('1' + word);
	field->kind = PXT_THREADX_HEX;
	return true;
}

bool threadx_object(trace_id_t trid, const struct pxt_threadx_field *field,
		    uint64_t word, struct posixtrace_object *object)
{
	return field->kind == PXT_THREADX_POINTER && word != 0 &&
	       posixtrace_find_object(trid, word, 0, object) == 0;
}
