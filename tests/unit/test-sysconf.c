/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * sysconf() in a program that links the library: LIM-1 to LIM-4, and other
 * names are passed to libc.  Built with the static and the shared library.
 */
#include <errno.h>
#include <unistd.h>
#include <trace.h>

#include "support.h"

START_TEST(options_are_supported)
{
	ck_assert_int_eq(sysconf(_SC_TRACE), 200809L);
	ck_assert_int_eq(sysconf(_SC_TRACE_EVENT_FILTER), 200809L);
	ck_assert_int_eq(sysconf(_SC_TRACE_INHERIT), 200809L);
	ck_assert_int_eq(sysconf(_SC_TRACE_LOG), 200809L);
}
END_TEST

START_TEST(limits_are_those_of_the_header)
{
	ck_assert_int_eq(sysconf(_SC_TRACE_EVENT_NAME_MAX),
			 TRACE_EVENT_NAME_MAX);
	ck_assert_int_eq(sysconf(_SC_TRACE_NAME_MAX), TRACE_NAME_MAX);
	ck_assert_int_eq(sysconf(_SC_TRACE_SYS_MAX), TRACE_SYS_MAX);
	ck_assert_int_eq(sysconf(_SC_TRACE_USER_EVENT_MAX),
			 TRACE_USER_EVENT_MAX);
}
END_TEST

START_TEST(limits_reach_the_minima_of_the_standard)
{
	ck_assert_int_eq(_POSIX_TRACE_EVENT_NAME_MAX, 30);
	ck_assert_int_eq(_POSIX_TRACE_NAME_MAX, 8);
	ck_assert_int_eq(_POSIX_TRACE_SYS_MAX, 8);
	ck_assert_int_eq(_POSIX_TRACE_USER_EVENT_MAX, 32);
	ck_assert_int_ge(TRACE_EVENT_NAME_MAX, _POSIX_TRACE_EVENT_NAME_MAX);
	ck_assert_int_ge(TRACE_NAME_MAX, _POSIX_TRACE_NAME_MAX);
	ck_assert_int_ge(TRACE_SYS_MAX, _POSIX_TRACE_SYS_MAX);
	ck_assert_int_ge(TRACE_USER_EVENT_MAX, _POSIX_TRACE_USER_EVENT_MAX);
}
END_TEST

START_TEST(other_names_are_answered_by_libc)
{
	ck_assert_int_eq(sysconf(_SC_PAGESIZE), getpagesize());
	ck_assert_int_eq(sysconf(_SC_VERSION), _POSIX_VERSION);
	ck_assert_int_gt(sysconf(_SC_NPROCESSORS_ONLN), 0);
}
END_TEST

START_TEST(unknown_name_gives_einval_as_ever)
{
	errno = 0;
	ck_assert_int_eq(sysconf(-1), -1);
	ck_assert_int_eq(errno, EINVAL);
}
END_TEST

START_TEST(answers_about_tracing_keep_errno)
{
	errno = EDOM;
	ck_assert_int_eq(sysconf(_SC_TRACE), _POSIX_TRACE);
	ck_assert_int_eq(errno, EDOM);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sysconf");
	TCase *tc = support_case(suite, "sysconf");

	tcase_add_test(tc, options_are_supported);
	tcase_add_test(tc, limits_are_those_of_the_header);
	tcase_add_test(tc, limits_reach_the_minima_of_the_standard);
	tcase_add_test(tc, other_names_are_answered_by_libc);
	tcase_add_test(tc, unknown_name_gives_einval_as_ever);
	tcase_add_test(tc, answers_about_tracing_keep_errno);
	return support_run(suite);
}
