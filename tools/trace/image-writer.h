/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The images of processes in a log that is made of events that were read: what was
 * mapped at the addresses of these events, and no more.  Where that is not known of an
 * event, nobody finds in the new log what was there at other times.
 */
#ifndef POSIXTRACE_TOOLS_TRACE_IMAGE_WRITER_H
#define POSIXTRACE_TOOLS_TRACE_IMAGE_WRITER_H

#include <posixtrace.h>
#include <stddef.h>
#include <stdint.h>

#include "log/writer.h"
#include "trace/places.h"

struct image_writer {
	struct places pids;
	struct told *told;		/* by the number of its pid */
	size_t room;
	uint64_t n_images;
	unsigned char *records;		/* to be written; NULL: none so far */
	size_t len;
};

void image_writer_init(struct image_writer *images);
void image_writer_fini(struct image_writer *images);

/*
 * What process `pid` had at an address at `ticks`, which never decrease; NULL: that is
 * not known.  Its path stays as long as the images.  *added: the bytes that the log
 * grows by.  An errno value.
 */
int image_writer_add(struct image_writer *images, struct pxt_log *log,
		     uint64_t ticks, int32_t pid, uint64_t address,
		     const struct posixtrace_mapping *mapping, uint64_t *added);

/* Write what is not written yet.  An errno value. */
int image_writer_flush(struct image_writer *images, struct pxt_log *log);

#endif
