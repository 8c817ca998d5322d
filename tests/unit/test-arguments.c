/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Trace points with arguments: the data of the event, the description of the
 * type, that arguments are evaluated once or not at all, and that losses,
 * filters, policies and signal handlers work as for other events.
 */
#include <errno.h>
#include <posixtrace.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

static trace_id_t trid;
static struct posix_trace_event_info info;
static unsigned char data[70000];
static size_t len;
static int evaluated;

static int count(int value)
{
	evaluated++;
	return value;
}

static trace_id_t start_stream(int policy, size_t max_data)
{
	trace_attr_t attr;
	trace_id_t id;

	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	posix_trace_attr_setstreamfullpolicy(&attr, policy);
	posix_trace_attr_setmaxdatasize(&attr, max_data);
	ck_assert_int_eq(posix_trace_create(0, &attr, &id), 0);
	ck_assert_int_eq(posix_trace_start(id), 0);
	return id;
}

static void setup(void)
{
	trid = start_stream(POSIX_TRACE_LOOP, 256);
	evaluated = 0;
}

static void teardown(void)
{
	posix_trace_shutdown(trid);
}

/* Read the next user event of the stream; false: there is none. */
static bool next_of(trace_id_t id)
{
	int unavailable;

	do {
		ck_assert_int_eq(posix_trace_trygetnext_event(id, &info, data,
				sizeof(data), &len, &unavailable), 0);
	} while (!unavailable &&
		 info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT);
	return !unavailable;
}

static bool next(void)
{
	return next_of(trid);
}

static const char *arguments_of(trace_event_id_t id)
{
	static struct posixtrace_arguments arguments;

	ck_assert_int_eq(posixtrace_get_arguments(trid, id, &arguments), 0);
	return arguments.text;
}

START_TEST(arguments_are_stored_in_order_and_described)
{
	static const struct __attribute__((packed)) {
		uint8_t a;
		int16_t b;
		uint32_t c;
		double d;
		char e[4];
		uint16_t f_len;
		char f[3];
		float g;
		uint64_t h;
		uint8_t i;
		char j;
		int64_t k;
	} expected = { 200, -3, 70000, 1.5, "abc", 3, "xyz", -0.25f, 0x1234, 1,
		       'q', INT64_MIN };

	POSIXTRACE_BEGIN("arg:all")
		POSIXTRACE_U8(a, 200)
		POSIXTRACE_I16(b, -3)
		POSIXTRACE_X32(c, 70000)
		POSIXTRACE_DOUBLE(d, 1.5)
		POSIXTRACE_STRING(e, "abc")
		POSIXTRACE_MEMORY(f, "xyz", 3)
		POSIXTRACE_FLOAT(g, -0.25)
		POSIXTRACE_POINTER(h, (void *)0x1234)
		POSIXTRACE_BOOL(i, trid)
		POSIXTRACE_CHAR(j, 'q')
		POSIXTRACE_ARG(k, INT64_MIN)
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_uint_eq(len, sizeof(expected));
	ck_assert_int_eq(memcmp(data, &expected, len), 0);
	ck_assert_int_eq(info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	ck_assert_str_eq(arguments_of(info.posix_event_id),
			 "a:u8 b:i16 c:x32 d:f64 e:str f:mem g:f32 h:ptr "
			 "i:bool j:char k:i64");
}
END_TEST

/* The first pass opens the type; in later ones an optimising compiler may have
 * combined the stores. */
START_TEST(few_numbers_are_stored_like_others)
{
	static const struct __attribute__((packed)) {
		uint8_t a;
		uint64_t b;
		int16_t c;
		int32_t d;
		double e;
		_Bool f;
		int64_t g;
	} expected = { 200, UINT64_C(0x123456789abcdef0), -2, -70000, -0.5,
		       true, -1 };

	for (int round = 0; round < 3; round++) {
		POSIXTRACE_BEGIN("arg:few")
			POSIXTRACE_U8(a, 200 + round - round)
			POSIXTRACE_X64(b, UINT64_C(0x123456789abcdef0))
			POSIXTRACE_I16(c, -2)
			POSIXTRACE_I32(d, -70000)
			POSIXTRACE_DOUBLE(e, -0.5)
			POSIXTRACE_BOOL(f, round + 1)
			POSIXTRACE_I64(g, -1)
		POSIXTRACE_END;
		ck_assert(next());
		ck_assert_uint_eq(len, sizeof(expected));
		ck_assert_int_eq(memcmp(data, &expected, len), 0);
		ck_assert_str_eq(arguments_of(info.posix_event_id),
				 "a:u8 b:x64 c:i16 d:i32 e:f64 f:bool g:i64");
	}
}
END_TEST

/* One argument more in each pass, up to more than are passed in registers. */
START_TEST(numbers_of_each_size_are_stored)
{
	const uint64_t x = UINT64_C(0xfedcba9876543210) + (uint64_t)evaluated;
	const uint64_t expected[] = { x, x + 1, x + 2, x + 3, x + 4 };
	trace_id_t cut = start_stream(POSIX_TRACE_LOOP, 12);

#define WORD(i) POSIXTRACE_U64(n##i, x + i)
#define CHECK_WORDS(n, words) \
	for (int round = 0; round < 2; round++) { \
		POSIXTRACE_BEGIN("arg:words" #n) words POSIXTRACE_END; \
		ck_assert(next()); \
		ck_assert_uint_eq(len, 8 * n); \
		ck_assert_int_eq(memcmp(data, expected, len), 0); \
		ck_assert(next_of(cut)); \
		ck_assert_uint_eq(len, n == 1 ? 8 : 12); \
		ck_assert_int_eq(memcmp(data, expected, len), 0); \
		ck_assert_int_eq(info.posix_truncation_status, n == 1 ? \
				 POSIX_TRACE_NOT_TRUNCATED : \
				 POSIX_TRACE_TRUNCATED_RECORD); \
	}
	CHECK_WORDS(1, WORD(0))
	CHECK_WORDS(2, WORD(0) WORD(1))
	CHECK_WORDS(3, WORD(0) WORD(1) WORD(2))
	CHECK_WORDS(4, WORD(0) WORD(1) WORD(2) WORD(3))
	CHECK_WORDS(5, WORD(0) WORD(1) WORD(2) WORD(3) WORD(4))
	posix_trace_shutdown(cut);
}
END_TEST

START_TEST(words_of_no_user_event_are_ignored)
{
	posixtrace_record_words(POSIX_TRACE_START, 8, 1, 2, 3, 4);
	posixtrace_record_words(1u << 20, 8, 1, 2, 3, 4);
	posixtrace_record_words(POSIX_TRACE_UNNAMED_USEREVENT, 33, 1, 2, 3, 4);
	ck_assert(!next());
	posixtrace_record_words(POSIX_TRACE_UNNAMED_USEREVENT, 0, 1, 2, 3, 4);
	ck_assert(next());
	ck_assert_uint_eq(len, 0);
}
END_TEST

START_TEST(argument_is_of_the_kind_of_its_value)
{
	char text[] = "t";

	POSIXTRACE_BEGIN("arg:auto")
		POSIXTRACE_ARG(a, (signed char)1)
		POSIXTRACE_ARG(b, (unsigned short)1)
		POSIXTRACE_ARG(c, 1)
		POSIXTRACE_ARG(d, 1ul)
		POSIXTRACE_ARG(e, 1.f)
		POSIXTRACE_ARG(f, (_Bool)1)
		POSIXTRACE_ARG(g, text)
		POSIXTRACE_ARG(h, &evaluated)
		POSIXTRACE_ARG(i, 'x')
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_str_eq(arguments_of(info.posix_event_id),
			 sizeof(long) == 8 ?
			 "a:i8 b:u16 c:i32 d:u64 e:f32 f:bool g:str h:ptr i:i32" :
			 "a:i8 b:u16 c:i32 d:u32 e:f32 f:bool g:str h:ptr i:i32");
}
END_TEST

START_TEST(event_may_have_no_arguments)
{
	POSIXTRACE_BEGIN("arg:none")
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_uint_eq(len, 0);
	ck_assert_str_eq(arguments_of(info.posix_event_id), "");
}
END_TEST

START_TEST(null_string_has_a_name)
{
	POSIXTRACE_BEGIN("arg:null")
		POSIXTRACE_STRING(s, (char *)NULL)
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_str_eq((char *)data, "(null)");
}
END_TEST

static void record_once(void)
{
	POSIXTRACE_BEGIN("arg:once")
		POSIXTRACE_I32(n, count(1))
		POSIXTRACE_I64(m, count(2))
	POSIXTRACE_END;
}

START_TEST(arguments_are_evaluated_once_and_without_a_stream_not_at_all)
{
	record_once();
	ck_assert_int_eq(evaluated, 2);
	ck_assert(next());
	posix_trace_shutdown(trid);
	record_once();
	ck_assert_int_eq(evaluated, 2);
	setup();
	record_once();
	ck_assert(next());
}
END_TEST

static void record_lazily(void)
{
	POSIXTRACE_BEGIN_LAZY("arg:lazy")
		POSIXTRACE_I32(n, count(1))
	POSIXTRACE_END;
}

START_TEST(lazy_arguments_are_evaluated_only_when_recorded)
{
	trace_event_set_t set;
	trace_event_id_t id;

	ck_assert_int_eq(posix_trace_eventid_open("arg:lazy", &id), 0);
	posix_trace_eventset_empty(&set);
	posix_trace_eventset_add(id, &set);
	posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET);
	/* Also at the first use, when the trace point has not opened its
	 * type. */
	record_lazily();
	ck_assert_int_eq(evaluated, 0);
	POSIXTRACE_EVENT(id, "data", (size_t)count(4));
	ck_assert_int_eq(evaluated, 0);

	posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET);
	record_lazily();
	record_lazily();
	POSIXTRACE_EVENT(id, "data", (size_t)count(4));
	ck_assert_int_eq(evaluated, 3);
	ck_assert(next() && info.posix_event_id == id);
	ck_assert(next() && next() && len == 4);

	posix_trace_stop(trid);
	record_lazily();
	ck_assert_int_eq(evaluated, 3);
}
END_TEST

/* Every value of max-data-size up to the length of all data. */
START_TEST(data_is_cut_to_max_data_size)
{
	static const struct __attribute__((packed)) {
		uint32_t a;
		uint16_t b_len;
		char b[3];
		char c[3];
		uint16_t d;
	} whole = { 7, 3, "xyz", "ab", 9 };
	size_t max = (size_t)_i;

	posix_trace_shutdown(trid);
	trid = start_stream(POSIX_TRACE_LOOP, max);
	POSIXTRACE_BEGIN("arg:cut")
		POSIXTRACE_U32(a, 7)
		POSIXTRACE_MEMORY(b, "xyz", 3)
		POSIXTRACE_STRING(c, "ab")
		POSIXTRACE_U16(d, 9)
	POSIXTRACE_END;
	ck_assert(next());
	/* The size in use may be larger than requested. */
	ck_assert_uint_ge(len, max);
	ck_assert_int_eq(memcmp(data, &whole, len), 0);
	ck_assert_int_eq(info.posix_truncation_status, len < sizeof(whole) ?
			 POSIX_TRACE_TRUNCATED_RECORD :
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

START_TEST(more_than_a_record_can_hold_is_cut)
{
	static char huge[70000];

	memset(huge, 'h', sizeof(huge) - 1);
	posix_trace_shutdown(trid);
	trid = start_stream(POSIX_TRACE_LOOP, 100000);
	POSIXTRACE_BEGIN("arg:huge")
		POSIXTRACE_STRING(a, huge)
		POSIXTRACE_STRING(b, huge)
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_uint_ge(len, 65000);
	ck_assert_int_eq(info.posix_truncation_status,
			 POSIX_TRACE_TRUNCATED_RECORD);
	for (size_t i = 0; i < len; i++)
		ck_assert_int_eq(data[i], 'h');
}
END_TEST

START_TEST(other_arguments_of_a_name_are_a_type_of_their_own)
{
	trace_event_id_t first;
	char name[TRACE_EVENT_NAME_MAX + 1];

	POSIXTRACE_BEGIN("arg:twice") POSIXTRACE_U8(a, 1) POSIXTRACE_END;
	POSIXTRACE_BEGIN("arg:twice") POSIXTRACE_U16(a, 1) POSIXTRACE_END;
	POSIXTRACE_BEGIN("arg:twice") POSIXTRACE_U8(a, 1) POSIXTRACE_END;
	ck_assert(next());
	first = info.posix_event_id;
	ck_assert(next());
	ck_assert_uint_ne(info.posix_event_id, first);
	posix_trace_eventid_get_name(trid, info.posix_event_id, name);
	ck_assert_str_eq(name, "arg:twice~2");
	ck_assert(next());
	ck_assert_uint_eq(info.posix_event_id, first);
}
END_TEST

START_TEST(all_streams_of_the_process_get_it)
{
	trace_id_t other = start_stream(POSIX_TRACE_UNTIL_FULL, 8);

	POSIXTRACE_BEGIN("arg:all-streams")
		POSIXTRACE_STRING(s, "0123456789abcdefghij")
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_uint_eq(len, 21);
	ck_assert(next_of(other));
	ck_assert_uint_lt(len, 21);
	ck_assert_int_eq(info.posix_truncation_status,
			 POSIX_TRACE_TRUNCATED_RECORD);
	posix_trace_shutdown(other);
}
END_TEST

START_TEST(what_a_full_stream_refuses_is_counted)
{
	struct posixtrace_usage usage;

	posix_trace_shutdown(trid);
	trid = start_stream(POSIX_TRACE_UNTIL_FULL, 256);
	for (int i = 0; i < 100000; i++) {
		POSIXTRACE_BEGIN_LAZY("arg:full")
			POSIXTRACE_I32(i, i)
			POSIXTRACE_STRING(s, "some words to fill it up")
		POSIXTRACE_END;
	}
	ck_assert_int_eq(posixtrace_get_usage(trid, &usage), 0);
	ck_assert_uint_gt(usage.lost, 0);
	posix_trace_stop(trid);
	for (uint64_t n = 0; next(); n++) {
		int i;

		memcpy(&i, data, sizeof(i));
		ck_assert_uint_eq((uint64_t)i, n);
		usage.lost++;
	}
	ck_assert_uint_eq(usage.lost, 100000);
}
END_TEST

static void record_in_handler(int signo)
{
	POSIXTRACE_BEGIN("arg:handler")
		POSIXTRACE_I32(signo, signo)
	POSIXTRACE_END;
}

START_TEST(signal_handler_may_be_the_first_to_record)
{
	struct sigaction action = { .sa_handler = record_in_handler };
	struct sigaction old;

	sigaction(SIGUSR1, &action, &old);
	raise(SIGUSR1);
	sigaction(SIGUSR1, &old, NULL);
	ck_assert(next());
	ck_assert_str_eq(arguments_of(info.posix_event_id), "signo:i32");
}
END_TEST

START_TEST(description_that_is_too_long_ends_in_dots)
{
#define LONG(n) POSIXTRACE_U8( \
	an_argument_with_quite_a_long_name_that_takes_much_room_##n, 1)
	POSIXTRACE_BEGIN("arg:long")
		LONG(1) LONG(2) LONG(3) LONG(4) LONG(5) LONG(6)
	POSIXTRACE_END;
	ck_assert(next());
	ck_assert_uint_eq(len, 6);
	ck_assert_ptr_nonnull(strstr(arguments_of(info.posix_event_id),
				     "_room_1:u8 "));
	ck_assert_str_eq(strrchr(arguments_of(info.posix_event_id), ' '),
			 " ...");
}
END_TEST

START_TEST(plain_type_has_no_arguments)
{
	struct posixtrace_arguments arguments;
	trace_event_id_t id;

	posix_trace_eventid_open("arg:plain", &id);
	ck_assert_int_eq(posixtrace_get_arguments(trid, id, &arguments),
			 EINVAL);
	ck_assert_int_eq(posixtrace_get_arguments(trid, 1u << 30, &arguments),
			 EINVAL);
	ck_assert_int_eq(posixtrace_get_arguments(trid, id, NULL), EINVAL);
	ck_assert_int_eq(posixtrace_get_arguments(0, id, &arguments), EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("arguments");
	TCase *tc = tcase_create("arguments");

	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 20);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc,
		       arguments_are_stored_in_order_and_described);
	tcase_add_test(tc, few_numbers_are_stored_like_others);
	tcase_add_test(tc, numbers_of_each_size_are_stored);
	tcase_add_test(tc, words_of_no_user_event_are_ignored);
	tcase_add_test(tc, argument_is_of_the_kind_of_its_value);
	tcase_add_test(tc, event_may_have_no_arguments);
	tcase_add_test(tc, null_string_has_a_name);
	tcase_add_test(tc,
		arguments_are_evaluated_once_and_without_a_stream_not_at_all);
	tcase_add_test(tc, lazy_arguments_are_evaluated_only_when_recorded);
	tcase_add_loop_test(tc, data_is_cut_to_max_data_size, 0, 15);
	tcase_add_test(tc, more_than_a_record_can_hold_is_cut);
	tcase_add_test(tc, other_arguments_of_a_name_are_a_type_of_their_own);
	tcase_add_test(tc, all_streams_of_the_process_get_it);
	tcase_add_test(tc, what_a_full_stream_refuses_is_counted);
	tcase_add_test(tc, signal_handler_may_be_the_first_to_record);
	tcase_add_test(tc, description_that_is_too_long_ends_in_dots);
	tcase_add_test(tc, plain_type_has_no_arguments);
	return support_run(suite);
}
