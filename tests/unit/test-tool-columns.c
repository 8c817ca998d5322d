/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The columns of a trcrpt report, character by character. */
#include <string.h>
#include <unistd.h>

#include "support.h"
#include "trcrpt/columns.h"

/* The output of the columns as one string. */
static char written[4096];
static struct out out;
static struct columns columns;
static int ends[2];

static void setup(void)
{
	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(out_init(&out, ends[1]), 0);
}

static void teardown(void)
{
	close(ends[0]);
	close(ends[1]);
}

static const char *all(void)
{
	ssize_t n;

	out_fini(&out);
	n = read(ends[0], written, sizeof(written) - 1);
	ck_assert_int_ge(n, 0);
	written[n] = '\0';
	return written;
}

static void begin(const struct columns_options *options, bool heading)
{
	columns_init(&columns, options, &out, heading);
	columns_heading(&columns);
}

static void event(const struct columns_event *event, const char *text)
{
	columns_event(&columns, event, text, strlen(text));
}

static const struct columns_event sample = {
	.hook = 0x0100, .cpu = 0, .pid = 7214, .tid = 24713,
	.program = "sample", .elapsed_ns = 105984, .delta_ns = 105984,
};

START_TEST(the_plain_form_is_the_documented_one)
{
	begin(&COLUMNS_DEFAULT, true);
	event(&sample, "USER HOOK 1\nThe data = 1");
	ck_assert_str_eq(all(),
		"ID     ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT\n"
		"\n"
		"010    0.000105984       0.105984   USER HOOK 1\n"
		"                                    The data = 1\n");
}
END_TEST

START_TEST(all_columns_are_the_documented_ones)
{
	const struct columns_options options = {
		.ids = true, .exec = true, .cpuid = true, .pid = true,
		.tid = true,
	};

	begin(&options, true);
	event(&sample, "USER HOOK 1\nThe data = 1");
	ck_assert_str_eq(all(),
		"ID  PROCESS NAME   CPU PID      TID      I    ELAPSED_SEC     DELTA_MSEC   "
		"APPL    SYSCALL KERNEL  INTERRUPT\n"
		"\n"
		"010 sample         0   7214     24713         0.000105984       0.105984   "
		"USER HOOK 1\n"
		"                                                                           "
		"The data = 1\n");
}
END_TEST

START_TEST(an_unknown_program_is_its_id_and_a_long_one_is_cut)
{
	const struct columns_options options = {
		.exec = true, .cpuid = true, .timestamp = 3,
	};
	struct columns_event other = sample;

	begin(&options, false);
	other.program = NULL;
	other.cpu = -1;
	event(&other, "x");
	other.program = "a-program-of-long-name";
	event(&other, "y");
	ck_assert_str_eq(all(), "-7214-         -        x\n"
			 "a-program-of-l -        y\n");
}
END_TEST

START_TEST(a_hook_of_four_digits_fills_its_column)
{
	const struct columns_options options = { .ids = true, .timestamp = 3 };
	struct columns_event other = sample;

	begin(&options, false);
	other.hook = 0xf5f1;
	event(&other, "x");
	ck_assert_str_eq(all(), "F5F1   x\n");
}
END_TEST

START_TEST(blanks_at_the_end_of_lines_are_removed)
{
	const struct columns_options options = { .timestamp = 3 };

	begin(&options, false);
	event(&sample, "a  \n   \nb ");
	event(&sample, "");
	ck_assert_str_eq(all(), "a\n\nb\n\n");
}
END_TEST

START_TEST(times_may_be_large_or_before_the_origin)
{
	struct columns_event other = sample;

	begin(&COLUMNS_DEFAULT, false);
	other.elapsed_ns = -1500000000;
	other.delta_ns = INT64_MAX;
	event(&other, "x");
	other.elapsed_ns = INT64_MIN;
	other.delta_ns = 0;
	event(&other, "y");
	other.hook = 0xf5f1;
	other.elapsed_ns = 1000000000000;
	event(&other, "z");
	ck_assert_str_eq(all(), "010   -1.500000000 9223372036854.775807   x\n"
			 "010 -9223372036.854775808       0.000000   y\n"
			 "F5F1 1000.000000000       0.000000   z\n");
}
END_TEST

START_TEST(a_page_has_no_more_lines_than_asked)
{
	const struct columns_options options = {
		.timestamp = 3, .pagesize = 4,
	};

	begin(&options, true);
	event(&sample, "1");
	event(&sample, "2");
	event(&sample, "3\n4");
	event(&sample, "a\nb\nc\nd\ne");
	event(&sample, "5");
	ck_assert_str_eq(all(),
		"APPL    SYSCALL KERNEL  INTERRUPT\n\n1\n2\n\n"
		"APPL    SYSCALL KERNEL  INTERRUPT\n\n3\n4\n\n"
		"APPL    SYSCALL KERNEL  INTERRUPT\n\na\nb\nc\nd\ne\n\n"
		"APPL    SYSCALL KERNEL  INTERRUPT\n\n5\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-columns");
	TCase *tc = support_case(suite, "columns");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_plain_form_is_the_documented_one);
	tcase_add_test(tc, all_columns_are_the_documented_ones);
	tcase_add_test(tc, an_unknown_program_is_its_id_and_a_long_one_is_cut);
	tcase_add_test(tc, a_hook_of_four_digits_fills_its_column);
	tcase_add_test(tc, blanks_at_the_end_of_lines_are_removed);
	tcase_add_test(tc, times_may_be_large_or_before_the_origin);
	tcase_add_test(tc, a_page_has_no_more_lines_than_asked);
	return support_run(suite);
}
