/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Merging logs: which log has the next event, and how types of several logs are
 * combined. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace.h>

#include "merge/merged-types.h"
#include "trace/order.h"
#include "support.h"

enum { LOGS = 37, EVENTS = 400 };

static struct merged_types *types;
static struct type_ids first, second;

static void begin(void)
{
	types = calloc(1, sizeof(*types));
	ck_assert_ptr_nonnull(types);
	memset(&first, 0, sizeof(first));
	memset(&second, 0, sizeof(second));
}

static void end(void)
{
	free(types);
}

START_TEST(events_come_in_the_order_of_time_and_then_of_logs)
{
	static int64_t times[LOGS][EVENTS];
	size_t next[LOGS] = { 0 }, n_left = LOGS * EVENTS;
	struct order_entry last = { -1, 0 };
	struct order order;
	uint64_t state = (uint64_t)_i;

	ck_assert(order_init(&order, LOGS));
	for (size_t i = 0; i < LOGS; i++) {
		int64_t ns = 0;

		for (size_t j = 0; j < EVENTS; j++) {
			ns += (int64_t)support_random_below(&state, 3);
			times[i][j] = ns;
		}
		order_add(&order, i, times[i][next[i]++]);
	}
	for (; order.n > 0; n_left--) {
		const struct order_entry now = order.heap[0];

		ck_assert(now.ns > last.ns ||
			  (now.ns == last.ns && now.log >= last.log));
		ck_assert_int_eq(now.ns, times[now.log][next[now.log] - 1]);
		last = now;
		if (next[now.log] < EVENTS)
			order_advance(&order, times[now.log][next[now.log]++]);
		else
			order_drop(&order);
	}
	ck_assert_uint_eq(n_left, 0);
	order_fini(&order);
}
END_TEST

START_TEST(types_of_one_name_are_one_whatever_their_ids)
{
	ck_assert(merged_types_add(types, &first, 65, "a", ""));
	ck_assert(merged_types_add(types, &first, 66, "b", "n:u32"));
	ck_assert(!first.is_moved);
	ck_assert(merged_types_add(types, &second, 65, "b", "n:u32"));
	ck_assert(merged_types_add(types, &second, 66, "a", ""));
	ck_assert(merged_types_add(types, &second, 70, "c", ""));
	ck_assert(second.is_moved);
	ck_assert_uint_eq(second.id[65], 66);
	ck_assert_uint_eq(second.id[66], 65);
	ck_assert_uint_eq(second.id[70], 70);
}
END_TEST

START_TEST(types_of_other_arguments_are_others)
{
	ck_assert(merged_types_add(types, &first, 65, "a", "n:u32"));
	ck_assert(merged_types_add(types, &second, 65, "a", "m:u32"));
	ck_assert_uint_ne(second.id[65], 65);
	ck_assert_str_eq(types->type[second.id[65]].name, "a~2");
	ck_assert_str_eq(types->type[second.id[65]].text, "m:u32");
	/* A type without a description is another type. */
	ck_assert(merged_types_add(types, &second, 66, "a", ""));
	ck_assert_str_eq(types->type[second.id[66]].name, "a~3");
	/* The same name and description are the same type in every log. */
	ck_assert(merged_types_add(types, &first, 90, "a", "m:u32"));
	ck_assert_uint_eq(first.id[90], second.id[65]);
	ck_assert(merged_types_add(types, &first, 91, "a~2", "m:u32"));
	ck_assert_uint_eq(first.id[91], second.id[65]);
}
END_TEST

START_TEST(a_long_name_is_cut_for_its_number)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ck_assert(merged_types_add(types, &first, 65, name, "n:u32"));
	ck_assert(merged_types_add(types, &second, 65, name, ""));
	memcpy(name + sizeof(name) - 3, "~2", 2);
	ck_assert_uint_ne(second.id[65], 65);
	ck_assert_str_eq(types->type[second.id[65]].name, name);
}
END_TEST

START_TEST(system_types_keep_their_ids)
{
	for (unsigned id = 1; id <= PXT_ID_USER; id++) {
		ck_assert(merged_types_add(types, &first, id, "one", ""));
		ck_assert(merged_types_add(types, &second, id, "other", ""));
		ck_assert_uint_eq(first.id[id], id);
		ck_assert_uint_eq(second.id[id], id);
		ck_assert_str_eq(types->type[id].name, "one");
	}
	ck_assert(!second.is_moved);
	/* Their names are not available to users. */
	ck_assert(merged_types_add(types, &first, 65, "one", ""));
	ck_assert_uint_eq(first.id[65], 65);
}
END_TEST

START_TEST(no_more_types_than_ids_there_are)
{
	char name[32];

	for (unsigned id = PXT_ID_USER + 1; id < PXT_ID_SPACE; id++) {
		snprintf(name, sizeof(name), "type %u", id);
		ck_assert(merged_types_add(types, &first, id, name, ""));
	}
	ck_assert(merged_types_add(types, &second, 99, "type 65", ""));
	ck_assert_uint_eq(second.id[99], 65);
	ck_assert(!merged_types_add(types, &second, 65, "another", ""));
	ck_assert(!merged_types_add(types, &second, 65, "type 65", "n:u8"));
}
END_TEST

static bool has(const trace_event_set_t *set, unsigned id)
{
	int is_member = 0;

	ck_assert_int_eq(posix_trace_eventset_ismember(id, set, &is_member), 0);
	return is_member;
}

START_TEST(a_set_has_the_same_types_under_other_ids)
{
	trace_event_set_t set;

	ck_assert(merged_types_add(types, &first, 65, "a", ""));
	ck_assert(merged_types_add(types, &first, 66, "b", ""));
	ck_assert(merged_types_add(types, &second, 65, "b", ""));
	ck_assert(merged_types_add(types, &second, 66, "c", ""));
	ck_assert(merged_types_add(types, &second, POSIX_TRACE_STOP, "s", ""));
	posix_trace_eventset_empty(&set);
	posix_trace_eventset_add(65, &set);
	posix_trace_eventset_add(POSIX_TRACE_STOP, &set);
	type_ids_map_set(&second, &set);
	ck_assert(!has(&set, 65));
	ck_assert(has(&set, 66));
	ck_assert(!has(&set, second.id[66]));
	ck_assert(has(&set, POSIX_TRACE_STOP));

	posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS);
	type_ids_map_set(&second, &set);
	ck_assert(has(&set, 66));
	ck_assert(has(&set, second.id[66]));
	ck_assert(has(&set, PXT_ID_SPACE - 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("merge-logs");
	TCase *tc = support_case(suite, "merge");

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_loop_test(tc,
			    events_come_in_the_order_of_time_and_then_of_logs,
			    0, 10);
	tcase_add_test(tc, types_of_one_name_are_one_whatever_their_ids);
	tcase_add_test(tc, types_of_other_arguments_are_others);
	tcase_add_test(tc, a_long_name_is_cut_for_its_number);
	tcase_add_test(tc, system_types_keep_their_ids);
	tcase_add_test(tc, no_more_types_than_ids_there_are);
	tcase_add_test(tc, a_set_has_the_same_types_under_other_ids);
	return support_run(suite);
}
