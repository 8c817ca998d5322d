/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names on the tools' command lines: suggestions and selections. */
#include <string.h>

#include "common/patterns.h"
#include "common/tool.h"
#include "support.h"

static const char *const commands[] = { "help", "record", "report", NULL };

START_TEST(typing_errors_are_understood)
{
	ck_assert_str_eq(tool_nearest("recrod", commands), "record");
	ck_assert_str_eq(tool_nearest("reprot", commands), "report");
	ck_assert_str_eq(tool_nearest("recor", commands), "record");
	ck_assert_str_eq(tool_nearest("reccord", commands), "record");
	ck_assert_str_eq(tool_nearest("rep", commands), "report");
	ck_assert_str_eq(tool_nearest("hepl", commands), "help");
}
END_TEST

START_TEST(another_word_is_not_guessed_at)
{
	static const char *const none[] = { NULL };

	ck_assert_ptr_null(tool_nearest("convert", commands));
	ck_assert_ptr_null(tool_nearest("x", commands));
	ck_assert_ptr_null(tool_nearest("", commands));
	ck_assert_ptr_null(tool_nearest("a word that is much longer than any "
					"that there is", commands));
	ck_assert_ptr_null(tool_nearest("record", none));
}
END_TEST

START_TEST(any_pattern_of_several_will_do)
{
	struct patterns patterns = { 0 };

	ck_assert(!patterns_match(&patterns, "any"));
	ck_assert(patterns_are_empty(&patterns));
	ck_assert(patterns_add(&patterns, "ctl:*"));
	ck_assert(patterns_add(&patterns, "posix_trace_st[oa]*"));
	ck_assert(!patterns_are_empty(&patterns));
	ck_assert(patterns_match(&patterns, "ctl:begin"));
	ck_assert(patterns_match(&patterns, "ctl:a/b"));
	ck_assert(patterns_match(&patterns, "posix_trace_stop"));
	ck_assert(!patterns_match(&patterns, "xctl:begin"));
	patterns_fini(&patterns);
}
END_TEST

START_TEST(lists_of_ids_add_up)
{
	struct ids ids = { 0 };

	ck_assert(ids_let(&ids, 5));
	ck_assert(ids_add(&ids, "12,34"));
	ck_assert(ids_add(&ids, "0"));
	ck_assert(ids_let(&ids, 12));
	ck_assert(ids_let(&ids, 34));
	ck_assert(ids_let(&ids, 0));
	ck_assert(!ids_let(&ids, 5));
	ids_fini(&ids);
}
END_TEST

START_TEST(what_is_no_list_of_ids_is_refused)
{
	static const char *const lists[] = {
		"", ",", "1,", ",1", "1x", "1 2", "-1", "99999999999",
		"99999999999999999999999",
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct ids ids = { 0 };

		ck_assert_msg(!ids_add(&ids, lists[i]), "%s", lists[i]);
		ids_fini(&ids);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-words");
	TCase *tc = support_case(suite, "words");

	tcase_add_test(tc, typing_errors_are_understood);
	tcase_add_test(tc, another_word_is_not_guessed_at);
	tcase_add_test(tc, any_pattern_of_several_will_do);
	tcase_add_test(tc, lists_of_ids_add_up);
	tcase_add_test(tc, what_is_no_list_of_ids_is_refused);
	return support_run(suite);
}
