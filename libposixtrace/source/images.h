/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The images of the processes of a log: what each had mapped, and when.  They
 * are from the log, or, if its controller died, from what it left in memory.
 */
#ifndef PXT_SOURCE_IMAGES_H
#define PXT_SOURCE_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log/reader.h"
#include "model/image.h"
#include "model/timeline.h"
#include "source/rescue.h"

struct pxt_images;

/* A mapping, which exists as long as the images. */
struct pxt_known_mapping {
	struct pxt_mapping mapping;
	const unsigned char *id;
	const char *path;		/* ends with a zero byte */
	char *bytes;			/* its own, of id and path */
	uint64_t image;			/* its number */
	/* When it was told, last seen, and gone, since the epoch.  The last two
	 * are INT64_MAX: that is not known, or it is still there. */
	int64_t ns;
	int64_t seen_ns;
	int64_t gone_ns;
	/* Flags of when it was told to have gone (model/image.h). */
	uint32_t gone_flags;
	bool is_inherited;		/* the parent's, which the child let go */
	uint64_t reach;			/* greatest end of those of the image up to it */
	size_t number;			/* in the log */
};

/* `rescue`: NULL, or what is left of the stream.  Damage means fewer images.
 * ENOMEM, EIO. */
int pxt_images_open(const struct pxt_log_reader *log,
		    const struct pxt_rescue *rescue,
		    struct pxt_timeline *timeline, struct pxt_images **out);

/* NULL is fine. */
void pxt_images_close(struct pxt_images *images);

/*
 * What the process had at the address at that time, since the epoch, and the number
 * of its own image, which may be a fork of what has it.  ENODATA: nothing
 * is known of the process; ENOENT: it had nothing there, or one of several, and it is
 * not known which.  EBADMSG: one of these, and what the log says is damaged.
 */
int pxt_images_find(const struct pxt_images *images, int32_t pid,
		    int64_t ns, uint64_t address,
		    const struct pxt_known_mapping **out, uint64_t *number);

#endif
