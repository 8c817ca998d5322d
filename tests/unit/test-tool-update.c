/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Template files that are split, changed and written again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "trcupdate/update.h"

#define LINES UPDATE_FIRST_LINE "\n"

static struct pieces pieces;

static void parse(const char *text)
{
	ck_assert(pieces_parse(&pieces, "db", text, strlen(text)));
}

static bool update_by(const char *script, bool any_version, char **undo)
{
	struct update update = {
		.pieces = &pieces, .any_version = any_version,
	};
	size_t len;
	bool done = update_apply(&update, "script", script, strlen(script));

	if (undo)
		*undo = update_undo(&update, &len);
	pieces_fini(&update.undo);
	return done;
}

static void ck_text(const char *expected)
{
	size_t len;
	char *text = pieces_join(&pieces, &len);

	ck_assert_str_eq(text, expected);
	ck_assert_uint_eq(len, strlen(expected));
	free(text);
}

static void teardown(void)
{
	pieces_fini(&pieces);
}

static const char *const files[] = {
	"",
	"\n",
	"# only a comment\n",
	"010 1.0 \"a\"\n011 1.0 \"b\"\n",
	"010 1.0 \"a\" \\\n# inside \\\n\t X4\n#%map 010 \"x\"\n",
	"  \n\t# indented\n0100 10.20 L=APPL\r\n",
	"010 1.0 \"a\" \\\r\n X4\r\n011 1.0\n",
};

START_TEST(what_is_not_changed_keeps_every_byte)
{
	parse(files[_i]);
	ck_text(files[_i]);
}
END_TEST

START_TEST(a_last_line_gets_its_newline)
{
	parse("010 1.0 \"a\"");
	ck_text("010 1.0 \"a\"\n");
}
END_TEST

START_TEST(a_stanza_is_its_continued_lines)
{
	parse("010 1.0 \"a\" \\\n# inside\n X4\n011 2.10 \"b\"\n");
	ck_assert_uint_eq(pieces.n, 2);
	ck_assert_uint_eq(pieces_find(&pieces, 0x0110)->head.minor, 10);
	ck_assert_uint_eq(pieces_find(&pieces, 0x0110)->origin.line, 4);
	ck_assert_ptr_null(pieces_find(&pieces, 0x0120));
}
END_TEST

START_TEST(the_last_stanza_of_a_hook_counts)
{
	parse("010 1.0 \"a\"\n0100 3.0 \"b\"\n");
	ck_assert(update_by(LINES "- 010\n", false, NULL));
	ck_text("010 1.0 \"a\"\n");
	ck_assert(update_by(LINES "- 010\n- 010\n", false, NULL));
	ck_text("");
}
END_TEST

static const char *const no_files[] = {
	"01 1.0\n", "01234 1.0\n", "0101 1.0\n", "0g0 1.0\n", "010\n", "0101.0\n",
	"010 1\n", "010 1.\n", "010 .1\n", "010 1.0\"a\"\n", "x\n",
	"010 99999999999.0\n", "010 1.0 \\\n", "010 1.0 \\\n# to the end",
};

START_TEST(what_is_no_stanza_is_refused)
{
	const char *text = no_files[_i];

	ck_assert(!pieces_parse(&pieces, "db", text, strlen(text)));
}
END_TEST

static const struct {
	const char *old;
	const char *fresh;
	bool replaces;
} versions[] = {
	{ "1.0", "1.0", true }, { "1.0", "1.1", true }, { "1.1", "1.0", false },
	{ "1.9", "1.10", true }, { "1.10", "1.9", false },
	{ "2.0", "1.9", false }, { "1.9", "2.0", true }, { "1.01", "1.1", true },
};

START_TEST(a_version_that_is_not_older_replaces)
{
	char old[64];
	char script[128];

	snprintf(old, sizeof(old), "010 %s \"x\"\n", versions[_i].old);
	snprintf(script, sizeof(script), LINES "+ 010 %s \"y\"\n",
		 versions[_i].fresh);
	parse(old);
	ck_assert(update_by(script, false, NULL));
	ck_text(versions[_i].replaces ? script + strlen(LINES "+ ") : old);
}
END_TEST

START_TEST(an_undo_takes_everything_back)
{
	static const char before[] = "# head\n010 1.5 \"a\"\n011 1.0 \"b\"\n";
	char *undo;
	char *again;

	parse(before);
	ck_assert(update_by(LINES "+ 010 1.6 \"c\" \\\n X4\n+ 012 1.0 \"n\"\n"
			    "+ 010 1.7 \"d\"\n", false, &undo));
	ck_text("# head\n010 1.7 \"d\"\n011 1.0 \"b\"\n012 1.0 \"n\"\n");
	ck_assert_str_eq(undo, LINES "+ 010 1.6 \"c\" \\\n X4\n- 012\n"
			 "+ 010 1.5 \"a\"\n");
	ck_assert(update_by(undo, true, &again));
	ck_text(before);
	free(again);
	free(undo);
}
END_TEST

START_TEST(any_version_replaces_if_asked)
{
	parse("010 9.9 \"a\"\n");
	ck_assert(update_by(LINES "+ 010 0.1 \"b\"\n", true, NULL));
	ck_text("010 0.1 \"b\"\n");
}
END_TEST

static const char *const no_scripts[] = {
	"", "+ 010 1.0 \"x\"\n", "# first\n" LINES, "* /etc/other\n",
	LINES "010 1.0 \"x\"\n", LINES "+ 010\n", LINES "- \n",
	LINES "- 010 011\n", LINES "+ 010 1.0 \"x\" \\\n",
};

START_TEST(a_wrong_script_is_refused)
{
	parse("010 1.0 \"a\"\n");
	ck_assert(!update_by(no_scripts[_i], false, NULL));
}
END_TEST

START_TEST(comments_and_empty_lines_do_nothing)
{
	parse("010 1.0 \"a\"\n");
	ck_assert(update_by("* /etc/trcfmt \r\n\n# x \\\n  # y\n\t\n", false,
			    NULL));
	ck_text("010 1.0 \"a\"\n");
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("tool-update");
	TCase *tc = support_case(suite, "update");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, what_is_not_changed_keeps_every_byte, 0,
			    COUNT(files));
	tcase_add_test(tc, a_last_line_gets_its_newline);
	tcase_add_test(tc, a_stanza_is_its_continued_lines);
	tcase_add_test(tc, the_last_stanza_of_a_hook_counts);
	tcase_add_loop_test(tc, what_is_no_stanza_is_refused, 0,
			    COUNT(no_files));
	tcase_add_loop_test(tc, a_version_that_is_not_older_replaces, 0,
			    COUNT(versions));
	tcase_add_test(tc, an_undo_takes_everything_back);
	tcase_add_test(tc, any_version_replaces_if_asked);
	tcase_add_loop_test(tc, a_wrong_script_is_refused, 0,
			    COUNT(no_scripts));
	tcase_add_test(tc, comments_and_empty_lines_do_nothing);
	return support_run(suite);
}
