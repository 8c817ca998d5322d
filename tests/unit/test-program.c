/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Recognition of executable files: of this program, and of cut and damaged
 * ones. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/program.h"
#include "support.h"

enum { FRONT = 4096 };

static char path[] = "/tmp/posixtrace-program-XXXXXX";
static char front[FRONT];
static enum pxt_program ours;

static void setup(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	strcpy(path + sizeof(path) - 7, "XXXXXX");
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(read(fd, front, FRONT), FRONT);
	ours = pxt_program_of_fd(fd);
	close(fd);
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	fchmod(fd, 0700);
	close(fd);
}

static void teardown(void)
{
	unlink(path);
}

static void put(const void *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
	close(fd);
}

START_TEST(this_program_is_recognised)
{
	const char *name;
	char folder[512];
	ssize_t n = readlink("/proc/self/exe", folder, sizeof(folder) - 1);
	int fd = open("/proc/self/exe", O_PATH);

	ck_assert_int_gt(n, 0);
	folder[n] = '\0';
	ck_assert(ours == PXT_PROGRAM_FITS || ours == PXT_PROGRAM_ASAN);
	ck_assert_int_eq(pxt_program_of_path("/proc/self/exe"), ours);
	ck_assert_int_eq(pxt_program_of_fd(fd), ours);
	close(fd);
	name = strrchr(folder, '/') + 1;
	*strrchr(folder, '/') = '\0';
	ck_assert_int_eq(pxt_program_of_name(name, folder), ours);
	ck_assert_int_eq(pxt_program_of_name(name, "/nowhere::/"),
			 PXT_PROGRAM_FITS);
}
END_TEST

START_TEST(a_script_is_what_its_interpreter_is)
{
	char line[64];

	put("#! /proc/self/exe -x\n", 21);
	ck_assert_int_eq(pxt_program_of_path(path), ours);
	/* A file that names itself as its interpreter is no program. */
	snprintf(line, sizeof(line), "#!%s", path);
	put(line, strlen(line));
	ck_assert_int_eq(pxt_program_of_path(path), PXT_PROGRAM_FITS);
}
END_TEST

START_TEST(no_program_fits)
{
	ck_assert_int_eq(pxt_program_of_path(path), PXT_PROGRAM_FITS);
	ck_assert_int_eq(pxt_program_of_path("/"), PXT_PROGRAM_FITS);
	ck_assert_int_eq(pxt_program_of_path("/dev/null"), PXT_PROGRAM_FITS);
	ck_assert_int_eq(pxt_program_of_path("/nowhere"), PXT_PROGRAM_FITS);
	ck_assert_int_eq(pxt_program_of_fd(-1), PXT_PROGRAM_FITS);
	ck_assert_ptr_null(pxt_program_reason(PXT_PROGRAM_FITS));
}
END_TEST

START_TEST(another_machine_is_reported)
{
	front[18] ^= 0x55;
	put(front, FRONT);
	ck_assert_int_eq(pxt_program_of_path(path), PXT_PROGRAM_OTHER_MACHINE);
	ck_assert(pxt_program_refuses(PXT_PROGRAM_OTHER_MACHINE));
}
END_TEST

/* Cut at any length, or with random bytes at its front: the call returns. */
START_TEST(spoilt_files_are_survived)
{
	uint64_t state = 1;

	for (size_t n = 0; n < FRONT; n += n < 256 ? 1 : 61) {
		put(front, n);
		pxt_program_of_path(path);
	}
	for (int i = 0; i < 400; i++) {
		char spoilt[FRONT];

		memcpy(spoilt, front, FRONT);
		for (int k = 0; k < 6; k++) {
			state = state * UINT64_C(6364136223846793005) + 1;
			spoilt[20 + (state >> 33) % 900] = (char)(state >> 50);
		}
		put(spoilt, FRONT);
		pxt_program_of_path(path);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("program");
	TCase *tc = support_case(suite, "program");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, this_program_is_recognised);
	tcase_add_test(tc, a_script_is_what_its_interpreter_is);
	tcase_add_test(tc, no_program_fits);
	tcase_add_test(tc, another_machine_is_reported);
	tcase_add_test(tc, spoilt_files_are_survived);
	return support_run(suite);
}
