/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What only a genuine ThreadX trace contains: posixtrace_get_{context,word,
 * dump,object}() and posixtrace_find_object() of <posixtrace.h>. */
#include <errno.h>
#include <posixtrace.h>

#include "api/use.h"
#include "source/replay.h"

/* The stream of a ThreadX trace, locked; NULL: it is another one. */
static struct pxt_stream *begin(trace_id_t trid, struct pxt_dumped **dumped)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_REPLAY);

	if (!stream)
		return NULL;
	if (stream->replay->log) {
		pxt_use_end(stream);
		return NULL;
	}
	*dumped = &stream->replay->dumped;
	return stream;
}

int posixtrace_get_context(trace_id_t trid, struct posixtrace_context *context)
{
	struct pxt_dumped *dumped;
	struct pxt_stream *stream = context ? begin(trid, &dumped) : NULL;
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_dumped_context(dumped, context);
	pxt_use_end(stream);
	return err;
}

int posixtrace_get_word(trace_id_t trid, unsigned n,
			struct posixtrace_word *word)
{
	struct pxt_dumped *dumped;
	struct pxt_stream *stream = word ? begin(trid, &dumped) : NULL;
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_dumped_word(dumped, n, word);
	pxt_use_end(stream);
	return err;
}

int posixtrace_get_dump(trace_id_t trid, struct posixtrace_dump *dump)
{
	struct pxt_dumped *dumped;
	struct pxt_stream *stream = dump ? begin(trid, &dumped) : NULL;

	if (!stream)
		return EINVAL;
	pxt_dumped_describe(dumped, dump);
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_object(trace_id_t trid, size_t n,
			  struct posixtrace_object *object)
{
	struct pxt_dumped *dumped;
	struct pxt_stream *stream = object ? begin(trid, &dumped) : NULL;
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_dumped_object(dumped, n, object);
	pxt_use_end(stream);
	return err;
}

int posixtrace_find_object(trace_id_t trid, uint64_t address, int type,
			   struct posixtrace_object *object)
{
	struct pxt_dumped *dumped;
	struct pxt_stream *stream = object ? begin(trid, &dumped) : NULL;
	int err;

	if (!stream)
		return EINVAL;
	err = pxt_dumped_find(dumped, address, type, object);
	pxt_use_end(stream);
	return err;
}
