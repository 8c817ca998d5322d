/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Notes of processes that have no room for files: directory/note.h. */
#include "directory/note.h"

#include <string.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/control.h"
#include "support.h"

static struct pxt_proc self;
static uint64_t serials[PXT_STREAMS], found[PXT_STREAMS];

static void setup(void)
{
	int dirfd;

	support_begin();
	ck_assert_int_eq(pxt_proc_read(getpid(), &self), 0);
	ck_assert_int_eq(pxt_rundir_open(geteuid(), true, &dirfd), 0);
	close(dirfd);
	memset(serials, 0, sizeof(serials));
	memset(found, 0, sizeof(found));
}

static void teardown(void)
{
	pxt_process_unlink(&self);
	support_check_leaks();
}

/* A link of this process to any text. */
static void plant(const char *text)
{
	char name[PXT_FILE_NAME_SIZE];
	int dirfd;

	ck_assert_int_eq(pxt_rundir_open(geteuid(), false, &dirfd), 0);
	pxt_process_name(&self, PXT_NOTE_SUFFIX, name);
	unlinkat(dirfd, name, 0);
	ck_assert_int_eq(symlinkat(text, dirfd, name), 0);
	close(dirfd);
}

START_TEST(what_is_noted_is_read)
{
	ck_assert(!pxt_note_read(&self, found));
	serials[0] = 1;
	serials[PXT_STREAMS - 1] = UINT64_MAX;
	pxt_note_write(&self, serials);
	ck_assert(pxt_note_read(&self, found));
	ck_assert_mem_eq(found, serials, sizeof(found));
	pxt_process_unlink(&self);
	ck_assert(!pxt_note_read(&self, found));
}
END_TEST

START_TEST(of_too_many_streams_the_first_are_noted)
{
	for (unsigned i = 10; i < PXT_STREAMS; i++)
		serials[i] = UINT64_MAX - i;
	pxt_note_write(&self, serials);
	ck_assert(pxt_note_read(&self, found));
	ck_assert_mem_eq(found, serials, 15 * sizeof(*found));
	for (unsigned i = 15; i < PXT_STREAMS; i++)
		ck_assert_uint_eq(found[i], 0);
}
END_TEST

START_TEST(no_stream_needs_no_note)
{
	pxt_note_write(&self, serials);
	ck_assert(!pxt_note_read(&self, found));
}
END_TEST

START_TEST(a_link_to_anything_else_is_no_note)
{
	static const char *const texts[] = {
		"/dev/null", " ", "1", "1 ", "1 2", "64 3 ", "1 0 ", "-1 3 ",
		"1  3 ", "1 18446744073709551616 ",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		plant(texts[i]);
		ck_assert_msg(!pxt_note_read(&self, found), "%s", texts[i]);
	}
	plant("1 2 x");
	ck_assert(pxt_note_read(&self, found));
	ck_assert_uint_eq(found[1], 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("note");
	TCase *tc = tcase_create("note");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_is_noted_is_read);
	tcase_add_test(tc, of_too_many_streams_the_first_are_noted);
	tcase_add_test(tc, no_stream_needs_no_note);
	tcase_add_test(tc, a_link_to_anything_else_is_no_note);
	return support_run(suite);
}
