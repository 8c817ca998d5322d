/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The images of traced processes that a log already has. */
#ifndef PXT_STREAM_LOGIMAGES_H
#define PXT_STREAM_LOGIMAGES_H

#include "log/writer.h"
#include "ring/images.h"

struct pxt_logimages {
	uint64_t written;		/* as *at of pxt_images_next() */
};

/*
 * Write those that have been added since, where the log takes them now
 * (pxt_log_add_images()).  `ends`: there are no further blocks, and what is not
 * whole will not become so.  The errors of pxt_log_add_images().
 */
int pxt_logimages_write(struct pxt_logimages *images,
			const struct pxt_view *view, struct pxt_log *log,
			bool ends);

#endif
