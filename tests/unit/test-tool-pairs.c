/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The slices of a thread: pairs of events, and calls. */
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "trace/pairs.h"

static struct type types[64];
static unsigned n_types;
static struct pairs *pairs;
static uint32_t generation;

static void forget(void)
{
	free(pairs);
	pairs = NULL;
}

static const struct type *make_type(const char *name)
{
	struct type *type = &types[n_types++ % 64];

	*type = (struct type){ .utf8_len = strlen(name) };
	memcpy(type->utf8, name, type->utf8_len);
	return type;
}

/* An event of that name, which has to have that role. */
static enum pairs_found take(const char *name, uint64_t ns, enum pair_role role)
{
	struct pair_name parsed;
	const struct pair_event event = {
		.type = make_type(name), .name = &parsed, .ns = ns,
	};

	pair_parse(&parsed, event.type);
	ck_assert_int_eq(parsed.role, role);
	return pairs_take(&pairs, generation, &event);
}

static void begin(const char *name, uint64_t ns)
{
	ck_assert_int_eq(take(name, ns, PAIR_BEGIN), PAIRS_NOTHING);
}

static uint64_t end_at(const char *name, uint64_t ns)
{
	return take(name, ns, PAIR_END) == PAIRS_ENDED ?
	       pairs_ended(pairs)->ns : 0;
}

/* The time of its begin; 0: unknown. */
static uint64_t end(const char *name)
{
	return end_at(name, 1000);
}

/* A call of read() that took so long.  Returns when it began; 0: it is none. */
static uint64_t call(uint64_t ns, int64_t duration)
{
	static const struct type type = {
		.id = POSIXTRACE_READ, .utf8_len = 15,
		.utf8 = "posixtrace_read",
	};
	const struct posixtrace_io io = { 3, 4096, 4096, duration };
	struct pair_name name;
	const struct pair_event event = {
		.type = &type, .name = &name, .ns = ns,
		.data = &io, .len = sizeof(io),
	};

	pair_parse(&name, &type);
	ck_assert_int_eq(name.role, PAIR_CALL);
	ck_assert_uint_eq(name.stem_len, type.utf8_len);
	return pairs_take(&pairs, generation, &event) == PAIRS_ENDED ?
	       pairs_ended(pairs)->ns : 0;
}

static enum pair_role role(const char *name)
{
	struct pair_name parsed;

	pair_parse(&parsed, make_type(name));
	return parsed.role;
}

START_TEST(pair_is_of_two_names_that_differ_in_the_last_word)
{
	forget();
	begin("a_begin", 1);
	begin("io:copy-start", 2);
	ck_assert_uint_eq(end("io:copy-stop"), 2);
	ck_assert_uint_eq(end("b_end"), 0);
	ck_assert_uint_eq(end("a_exit"), 0);
	ck_assert_uint_eq(end("a_end"), 1);
	ck_assert_uint_eq(end("a_end"), 0);
	ck_assert_int_eq(role("begin"), PAIR_NONE);
	ck_assert_int_eq(role(":begin"), PAIR_NONE);
	ck_assert_int_eq(role("the_beginning"), PAIR_NONE);
	ck_assert_int_eq(role(""), PAIR_NONE);
	forget();
}
END_TEST

START_TEST(names_of_a_pair_have_the_same_separator)
{
	static const char separators[] = "_:.- ";
	char first[] = "m_begin", last[] = "m_end";

	for (const char *a = separators; *a; a++)
		for (const char *b = separators; *b; b++) {
			forget();
			first[1] = *a;
			last[1] = *b;
			begin(first, 7);
			ck_assert_uint_eq(end(last), a == b ? 7 : 0);
		}
	forget();
}
END_TEST

START_TEST(slices_never_cross)
{
	forget();
	begin("a_begin", 1);
	begin("b_begin", 2);
	ck_assert_uint_eq(end("a_end"), 1);
	ck_assert_uint_eq(end("b_end"), 0);
	forget();
}
END_TEST

START_TEST(gap_is_in_no_slice)
{
	forget();
	begin("a_begin", 1);
	begin("b_begin", 2);
	ck_assert_uint_eq(end("b_end"), 2);
	generation++;
	ck_assert_uint_eq(end("a_end"), 0);
	forget();
}
END_TEST

START_TEST(what_is_forgotten_does_not_end)
{
	forget();
	begin("a_begin", 1);
	begin("b_begin", 2);
	pairs_forget(pairs);
	ck_assert_uint_eq(pairs->n, 0);
	ck_assert_uint_eq(end("b_end"), 0);
	begin("b_begin", 3);
	ck_assert_uint_eq(end("a_end"), 0);
	ck_assert_uint_eq(end("b_end"), 3);
	ck_assert_uint_eq(pairs->n, 0);
	forget();
}
END_TEST

START_TEST(of_too_many_the_oldest_are_forgotten)
{
	forget();
	begin("b_begin", 1);
	for (uint64_t i = 1; i <= PAIRS_DEEP; i++)
		begin("a_begin", i + 1);
	for (uint64_t i = PAIRS_DEEP; i >= PAIRS_DISCARDED; i--)
		ck_assert_uint_eq(end("a_end"), i + 1);
	ck_assert_uint_eq(end("a_end"), 0);
	ck_assert_uint_eq(end("b_end"), 0);
	forget();
}
END_TEST

/* What the slice that now ends contains of slices of its name. */
static uint64_t same_at(const char *name, uint64_t ns)
{
	ck_assert_int_eq(take(name, ns, PAIR_END), PAIRS_ENDED);
	return pairs_ended(pairs)->same_ns;
}

START_TEST(slice_knows_what_its_own_name_took_in_it)
{
	forget();
	begin("a_begin", 10);
	begin("b_begin", 20);
	begin("a_begin", 30);
	begin("a_begin", 32);
	ck_assert_uint_eq(same_at("a_end", 35), 0);
	ck_assert_uint_eq(same_at("a_end", 40), 3);
	begin("b_begin", 41);
	ck_assert_uint_eq(same_at("b_end", 42), 0);
	ck_assert_uint_eq(same_at("b_end", 50), 1);
	ck_assert_uint_eq(same_at("a_end", 100), 10);
	/* One that does not end is none, but what ended in it is. */
	begin("a_begin", 110);
	begin("c_begin", 120);
	begin("a_begin", 130);
	begin("a_begin", 140);
	ck_assert_uint_eq(same_at("a_end", 145), 0);
	ck_assert_uint_eq(same_at("c_end", 160), 0);
	ck_assert_uint_eq(same_at("a_end", 200), 5);
	forget();
}
END_TEST

/* The entry of a function that is told so late. */
static void enter_late(const char *name, uint64_t ns, uint64_t late)
{
	struct type *type = &types[n_types % 64];
	const struct posixtrace_function function = { late };
	struct pair_name parsed;
	const struct pair_event event = {
		.type = make_type(name), .name = &parsed, .ns = ns,
		.data = &function, .len = sizeof(function),
	};

	type->is_function = true;
	pair_parse(&parsed, type);
	ck_assert_int_eq(pairs_take(&pairs, generation, &event), PAIRS_NOTHING);
}

START_TEST(entry_may_be_told_late)
{
	forget();
	enter_late("a:enter", 100, 40);
	ck_assert_uint_eq(end_at("a:exit", 101), 60);
	/* Not before what is around it, nor before there was time. */
	begin("m_begin", 100);
	enter_late("a:enter", 120, 50);
	ck_assert_uint_eq(end_at("a:exit", 121), 100);
	ck_assert_uint_eq(end("m_end"), 100);
	enter_late("a:enter", 120, UINT64_MAX);
	ck_assert_uint_eq(end_at("a:exit", 121), 0);
	/* What ended since then is in it. */
	begin("m_begin", 2000);
	ck_assert_uint_eq(call(2100, 50), 2050);
	ck_assert_uint_eq(call(2200, 50), 2150);
	enter_late("a:enter", 2300, 200);
	ck_assert_uint_eq(call(2350, 10), 2340);
	ck_assert_uint_eq(end_at("a:exit", 2400), 2100);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 60);
	ck_assert_uint_eq(end_at("m_end", 2500), 2000);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 50 + 300);
	forget();
}
END_TEST

START_TEST(call_is_a_slice_in_what_was_open_when_it_began)
{
	forget();
	ck_assert_uint_eq(call(100, 40), 60);
	ck_assert_uint_eq(pairs->n, 0);
	begin("a_begin", 200);
	ck_assert_uint_eq(call(300, 40), 260);
	ck_assert_uint_eq(pairs->n, 1);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 0);
	ck_assert_uint_eq(call(400, 30), 370);
	ck_assert_uint_eq(end_at("a_end", 500), 200);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 70);
	/* All that may be open is. */
	for (uint64_t i = 0; i < 2 * PAIRS_DEEP; i++)
		begin("a_begin", 600 + i);
	ck_assert_uint_eq(call(600 + 2 * PAIRS_DEEP, 1), 599 + 2 * PAIRS_DEEP);
	ck_assert_uint_eq(pairs->n, PAIRS_DEEP);
	forget();
}
END_TEST

START_TEST(call_contains_what_ended_in_it)
{
	forget();
	begin("outer_begin", 100);
	call(150, 10);
	/* Of a signal handler, while 200 to 400 is called. */
	begin("a_begin", 210);
	call(250, 20);
	ck_assert_uint_eq(end_at("a_end", 260), 210);
	call(300, 30);
	ck_assert_uint_eq(call(400, 200), 200);
	ck_assert_uint_eq(pairs->n, 1);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 80);
	/* What did not end in it is in nothing, but its contents are. */
	begin("b_begin", 510);
	call(530, 10);
	ck_assert_uint_eq(call(600, 100), 500);
	ck_assert_uint_eq(pairs->n, 1);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 10);
	ck_assert_uint_eq(end_at("b_end", 650), 0);
	ck_assert_uint_eq(end_at("outer_end", 700), 100);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 10 + 200 + 100);
	forget();
}
END_TEST

START_TEST(nothing_stays_open_when_a_program_is_executed)
{
	static const struct type type = {
		.id = POSIXTRACE_PROCESS, .utf8_len = 18,
		.utf8 = "posixtrace_process",
	};
	struct pair_name name;
	const struct pair_event event = { .type = &type, .name = &name, .ns = 200 };

	forget();
	pair_parse(&name, &type);
	ck_assert_int_eq(pairs_take(&pairs, generation, &event), PAIRS_NOTHING);
	begin("outer_begin", 100);
	begin("a_begin", 150);
	ck_assert_int_eq(pairs_take(&pairs, generation, &event), PAIRS_NOTHING);
	ck_assert_uint_eq(pairs->n, 0);
	begin("a_begin", 250);
	ck_assert_uint_eq(end_at("a_end", 300), 250);
	ck_assert_uint_eq(pairs->n, 0);
	ck_assert_uint_eq(end_at("outer_end", 350), 0);
	forget();
}
END_TEST

START_TEST(call_knows_its_duration)
{
	forget();
	begin("a_begin", 100);
	generation++;
	ck_assert_uint_eq(call(200, 150), 50);
	ck_assert_uint_eq(pairs->n, 0);
	ck_assert_uint_eq(pairs_ended(pairs)->inner_ns, 0);
	ck_assert_uint_eq(call(300, 0), 0);
	ck_assert_uint_eq(call(300, 301), 0);
	ck_assert_uint_eq(call(300, -1), 0);
	forget();
}
END_TEST

START_TEST(descriptions_of_one_name_are_one)
{
	forget();
	begin("work_begin", 100);
	begin("work_begin~2", 200);
	ck_assert_uint_eq(end_at("work_end", 300), 200);
	begin("work_begin~17", 400);
	ck_assert_uint_eq(end_at("work_end~3", 500), 400);
	ck_assert_uint_eq(end_at("work_end", 600), 100);
	/* What was numbered twice. */
	begin("work_begin~2~2", 700);
	ck_assert_uint_eq(end_at("work_end~3~2", 800), 700);
	/* The library gives numbers from 2 on. */
	ck_assert_int_eq(role("work_begin~1"), PAIR_NONE);
	ck_assert_int_eq(role("work_begin~02"), PAIR_NONE);
	ck_assert_int_eq(role("work_begin~"), PAIR_NONE);
	ck_assert_int_eq(role("work_begin~10"), PAIR_BEGIN);
	ck_assert_int_eq(role("~2"), PAIR_NONE);
	forget();
}
END_TEST

START_TEST(discarded_ones_can_be_seen)
{
	forget();
	for (uint64_t i = 0; i < 4; i++)
		begin(i ? "b_begin" : "a_begin", 10 + i);
	ck_assert_uint_eq(end("a_end"), 10);
	ck_assert_uint_eq(pairs->n, 0);
	for (uint64_t i = 0; i < 4; i++)
		ck_assert_uint_eq(pairs->begun[i].ns, 10 + i);
	for (uint64_t i = 0; i < 4; i++)
		begin("a_begin", 110 + i);
	ck_assert_uint_eq(call(2000, 2000 - 112), 112);
	ck_assert_uint_eq(pairs->n, 3);
	for (uint64_t i = 0; i < 4; i++)
		ck_assert_uint_eq(pairs->begun[i].ns, 110 + i);
	forget();
}
END_TEST

/* Not in what the thread does: it has started, and the stream runs. */
START_TEST(some_starts_begin_no_slice)
{
	static const struct {
		trace_event_id_t id;
		const char *name;
	} starts[] = {
		{ POSIXTRACE_THREAD_START, "posixtrace_thread_start" },
		{ POSIX_TRACE_START, "posix_trace_start" },
		{ POSIX_TRACE_STOP, "posix_trace_stop" },
		/* Of a dump that was made of a log. */
		{ POSIX_TRACE_UNNAMED_USEREVENT + 7, "posix_trace_start" },
		{ POSIX_TRACE_UNNAMED_USEREVENT + 8, "posix_trace_stop" },
	};
	struct pair_name name;

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		struct type type = *make_type(starts[i].name);

		type.id = starts[i].id;
		pair_parse(&name, &type);
		ck_assert_int_eq(name.role, PAIR_NONE);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-pairs");
	TCase *tc = support_case(suite, "pairs");

	tcase_add_test(tc, pair_is_of_two_names_that_differ_in_the_last_word);
	tcase_add_test(tc, names_of_a_pair_have_the_same_separator);
	tcase_add_test(tc, slices_never_cross);
	tcase_add_test(tc, gap_is_in_no_slice);
	tcase_add_test(tc, what_is_forgotten_does_not_end);
	tcase_add_test(tc, of_too_many_the_oldest_are_forgotten);
	tcase_add_test(tc, slice_knows_what_its_own_name_took_in_it);
	tcase_add_test(tc, entry_may_be_told_late);
	tcase_add_test(tc, call_is_a_slice_in_what_was_open_when_it_began);
	tcase_add_test(tc, call_contains_what_ended_in_it);
	tcase_add_test(tc, nothing_stays_open_when_a_program_is_executed);
	tcase_add_test(tc, call_knows_its_duration);
	tcase_add_test(tc, descriptions_of_one_name_are_one);
	tcase_add_test(tc, discarded_ones_can_be_seen);
	tcase_add_test(tc, some_starts_begin_no_slice);
	return support_run(suite);
}
