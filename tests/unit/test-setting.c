/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The text that describes a stream (model/setting.h), and texts that do not. */
#include <stdio.h>
#include <string.h>

#include "model/setting.h"
#include "support.h"

static struct pxt_setting setting;
static char why[PXT_WHY_SIZE];

static const struct pxt_setting_process process = {
	.pid = 4711, .name = "prog", .start = 1700000000,
};

START_TEST(all_words_are_understood)
{
	char path[PATH_MAX];

	ck_assert_msg(pxt_setting_parse(&setting,
		"log=a/%n-%p-%t%%.ptl,stream-size=4M,max-data=0,log-size=1g,"
		"policy=until-full,log-policy=loop,event=a,exclude=b,event=c,"
		"inherit", why), "%s", why);
	ck_assert_uint_eq(setting.attr.stream_size, 4 << 20);
	ck_assert_uint_eq(setting.attr.data_size, 0);
	ck_assert_uint_eq(setting.attr.log_size, 1 << 30);
	ck_assert_uint_eq(setting.attr.stream_policy, POSIX_TRACE_UNTIL_FULL);
	ck_assert_uint_eq(setting.attr.log_policy, POSIX_TRACE_LOOP);
	ck_assert_uint_eq(setting.attr.inherited, POSIX_TRACE_INHERITED);
	ck_assert(pxt_attr_is_valid(&setting.attr));
	ck_assert_uint_eq(setting.n_names, 3);
	ck_assert(setting.has_only && setting.names[0].only &&
		  !setting.names[1].only);
	ck_assert_str_eq(setting.names[2].name, "c");
	ck_assert(pxt_setting_path(&setting, &process, path, why));
	ck_assert_str_eq(path, "a/prog-4711-1700000000%.ptl");
}
END_TEST

START_TEST(the_defaults_are_those_of_record)
{
	ck_assert(pxt_setting_parse(&setting, "log=x", why));
	ck_assert_uint_eq(setting.attr.stream_policy, POSIX_TRACE_FLUSH);
	ck_assert_uint_eq(setting.attr.log_policy, POSIX_TRACE_APPEND);
	ck_assert_uint_eq(setting.attr.inherited, POSIX_TRACE_CLOSE_FOR_CHILD);
	ck_assert(!setting.has_only);
}
END_TEST

static const char *const wrong[] = {
	"", ",", "log", "log=", "log=x,", ",log=x", "LOG=x", "log=x,log=y",
	"log=x,inherit=", "log=x,inherit=1", "log=x,policy", "log=x,policy=",
	"log=x,policy=append", "log=x,log-policy=flush", "log=x,stream-size=",
	"log=x,stream-size=0", "log=x,stream-size=-1", "log=x,stream-size= 1",
	"log=x,stream-size=64 ", "log=x,stream-size=64Ki",
	"log=x,stream-size=1MM", "log=x,stream-size=1iB", "log=x,stream-size=K",
	"log=x,stream-size=18446744073709551616", "log=x,max-data=x",
	"log=x,stream-size=17179869184G", "log=x,log-size=1M", "log=x,event=",
	"log=x,event=@io", "log=x,exclude=a*", "event=a", "=", "=x", "log=x,=",
};

START_TEST(what_is_wrong_is_refused)
{
	why[0] = '\0';
	ck_assert_msg(!pxt_setting_parse(&setting, wrong[_i], why), "%s",
		      wrong[_i]);
	ck_assert_msg(strpbrk(why, ":;") || strstr(why, "missing"), "%s: %s",
		      wrong[_i], why);
}
END_TEST

START_TEST(what_is_too_much_is_refused)
{
	static char text[2 * PXT_SETTING_SIZE];
	char path[PATH_MAX];
	size_t len = (size_t)sprintf(text, "log=x");

	for (int i = 0; i <= PXT_SETTING_NAMES; i++)
		len += (size_t)sprintf(text + len, ",event=e%d", i);
	ck_assert(!pxt_setting_parse(&setting, text, why));
	ck_assert_ptr_nonnull(strstr(why, "too many names"));
	*strrchr(text, ',') = '\0';
	ck_assert(pxt_setting_parse(&setting, text, why));
	memset(text, 'x', sizeof(text) - 1);
	ck_assert(!pxt_setting_parse(&setting, text, why));
	/* A path may be as long as the system's longest, also by what stands
	 * for its parts. */
	memcpy(text, "log=", 4);
	text[4 + PATH_MAX - 1] = '\0';
	ck_assert(pxt_setting_parse(&setting, text, why));
	ck_assert(pxt_setting_path(&setting, &process, path, why));
	ck_assert_uint_eq(strlen(path), PATH_MAX - 1);
	memcpy(text + 4, "%p", 2);
	ck_assert(pxt_setting_parse(&setting, text, why));
	ck_assert(!pxt_setting_path(&setting, &process, path, why));
}
END_TEST

/* No garbage does more than be refused; the sanitizers watch. */
START_TEST(garbage_is_harmless)
{
	static const char alphabet[] =
		"log=,%pnt-size01KMGinheritevnxclud@*\x01\xff";
	uint64_t seed = 20;
	char text[300], path[PATH_MAX];

	for (int round = 0; round < 20000; round++) {
		size_t len = support_random_below(&seed, sizeof(text) - 8);
		size_t at = 0;

		if (support_random_below(&seed, 2))
			at = (size_t)sprintf(text, "log=x");
		for (; at < len; at++)
			text[at] = alphabet[support_random_below(&seed,
						sizeof(alphabet) - 1)];
		text[at] = '\0';
		if (!pxt_setting_parse(&setting, text, why))
			continue;
		ck_assert_ptr_nonnull(setting.log);
		ck_assert(pxt_attr_is_valid(&setting.attr));
		pxt_setting_path(&setting, &process, path, why);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("setting");
	TCase *tc = support_case(suite, "setting");

	tcase_add_test(tc, all_words_are_understood);
	tcase_add_test(tc, the_defaults_are_those_of_record);
	tcase_add_loop_test(tc, what_is_wrong_is_refused, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, what_is_too_much_is_refused);
	tcase_add_test(tc, garbage_is_harmless);
	return support_run(suite);
}
