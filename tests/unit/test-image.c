/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The images of processes: in a segment, which processes write to that may be
 * killed, and in a log.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/maps.h"
#include "base/modules.h"
#include "log/reader.h"
#include "images.h"
#include "logfile.h"
#include "ring.h"
#include "ring/images.h"
#include "support.h"

/* Of this process */

struct wanted {
	uint64_t address;
	struct pxt_map map;
	char path[4096];
	unsigned n;
};

static bool look(const struct pxt_map *map, void *arg)
{
	struct wanted *wanted = arg;

	wanted->n++;
	if (wanted->address < map->start || wanted->address >= map->end)
		return true;
	wanted->map = *map;
	memcpy(wanted->path, map->path, map->path_size);
	wanted->path[map->path_size] = '\0';
	return false;
}

START_TEST(program_is_mapped)
{
	struct wanted wanted = { .address = (uintptr_t)look };
	char room[4096];
	struct stat st;

	if (support_is_emulated())
		return;
	ck_assert(pxt_maps_each(room, sizeof(room), look, &wanted));
	ck_assert_int_eq(stat("/proc/self/exe", &st), 0);
	ck_assert_uint_eq(wanted.map.inode, st.st_ino);
	ck_assert_uint_eq(wanted.map.device >> 32, major(st.st_dev));
	ck_assert_uint_eq((uint32_t)wanted.map.device, minor(st.st_dev));
	ck_assert(!wanted.map.is_deleted);
	ck_assert_int_eq(stat(wanted.path, &st), 0);
	ck_assert_uint_eq(wanted.map.inode, st.st_ino);
}
END_TEST

START_TEST(line_that_is_too_long_is_skipped)
{
	struct wanted wanted = { .address = UINT64_MAX };
	char room[80];

	/* Those without a path are shorter, but are not wanted. */
	ck_assert(pxt_maps_each(room, sizeof(room), look, &wanted));
	ck_assert_uint_le(wanted.n, 2);	/* [vdso], [vsyscall] */
}
END_TEST

START_TEST(program_has_a_build_id)
{
	size_t size;

	pxt_modules_note();
	pxt_modules_note();
	ck_assert_ptr_nonnull(pxt_modules_find((uintptr_t)look, &size));
	ck_assert_uint_eq(size, 20);
	ck_assert_ptr_null(pxt_modules_find((uintptr_t)&size, &size));
	ck_assert_uint_eq(size, 0);
}
END_TEST

/* In a segment */

static struct pxt_view view;

static void setup_ring(void)
{
	struct pxt_segment_plan plan = ring_plan(100 << 10, 300,
						 POSIX_TRACE_FLUSH);
	size_t size, backed;
	void *memory;

	plan.logged = true;
	ck_assert_int_eq(pxt_segment_size(&plan, &size, &backed), 0);
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(memory != MAP_FAILED);
	pxt_segment_init(memory, &plan, &view);
}

static void teardown_ring(void)
{
	ring_discard(&view);
}

START_TEST(record_is_doubted_as_a_whole)
{
	struct pxt_mapping_view found;
	size_t at = 0, n = 0;

	begin(PXT_IMAGE_MORE, 5, 1, 0);
	ck_assert(add_with(0x1000, 0x2000, 3, "/bin/one",
			   PXT_MAPPING_DELETED));
	ck_assert(add_with(0x3000, 0x4000, 4, "[gone]",
			   PXT_MAPPING_GONE | PXT_MAPPING_UNDOUBTED));
	pxt_image_doubt(&record.image);
	for (; pxt_image_next(&record.image, &at, &found); n++) {
		ck_assert_uint_eq(found.mapping.inode, 3 + n);
		ck_assert_uint_eq(found.mapping.flags, PXT_MAPPING_DOUBTFUL |
				  (n ? PXT_MAPPING_GONE : PXT_MAPPING_DELETED));
	}
	ck_assert_uint_eq(n, 2);
}
END_TEST

START_TEST(record_that_is_put_is_found)
{
	union {
		struct pxt_image image;
		unsigned char bytes[PXT_IMAGE_MOST];
	} found;
	uint64_t at = 0;

	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert(add(0x1000, 0x2000, "/bin/one"));
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	ck_assert(pxt_images_next(&view, &at, false, &found.image));
	ck_assert_mem_eq(&found, &record, record.image.size);
	ck_assert(!pxt_images_next(&view, &at, true, &found.image));
}
END_TEST

START_TEST(images_have_numbers_of_their_own)
{
	uint64_t first;

	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	first = record.image.number;
	begin(PXT_IMAGE_FORKED, 6, 1, first);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	ck_assert_uint_gt(record.image.number, first);
	begin(PXT_IMAGE_MORE, 5, first, 0);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	ck_assert_uint_eq(record.image.number, first);
}
END_TEST

/* A process is killed after claiming the place. */
START_TEST(record_that_is_not_whole_is_skipped_at_the_end_only)
{
	uint64_t at = 0;

	atomic_fetch_add(&view.images->used, 64);
	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	ck_assert(!pxt_images_next(&view, &at, false, &record.image));
	ck_assert_uint_eq(at, 0);
	ck_assert(pxt_images_next(&view, &at, true, &record.image));
	ck_assert_int_eq(record.image.pid, 5);
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
	uint64_t at = 0;
	unsigned n = 0, found = 0;

	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	while (add(n, n + 1, "/usr/lib/x86_64-linux-gnu/libsomething.so.1"))
		n++;
	for (n = 0; pxt_images_put(&view, &record.image) == 0; n++)
		;
	ck_assert_uint_gt(n, PXT_IMAGES_SIZE / PXT_IMAGE_MOST - 2);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), ENOSPC);
	ck_assert_uint_eq(view.images->refused, 2);
	/* But that nothing is known is told. */
	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), 0);
	n++;
	while (pxt_images_next(&view, &at, false, &record.image))
		found++;
	ck_assert_uint_eq(found, n);
}
END_TEST

/* Whatever another process stores. */
START_TEST(hostile_numbers_end)
{
	uint64_t at = 0;

	atomic_store(&view.images->used, UINT64_MAX);
	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert_int_eq(pxt_images_put(&view, &record.image), ENOSPC);
	record.image.size = 16;
	memcpy(view.images->records, &record, sizeof(record.image));
	ck_assert(!pxt_images_next(&view, &at, true, &record.image));
}
END_TEST

START_TEST(segment_without_a_log_has_none)
{
	struct pxt_view plain;

	ring_create(&plain, 100 << 10, 300, POSIX_TRACE_LOOP);
	ck_assert_ptr_null(plain.images);
	begin(PXT_IMAGE_WHOLE, 5, 1, 0);
	ck_assert_int_eq(pxt_images_put(&plain, &record.image), ENOTSUP);
	ring_destroy(&plain);
}
END_TEST

START_TEST(other_process_sees_them)
{
	struct pxt_view other;

	ck_assert_int_eq(pxt_segment_view(view.segment, view.size, &other), 0);
	ck_assert_ptr_eq(other.images, view.images);
	ck_assert_uint_eq(other.size, view.size);
	/* As an earlier version made it. */
	ck_assert_int_eq(pxt_segment_view(view.segment, view.size -
					  PXT_IMAGES_SIZE, &other), 0);
	ck_assert_ptr_null(other.images);
}
END_TEST

/* In a log */

static bool note_pid(const struct pxt_image *image, void *arg)
{
	char *text = arg;

	sprintf(text + strlen(text), " %d", image->pid);
	return true;
}

static void check_log(const char *pids)
{
	struct pxt_log_reader *reader;
	char text[64] = "";

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_log_each_image(reader, note_pid, text), 0);
	ck_assert_str_eq(text, pids);
	ck_assert_uint_eq(pxt_log_get_summary(reader)->damaged, 0);
	pxt_log_close(reader);
}

/* Among blocks, which are all found with and without an index. */
START_TEST(images_are_among_the_blocks_of_append)
{
	struct logfile_feed *feed;

	create(POSIX_TRACE_APPEND);
	feed = logfile_feed_new(log_file, 1);
	for (int pid = 1; pid < 4; pid++) {
		logfile_feed(feed, 20000);
		begin(PXT_IMAGE_WHOLE, pid, (uint64_t)pid, 0);
		store();
	}
	logfile_feed(feed, 100);
	logfile_feed_end(feed);
	check_log(" 1 2 3");
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n_added);
	free(feed);
	destroy();
}
END_TEST

START_TEST(images_are_behind_the_blocks_of_others)
{
	struct logfile_feed *feed;

	create(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL);
	feed = logfile_feed_new(log_file, 1);
	logfile_feed(feed, 1000);
	logfile_feed_end(feed);
	begin(PXT_IMAGE_WHOLE, 1, 1, 0);
	store();
	begin(PXT_IMAGE_WHOLE, 2, 2, 0);
	store();
	check_log(" 1 2");
	ck_assert_uint_eq(logfile_check_whole(feed, fd), feed->n_added);
	free(feed);
	destroy();
}
END_TEST

START_TEST(cleared_log_has_none)
{
	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 1, 1, 0);
	store();
	ck_assert_int_eq(pxt_log_clear(log_file), 0);
	check_log("");
	begin(PXT_IMAGE_WHOLE, 2, 2, 0);
	store();
	check_log(" 2");
	destroy();
}
END_TEST

START_TEST(damage_leaves_the_others)
{
	struct pxt_log_reader *reader;
	char text[64] = "";
	off_t end;

	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 1, 1, 0);
	store();
	end = lseek(fd, 0, SEEK_END);
	begin(PXT_IMAGE_WHOLE, 2, 2, 0);
	store();
	ck_assert_int_eq(pwrite(fd, "x", 1, end - 20), 1);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_log_each_image(reader, note_pid, text), EBADMSG);
	ck_assert_str_eq(text, " 2");
	pxt_log_close(reader);
	destroy();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("image");
	TCase *process = support_case(suite, "process");
	TCase *ring = support_case(suite, "segment");
	TCase *log = support_case(suite, "log");

	tcase_add_test(process, program_is_mapped);
	tcase_add_test(process, line_that_is_too_long_is_skipped);
	tcase_add_test(process, program_has_a_build_id);
	tcase_add_checked_fixture(ring, setup_ring, teardown_ring);
	tcase_add_test(ring, record_is_doubted_as_a_whole);
	tcase_add_test(ring, record_that_is_put_is_found);
	tcase_add_test(ring, images_have_numbers_of_their_own);
	tcase_add_test(ring, record_that_is_not_whole_is_skipped_at_the_end_only);
	tcase_add_test(ring, what_does_not_fit_is_refused);
	tcase_add_test(ring, hostile_numbers_end);
	tcase_add_test(ring, segment_without_a_log_has_none);
	tcase_add_test(ring, other_process_sees_them);
	tcase_add_test(log, images_are_among_the_blocks_of_append);
	tcase_add_loop_test(log, images_are_behind_the_blocks_of_others, 0, 2);
	tcase_add_test(log, cleared_log_has_none);
	tcase_add_test(log, damage_leaves_the_others);
	return support_run(suite);
}
