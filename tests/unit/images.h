/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* For tests of images: a record, and a log that it is stored in. */
#ifndef TESTS_IMAGES_H
#define TESTS_IMAGES_H

#include <string.h>
#include <unistd.h>

#include "logfile.h"
#include "model/image.h"
#include "support.h"

static union {
	struct pxt_image image;
	unsigned char bytes[PXT_IMAGE_MOST];
} record;

/* Begin a record; its time is its number. */
static inline void begin(enum pxt_image_kind kind, int32_t pid, uint64_t number,
		  uint64_t of)
{
	record.image = (struct pxt_image){
		.magic = PXT_IMAGE_MAGIC,
		.size = sizeof(record.image),
		.kind = kind,
		.pid = pid,
		.ticks = number,
		.number = number,
		.of = of,
	};
}

static inline bool add_with(uint64_t start, uint64_t end, uint64_t inode,
		     const char *path, uint32_t flags)
{
	const struct pxt_mapping mapping = {
		.start = start,
		.end = end,
		.inode = inode,
		.id_size = 4,
		.path_size = (uint16_t)strlen(path),
		.flags = flags,
	};

	return pxt_image_add(&record.image, sizeof(record), &mapping, path,
			     path);
}

static inline bool add(uint64_t start, uint64_t end, const char *path)
{
	return add_with(start, end, 0, path, 0);
}

static inline bool add_file(uint64_t start, uint64_t end, uint64_t inode,
		     const char *path)
{
	return add_with(start, end, inode, path, 0);
}

static inline bool add_flagged(uint64_t start, uint64_t end, const char *path,
			uint32_t flags)
{
	return add_with(start, end, 0, path, flags);
}

static inline void add_gone(uint64_t start, uint64_t end, uint64_t seen,
		     uint32_t flags)
{
	const struct pxt_mapping mapping = {
		.start = start,
		.end = end,
		.offset = seen,
		.path_size = 6,
		.flags = PXT_MAPPING_GONE | flags,
	};

	ck_assert(pxt_image_add(&record.image, sizeof(record), &mapping, NULL,
				"[gone]"));
}

static int fd;
static struct pxt_log *log_file;

static inline void create(uint32_t policy)
{
	struct pxt_log_head head = logfile_head(policy, 1 << 20);

	fd = logfile_open("images");
	ck_assert_int_eq(pxt_log_create(fd, &head, &log_file), 0);
}

static inline void destroy(void)
{
	logfile_destroy(log_file);
	close(fd);
}

static inline void store(void)
{
	ck_assert_int_eq(pxt_log_add_images(log_file, &record,
					    record.image.size), 0);
}

#endif
