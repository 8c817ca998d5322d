/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What is found in the images of a log: what was at an address at a time. */
#include <errno.h>

#include "images.h"
#include "log/reader.h"
#include "source/images.h"

static struct pxt_log_reader *reader;
static struct pxt_images *images;
static struct pxt_timeline line;

static void open_images(void)
{
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(pxt_timeline_init(&line, (struct pxt_anchor){ 0, 0 },
					   0), 0);
	ck_assert_int_eq(pxt_images_open(reader, NULL, &line, &images), 0);
}

static void close_images(void)
{
	pxt_images_close(images);
	pxt_timeline_fini(&line);
	pxt_log_close(reader);
	destroy();
}

/* The path, or the error. */
static const char *find(int32_t pid, int64_t ns, uint64_t address)
{
	const struct pxt_known_mapping *found;
	uint64_t number;
	int err = pxt_images_find(images, pid, ns, address, &found, &number);

	if (err)
		return err == ENODATA ? "ENODATA" :
		       err == ENOENT ? "ENOENT" : "?";
	ck_assert_int_eq(memcmp(found->id, found->path, 4), 0);
	return found->path;
}

START_TEST(image_is_that_of_the_time)
{
	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 7, 100, 0);
	add(0x1000, 0x2000, "/bin/sh");
	add(0x5000, 0x6000, "/lib/c");
	store();
	begin(PXT_IMAGE_WHOLE, 7, 200, 0);
	add(0x1000, 0x3000, "/bin/ls");
	store();
	open_images();
	ck_assert_str_eq(find(7, 100, 0x1fff), "/bin/sh");
	ck_assert_str_eq(find(7, 199, 0x5000), "/lib/c");
	ck_assert_str_eq(find(7, 50, 0x5000), "/lib/c");
	ck_assert_str_eq(find(7, 200, 0x1fff), "/bin/ls");
	ck_assert_str_eq(find(7, 300, 0x5000), "ENOENT");
	ck_assert_str_eq(find(7, 150, 0x2000), "ENOENT");
	ck_assert_str_eq(find(7, 150, 0), "ENOENT");
	ck_assert_str_eq(find(8, 150, 0x1000), "ENODATA");
	close_images();
}
END_TEST

START_TEST(fork_has_what_its_parent_had)
{
	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 7, 100, 0);
	add(0x1000, 0x2000, "/bin/sh");
	store();
	begin(PXT_IMAGE_FORKED, 8, 150, 100);
	store();
	begin(PXT_IMAGE_WHOLE, 7, 160, 0);
	add(0x1000, 0x2000, "/bin/ls");
	store();
	begin(PXT_IMAGE_FORKED, 9, 170, 150);
	store();
	begin(PXT_IMAGE_MORE, 9, 170, 0);
	add(0x8000, 0x9000, "/lib/late");
	store();
	open_images();
	ck_assert_str_eq(find(8, 180, 0x1000), "/bin/sh");
	ck_assert_str_eq(find(9, 180, 0x1000), "/bin/sh");
	ck_assert_str_eq(find(9, 180, 0x8000), "/lib/late");
	ck_assert_str_eq(find(8, 180, 0x8000), "ENOENT");
	close_images();
}
END_TEST

/* A process may be asked where the build id cannot be had. */
START_TEST(build_id_that_is_told_later_counts_before)
{
	const struct pxt_mapping plain = {
		.start = 0x8000, .end = 0x9000, .path_size = 9,
	};
	const struct pxt_known_mapping *found;
	uint64_t number;

	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 7, 100, 0);
	ck_assert(pxt_image_add(&record.image, sizeof(record), &plain, NULL,
				"/lib/late"));
	store();
	begin(PXT_IMAGE_MORE, 7, 100, 0);
	record.image.ticks = 150;
	add(0x8000, 0x9000, "/lib/late");
	store();
	open_images();
	ck_assert_int_eq(pxt_images_find(images, 7, 120, 0x8000, &found,
					 &number), 0);
	ck_assert_uint_eq(number, 100);
	ck_assert_uint_eq(found->mapping.id_size, 4);
	ck_assert_int_eq(memcmp(found->id, "/lib", 4), 0);
	close_images();
}
END_TEST

/* Its name for the loader is not what it is for others, if the process has changed
 * its directory. */
START_TEST(file_that_is_told_later_counts_before)
{
	const struct pxt_known_mapping *found;
	uint64_t number;

	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 7, 100, 0);
	ck_assert(add(0x1000, 0x2000, "/program"));
	store();
	begin(PXT_IMAGE_MORE, 7, 100, 0);
	record.image.ticks = 110;
	ck_assert(add(0x8000, 0x9000, "/lib-elsewhere"));
	ck_assert(add(0xa000, 0xb000, "/lib-unloaded"));
	store();
	begin(PXT_IMAGE_MORE, 7, 100, 0);
	record.image.ticks = 150;
	ck_assert(add_file(0x8000, 0x9000, 12, "/lib"));
	ck_assert(add_file(0xa000, 0xb000, 13, "/other"));
	store();
	open_images();
	ck_assert_str_eq(find(7, 120, 0x8000), "/lib");
	ck_assert_int_eq(pxt_images_find(images, 7, 120, 0x8000, &found,
					 &number), 0);
	ck_assert_uint_eq(found->mapping.inode, 12);
	ck_assert_str_eq(find(7, 110, 0xa000), "/lib-unloaded");
	ck_assert_str_eq(find(7, 120, 0xa000), "ENOENT");
	close_images();
}
END_TEST

/* Of process 7, whose image is 100. */
static void begin_more(uint64_t ticks)
{
	begin(PXT_IMAGE_MORE, 7, 100, 0);
	record.image.ticks = ticks;
}

static void create_program(void)
{
	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_WHOLE, 7, 100, 0);
	add(0x1000, 0x2000, "/bin/sh");
	store();
}

START_TEST(address_is_of_who_was_there_at_the_time)
{
	create_program();
	for (uint64_t at = 200; at < 1000 * 200; at += 200) {
		begin_more(at);
		add(0x8000, 0x9000, at / 200 % 2 ? "/lib/odd" : "/lib/even");
		store();
		begin_more(at + 100);
		add_gone(0x8000, 0x9000, at + 50, 0);
		store();
	}
	open_images();
	ck_assert_str_eq(find(7, 110, 0x8000), "/lib/odd");
	for (int64_t at = 200; at < 1000 * 200; at += 200) {
		const char *path = at / 200 % 2 ? "/lib/odd" : "/lib/even";

		ck_assert_str_eq(find(7, at, 0x8000), path);
		ck_assert_str_eq(find(7, at + 99, 0x8fff), path);
	}
	/* It was there when one looked, but not told yet. */
	ck_assert_str_eq(find(7, 310, 0x8000), "/lib/even");
	ck_assert_str_eq(find(7, 1000 * 200, 0x8000), "ENOENT");
	ck_assert_str_eq(find(7, 1000, 0x1000), "/bin/sh");
	close_images();
}
END_TEST

START_TEST(one_of_two_has_no_name)
{
	create_program();
	begin_more(200);
	add(0x8000, 0x9000, "/lib/one");
	store();
	begin_more(300);
	add(0x7000, 0x9000, "/lib/two");
	add_gone(0x8000, 0x9000, 250, 0);
	store();
	open_images();
	ck_assert_str_eq(find(7, 250, 0x8000), "/lib/one");
	ck_assert_str_eq(find(7, 251, 0x8000), "ENOENT");
	ck_assert_str_eq(find(7, 251, 0x7000), "/lib/two");
	ck_assert_str_eq(find(7, 300, 0x8000), "/lib/two");
	close_images();
}
END_TEST

/* As earlier versions wrote it. */
START_TEST(what_is_not_told_to_have_gone_may_have)
{
	create_program();
	begin_more(200);
	add(0x8000, 0x9000, "/lib/one");
	store();
	begin_more(300);
	add(0x8000, 0xa000, "/lib/two");
	store();
	open_images();
	ck_assert_str_eq(find(7, 200, 0x8000), "/lib/one");
	ck_assert_str_eq(find(7, 201, 0x8000), "ENOENT");
	ck_assert_str_eq(find(7, 200, 0x9000), "/lib/two");
	ck_assert_str_eq(find(7, 300, 0x8000), "/lib/two");
	close_images();
}
END_TEST

START_TEST(doubt_is_between_looks_only)
{
	create_program();
	begin_more(200);
	add_flagged(0x8000, 0x9000, "/lib/one", PXT_MAPPING_DOUBTFUL);
	add_flagged(0xa000, 0xb000, "/lib/two", PXT_MAPPING_DOUBTFUL);
	store();
	begin_more(250);
	add(0xa000, 0xb000, "/lib/two");
	store();
	begin_more(300);
	add_gone(0x8000, 0x9000, 250, PXT_MAPPING_DOUBTFUL);
	store();
	open_images();
	ck_assert_str_eq(find(7, 199, 0x8000), "ENOENT");
	ck_assert_str_eq(find(7, 200, 0x8000), "/lib/one");
	ck_assert_str_eq(find(7, 250, 0x8000), "/lib/one");
	ck_assert_str_eq(find(7, 251, 0x8000), "ENOENT");
	/* The doubt was removed. */
	ck_assert_str_eq(find(7, 199, 0xa000), "/lib/two");
	close_images();
}
END_TEST

START_TEST(fork_lets_go_what_its_parent_had)
{
	create_program();
	begin_more(120);
	add(0x8000, 0x9000, "/lib/parents");
	store();
	begin(PXT_IMAGE_FORKED, 8, 150, 100);
	store();
	begin(PXT_IMAGE_MORE, 8, 150, 0);
	record.image.ticks = 200;
	add(0x8000, 0xa000, "/lib/childs");
	add_gone(0x8000, 0x9000, 0, 0);
	record.image.ticks = 200;
	store();
	begin_more(160);
	add(0xa000, 0xb000, "/lib/later");
	store();
	open_images();
	ck_assert_str_eq(find(7, 200, 0x8000), "/lib/parents");
	ck_assert_str_eq(find(8, 150, 0x1000), "/bin/sh");
	ck_assert_str_eq(find(8, 199, 0x8000), "ENOENT");
	ck_assert_str_eq(find(8, 200, 0x8000), "/lib/childs");
	close_images();
}
END_TEST

START_TEST(process_may_say_that_nothing_is_known)
{
	create_program();
	begin(PXT_IMAGE_WHOLE, 7, 200, 0);
	store();
	open_images();
	ck_assert_str_eq(find(7, 199, 0x1000), "/bin/sh");
	ck_assert_str_eq(find(7, 200, 0x1000), "ENODATA");
	close_images();
}
END_TEST

START_TEST(fork_of_itself_ends)
{
	create(POSIX_TRACE_APPEND);
	begin(PXT_IMAGE_FORKED, 8, 150, 150);
	store();
	begin(PXT_IMAGE_FORKED, 9, 160, 170);
	store();
	open_images();
	ck_assert_str_eq(find(8, 200, 1), "ENOENT");
	ck_assert_str_eq(find(9, 200, 1), "ENOENT");
	close_images();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("image-times");
	TCase *found = support_case(suite, "found");

	tcase_add_test(found, image_is_that_of_the_time);
	tcase_add_test(found, fork_has_what_its_parent_had);
	tcase_add_test(found, build_id_that_is_told_later_counts_before);
	tcase_add_test(found, file_that_is_told_later_counts_before);
	tcase_add_test(found, address_is_of_who_was_there_at_the_time);
	tcase_add_test(found, one_of_two_has_no_name);
	tcase_add_test(found, what_is_not_told_to_have_gone_may_have);
	tcase_add_test(found, doubt_is_between_looks_only);
	tcase_add_test(found, fork_lets_go_what_its_parent_had);
	tcase_add_test(found, process_may_say_that_nothing_is_known);
	tcase_add_test(found, fork_of_itself_ends);
	return support_run(suite);
}
