/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes the events that a dead controller left in memory to its log.
 *
 * The blocks are written first; when they are on the disk, the status that
 * says that the log is complete; when that is on the disk, too, the segment is
 * removed.  A process that is killed in between leaves a log and a segment as
 * the controller did, with more in the log; what is there is not written twice
 * (rescue.h).  Or it leaves a log that is complete, and a segment that is not
 * needed: that is removed when the log is recovered again, or when its slot is
 * needed (leftover.h).  A copy of the log is completed, too, and the segment left
 * as it is.
 */
#include "stream/recover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/futex.h"
#include "base/xfsz.h"
#include "log/writer.h"
#include "source/ending.h"
#include "source/merge.h"
#include "source/rescue.h"
#include "stream/logimages.h"
#include "stream/logplace.h"
#include "stream/window.h"

/*
 * Names that the dead controller had not written, before the events that need
 * them.
 */
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

/* The same for descriptions; logs of older versions have no room for them. */
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

/* Does it end in the STOP of a full log?  A LOOP log is full, too. */
static bool has_own_end(const struct pxt_log *log)
{
	return pxt_log_head(log)->attr.log_policy == POSIX_TRACE_UNTIL_FULL &&
	       pxt_log_is_full(log);
}

/* `leaves`: the segment is not changed. */
static int write_pieces(struct pxt_log *log, const struct pxt_rescue *rescue,
			bool leaves)
{
	const bool is_loop = pxt_log_head(log)->attr.log_policy ==
			     POSIX_TRACE_LOOP;
	struct pxt_chunk_header *header = malloc(rescue->view.chunk_size);
	int err = header ? 0 : ENOMEM;

	for (size_t i = 0; i < rescue->n && !err; i++) {
		struct pxt_anchor anchor = pxt_rescue_anchor(rescue);
		bool tells = rescue->piece[i].chunk == PXT_RESCUED_GAP && !leaves;

		/* A full log has an end of its own: write_end(). */
		if (rescue->piece[i].chunk == PXT_RESCUED_STOP && has_own_end(log))
			continue;
		if (!pxt_rescue_load(rescue, &rescue->piece[i],
				     (void *)header))
			continue;
		header->anchor_ticks = anchor.ticks;
		header->anchor_ns = anchor.ns;
		if (tells)
			pxt_rescue_set_gap_block(rescue, pxt_log_serial(log) + 1);
		err = pxt_log_add_block(log, header, header + 1);
		if (err && tells)
			pxt_rescue_set_gap_block(rescue, 0);
		/* Others find by their places what is in the log. */
		if (!err && !leaves && is_loop)
			pxt_rescue_note_written(rescue, &rescue->piece[i]);
	}
	free(header);
	return err;
}

/* The STOP of a full log, which the dead controller may not have written. */
static int write_end(struct pxt_log *log, const struct pxt_log_reader *reader,
		     const struct pxt_rescue *rescue)
{
	_Alignas(8) unsigned char bytes[PXT_SINGLE_SIZE];
	struct pxt_chunk_header *header = (void *)bytes;
	struct pxt_anchor anchor = pxt_rescue_anchor(rescue);
	uint64_t ticks;

	if (!has_own_end(log) || pxt_ending_is_in(reader, &ticks))
		return 0;
	pxt_single_end(rescue->view.target, anchor.ticks, bytes);
	header->anchor_ticks = anchor.ticks;
	header->anchor_ns = anchor.ns;
	return pxt_log_add_end(log, header, header + 1);
}

/* All of them, in place of those that the dead controller had written. */
static int write_images(struct pxt_log *log, const struct pxt_rescue *rescue)
{
	struct pxt_logimages images = { 0 };

	return pxt_logimages_write(&images, &rescue->view, log, true);
}

/* Complete the log with the newest events of all that the file has now. */
static int complete_from(const struct pxt_log_reader *reader,
			 struct pxt_log *log, struct pxt_window *window,
			 const struct pxt_log_status *status)
{
	const struct pxt_log_head *head = pxt_log_get_head(reader);
	struct pxt_timeline line;
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(reader, &n);
	int err;

	err = pxt_timeline_init(&line, (struct pxt_anchor){
			head->anchor_ticks, head->anchor_ns },
			head->anchor_real_ns);
	if (!err) {
		pxt_timeline_add(&line, (struct pxt_anchor){
				status->anchor_ticks, status->anchor_ns });
		pxt_window_read(window, reader, block, n,
				pxt_log_get_summary(reader)->horizon);
		err = pxt_window_write(window, log, &line, status);
		pxt_timeline_fini(&line);
	}
	return err;
}

static int complete(int fd, struct pxt_log *log,
		    const struct pxt_log_status *status)
{
	struct pxt_window *window = calloc(1, sizeof(*window));
	struct pxt_log_reader *reader;
	int err = window ? pxt_log_open(fd, &reader) : ENOMEM;

	if (!err) {
		err = complete_from(reader, log, window, status);
		pxt_log_close(reader);
	}
	free(window);
	return err;
}

static int write_all(int fd, const struct pxt_log_reader *reader,
		     const struct pxt_rescue *rescue, bool leaves)
{
	const struct pxt_log_status *last = pxt_log_get_status(reader);
	struct pxt_log_status status;
	struct pxt_log *log;
	int err = pxt_log_resume(fd, reader, &log);

	if (err)
		return err;
	if (last && last->complete == PXT_LOG_HANDED_OVER) {
		/* From here on there is more. */
		status = *last;
		status.complete = PXT_LOG_OPEN;
		err = pxt_log_set_status(log, &status);
	}
	if (!err)
		err = write_names(log, reader, rescue);
	if (!err)
		err = write_types(log, reader, rescue);
	if (!err)
		err = write_pieces(log, rescue, leaves);
	if (!err)
		err = write_end(log, reader, rescue);
	if (!err)
		err = write_images(log, rescue);
	/* The log is marked complete only after its blocks are on the disk. */
	if (!err)
		err = pxt_log_sync(log);
	if (!err) {
		pxt_ending_status(rescue, reader, &status);
		status.bytes = pxt_log_bytes(log);
		err = complete(fd, log, &status);
	}
	if (!err)
		err = pxt_log_sync(log);
	pxt_log_destroy(log);
	return err;
}

/* A file size limit is an error (EFBIG) and no signal. */
static int write_without_signal(int fd, const struct pxt_log_reader *reader,
				const struct pxt_rescue *rescue, bool leaves)
{
	struct pxt_xfsz held;
	int err;

	pxt_xfsz_hold(&held);
	err = write_all(fd, reader, rescue, leaves);
	pxt_xfsz_release(&held);
	return err;
}

/*
 * Is the file a copy of the stream's log?  Then the segment stays for that log.
 * A file is no copy if the log is not in its directory any more, and so was
 * probably moved, or if another one has been written there.
 */
static bool is_copy(int fd, const struct pxt_rescue *rescue)
{
	const struct pxt_view *view = &rescue->view;
	struct pxt_log_status status;
	struct pxt_log_head head;
	int err, log;

	if (pxt_log_place_is_of(&view->segment->log, fd))
		return false;
	/* A path that another user may have written is not opened. */
	if (rescue->uid != geteuid())
		return true;
	err = pxt_log_place_open(view, &log);
	if (!err) {
		err = pxt_log_place_check(view, log, &head, &status);
		close(log);
	}
	return err != ENOENT;
}

/*
 * The log needs nothing more: remove the rest of its stream, if its
 * controller, or a recovering process, was killed before removing it.
 */
static void remove_rest(int fd, const struct pxt_log_reader *reader)
{
	struct pxt_rescue rescue;

	if (pxt_rescue_begin(&rescue, reader, true) != 0)
		return;
	if (!is_copy(fd, &rescue))
		pxt_rescue_remove(&rescue);
	pxt_rescue_end(&rescue);
}

/* Complete it with what is in memory. */
static int complete_with(int fd, const struct pxt_log_reader *reader,
			 struct pxt_rescue *rescue,
			 struct posixtrace_recovery *done)
{
	int err;

	done->is_copy = is_copy(fd, rescue);
	err = write_without_signal(fd, reader, rescue, done->is_copy);
	if (!err && !done->is_copy)
		pxt_rescue_remove(rescue);
	done->events = rescue->events;
	done->lost = rescue->lost;
	pxt_rescue_end(rescue);
	return err;
}

/*
 * Nothing of it is in memory: its controller was killed before it could say so.
 */
static int complete_alone(int fd, const struct pxt_log_reader *reader,
			  uint64_t *lost)
{
	const struct pxt_log_head *head = pxt_log_get_head(reader);
	const struct pxt_log_status *last = pxt_log_get_status(reader);
	struct pxt_log_status status = last ? *last : (struct pxt_log_status){
		.stream_full = POSIX_TRACE_NOT_FULL,
		.flush_status = POSIX_TRACE_NOT_FLUSHING,
		.anchor_ticks = head->anchor_ticks,
		.anchor_ns = head->anchor_ns,
	};
	struct pxt_xfsz held;
	struct pxt_log *log;
	int err = pxt_log_resume(fd, reader, &log);

	if (err)
		return err;
	status.stream_status = POSIX_TRACE_SUSPENDED;
	status.bytes = pxt_log_bytes(log);
	*lost = status.lost;
	pxt_xfsz_hold(&held);
	err = complete(fd, log, &status);
	if (!err)
		err = pxt_log_sync(log);
	pxt_xfsz_release(&held);
	pxt_log_destroy(log);
	return err;
}

/* ESTALE: it was completed meanwhile. */
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
	if (status && status->complete == PXT_LOG_COMPLETE) {
		done.was_complete = 1;
		done.lost = status->lost;
		remove_rest(fd, reader);
		goto close_log;
	}
	err = pxt_rescue_begin(&rescue, reader, true);
	if (err == ENODATA)
		err = complete_alone(fd, reader, &done.lost);
	else if (!err)
		err = complete_with(fd, reader, &rescue, &done);
close_log:
	pxt_log_close(reader);
	if (!err)
		*recovery = done;
	return err;
}

/* Serialises recoveries, also where the segment cannot be locked. */
static int lock_log(int fd, bool patient)
{
	unsigned tries = patient ? 1000 : 1;

	while (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		if (--tries == 0)
			return EBUSY;
		pxt_nap(5000000);
	}
	return 0;
}

int pxt_recover(int fd, bool patient, struct posixtrace_recovery *recovery)
{
	int flags = fcntl(fd, F_GETFL), err;

	if (flags < 0 || flags & O_PATH || (flags & O_ACCMODE) != O_RDWR)
		return EBADF;
	err = lock_log(fd, patient);
	if (err)
		return err;
	do
		err = recover(fd, recovery);
	while (err == ESTALE);
	flock(fd, LOCK_UN);
	return err;
}
