/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The events that a dead controller left in memory go into his log.
 *
 * The blocks are written first, then the status that says the log is complete,
 * and only when all that is on the disk the segment is removed.  Whoever is
 * killed in between leaves a log and a segment as the controller did, with
 * more in the log; what is there is not written twice (rescue.h).
 */
#include "stream/recover.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/rundir.h"
#include "log/writer.h"
#include "stream/directory.h"
#include "stream/merge.h"
#include "stream/rescue.h"
#include "stream/window.h"

/* Names that the dead had not come to writing, before what needs them. */
static int write_names(struct pxt_log *log, const struct pxt_log_reader *reader,
		       const struct pxt_rescue *rescue)
{
	char name[PXT_EVENT_NAME_SIZE];

	for (unsigned id = 1; rescue->map && id < PXT_ID_SPACE; id++) {
		int err;

		if (pxt_log_get_name(reader, id) ||
		    !pxt_eventmap_name(rescue->map, id, name) || !*name)
			continue;
		err = pxt_log_add_name(log, id, name);
		if (err)
			return err;
	}
	return 0;
}

/* The same for descriptions; a log of old has no room for any. */
static int write_types(struct pxt_log *log, const struct pxt_log_reader *reader,
		       const struct pxt_rescue *rescue)
{
	char text[PXT_TYPE_SIZE];
	int err = 0;

	if (!rescue->map || pxt_log_head(log)->block_start < PXT_LOG_BLOCKS)
		return 0;
	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE && !err; id++)
		if (!pxt_log_get_type(reader, id) &&
		    pxt_eventmap_description(rescue->map, id, text) && *text)
			err = pxt_log_add_type(log, id, text);
	return err;
}

static int write_pieces(struct pxt_log *log, const struct pxt_rescue *rescue)
{
	struct pxt_chunk_header *header = malloc(rescue->view.chunk_size);
	int err = header ? 0 : ENOMEM;

	for (size_t i = 0; i < rescue->n && !err; i++) {
		struct pxt_anchor anchor = pxt_rescue_anchor(rescue);

		if (!pxt_rescue_load(rescue, &rescue->piece[i],
				     (void *)header))
			continue;
		header->anchor_ticks = anchor.ticks;
		header->anchor_ns = anchor.ns;
		err = pxt_log_add_block(log, header, header + 1);
	}
	free(header);
	return err;
}

static int newest_first(const void *a, const void *b)
{
	const struct pxt_log_block *x = a, *y = b;

	return x->last < y->last ? 1 : x->last > y->last ? -1 : 0;
}

static bool fetch(void *context, struct pxt_run *run)
{
	struct pxt_chunk_header header;

	if (pxt_log_load(context, run->block, run->bytes) != 0)
		return false;
	/* More than in the file, if it is compressed there. */
	memcpy(&header, run->bytes, sizeof(header));
	run->size = header.used;
	return true;
}

/* The newest blocks, as many as have enough events, in the order of time. */
static void fill(struct pxt_window *window, const struct pxt_log_reader *reader,
		 struct pxt_log_block *block, size_t n)
{
	struct pxt_merge_source from = {
		.fetch = fetch,
		.context = (void *)reader,
		.chunk_size = pxt_log_get_head(reader)->chunk_size,
	};
	uint64_t events = 0, complete = 0;
	struct pxt_merge merge;
	const struct pxt_event *event;

	pxt_merge_init(&merge, &from);
	qsort(block, n, sizeof(*block), newest_first);
	for (size_t i = 0; i < n; i++) {
		if (events >= PXT_WINDOW_ENOUGH) {
			complete = block[i].last;
			break;
		}
		events += block[i].count;
		pxt_merge_add(&merge, &(struct pxt_run){
			.first = block[i].base,
			.base = block[i].serial,
			.size = block[i].used,
			.block = &block[i],
		});
	}
	while (pxt_merge_next(&merge, UINT64_MAX, &event) == 0)
		if (event->ticks > complete &&
		    event->id != POSIX_TRACE_OVERFLOW)
			pxt_window_keep(window, event);
	pxt_merge_fini(&merge);
}

/* The same for all that the file has by now. */
static int complete_from(const struct pxt_log_reader *reader,
			 struct pxt_log *log, struct pxt_window *window,
			 const struct pxt_log_status *status)
{
	const struct pxt_log_head *head = pxt_log_get_head(reader);
	struct pxt_log_block *copy;
	struct pxt_timeline line;
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(reader, &n);
	int err;

	copy = calloc(n + 1, sizeof(*copy));
	if (!copy)
		return ENOMEM;
	memcpy(copy, block, n * sizeof(*copy));
	err = pxt_timeline_init(&line, (struct pxt_anchor){
			head->anchor_ticks, head->anchor_ns },
			head->anchor_real_ns);
	if (!err) {
		pxt_timeline_add(&line, (struct pxt_anchor){
				status->anchor_ticks, status->anchor_ns });
		fill(window, reader, copy, n);
		err = pxt_window_write(window, log, &line, status);
		pxt_timeline_fini(&line);
	}
	free(copy);
	return err;
}

static int complete(int fd, struct pxt_log *log,
		    const struct pxt_log_status *status)
{
	struct pxt_window *window = pxt_window_create();
	struct pxt_log_reader *reader;
	int err = window ? pxt_log_open(fd, &reader) : ENOMEM;

	if (!err) {
		err = complete_from(reader, log, window, status);
		pxt_log_close(reader);
	}
	pxt_window_destroy(window);
	return err;
}

static int write_all(int fd, const struct pxt_log_reader *reader,
		     const struct pxt_rescue *rescue)
{
	struct pxt_log_status status;
	struct pxt_log *log;
	int err = pxt_log_resume(fd, reader, &log);

	if (err)
		return err;
	err = write_names(log, reader, rescue);
	if (!err)
		err = write_types(log, reader, rescue);
	if (!err)
		err = write_pieces(log, rescue);
	if (!err) {
		pxt_rescue_status(rescue, reader, &status);
		status.bytes = pxt_log_bytes(log);
		err = complete(fd, log, &status);
	}
	if (!err)
		err = pxt_log_sync(log);
	pxt_log_destroy(log);
	return err;
}

/* A limit of the file size is an error (EFBIG) and no signal. */
static int write_quietly(int fd, const struct pxt_log_reader *reader,
			 const struct pxt_rescue *rescue)
{
	const struct timespec now = {0};
	sigset_t xfsz, old, pending;
	int err;

	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &xfsz, &old);
	err = write_all(fd, reader, rescue);
	if (err == EFBIG && !sigismember(&pending, SIGXFSZ))
		sigtimedwait(&xfsz, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}

static int recover(int fd, struct posixtrace_recovery *recovery)
{
	const struct pxt_log_status *status;
	struct posixtrace_recovery done = {0};
	struct pxt_log_reader *reader;
	struct pxt_rescue rescue;
	int err = pxt_log_open(fd, &reader);

	if (err)
		return err;
	status = pxt_log_get_status(reader);
	if (status && status->complete) {
		done.was_complete = 1;
		done.lost = status->lost;
		goto close_log;
	}
	err = pxt_rescue_begin(&rescue, reader, true);
	if (err)
		goto close_log;
	err = write_quietly(fd, reader, &rescue);
	if (!err)
		pxt_rescue_remove(&rescue);
	done.events = rescue.events;
	done.lost = rescue.lost;
	pxt_rescue_end(&rescue);
close_log:
	pxt_log_close(reader);
	if (!err)
		*recovery = done;
	return err;
}

int pxt_recover(int fd, struct posixtrace_recovery *recovery)
{
	int flags = fcntl(fd, F_GETFL), err;

	if (flags < 0 || flags & O_PATH || (flags & O_ACCMODE) != O_RDWR)
		return EBADF;
	/* One at a time, also where the segment's lock cannot be had. */
	if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return EBUSY;
	err = recover(fd, recovery);
	flock(fd, LOCK_UN);
	return err;
}

static void describe(const struct pxt_segment *s, const char *dir,
		     unsigned slot, struct posixtrace_leftover *leftover)
{
	char name[PXT_FILE_NAME_SIZE];

	*leftover = (struct posixtrace_leftover){
		.controller = s->controller,
		.target = s->target,
		.created = { (time_t)s->attr.create_sec,
			     (long)s->attr.create_nsec },
		.log_device = s->log.device,
		.log_inode = s->log.inode,
	};
	/* Others can write there, so no string need end. */
	memcpy(leftover->name, s->attr.name, sizeof(leftover->name) - 1);
	memcpy(leftover->log, s->log.path, sizeof(leftover->log) - 1);
	pxt_slot_name(slot, "", name);
	if (strlen(dir) + strlen(name) + 2 <= sizeof(leftover->segment)) {
		strcpy(leftover->segment, dir);
		strcat(leftover->segment, "/");
		strcat(leftover->segment, name);
	}
}

/* Is this the segment of a log whose controller has gone?  Then it is
 * described. */
static bool is_leftover(int dirfd, const char *dir, unsigned slot,
			struct posixtrace_leftover *leftover)
{
	char name[PXT_FILE_NAME_SIZE];
	struct pxt_view view;
	bool is = false;
	struct stat st;
	size_t size;
	void *map;
	int fd;

	pxt_slot_name(slot, "", name);
	if (pxt_shm_open(dirfd, geteuid(), name, sizeof(struct pxt_segment),
			 &fd, &map, &size) != 0)
		return false;
	if (pxt_segment_view(map, size, &view) == 0 && view.segment->logged &&
	    (flock(fd, LOCK_SH | LOCK_NB) == 0 ||
	     pxt_directory_lost_controller(view.segment))) {
		describe(view.segment, dir, slot, leftover);
		is = true;
	}
	if (is && fstat(fd, &st) == 0)
		leftover->size = (uint64_t)st.st_blocks * 512;
	munmap(map, size);
	close(fd);
	return is;
}

size_t pxt_leftovers(struct posixtrace_leftover *list, size_t max)
{
	struct posixtrace_leftover leftover;
	char dir[128];
	size_t n = 0;
	int dirfd;

	if (pxt_rundir_open(geteuid(), false, &dirfd) != 0)
		return 0;
	pxt_rundir_path(dirfd, dir, sizeof(dir));
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (!is_leftover(dirfd, dir, slot, &leftover))
			continue;
		if (n < max)
			list[n] = leftover;
		n++;
	}
	close(dirfd);
	return n;
}

/* The segment, which others can write to, says where the log is; whether that
 * file is its log is for pxt_recover() to find out. */
static int recover_file(const struct posixtrace_leftover *leftover)
{
	struct posixtrace_recovery recovery;
	struct stat st;
	int err = ENOENT;
	int fd = open(leftover->log, O_RDWR | O_CLOEXEC | O_NOFOLLOW |
		      O_NOCTTY | O_NONBLOCK);

	if (fd < 0)
		return err;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && st.st_dev == leftover->log_device &&
	    st.st_ino == leftover->log_inode)
		err = pxt_recover(fd, &recovery);
	close(fd);
	return err;
}

static int recover_one(int dirfd, uint64_t *given_up)
{
	struct posixtrace_leftover leftover;
	char dir[128];
	int err = ENOENT;

	pxt_rundir_path(dirfd, dir, sizeof(dir));
	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (!is_leftover(dirfd, dir, slot, &leftover))
			continue;
		switch (recover_file(&leftover)) {
		case 0:
			return 0;
		case EBUSY:
			err = EBUSY;
			break;
		default:
			given_up[slot] = (uint64_t)leftover.created.tv_sec *
					 1000000000 +
					 (uint64_t)leftover.created.tv_nsec;
		}
	}
	return err;
}

int pxt_recover_one(uid_t uid, uint64_t *given_up)
{
	int dirfd, cancel, err = ENOENT;

	/* Another user's logs are his own business. */
	if (uid != geteuid()) {
		memset(given_up, 0xff, PXT_STREAMS * sizeof(*given_up));
		return ENOENT;
	}
	memset(given_up, 0, PXT_STREAMS * sizeof(*given_up));
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (pxt_rundir_open(uid, false, &dirfd) == 0) {
		err = recover_one(dirfd, given_up);
		close(dirfd);
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}
