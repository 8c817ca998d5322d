/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sets of event types: posix_trace_eventset_*(), assertions SET-1 to SET-9. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <posixtrace.h>
#include <trace.h>

#include "support.h"

/* The number of ids in a set, by the size of the public type. */
enum { IDS = 8 * sizeof(trace_event_set_t), FIRST_USER = 64 };

static bool has(const trace_event_set_t *set, trace_event_id_t id)
{
	int is = -1;

	ck_assert_int_eq(posix_trace_eventset_ismember(id, set, &is), 0);
	ck_assert_int_ne(is, -1);
	return is;
}

static unsigned count(const trace_event_set_t *set)
{
	unsigned n = 0;

	for (trace_event_id_t id = 1; id < IDS; id++)
		n += has(set, id);
	return n;
}

/* SET-2, SET-6: the previous contents of the memory do not matter. */
START_TEST(empty_set_has_no_member)
{
	trace_event_set_t set;

	memset(&set, 0xff, sizeof(set));
	ck_assert_int_eq(posix_trace_eventset_empty(&set), 0);
	ck_assert_uint_eq(count(&set), 0);
}
END_TEST

/* SET-3 */
START_TEST(system_events_are_all_that_are_not_the_users)
{
	trace_event_set_t set;

	memset(&set, 0xff, sizeof(set));
	ck_assert_int_eq(posix_trace_eventset_fill(&set,
				POSIX_TRACE_SYSTEM_EVENTS), 0);
	ck_assert(has(&set, POSIX_TRACE_ERROR));
	ck_assert(has(&set, POSIX_TRACE_START));
	ck_assert(has(&set, POSIX_TRACE_STOP));
	ck_assert(has(&set, POSIX_TRACE_FILTER));
	ck_assert(has(&set, POSIX_TRACE_OVERFLOW));
	ck_assert(has(&set, POSIX_TRACE_RESUME));
	ck_assert(has(&set, POSIX_TRACE_FLUSH_START));
	ck_assert(has(&set, POSIX_TRACE_FLUSH_STOP));
	ck_assert(has(&set, POSIXTRACE_THREAD_CREATE));
	ck_assert(has(&set, POSIXTRACE_SIGNAL));
	ck_assert(!has(&set, POSIX_TRACE_UNNAMED_USEREVENT));
	for (trace_event_id_t id = FIRST_USER; id < IDS; id++)
		ck_assert(!has(&set, id));
	ck_assert_uint_eq(count(&set), FIRST_USER - 1);
}
END_TEST

/* SET-4 by reading A-13: no type of the library is process-independent. */
START_TEST(process_independent_events_are_none)
{
	trace_event_set_t set;

	memset(&set, 0xff, sizeof(set));
	ck_assert_int_eq(posix_trace_eventset_fill(&set,
				POSIX_TRACE_WOPID_EVENTS), 0);
	ck_assert_uint_eq(count(&set), 0);
	/* As in the example of the standard: removing ERROR is no error. */
	ck_assert_int_eq(posix_trace_eventset_del(POSIX_TRACE_ERROR, &set), 0);
}
END_TEST

/* SET-5, A-14: including ids that have no name yet. */
START_TEST(all_events_are_every_id_there_can_be)
{
	trace_event_set_t set;

	memset(&set, 0, sizeof(set));
	ck_assert_int_eq(posix_trace_eventset_fill(&set,
				POSIX_TRACE_ALL_EVENTS), 0);
	ck_assert_uint_eq(count(&set), IDS - 1);
	/* Id 0 is no event type, so its bit must not be in the data of
	 * START. */
	ck_assert_uint_eq(set.posix_trace_bits[0] & 1, 0);
}
END_TEST

/* SET-7, SET-8; _i is the id. */
START_TEST(add_and_del_change_one_member)
{
	trace_event_id_t id = (trace_event_id_t)_i;
	trace_event_set_t set, all;

	posix_trace_eventset_empty(&set);
	ck_assert_int_eq(posix_trace_eventset_add(id, &set), 0);
	ck_assert(has(&set, id));
	ck_assert_uint_eq(count(&set), 1);
	ck_assert_int_eq(posix_trace_eventset_add(id, &set), 0);
	ck_assert_uint_eq(count(&set), 1);

	posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS);
	ck_assert_int_eq(posix_trace_eventset_del(id, &all), 0);
	ck_assert(!has(&all, id));
	ck_assert_uint_eq(count(&all), IDS - 2);
	ck_assert_int_eq(posix_trace_eventset_del(id, &all), 0);
	ck_assert_uint_eq(count(&all), IDS - 2);
}
END_TEST

/* TYPE-1: a set can be assigned. */
START_TEST(assigned_set_is_independent)
{
	trace_event_set_t set, copy;

	posix_trace_eventset_empty(&set);
	posix_trace_eventset_add(POSIX_TRACE_STOP, &set);
	copy = set;
	posix_trace_eventset_add(POSIX_TRACE_START, &set);
	ck_assert(has(&copy, POSIX_TRACE_STOP));
	ck_assert(!has(&copy, POSIX_TRACE_START));
}
END_TEST

/* SET-E1 */
START_TEST(invalid_arguments_give_einval_and_change_nothing)
{
	static const trace_event_id_t bad_ids[] = { 0, IDS, IDS + 1, ~0u };
	static const int bad_what[] = { 0, -1, 4, 99 };
	trace_event_set_t set, copy;
	int is = 77;

	posix_trace_eventset_fill(&set, POSIX_TRACE_SYSTEM_EVENTS);
	copy = set;
	for (size_t i = 0; i < 4; i++) {
		ck_assert_int_eq(posix_trace_eventset_add(bad_ids[i], &set),
				 EINVAL);
		ck_assert_int_eq(posix_trace_eventset_del(bad_ids[i], &set),
				 EINVAL);
		ck_assert_int_eq(posix_trace_eventset_ismember(bad_ids[i],
					&set, &is), EINVAL);
		ck_assert_int_eq(posix_trace_eventset_fill(&set, bad_what[i]),
				 EINVAL);
	}
	ck_assert_mem_eq(&set, &copy, sizeof(set));
	ck_assert_int_eq(is, 77);
}
END_TEST

/* GEN-4 as recommended. */
START_TEST(null_pointers_give_einval)
{
	trace_event_set_t set;
	int is;

	posix_trace_eventset_empty(&set);
	ck_assert_int_eq(posix_trace_eventset_empty(NULL), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_fill(NULL,
				POSIX_TRACE_ALL_EVENTS), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_add(1, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_del(1, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_ismember(1, NULL, &is), EINVAL);
	ck_assert_int_eq(posix_trace_eventset_ismember(1, &set, NULL), EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eventset");
	TCase *tc = support_case(suite, "api");

	tcase_add_test(tc, empty_set_has_no_member);
	tcase_add_test(tc, system_events_are_all_that_are_not_the_users);
	tcase_add_test(tc, process_independent_events_are_none);
	tcase_add_test(tc, all_events_are_every_id_there_can_be);
	tcase_add_loop_test(tc, add_and_del_change_one_member, 1, 4);
	tcase_add_loop_test(tc, add_and_del_change_one_member, 62, 67);
	tcase_add_loop_test(tc, add_and_del_change_one_member, IDS - 3, IDS);
	tcase_add_test(tc, assigned_set_is_independent);
	tcase_add_test(tc, invalid_arguments_give_einval_and_change_nothing);
	tcase_add_test(tc, null_pointers_give_einval);
	return support_run(suite);
}
