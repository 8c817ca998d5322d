/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Times as nanoseconds, for any value in a file. */
#include "common/nanoseconds.h"
#include "support.h"

#define NS_PER_S	INT64_C(1000000000)

/* A struct timespec whose seconds always have 64 bits. */
struct moment {
	int64_t sec;
	long nsec;
};

/* False: there is no such time on this machine. */
static bool exists(struct moment moment, struct timespec *time)
{
	*time = (struct timespec){ (time_t)moment.sec, moment.nsec };
	return time->tv_sec == moment.sec;
}

static const struct {
	struct moment time;
	int64_t ns;
	bool fits;
} times[] = {
	{ { 0, 0 }, 0, true },
	{ { 0, 1 }, 1, true },
	{ { 1, 999999999 }, 1999999999, true },
	{ { -1, 999999999 }, 0, false },
	{ { INT64_MIN, 0 }, 0, false },
	{ { INT64_MIN, 999999999 }, 0, false },
	{ { INT64_MAX / NS_PER_S, 0 }, INT64_MAX / NS_PER_S * NS_PER_S, true },
	{ { INT64_MAX / NS_PER_S, INT64_MAX % NS_PER_S - 1 }, INT64_MAX - 1,
	  true },
	{ { INT64_MAX / NS_PER_S, 999999999 }, INT64_MAX, false },
	{ { INT64_MAX / NS_PER_S + 1, 0 }, INT64_MAX, false },
	{ { INT64_MAX, 999999999 }, INT64_MAX, false },
};

START_TEST(time_of_a_log_is_from_1970_to_2262)
{
	struct timespec time;
	int64_t ns = -1;

	if (!exists(times[_i].time, &time))
		return;
	ck_assert_int_eq(ns_since_epoch(&time, &ns), times[_i].fits);
	ck_assert_int_eq(ns, times[_i].ns);
}
END_TEST

static const struct {
	struct moment from, to;
	int64_t ns;
} spans[] = {
	{ { 5, 3 }, { 5, 3 }, 0 },
	{ { 5, 999999999 }, { 6, 0 }, 1 },
	{ { 6, 0 }, { 5, 999999999 }, -1 },
	{ { -2, 500000000 }, { 1, 0 }, 2500000000 },
	{ { 0, 0 }, { INT64_MAX, 0 }, INT64_MAX },
	{ { INT64_MAX, 0 }, { 0, 0 }, INT64_MIN },
	{ { INT64_MIN, 0 }, { INT64_MAX, 0 }, INT64_MAX },
	{ { INT64_MAX, 0 }, { INT64_MIN, 0 }, INT64_MIN },
	{ { INT64_MAX - 1, 5 }, { INT64_MAX, 4 }, NS_PER_S - 1 },
	{ { INT64_MIN, 1 }, { INT64_MIN, 0 }, -1 },
};

START_TEST(span_that_does_not_fit_is_as_long_as_can_be)
{
	struct timespec from, to;

	if (exists(spans[_i].from, &from) && exists(spans[_i].to, &to))
		ck_assert_int_eq(ns_between(&from, &to), spans[_i].ns);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nanoseconds");
	TCase *tc = support_case(suite, "nanoseconds");

	tcase_add_loop_test(tc, time_of_a_log_is_from_1970_to_2262, 0,
			    sizeof(times) / sizeof(times[0]));
	tcase_add_loop_test(tc, span_that_does_not_fit_is_as_long_as_can_be, 0,
			    sizeof(spans) / sizeof(spans[0]));
	return support_run(suite);
}
