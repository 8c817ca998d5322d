/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Arguments in the data of an event: split by their description, in the byte
 * order of the trace, and never beyond the data, whatever both contain.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "trace/arguments.h"

static struct arguments arguments;
static char out[1 << 20];

static bool parse(const char *text, bool is_big_endian)
{
	struct posixtrace_arguments described = {
		.is_big_endian = is_big_endian,
	};

	snprintf(described.text, sizeof(described.text), "%s", text);
	return arguments_parse(&arguments, &described);
}

static const char *put(const void *data, size_t len)
{
	*arguments_put(out, &arguments, data, len) = '\0';
	return out;
}

START_TEST(both_byte_orders_give_the_same)
{
	static const char little[] =
		"\x01\x02\x00\xff\xff\xff\xff\x03\0\0\0\0\0\0\0"
		"\0\0\0\0\0\0\xf8\x3f" "\0\0\x80\xbf" "ab\0" "\x02\x00" "zz";
	static const char big[] =
		"\x01\x00\x02\xff\xff\xff\xff\0\0\0\0\0\0\0\x03"
		"\x3f\xf8\0\0\0\0\0\0" "\xbf\x80\0\0" "ab\0" "\x00\x02" "zz";
	static const char text[] =
		"a:u8 b:u16 c:i32 d:x64 e:f64 f:f32 g:str h:mem";

	for (int i = 0; i < 2; i++) {
		const char *data = i ? big : little;
		size_t len = sizeof(little) - 1;

		ck_assert(parse(text, i));
		ck_assert(arguments_fit(&arguments, data, len, false));
		ck_assert_str_eq(put(data, len), "a=1 b=2 c=-1 d=0x3 e=1.5 "
				 "f=-1 g=\"ab\" h=7a7a");
	}
}
END_TEST

START_TEST(numbers_are_shown_whole)
{
	static const struct {
		const char *text, *data;
		size_t len;
		const char *shown;
	} cases[] = {
		{ "a:i64", "\0\0\0\0\0\0\0\x80", 8, "a=-9223372036854775808" },
		{ "a:u64", "\xff\xff\xff\xff\xff\xff\xff\xff", 8,
		  "a=18446744073709551615" },
		{ "a:i8 b:i16", "\x80\x00\x80", 3, "a=-128 b=-32768" },
		{ "a:bool b:char c:ptr", "\x01\x0a\x10\0\0\0\0\0\0\0", 10,
		  "a=true b='\\n' c=0x10" },
		{ "a:f64", "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8, "a=0.1" },
		{ "a:f32", "\xcd\xcc\xcc\x3d", 4, "a=0.1" },
		{ "a:f64", "\0\0\0\0\0\0\xf0\x7f", 8, "a=inf" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ck_assert(parse(cases[i].text, false));
		ck_assert_str_eq(put(cases[i].data, cases[i].len),
				 cases[i].shown);
	}
}
END_TEST

START_TEST(what_is_no_description_is_refused)
{
	static const char *const texts[] = {
		"a", "a:", ":u8", "a:u7", "a:u8,b:u8", "a:u8  b:u8", "a:u8 ",
		"a b:u8", "a\n:u8", "a:str ... b:u8", "a:u8 ..", " ",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!parse(texts[i], false), "'%s'", texts[i]);
	ck_assert(parse("a:u8 ...", false));
	ck_assert(parse("", false));
}
END_TEST

START_TEST(data_that_does_not_come_out_even_is_not_of_the_type)
{
	ck_assert(parse("a:u16 s:str", false));
	ck_assert(arguments_fit(&arguments, "\1\0x", 4, false));
	ck_assert(!arguments_fit(&arguments, "\1\0x", 3, false));
	ck_assert(!arguments_fit(&arguments, "\1\0x\0y", 5, false));
	ck_assert(!arguments_fit(&arguments, "\1\0", 2, false));
	ck_assert(!arguments_fit(&arguments, "", 0, false));
	/* A truncated argument has the bytes that are present. */
	ck_assert(arguments_fit(&arguments, "\1\0x", 3, true));
	ck_assert_str_eq(put("\1\0x", 3), "a=1 s=\"x\"");
	ck_assert(parse("m:mem", false));
	ck_assert(!arguments_fit(&arguments, "\5\0abc", 5, false));
	ck_assert(arguments_fit(&arguments, "\3\0abc", 5, false));
}
END_TEST

START_TEST(a_quote_does_not_end_a_character)
{
	ck_assert(parse("c:char d:char", false));
	ck_assert_str_eq(put("'x", 2), "c='\\'' d='x'");
}
END_TEST

START_TEST(what_is_not_described_is_shown_as_bytes)
{
	ck_assert(parse("a:u8 ...", false));
	ck_assert(arguments_fit(&arguments, "\1\xab\xcd", 3, false));
	ck_assert_str_eq(put("\1\xab\xcd", 3), "a=1 ...=abcd");
}
END_TEST

/* Random words and bytes, in memory of their exact size, for a sanitizer. */
START_TEST(garbage_does_no_harm)
{
	static const char *const words[] = {
		"u8", "i16", "x32", "f64", "f32", "str", "mem", "ptr", "char",
		"bool", "u64", "...", "zz", "",
	};
	uint64_t random = (uint64_t)_i + 1;

	for (int n = 0; n < 2000; n++) {
		size_t len = support_random_below(&random, 64);
		unsigned char *data = malloc(len + 1);
		char text[POSIXTRACE_ARGUMENTS_MAX] = "";
		size_t at = 0;

		for (size_t i = 0; i < len; i++)
			data[i] = (unsigned char)support_random(&random) &
				  (n % 2 ? 0xff : 3);
		while (at < sizeof(text) - 16 &&
		       support_random_below(&random, 12))
			at += (size_t)snprintf(text + at, sizeof(text) - at,
				"%sn%u:%s", at ? " " : "", (unsigned)at,
				words[support_random_below(&random, 14)]);
		if (parse(text, n % 3 == 0)) {
			arguments_fit(&arguments, data, len, n % 5 == 0);
			ck_assert_uint_lt(strlen(put(data, len)),
					  ARGUMENTS_ROOM + 4 * len);
		}
		free(data);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-arguments");
	TCase *tc = support_case(suite, "arguments");

	tcase_add_test(tc, both_byte_orders_give_the_same);
	tcase_add_test(tc, numbers_are_shown_whole);
	tcase_add_test(tc, what_is_no_description_is_refused);
	tcase_add_test(tc,
		       data_that_does_not_come_out_even_is_not_of_the_type);
	tcase_add_test(tc, a_quote_does_not_end_a_character);
	tcase_add_test(tc, what_is_not_described_is_shown_as_bytes);
	tcase_add_loop_test(tc, garbage_does_no_harm, 0, 5);
	return support_run(suite);
}
