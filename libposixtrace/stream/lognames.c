/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writes the names of event types to the log; see lognames.h. */
#include "stream/lognames.h"

void pxt_lognames_init(struct pxt_lognames *names)
{
	*names = (struct pxt_lognames){ .named = 1 };
}

/*
 * Write the types, of a word of 64 ids, that are described and not written
 * yet.
 */
static int write_types(struct pxt_lognames *names, struct pxt_stream *stream,
		       struct pxt_log *log, unsigned word, uint64_t ids)
{
	char text[PXT_TYPE_SIZE];

	for (; ids; ids &= ids - 1) {
		unsigned bit = (unsigned)__builtin_ctzll(ids);
		unsigned id = 64 * word + bit;
		int err = 0;

		if (pxt_stream_type(stream, id, text))
			err = pxt_log_add_type(log, id, text);
		if (err)
			return err;
		names->described[word] |= UINT64_C(1) << bit;
	}
	return 0;
}

int pxt_lognames_write(struct pxt_lognames *names, struct pxt_stream *stream,
		       struct pxt_log *log)
{
	const struct pxt_eventmap *map = stream->target.map;
	char name[PXT_EVENT_NAME_SIZE];

	pxt_logimages_write(&names->images, &stream->slot.view, log, false);
	/* A type is described after it has got its name, perhaps much later. */
	for (unsigned i = 0; i < PXT_ID_SPACE / 64; i++) {
		uint64_t ids = pxt_load_acquire(&map->described[i]) &
			       ~names->described[i];
		int err = ids ? write_types(names, stream, log, i, ids) : 0;

		if (err)
			return err;
	}
	for (; names->named < PXT_ID_SPACE; names->named++) {
		int err;

		if (!pxt_stream_name(stream, names->named, name)) {
			/* System ids have gaps; user ids end at the first. */
			if (names->named < PXT_ID_USER)
				continue;
			return 0;
		}
		err = pxt_log_add_name(log, names->named, name);
		if (err)
			return err;
	}
	return 0;
}
