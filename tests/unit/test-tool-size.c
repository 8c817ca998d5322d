/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sizes and times on the tools' command lines and in their messages. */
#include <stdint.h>
#include <string.h>

#include "common/size.h"
#include "support.h"

#define S INT64_C(1000000000)

static const struct {
	const char *text;
	size_t bytes;
} sizes[] = {
	{ "0", 0 },
	{ "1", 1 },
	{ "4096", 4096 },
	{ "64K", 65536 },
	{ "64k", 65536 },
	{ "4M", 4194304 },
	{ "1G", 1073741824 },
	{ "2MiB", 2097152 },
#if SIZE_MAX > UINT32_MAX
	{ "18446744073709551615", SIZE_MAX },
#else
	{ "4294967295", SIZE_MAX },
#endif
};

static const char *const no_sizes[] = {
	"", "K", "-1", "+1", " 1", "1 ", "1.5M", "1T", "1KB", "0x10", "1KK",
	"18446744073709551616", "17179869184G", "99999999999999999999999",
};

static const struct {
	const char *text;
	int64_t ns;
} times[] = {
	{ "0", 0 },
	{ "1", S },
	{ "1s", S },
	{ "1.5", 1500000000 },
	{ "+200ms", 200000000 },
	{ "1.000000001", S + 1 },
	{ "0.0000000019", 1 },
	{ "15ns", 15 },
	{ "2.5us", 2500 },
	{ "0.5ms", 500000 },
	{ ".5", 500000000 },
	{ ".5ms", 500000 },
	{ "2m", 120 * S },
	{ "1.5h", 5400 * S },
	{ "9223372036.854775807", INT64_MAX },
};

static const char *const no_times[] = {
	"", "s", "-1", "1.", ".", ".s", "-.5", "1d", "1 s", "1.5.5", "1e3",
	"9223372036.854775808", "99999999999h", "99999999999999999999",
};

static const struct {
	const char *text;
	time_t sec;
	long nsec;
} dates[] = {
	{ "1970-01-01T00:00:00Z", 0, 0 },
	{ "2026-01-31T12:00:00", 1769860800, 0 },
	{ "2026-01-31T12:00:00.5Z", 1769860800, 500000000 },
	{ "2026-01-31T12:00:00.000000001Z", 1769860800, 1 },
};

static const char *const no_dates[] = {
	"", "2026", "2026-01-31", "2026-13-01T00:00:00Z", "yesterday",
	"2026-01-31T12:00:00.Z", "2026-01-31T12:00:00+01:00",
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

START_TEST(size_is_bytes_or_a_power_of_1024)
{
	size_t bytes = 1234;

	ck_assert_msg(size_parse(sizes[_i].text, &bytes), "%s",
		      sizes[_i].text);
	ck_assert_uint_eq(bytes, sizes[_i].bytes);
}
END_TEST

START_TEST(what_is_no_size_is_refused)
{
	size_t bytes;

	ck_assert_msg(!size_parse(no_sizes[_i], &bytes), "%s", no_sizes[_i]);
}
END_TEST

START_TEST(time_is_exact_to_the_nanosecond)
{
	int64_t ns = 1234;

	ck_assert_msg(time_parse(times[_i].text, &ns), "%s", times[_i].text);
	ck_assert_int_eq(ns, times[_i].ns);
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
	int64_t ns;

	ck_assert_msg(!time_parse(no_times[_i], &ns), "%s", no_times[_i]);
}
END_TEST

START_TEST(date_is_utc)
{
	struct timespec date;

	ck_assert(date_parse(dates[_i].text, &date));
	ck_assert_int_eq(date.tv_sec, dates[_i].sec);
	ck_assert_int_eq(date.tv_nsec, dates[_i].nsec);
}
END_TEST

START_TEST(what_is_no_date_is_refused)
{
	struct timespec date;

	ck_assert_msg(!date_parse(no_dates[_i], &date), "%s", no_dates[_i]);
}
END_TEST

/* A recommended size can be given as an argument, and means the same. */
START_TEST(option_is_read_back_as_the_same_size)
{
	uint64_t bytes = UINT64_C(1) << _i;
	char text[SIZE_TEXT];
	size_t back;

	for (uint64_t odd = 0; odd < 2 && bytes + odd <= SIZE_MAX; odd++) {
		size_option(text, bytes + odd);
		ck_assert(size_parse(text, &back));
		ck_assert_uint_eq(back, bytes + odd);
	}
}
END_TEST

START_TEST(sizes_are_short_for_reading)
{
	char text[SIZE_TEXT];

	size_format(text, 0);
	ck_assert_str_eq(text, "0 bytes");
	size_format(text, 1023);
	ck_assert_str_eq(text, "1023 bytes");
	size_format(text, 1536);
	ck_assert_str_eq(text, "1.5 KiB");
	size_format(text, UINT64_C(43201331));
	ck_assert_str_eq(text, "41.2 MiB");
	size_format(text, UINT64_MAX);
	ck_assert_str_eq(text, "16777216.0 TiB");
	size_option(text, 524288);
	ck_assert_str_eq(text, "512K");
	size_option(text, 0);
	ck_assert_str_eq(text, "0");
}
END_TEST

START_TEST(times_are_short_for_reading)
{
	char text[SIZE_TEXT];

	time_format(text, 0);
	ck_assert_str_eq(text, "0 ns");
	time_format(text, 999);
	ck_assert_str_eq(text, "999 ns");
	time_format(text, 61200);
	ck_assert_str_eq(text, "61.2 us");
	time_format(text, -61200);
	ck_assert_str_eq(text, "-61.2 us");
	time_format(text, 12800 * INT64_C(1000000));
	ck_assert_str_eq(text, "12.8 s");
	time_format(text, INT64_MIN);
	ck_assert_str_eq(text, "-9223372036.9 s");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-size");
	TCase *tc = support_case(suite, "text");

	tcase_add_loop_test(tc, size_is_bytes_or_a_power_of_1024, 0,
			    COUNT(sizes));
	tcase_add_loop_test(tc, what_is_no_size_is_refused, 0,
			    COUNT(no_sizes));
	tcase_add_loop_test(tc, time_is_exact_to_the_nanosecond, 0,
			    COUNT(times));
	tcase_add_loop_test(tc, what_is_no_time_is_refused, 0,
			    COUNT(no_times));
	tcase_add_loop_test(tc, date_is_utc, 0, COUNT(dates));
	tcase_add_loop_test(tc, what_is_no_date_is_refused, 0,
			    COUNT(no_dates));
	tcase_add_loop_test(tc, option_is_read_back_as_the_same_size, 0, 63);
	tcase_add_test(tc, sizes_are_short_for_reading);
	tcase_add_test(tc, times_are_short_for_reading);
	return support_run(suite);
}
