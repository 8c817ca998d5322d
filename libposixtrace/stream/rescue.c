/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reading what a dead controller left in memory; see rescue.h. */
#include "stream/rescue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/rundir.h"
#include "stream/directory.h"

/* The log may say anything: only a file of our own directory is opened. */
static const char *name_in(int dirfd, const char *path)
{
	char dir[sizeof(((struct pxt_log_head *)0)->segment)];
	size_t len;

	pxt_rundir_path(dirfd, dir, sizeof(dir));
	len = strlen(dir);
	if (len == 0 || strncmp(path, dir, len) != 0 || path[len] != '/' ||
	    strchr(path + len + 1, '/'))
		return NULL;
	return path + len + 1;
}

/* Is this still the segment of that log? */
static bool is_of(const struct pxt_view *view, const struct pxt_log_head *head)
{
	const struct pxt_segment *s = view->segment;

	return s->controller == head->controller_pid &&
	       s->controller_start == head->controller_start &&
	       s->target == head->target_pid &&
	       s->anchor.ticks == head->anchor_ticks &&
	       s->anchor.ns == head->anchor_ns &&
	       view->chunk_size == head->chunk_size;
}

static void map_names(struct pxt_rescue *rescue, int dirfd, const char *name)
{
	char names[PXT_FILE_NAME_SIZE] = "";
	size_t size;
	void *map;

	pxt_name_append(names, name);
	pxt_name_append(names, ".names");
	if (pxt_shm_open(dirfd, geteuid(), names, sizeof(*rescue->map), NULL,
			 &map, &size) == 0)
		rescue->map = map;
}

bool pxt_rescue_begin(struct pxt_rescue *rescue,
		      const struct pxt_log_head *head)
{
	const char *name;
	size_t size;
	void *memory;
	int dirfd;

	memset(rescue, 0, sizeof(*rescue));
	if (pxt_rundir_open(geteuid(), false, &dirfd) != 0)
		return false;
	name = name_in(dirfd, head->segment);
	if (!name || pxt_shm_open(dirfd, geteuid(), name,
				  sizeof(struct pxt_segment), &rescue->fd,
				  &memory, &size) != 0)
		goto close_dir;
	/* The controller holds the lock exclusively while he lives. */
	if (flock(rescue->fd, LOCK_SH | LOCK_NB) != 0 ||
	    pxt_segment_view(memory, size, &rescue->view) != 0 ||
	    !is_of(&rescue->view, head))
		goto unmap;
	rescue->view.size = size;
	rescue->stuck = calloc(rescue->view.n_lanes, sizeof(*rescue->stuck));
	if (!rescue->stuck)
		goto unmap;
	map_names(rescue, dirfd, name);
	close(dirfd);
	pxt_directory_mark_dead(rescue->view.segment);
	pxt_collect_settle(&rescue->view, rescue->stuck);
	return true;

unmap:
	munmap(memory, size);
	close(rescue->fd);
close_dir:
	close(dirfd);
	return false;
}

void pxt_rescue_end(struct pxt_rescue *rescue)
{
	munmap(rescue->view.segment, rescue->view.size);
	if (rescue->map)
		munmap(rescue->map, sizeof(*rescue->map));
	close(rescue->fd);
	free(rescue->stuck);
}

/*
 * Bytes of this chunk that are in the log: he may have died after he had
 * written them and before he said so in the segment.
 */
static uint32_t written(const struct pxt_log_reader *log,
			const struct pxt_piece *piece)
{
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(log, &n);
	uint64_t sum = 0;
	uint32_t size;

	for (size_t i = 0; i < n; i++)
		if (block[i].base == piece->header.base &&
		    block[i].lane == piece->header.lane &&
		    block[i].tid == piece->header.tid &&
		    pxt_log_records_size(log, &block[i], &size) == 0)
			sum += size;
	return sum < piece->to ? (uint32_t)sum : piece->to;
}

struct finding {
	const struct pxt_log_reader *log;
	int (*found)(void *context, const struct pxt_piece *piece);
	void *context;
};

static int tell(const struct finding *finding, struct pxt_piece *piece)
{
	uint32_t already = written(finding->log, piece);

	if (already > piece->from)
		piece->from = already;
	return piece->from < piece->to ?
	       finding->found(finding->context, piece) : 0;
}

int pxt_rescue_find(struct pxt_rescue *rescue,
		    const struct pxt_log_reader *log,
		    int (*found)(void *context, const struct pxt_piece *piece),
		    void *context)
{
	const struct finding finding = { log, found, context };
	const struct pxt_view *view = &rescue->view;
	uint32_t lanes = pxt_collect_lanes(view), turn, end;
	struct pxt_piece piece;
	int err = 0;

	pxt_collect_turns(view, &turn, &end);
	for (; turn != end && !err; turn++)
		if (pxt_collect_closed(view, turn, &piece))
			err = tell(&finding, &piece);
	for (uint32_t i = 0; i < lanes && !err; i++)
		/* One that a dying writer queued already was told above. */
		if (pxt_collect_open(view, i, &piece) &&
		    !pxt_collect_is_closed(view, &piece))
			err = tell(&finding, &piece);
	return err;
}

void pxt_rescue_copy(const struct pxt_rescue *rescue, uint32_t chunk,
		     uint32_t from, uint32_t size, unsigned char *bytes)
{
	const unsigned char *at = (void *)pxt_chunk(&rescue->view, chunk);

	memcpy(bytes, at, PXT_CHUNK_HEADER_SIZE);
	memcpy(bytes + PXT_CHUNK_HEADER_SIZE,
	       at + PXT_CHUNK_HEADER_SIZE + from, size);
}
