/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The executable parts of files that this process has mapped, by /proc. */
#ifndef PXT_BASE_MAPS_H
#define PXT_BASE_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_map {
	uint64_t start;
	uint64_t end;
	uint64_t offset;	/* in the file */
	uint64_t device;	/* major << 32 | minor */
	uint64_t inode;		/* 0: no file, as of [vdso] */
	const char *path;	/* as it is, no zero byte at its end */
	size_t path_size;
	bool is_deleted;	/* the file has no name any more */
};

/*
 * Call `visit` for each of them, by address, until it returns false.  A line of
 * /proc that does not fit into `room` of `size` bytes is skipped.  False: they
 * cannot be read.  Async-signal-safe, but for errno and cancellation.
 */
bool pxt_maps_each(char *room, size_t size,
		   bool (*visit)(const struct pxt_map *map, void *arg),
		   void *arg);

/*
 * The path of a file as the process has it now, from the name by which it was loaded;
 * it is put together in `room`, if it has to be.  False: it is that of no file.
 */
bool pxt_maps_find_path(const char *name, char *room, size_t size,
			struct pxt_map *map);

#endif
