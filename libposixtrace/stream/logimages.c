/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Writes the images of traced processes to the log; see logimages.h. */
#include "stream/logimages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Gather records, up to a block; returns their bytes.  *at: after those that
 * fit.
 */
static size_t gather(const struct pxt_view *view, uint64_t *at, bool ends,
		     struct pxt_image *room, unsigned char *block, size_t most)
{
	size_t len = 0;
	uint64_t next = *at;

	while (pxt_images_next(view, &next, ends, room) &&
	       room->size <= most - len) {
		/* The log has a checksum of its own. */
		room->crc = 0;
		memcpy(block + len, room, room->size);
		len += room->size;
		*at = next;
	}
	return len;
}

static bool has_more(const struct pxt_logimages *images,
		     const struct pxt_view *view)
{
	return view->images &&
	       pxt_load_relaxed(&view->images->used) > images->written;
}

int pxt_logimages_write(struct pxt_logimages *images,
			const struct pxt_view *view, struct pxt_log *log,
			bool ends)
{
	const size_t most = pxt_log_images_room(log);
	struct pxt_image *room;
	unsigned char *block;
	int err = ENOMEM;

	if (!has_more(images, view) ||
	    (!ends && view->attr.log_policy != POSIX_TRACE_APPEND))
		return 0;
	room = malloc(PXT_IMAGE_MOST);
	block = malloc(most);
	if (room && block)
		err = 0;
	while (!err) {
		uint64_t at = images->written;
		size_t len = gather(view, &at, ends, room, block, most);

		if (len == 0)
			break;
		err = pxt_log_add_images(log, block, len);
		if (!err)
			images->written = at;
	}
	free(block);
	free(room);
	return err;
}
