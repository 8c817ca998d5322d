/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The filters of RKH: the rules, and that each stream uses its own. */
#include <errno.h>
#include <posixtrace-rkh.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

enum { SM_TRN = 0x62, SM_STATE = 0x63, SM_DCH = 0x71, MP_GET = 1 };

static struct posixtrace_rkh_filter filter;

static void setup(void)
{
	memset(&filter, 0, sizeof(filter));
}

static void off(enum posixtrace_rkh_what what, unsigned number)
{
	ck_assert_int_eq(posixtrace_rkh_switch(&filter, what, 1, number), 0);
}

static void on(enum posixtrace_rkh_what what, unsigned number)
{
	ck_assert_int_eq(posixtrace_rkh_switch(&filter, what, 0, number), 0);
}

static int passes(unsigned event)
{
	return posixtrace_rkh_passes(&filter, event, -1, -1);
}

START_TEST(truth_sequence_is_that_of_rkh)
{
	ck_assert(!passes(SM_STATE));
	off(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_SM);
	ck_assert(!passes(SM_STATE));
	on(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_SM);
	off(POSIXTRACE_RKH_EVENT, SM_STATE);
	ck_assert(passes(SM_STATE));
	ck_assert(!passes(SM_TRN));
	on(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_SM);
	ck_assert(!passes(SM_STATE));
	off(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_SM);
	ck_assert(passes(SM_STATE));
	on(POSIXTRACE_RKH_EVENT, SM_STATE);
	ck_assert(!passes(SM_STATE));
	ck_assert_uint_eq(filter.groups, 1u << POSIXTRACE_RKH_SM);
}
END_TEST

START_TEST(event_table_is_packed_by_group)
{
	static const unsigned at[] = { 0, 1, 2, 4, 7, 8, 11, 15 };

	for (unsigned g = 0; g < 8; g++) {
		setup();
		off(POSIXTRACE_RKH_EVENT, 32 * g);
		for (unsigned i = 0; i < sizeof(filter.events); i++)
			ck_assert_uint_eq(filter.events[i], i == at[g]);
		ck_assert_uint_eq(filter.groups, 1u << g);
	}
}
END_TEST

START_TEST(number_that_a_group_lacks_counts_on_in_the_next)
{
	off(POSIXTRACE_RKH_EVENT, 9);
	ck_assert_uint_eq(filter.events[0], 0);
	ck_assert_uint_eq(filter.events[1], 2);
	ck_assert_uint_eq(filter.groups, 1);
}
END_TEST

START_TEST(group_with_all_events_touches_no_other)
{
	off(POSIXTRACE_RKH_GROUP_ALL_EVENTS, POSIXTRACE_RKH_SM);
	for (unsigned i = 0; i < sizeof(filter.events); i++)
		ck_assert_uint_eq(filter.events[i], i >= 4 && i < 7 ? 0xff : 0);
	on(POSIXTRACE_RKH_GROUP_ALL_EVENTS, POSIXTRACE_RKH_SM);
	ck_assert_uint_eq(filter.groups, 0);
	ck_assert_uint_eq(filter.events[5], 0);
}
END_TEST

START_TEST(all_events_are_all_groups_too)
{
	off(POSIXTRACE_RKH_EVENT, POSIXTRACE_RKH_ALL_EVENTS);
	ck_assert_uint_eq(filter.groups, 0xff);
	for (unsigned e = 0; e < POSIXTRACE_RKH_ALL_EVENTS; e++)
		ck_assert(passes(e));
	on(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_ALL_GROUPS);
	ck_assert(!passes(SM_STATE));
	ck_assert_uint_eq(filter.events[16], 0xff);
	off(POSIXTRACE_RKH_GROUP, POSIXTRACE_RKH_ALL_GROUPS);
	ck_assert(passes(SM_STATE));
	on(POSIXTRACE_RKH_EVENT, POSIXTRACE_RKH_ALL_EVENTS);
	ck_assert_uint_eq(filter.groups, 0);
	ck_assert_uint_eq(filter.events[16], 0);
}
END_TEST

START_TEST(priority_and_signal_count_where_there_are_some)
{
	off(POSIXTRACE_RKH_EVENT, SM_DCH);
	ck_assert(passes(SM_DCH));
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 3, -1));
	off(POSIXTRACE_RKH_OBJECT, 3);
	ck_assert(posixtrace_rkh_passes(&filter, SM_DCH, 3, -1));
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 4, -1));
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 3, 200));
	off(POSIXTRACE_RKH_SIGNAL, 200);
	ck_assert(posixtrace_rkh_passes(&filter, SM_DCH, 3, 200));
	on(POSIXTRACE_RKH_ALL_SIGNALS, 0);
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 3, 200));
	ck_assert(posixtrace_rkh_passes(&filter, SM_DCH, 3,
					POSIXTRACE_RKH_COMPLETION));
	off(POSIXTRACE_RKH_ALL_SIGNALS, 0);
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 3, 256));
	on(POSIXTRACE_RKH_ALL_OBJECTS, 0);
	ck_assert(!posixtrace_rkh_passes(&filter, SM_DCH, 3, 200));
}
END_TEST

START_TEST(numbers_beyond_the_tables_are_refused)
{
	const struct posixtrace_rkh_filter before = filter;

	ck_assert_int_eq(posixtrace_rkh_switch(&filter, POSIXTRACE_RKH_EVENT,
			1, POSIXTRACE_RKH_ALL_EVENTS + 1), EINVAL);
	ck_assert_int_eq(posixtrace_rkh_switch(&filter, POSIXTRACE_RKH_GROUP,
			1, 9), EINVAL);
	ck_assert_int_eq(posixtrace_rkh_switch(&filter,
			POSIXTRACE_RKH_GROUP_ALL_EVENTS, 1, 8), EINVAL);
	ck_assert_int_eq(posixtrace_rkh_switch(&filter, POSIXTRACE_RKH_OBJECT,
			1, 257), EINVAL);
	/* This would be the first symbol without a bit; it counts as
	 * enabled. */
	ck_assert_int_eq(posixtrace_rkh_switch(&filter, POSIXTRACE_RKH_SIGNAL,
			1, 256), 0);
	ck_assert_int_eq(memcmp(&before, &filter, sizeof(filter)), 0);
	ck_assert(!passes(0x100));
}
END_TEST

static trace_id_t trid;

static void start(void)
{
	ck_assert_int_eq(posix_trace_create(0, NULL, &trid), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	setup();
}

static void stop(void)
{
	posix_trace_shutdown(trid);
}

/* Record one event with a subject and one without; returns how many were
 * traced. */
static int record(void)
{
	struct posix_trace_event_info info;
	int unavailable, n = 0;
	size_t len;

	POSIXTRACE_RKH_BEGIN("SM.DCH", SM_DCH, 3, 7)
		POSIXTRACE_U8(sig, 7)
	POSIXTRACE_RKH_END;
	POSIXTRACE_BEGIN("rkh:plain")
	POSIXTRACE_END;
	for (;;) {
		posix_trace_trygetnext_event(trid, &info, NULL, 0, &len,
					     &unavailable);
		if (unavailable)
			return n;
		n += info.posix_event_id > POSIX_TRACE_UNNAMED_USEREVENT;
	}
}

START_TEST(stream_goes_by_its_filter)
{
	trace_id_t first;

	ck_assert_int_eq(posixtrace_get_rkh_filter(trid, &filter), EINVAL);
	ck_assert_int_eq(record(), 2);
	setup();
	ck_assert_int_eq(posixtrace_set_rkh_filter(trid, &filter), 0);
	ck_assert_int_eq(record(), 1);
	off(POSIXTRACE_RKH_EVENT, SM_DCH);
	off(POSIXTRACE_RKH_OBJECT, 3);
	off(POSIXTRACE_RKH_SIGNAL, 7);
	/* As another process would do it. */
	ck_assert_int_eq(posixtrace_set_rkh_filter_of(getpid(), &filter), 0);
	ck_assert_int_eq(record(), 2);
	memset(&filter, 0, sizeof(filter));
	ck_assert_int_eq(posixtrace_get_rkh_filter_of(getpid(), &filter), 0);
	ck_assert_uint_eq(filter.groups, 8);
	/* A second stream has no filter; each uses its own. */
	first = trid;
	start();
	ck_assert_int_eq(posixtrace_set_rkh_filter(first, &filter), 0);
	ck_assert_int_eq(record(), 2);
	posix_trace_shutdown(first);
	ck_assert_int_eq(posixtrace_set_rkh_filter_of(getpid(), NULL), 0);
	ck_assert_int_eq(posixtrace_get_rkh_filter_of(getpid(), &filter),
			 ENOENT);
	ck_assert_int_eq(record(), 2);
}
END_TEST

START_TEST(process_without_streams_has_no_filter)
{
	stop();
	ck_assert_int_eq(posixtrace_get_rkh_filter_of(getpid(), &filter),
			 ESRCH);
	ck_assert_int_eq(posixtrace_set_rkh_filter(trid, &filter), EINVAL);
	start();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rkh-filter");
	TCase *rules = tcase_create("rules");
	TCase *streams = tcase_create("streams");

	suite_add_tcase(suite, rules);
	tcase_add_checked_fixture(rules, setup, NULL);
	tcase_add_test(rules, truth_sequence_is_that_of_rkh);
	tcase_add_test(rules, event_table_is_packed_by_group);
	tcase_add_test(rules, number_that_a_group_lacks_counts_on_in_the_next);
	tcase_add_test(rules, group_with_all_events_touches_no_other);
	tcase_add_test(rules, all_events_are_all_groups_too);
	tcase_add_test(rules, priority_and_signal_count_where_there_are_some);
	tcase_add_test(rules, numbers_beyond_the_tables_are_refused);
	suite_add_tcase(suite, streams);
	tcase_add_checked_fixture(streams, start, stop);
	tcase_add_test(streams, stream_goes_by_its_filter);
	tcase_add_test(streams, process_without_streams_has_no_filter);
	return support_run(suite);
}
