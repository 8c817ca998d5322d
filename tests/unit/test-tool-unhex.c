/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Files in hexadecimal formats: recognising the format, and the decoded
 * bytes. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/unhex.h"
#include "support.h"

static struct unhex_result result;
static struct unhex_fault fault;

static int file_of(const char *text)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (int)strlen(text));
	ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

static int convert(const char *text, unsigned char *bytes, size_t size)
{
	enum unhex_form form = unhex_detect(text, strnlen(text, 64));
	int in = file_of(text), out = file_of("");
	int err;

	ck_assert_int_ne(form, UNHEX_NONE);
	err = unhex(form, in, out, &result, &fault);
	if (!err && bytes)
		ck_assert_int_eq(pread(out, bytes, size, 0), (int)size);
	close(in);
	close(out);
	return err;
}

static void expect(const char *text, const char *bytes, size_t size)
{
	unsigned char got[64];

	ck_assert_int_eq(convert(text, got, size), 0);
	ck_assert_uint_eq(result.n_bytes, size);
	ck_assert_mem_eq(got, bytes, size);
}

static void refuse(const char *text, uint64_t line, const char *why)
{
	ck_assert_int_eq(convert(text, NULL, 0), EBADMSG);
	ck_assert_uint_eq(fault.line, line);
	ck_assert_msg(strstr(fault.text, why), "%s", fault.text);
}

START_TEST(form_is_reported_by_the_first_bytes)
{
	static const struct {
		const char *text;
		enum unhex_form form;
	} cases[] = {
		{ "", UNHEX_NONE }, { "BTXT", UNHEX_NONE },
		{ ":10010000", UNHEX_INTEL }, { "\r\n  :1001", UNHEX_INTEL },
		{ "S0030000FC", UNHEX_SRECORD }, { "SX", UNHEX_NONE },
		{ "42 54 58 54\n", UNHEX_DIGITS }, { "42545", UNHEX_NONE },
		{ "4254 5854 zz", UNHEX_NONE }, { ":x", UNHEX_NONE },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_int_eq(unhex_detect(cases[i].text,
				strlen(cases[i].text)), cases[i].form);
	ck_assert_int_eq(unhex_detect("\x42\x54\x58\x54\0\0\0\0", 8),
			 UNHEX_NONE);
}
END_TEST

START_TEST(intel_records_become_bytes)
{
	expect(":0300300002337A1E\n:00000001FF\n", "\x02\x33\x7a", 3);
	ck_assert_uint_eq(result.base, 0x30);
	ck_assert_uint_eq(result.jump_line, 0);
	/* Any line endings; lines after the end record are ignored. */
	expect(":0300300002337A1E\r\n:00000001FF\r\nthis does not count",
	       "\x02\x33\x7a", 3);
	expect(":0300300002337A1E", "\x02\x33\x7a", 3);
	/* Addresses above 16 bits, in both formats. */
	expect(":020000040001F9\n:02FFFE000102FE\n:020000040002F8\n"
	       ":020000000304F7\n", "\1\2\3\4", 4);
	ck_assert_uint_eq(result.base, 0x1fffe);
	ck_assert_uint_eq(result.jump_line, 0);
	expect(":020000021000EC\n:020000000304F7\n", "\3\4", 2);
	ck_assert_uint_eq(result.base, 0x10000);
}
END_TEST

START_TEST(s_records_become_bytes)
{
	expect("S00600004844521B\nS10500000102F7\nS5030001FB\nS9030000FC\n",
	       "\1\2", 2);
}
END_TEST

START_TEST(digits_become_bytes)
{
	expect("42 54 58 54\n00 01\t02\r\n03ff", "BTXT\0\1\2\3\xff", 9);
}
END_TEST

START_TEST(jump_is_noticed_and_not_followed)
{
	expect(":020000000304F7\n:02FFF000050604\n:020000000304F7\n",
	       "\3\4\5\6\3\4", 6);
	ck_assert_uint_eq(result.jump_line, 2);
}
END_TEST

START_TEST(damage_is_reported_with_its_line)
{
	refuse(":0300300002337A1E\n:0300300002337A1F\n", 2, "checksum");
	refuse("\n\n:0300300002337A\n", 3, "instead of 8");
	refuse(":0300300002337A1E\n0300300002337A1E\n", 2, "':'");
	refuse(":03003000023x7A1E\n", 1, "'x' is no");
	refuse(":0300300002337A1\n", 1, "odd");
	refuse(":030030FF02337A1F\n", 1, "type 255");
	refuse(":03000004000102F6\n", 1, "address record");
	refuse("S10500000102F7\nS10500000102F8\n", 2, "checksum");
	refuse("S10500000102F7\nS40500000102F7\n", 2, "type");
	refuse("S1020000FD\n", 1, "instead of 3");
	refuse("4254 5854 0\n", 2, "odd");
	refuse("4254 5854 4254 5854 4254 5854 4254 5854\n"
	       "4254 5854 4254 5854 4254 5854 4254 5854\n"
	       "4254 585g\n", 3, "'g' is no");
}
END_TEST

START_TEST(line_without_end_is_refused)
{
	char text[2000] = ":";

	memset(text + 1, '0', sizeof(text) - 2);
	text[sizeof(text) - 1] = '\0';
	refuse(text, 1, "too long");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-unhex");
	TCase *tc = support_case(suite, "unhex");

	tcase_add_test(tc, form_is_reported_by_the_first_bytes);
	tcase_add_test(tc, intel_records_become_bytes);
	tcase_add_test(tc, s_records_become_bytes);
	tcase_add_test(tc, digits_become_bytes);
	tcase_add_test(tc, jump_is_noticed_and_not_followed);
	tcase_add_test(tc, damage_is_reported_with_its_line);
	tcase_add_test(tc, line_without_end_is_refused);
	return support_run(suite);
}
