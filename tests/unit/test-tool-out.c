/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Output of the tools: numbers, escaped bytes, and the buffer. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/escape.h"
#include "common/out.h"
#include "support.h"

static char room[4096];

/* The output as a string. */
static const char *put(char *end)
{
	*end = '\0';
	return room;
}

START_TEST(numbers_are_those_of_printf)
{
	uint64_t seed = 1;
	char expected[64];

	for (int i = 0; i < 20000; i++) {
		/* Numbers of all lengths. */
		uint64_t value = support_random(&seed) >> (i % 64);
		uint32_t ns = (uint32_t)(value % 1000000000);

		snprintf(expected, sizeof(expected), "%" PRIu64, value);
		ck_assert_str_eq(put(put_unsigned(room, value)), expected);
		snprintf(expected, sizeof(expected), "%" PRId64,
			 (int64_t)value);
		ck_assert_str_eq(put(put_signed(room, (int64_t)value)),
				 expected);
		snprintf(expected, sizeof(expected), "0x%" PRIx64, value);
		ck_assert_str_eq(put(put_address(room, value)), expected);
		snprintf(expected, sizeof(expected), "%09" PRIu32, ns);
		ck_assert_str_eq(put(put_nanoseconds(room, ns)), expected);
	}
	ck_assert_str_eq(put(put_unsigned(room, 0)), "0");
	ck_assert_str_eq(put(put_address(room, 0)), "0x0");
	ck_assert_str_eq(put(put_signed(room, INT64_MIN)),
			 "-9223372036854775808");
}
END_TEST

START_TEST(every_byte_has_its_two_digits)
{
	char expected[3];

	for (unsigned i = 0; i < 256; i++) {
		unsigned char byte = (unsigned char)i;

		snprintf(expected, sizeof(expected), "%02x", i);
		ck_assert_str_eq(put(put_hex(room, &byte, 1)), expected);
	}
}
END_TEST

START_TEST(bytes_have_their_digits_however_many_they_are)
{
	unsigned char bytes[40];
	char expected[2 * sizeof(bytes) + 1] = "";

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (unsigned char)(i * 37 + 200);
		ck_assert_str_eq(put(put_hex(room, bytes, i)), expected);
		snprintf(expected + 2 * i, 3, "%02x", bytes[i]);
	}
}
END_TEST

START_TEST(nanoseconds_near_round_numbers_are_exact)
{
	char expected[16];

	for (uint32_t unit = 1; unit < 1000000000; unit *= 10)
		for (uint32_t i = 1; i < 10; i++)
			for (int off = -1; off <= 1; off++) {
				uint32_t ns = i * unit + (uint32_t)off;

				snprintf(expected, sizeof(expected),
					 "%09" PRIu32, ns);
				ck_assert_str_eq(put(put_nanoseconds(room, ns)),
						 expected);
			}
	ck_assert_str_eq(put(put_nanoseconds(room, 999999999)), "999999999");
}
END_TEST

START_TEST(duration_is_exact_and_short)
{
	ck_assert_str_eq(put(put_duration(room, 0)), "0ns");
	ck_assert_str_eq(put(put_duration(room, 812)), "812ns");
	ck_assert_str_eq(put(put_duration(room, 1000)), "1us");
	ck_assert_str_eq(put(put_duration(room, 12300)), "12.3us");
	ck_assert_str_eq(put(put_duration(room, 1000001)), "1.000001ms");
	ck_assert_str_eq(put(put_duration(room, 2050000000)), "2.05s");
	ck_assert_str_eq(put(put_duration(room, UINT64_MAX)),
			 "18446744073.709551615s");
}
END_TEST

START_TEST(padding_reaches_the_column_or_is_one_space)
{
	ck_assert_str_eq(put(put_padding(put_string(room, "ab"), room, 5)),
			 "ab   ");
	ck_assert_str_eq(put(put_padding(put_string(room, "abcde"), room, 5)),
			 "abcde ");
}
END_TEST

START_TEST(text_is_what_can_be_read)
{
	ck_assert(escape_is_text("hello", 5));
	ck_assert(escape_is_text("hello", 6));
	ck_assert(escape_is_text("two\nlines\t", 10));
	ck_assert(escape_is_text("gr\xc3\xbc\xc3\x9f", 6));
	ck_assert(!escape_is_text("", 0));
	ck_assert(!escape_is_text("", 1));
	ck_assert(!escape_is_text("a\0b", 3));
	ck_assert(!escape_is_text("a\0", 3));
	ck_assert(!escape_is_text("\033[31m", 5));
	ck_assert(!escape_is_text("\x7f", 1));
	ck_assert(!escape_is_text("gr\xc3", 3));
	ck_assert(!escape_is_text("\xff\xfe", 2));
	/* A C1 control character, and one that reverses the direction of the
	 * text. */
	ck_assert(!escape_is_text("\xc2\x9b", 2));
	ck_assert(!escape_is_text("\xe2\x80\xae", 3));
	/* The Arabic letter mark, and invisible tag characters. */
	ck_assert(!escape_is_text("\xd8\x9c", 2));
	ck_assert(!escape_is_text("\xf3\xa0\x81\x81", 4));
}
END_TEST

static const char *escaped(const char *data, size_t len)
{
	return put(escape_text(room, data, len));
}

START_TEST(nothing_escaped_reaches_the_terminal)
{
	ck_assert_str_eq(escaped("plain", 5), "plain");
	ck_assert_str_eq(escaped("\033[31m", 5), "\\x1b[31m");
	ck_assert_str_eq(escaped("a\n\t\r\\\"", 6), "a\\n\\t\\r\\\\\\\"");
	ck_assert_str_eq(escaped("a\0b", 3), "a\\x00b");
	ck_assert_str_eq(escaped("\xc3\xbc\xc3", 3), "\xc3\xbc\\xc3");
	ck_assert_str_eq(escaped("\xc2\x9b", 2), "\\xc2\\x9b");
	ck_assert_str_eq(escaped("\xe2\x80\xae", 3), "\\xe2\\x80\\xae");
}
END_TEST

START_TEST(hidden_characters_are_known)
{
	static const struct {
		const char *text;
		size_t hidden;
	} cases[] = {
		{ "", 0 }, { "a", 0 }, { "\n", 1 }, { "\x7f", 1 },
		{ "\xc2\x80", 2 }, { "\xc2\x9f", 2 }, { "\xc2\xa0", 0 },
		{ "\xc2\xad", 2 }, { "\xc3\xbc", 0 }, { "\xd8\x9c", 2 },
		{ "\xe2\x80\x8b", 3 }, { "\xe2\x80\xae", 3 },
		{ "\xe2\x81\xa6", 3 }, { "\xe2\x82\xac", 0 },
		{ "\xef\xbb\xbf", 3 }, { "\xf0\x9f\x98\x80", 0 },
		{ "\xf3\xa0\x81\x81", 4 }, { "\x9b", 0 }, { "\xe2\x80", 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_uint_eq(escape_hidden(cases[i].text,
						strlen(cases[i].text)),
				  cases[i].hidden);
}
END_TEST

START_TEST(escaped_bytes_stay_in_their_room)
{
	uint64_t seed = 2;
	char data[64];

	for (int i = 0; i < 5000; i++) {
		size_t len = support_random_below(&seed, sizeof(data) + 1);
		char *end;

		for (size_t j = 0; j < len; j++)
			data[j] = (char)support_random(&seed);
		end = escape_text(room, data, len);
		ck_assert(end <= room + 4 * len);
		/* Not a ck_assert() for each, which writes to a pipe. */
		for (char *c = room; c < end; c++)
			if ((unsigned char)*c < ' ' || *c == 0x7f)
				ck_abort_msg("byte %02x", (unsigned char)*c);
		end = escape_utf8(room, data, len);
		ck_assert(end <= room + 3 * len);
	}
}
END_TEST

static const char *utf8(const char *string)
{
	return put(escape_utf8(room, string, strlen(string)));
}

#define BAD "\xef\xbf\xbd"

START_TEST(only_utf8_goes_into_json)
{
	ck_assert_str_eq(utf8("plain"), "plain");
	ck_assert_str_eq(utf8("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"),
			 "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
	ck_assert_str_eq(utf8("a\xff" "b"), "a" BAD "b");
	ck_assert_str_eq(utf8("\xc3"), BAD);
	ck_assert_str_eq(utf8("\xe2\x82"), BAD BAD);
	/* An overlong form, a surrogate, a value beyond the last character. */
	ck_assert_str_eq(utf8("\xc0\xaf"), BAD BAD);
	ck_assert_str_eq(utf8("\xe0\x80\xaf"), BAD BAD BAD);
	ck_assert_str_eq(utf8("\xf0\x80\x80\xaf"), BAD BAD BAD BAD);
	ck_assert_str_eq(utf8("\xed\xa0\x80"), BAD BAD BAD);
	ck_assert_str_eq(utf8("\xf4\x90\x80\x80"), BAD BAD BAD BAD);
}
END_TEST

/* With a buffer that is flushed many times and has to grow once. */
static const char *json(const char *text)
{
	return put(escape_json(room, text, strlen(text)));
}

START_TEST(nothing_hidden_is_in_json)
{
	char odd[] = "{\n\"\xc2\x9b\xe2\x80\xae\x7f\xf3\xa0\x81\x81\xc3\xbc\"}";
	char *bytes = NULL;
	size_t size;
	FILE *file = open_memstream(&bytes, &size);

	ck_assert_str_eq(json(""), "");
	ck_assert_str_eq(json("{\n\"a\\u001b\"}"), "{\n\"a\\u001b\"}");
	ck_assert_str_eq(json("\x7f"), "\\u007f");
	ck_assert_str_eq(json("\xc2\x80"), "\\u0080");
	ck_assert_str_eq(json("\xc3\xbc\xe2\x82\xac"),
			 "\xc3\xbc\xe2\x82\xac");
	ck_assert_str_eq(json(odd), "{\n\"\\u009b\\u202e\\u007f\\udb40\\udc41"
			 "\xc3\xbc\"}");
	ck_assert_ptr_nonnull(file);
	escape_json_to(file, odd, strlen(odd));
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_str_eq(bytes, json(odd));
	free(bytes);
}
END_TEST

START_TEST(bytes_arrive_in_order)
{
	FILE *file = tmpfile();
	struct out out;
	uint64_t n = 0;
	uint64_t value;
	char *p;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(out_init(&out, fileno(file)), 0);
	for (; n < 50000; n++) {
		size_t most = n == 30000 ? (size_t)1 << 20 : 32;

		p = put_unsigned(out_room(&out, most), n);
		*p++ = '\n';
		if (most > 32) {
			memset(p, ' ', most - 32);
			p += most - 32;
		}
		out_done(&out, p);
	}
	out_fini(&out);
	ck_assert_int_eq(out.error, 0);
	rewind(file);
	for (n = 0; fscanf(file, "%" SCNu64, &value) == 1; n++)
		ck_assert_uint_eq(value, n);
	ck_assert_uint_eq(n, 50000);
	fclose(file);
}
END_TEST

START_TEST(first_failure_is_kept)
{
	int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
	struct out out;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(out_init(&out, fd), 0);
	out_done(&out, put_string(out_room(&out, 8), "text"));
	out_flush(&out);
	ck_assert_int_eq(out.error, ENOSPC);
	out_done(&out, put_string(out_room(&out, 8), "text"));
	out_fini(&out);
	ck_assert_int_eq(out.error, ENOSPC);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-out");
	TCase *tc;

	setlocale(LC_CTYPE, "C.UTF-8");
	tc = support_case(suite, "put");
	tcase_add_test(tc, numbers_are_those_of_printf);
	tcase_add_test(tc, every_byte_has_its_two_digits);
	tcase_add_test(tc, bytes_have_their_digits_however_many_they_are);
	tcase_add_test(tc, nanoseconds_near_round_numbers_are_exact);
	tcase_add_test(tc, duration_is_exact_and_short);
	tcase_add_test(tc, padding_reaches_the_column_or_is_one_space);
	tc = support_case(suite, "escape");
	tcase_add_test(tc, text_is_what_can_be_read);
	tcase_add_test(tc, nothing_escaped_reaches_the_terminal);
	tcase_add_test(tc, hidden_characters_are_known);
	tcase_add_test(tc, escaped_bytes_stay_in_their_room);
	tcase_add_test(tc, only_utf8_goes_into_json);
	tcase_add_test(tc, nothing_hidden_is_in_json);
	tc = support_case(suite, "buffer");
	tcase_add_test(tc, bytes_arrive_in_order);
	tcase_add_test(tc, first_failure_is_kept);
	return support_run(suite);
}
