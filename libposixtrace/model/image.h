/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The image of a process is what it executes: its executable mappings, each a
 * part of a file in memory.  By these an address that it recorded is found in
 * a file after it has ended, wherever the files were loaded.
 *
 * Image records describe them, in shared memory (ring/images.h) and in a log
 * (log/images.h): a header, and mappings back to back.
 *
 *   WHOLE    a new image, of a process that began to record, or went on after
 *            an exec; its number is its own
 *   MORE     mappings that the image with that number has besides
 *   FORKED   an image with a number of its own, without mappings: that of a
 *            child, which begins with those of the image `of`
 */
#ifndef PXT_MODEL_IMAGE_H
#define PXT_MODEL_IMAGE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PXT_IMAGE_MAGIC	0x474d4950u

enum pxt_image_kind {
	PXT_IMAGE_WHOLE = 1,
	PXT_IMAGE_MORE,
	PXT_IMAGE_FORKED,
};

enum {
	PXT_IMAGE_MOST = 3072,		/* bytes of a record */
	PXT_BUILD_ID_MOST = 64,		/* bytes of a build id */
};

struct pxt_image {
	uint32_t magic;
	uint32_t size;		/* of the record, a multiple of 8 */
	uint32_t crc;		/* in shared memory: of what follows; in a log 0 */
	uint32_t kind;
	int32_t pid;
	uint32_t count;		/* of mappings */
	uint64_t ticks;		/* when the process had them */
	uint64_t number;	/* of the image, from 1 */
	uint64_t of;
};

/* Followed by the build id, the path without a zero byte, and zeros up to a
 * multiple of 8 bytes. */
struct pxt_mapping {
	uint64_t start;
	uint64_t end;
	uint64_t offset;	/* in the file */
	uint64_t device;	/* major << 32 | minor */
	uint64_t inode;
	uint16_t id_size;	/* bytes of the build id; 0: not known */
	uint16_t path_size;
	uint32_t flags;		/* PXT_MAPPING_... */
};

enum {
	PXT_MAPPING_DELETED = 1,	/* the file had no name any more */
	PXT_MAPPING_GONE = 2,		/* not there any more: see below */
	PXT_MAPPING_DOUBTFUL = 4,	/* something else may have been there ... */
	PXT_MAPPING_REPLACES = 8,	/* what was there until now is replaced */
	PXT_MAPPING_UNDOUBTED = 16,	/* of what has gone: it is doubtful no more */
};

/*
 * A mapping is there from when it is told, perhaps since the last look before that;
 * with DOUBTFUL something else, which was never told, may have been there in between.
 * One that is told again and has not gone meanwhile is the same.
 *
 * GONE: the one with that start, end and inode, of this image or of the one that it
 * was forked from, is not there any more.  Its `offset` is the ticks when it was last
 * seen.  In between it may be there still; with DOUBTFUL something else, too.
 *
 * REPLACES: in logs that are made of events, where nobody looked in between.
 */

static_assert(sizeof(struct pxt_image) == 48, "part of the format");
static_assert(sizeof(struct pxt_mapping) == 48, "part of the format");

/* Bytes of a mapping in a record. */
static inline size_t pxt_mapping_size(size_t id_size, size_t path_size)
{
	return (sizeof(struct pxt_mapping) + id_size + path_size + 7) &
	       ~(size_t)7;
}

/* Append a mapping.  False: the record has no room for it. */
bool pxt_image_add(struct pxt_image *image, size_t room,
		   const struct pxt_mapping *mapping, const void *id,
		   const char *path);

/* A mapping of a record as it is read. */
struct pxt_mapping_view {
	struct pxt_mapping mapping;
	const unsigned char *id;
	const char *path;
};

/*
 * The mapping at *at, which begins as 0 and is advanced.  False: there is
 * none.  The record is valid.
 */
bool pxt_image_next(const struct pxt_image *image, size_t *at,
		    struct pxt_mapping_view *out);

/* All that it tells is doubtful. */
void pxt_image_doubt(struct pxt_image *image);

void pxt_image_seal(struct pxt_image *image);
bool pxt_image_is_sealed(const struct pxt_image *image);

/* May any bytes be a record, but for its checksum?  `size` is how many there
 * are. */
bool pxt_image_is_valid(const struct pxt_image *image, size_t size);

#endif
