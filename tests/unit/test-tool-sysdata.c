/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The data of system events as text. */
#include <errno.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "support.h"
#include "trace/sysdata.h"

static char room[SYSDATA_ROOM + 4 * 4096];

static const char *words(trace_event_id_t id, const void *data, size_t len)
{
	char *end = sysdata_put(room, id, data, len);

	ck_assert_ptr_nonnull(end);
	*end = '\0';
	return room;
}

START_TEST(standard_events_are_reported)
{
	trace_event_set_t sets[2];
	int value = 1;

	posix_trace_eventset_empty(&sets[0]);
	posix_trace_eventset_empty(&sets[1]);
	posix_trace_eventset_add(70, &sets[1]);
	ck_assert_str_eq(words(POSIX_TRACE_STOP, &value, sizeof(value)),
			 "auto=1");
	ck_assert_str_eq(words(POSIX_TRACE_ERROR, &value, sizeof(value)),
			 "error=1");
	ck_assert_str_eq(words(POSIX_TRACE_START, &sets[0], sizeof(sets[0])),
			 "filtered=0 types");
	ck_assert_str_eq(words(POSIX_TRACE_FILTER, sets, sizeof(sets)),
			 "old=0 types new=1 type");
}
END_TEST

START_TEST(event_sets_are_shown_without_zeros_at_their_end)
{
	trace_event_set_t sets[2];

	posix_trace_eventset_empty(&sets[0]);
	posix_trace_eventset_empty(&sets[1]);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_START, sets,
					sizeof(sets[0])), 0);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_FILTER, sets,
					sizeof(sets)), 0);
	posix_trace_eventset_add(70, &sets[0]);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_START, sets,
					sizeof(sets[0])), 9);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_FILTER, sets,
					sizeof(sets)), 9);
	posix_trace_eventset_add(70, &sets[1]);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_FILTER, sets,
					sizeof(sets)), sizeof(sets[0]) + 9);
	/* What is no set, and what is of others, stays as it is. */
	posix_trace_eventset_empty(&sets[0]);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_START, sets, 12), 12);
	ck_assert_uint_eq(sysdata_shown(POSIX_TRACE_UNNAMED_USEREVENT, sets,
					sizeof(sets[0])), sizeof(sets[0]));
}
END_TEST

START_TEST(calls_are_reported_with_result_and_duration)
{
	struct posixtrace_io io = { 3, 4096, 4096, 12300 };
	struct posixtrace_wait wait = { 0x1000, 61200, -ETIMEDOUT, 0 };
	struct posixtrace_wait held = { 0x1000, 61200, 0, 77 };
	struct posixtrace_thread thread = { 0x7f00, 0x401000, 900, 0 };
	struct posixtrace_memory memory = { 0x2000, 1048576 };
	struct posixtrace_process process = { 77, 3 };
	struct posixtrace_signal signal = { 15, 0, 99 };

	ck_assert_str_eq(words(POSIXTRACE_READ, &io, sizeof(io)),
			 "fd=3 size=4096 result=4096 duration=12.3us");
	ck_assert_str_eq(words(POSIXTRACE_CLOSE, &io, sizeof(io)),
			 "fd=3 result=4096 duration=12.3us");
	ck_assert_str_eq(words(POSIXTRACE_MUTEX_WAIT, &wait, sizeof(wait)),
			 "mutex=0x1000 result=-110(ETIMEDOUT) duration=61.2us");
	ck_assert_str_eq(words(POSIXTRACE_COND_WAIT, &wait, sizeof(wait)),
			 "cond=0x1000 result=-110(ETIMEDOUT) duration=61.2us");
	ck_assert_str_eq(words(POSIXTRACE_MUTEX_WAIT, &held, sizeof(held)),
			 "mutex=0x1000 result=0 duration=61.2us holder=77");
	ck_assert_str_eq(words(POSIXTRACE_WRLOCK_WAIT, &held, sizeof(held)),
			 "rwlock=0x1000 result=0 duration=61.2us holder=77");
	ck_assert_str_eq(words(POSIXTRACE_SEM_WAIT, &held, sizeof(held)),
			 "sem=0x1000 result=0 duration=61.2us");
	/* As in older logs. */
	ck_assert_str_eq(words(POSIXTRACE_MUTEX_WAIT, &held, 24),
			 "mutex=0x1000 result=0 duration=61.2us");
	ck_assert_str_eq(words(POSIXTRACE_COND_WAIT, &held, 24),
			 "cond=0x1000 result=0 duration=61.2us");
	ck_assert_ptr_null(sysdata_put(room, POSIXTRACE_MUTEX_WAIT, &held, 28));
	ck_assert_str_eq(words(POSIXTRACE_THREAD_CREATE, &thread,
			       sizeof(thread)),
			 "thread=0x7f00 routine=0x401000 result=0 duration=900ns");
	ck_assert_str_eq(words(POSIXTRACE_THREAD_EXIT, &thread,
			       sizeof(thread)), "thread=0x7f00 life=900ns");
	ck_assert_str_eq(words(POSIXTRACE_MALLOC, &memory, sizeof(memory)),
			 "address=0x2000 size=1048576");
	ck_assert_str_eq(words(POSIXTRACE_FORK, &process, sizeof(process)),
			 "child=77");
	ck_assert_str_eq(words(POSIXTRACE_EXIT, &process, sizeof(process)),
			 "pid=77 status=3");
	ck_assert_str_eq(words(POSIXTRACE_SIGNAL, &signal, sizeof(signal)),
			 "signal=15(SIGTERM) code=0 sender=99");
}
END_TEST

/* A path ends with the data, and control characters in it are escaped. */
START_TEST(paths_are_escaped)
{
	struct posixtrace_path path = { -ENOENT, 1000, 0x80000, "/a\033[1m\"" };
	size_t len = offsetof(struct posixtrace_path, path) + 7;

	ck_assert_str_eq(words(POSIXTRACE_OPEN, &path, len),
			 "path=\"/a\\x1b[1m\\\"\" flags=0x80000 "
			 "result=-2(ENOENT) duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_EXEC, &path, len),
			 "path=\"/a\\x1b[1m\\\"\" result=-2(ENOENT)");
}
END_TEST

START_TEST(calls_of_sockets_are_reported)
{
	struct posixtrace_socket socket = {
		AF_INET, SOCK_DGRAM, 17, SOCK_CLOEXEC, 4, 1000,
	};
	struct posixtrace_pair pair = { 4, 5, 0, 0, 1000 };
	struct posixtrace_address address = {
		4, 0, -ECONNREFUSED, 1000, "[::1]:80\n",
	};
	struct posixtrace_io io = { 4, SHUT_WR, 0, 1000 };
	struct posixtrace_transfer transfer = { 3, 4, 4096, 100, 1000 };
	size_t len = offsetof(struct posixtrace_address, address) + 9;

	ck_assert_str_eq(words(POSIXTRACE_SOCKET, &socket, sizeof(socket)),
			 "family=2(AF_INET) type=2(SOCK_DGRAM) protocol=17 "
			 "flags=0x80000 result=4 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_SOCKETPAIR, &pair, sizeof(pair)),
			 "first=4 second=5 flags=0x0 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_CONNECT, &address, len),
			 "fd=4 address=\"[::1]:80\\n\" "
			 "result=-111(ECONNREFUSED) duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_ACCEPT, &address, len - 9),
			 "fd=4 address=\"\" flags=0x0 "
			 "result=-111(ECONNREFUSED) duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_LISTEN, &io, sizeof(io)),
			 "fd=4 backlog=1 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_SHUTDOWN, &io, sizeof(io)),
			 "fd=4 how=1(SHUT_WR) result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_TRANSFER, &transfer,
			       sizeof(transfer)),
			 "from=3 to=4 size=4096 result=100 duration=1us");
}
END_TEST

START_TEST(waits_and_new_descriptors_are_reported)
{
	struct posixtrace_io io = { -1, 3, 1, 1000 };
	struct posixtrace_sleep sleep = { -EINTR, 1000 };
	struct posixtrace_dup dup = { 1, O_CLOEXEC, 7, 1000 };
	struct posixtrace_pair pair = { 4, 5, 0, 0, 1000 };
	struct posixtrace_path made = { 8, 1000, 0, "eventfd" };

	ck_assert_str_eq(words(POSIXTRACE_POLL, &io, sizeof(io)),
			 "size=3 result=1 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_EPOLL_WAIT, &io, sizeof(io)),
			 "fd=-1 size=3 result=1 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_SLEEP, &sleep, sizeof(sleep)),
			 "result=-4(EINTR) duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_SIGWAIT, &sleep, sizeof(sleep)),
			 "result=-4(EINTR) duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_DUP, &dup, sizeof(dup)),
			 "fd=1 flags=0x80000 result=7 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_PIPE, &pair, sizeof(pair)),
			 "first=4 second=5 flags=0x0 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_DESCRIPTOR, &made,
			       offsetof(struct posixtrace_path, path) + 7),
			 "kind=\"eventfd\" flags=0x0 result=8 duration=1us");
}
END_TEST

START_TEST(waits_for_children_and_signals_are_reported)
{
	struct posixtrace_child child = { -1, 77, 1000, 256 };
	struct posixtrace_kill kill = { 77, 15, -ESRCH, 1000, 0 };

	ck_assert_str_eq(words(POSIXTRACE_WAITPID, &child, sizeof(child)),
			 "pid=-1 result=77 duration=1us status=256");
	child.status = -1;
	ck_assert_str_eq(words(POSIXTRACE_WAITPID, &child, sizeof(child)),
			 "pid=-1 result=77 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_KILL, &kill, sizeof(kill)),
			 "to=77 signal=15(SIGTERM) result=-3(ESRCH) "
			 "duration=1us");
	kill.thread = 0x1000;
	ck_assert_str_eq(words(POSIXTRACE_KILL, &kill, sizeof(kill)),
			 "to=77 signal=15(SIGTERM) result=-3(ESRCH) "
			 "duration=1us thread=0x1000");
}
END_TEST

START_TEST(what_begins_and_its_descriptors_are_reported)
{
	struct posixtrace_process process = { 4711, -1 };
	struct posixtrace_path inherited = { 2, 0, 0, "/dev/null" };
	struct posixtrace_pair range = { 3, 99, 0, -EINVAL, 1000 };

	ck_assert_str_eq(words(POSIXTRACE_PROCESS, &process, sizeof(process)),
			 "parent=4711");
	process.status = 3;
	ck_assert_str_eq(words(POSIXTRACE_PROCESS, &process, sizeof(process)),
			 "parent=4711 inherited=3");
	ck_assert_str_eq(words(POSIXTRACE_INHERITED, &inherited,
			       offsetof(struct posixtrace_path, path) + 9),
			 "fd=2 path=\"/dev/null\"");
	ck_assert_str_eq(words(POSIXTRACE_CLOSE_RANGE, &range, sizeof(range)),
			 "first=3 second=99 flags=0x0 result=-22(EINVAL) "
			 "duration=1us");
}
END_TEST

START_TEST(maps_and_files_have_words)
{
	struct posixtrace_map map = { 0x1000, 100, 3, 0x22, -1, 0, 1000 };
	struct posixtrace_wait once = { 0x1000, 1000, 0, 0 };
	struct posixtrace_name name = { 0x1000, 0, "worker" };
	struct posixtrace_meta meta = {
		POSIXTRACE_META_RENAME, -1, -ENOENT, 1000, "a -> b",
	};

	ck_assert_str_eq(words(POSIXTRACE_MMAP, &map, sizeof(map)),
			 "address=0x1000 size=100 protection=0x3 flags=0x22 "
			 "fd=-1 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_MUNMAP, &map, sizeof(map)),
			 "address=0x1000 size=100 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_MPROTECT, &map, sizeof(map)),
			 "address=0x1000 size=100 protection=0x3 result=0 "
			 "duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_ONCE, &once, sizeof(once)),
			 "once=0x1000 result=0 duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_THREAD_NAME, &name,
			       offsetof(struct posixtrace_name, name) + 6),
			 "name=\"worker\" thread=0x1000 result=0");
	ck_assert_str_eq(words(POSIXTRACE_META, &meta,
			       offsetof(struct posixtrace_meta, path) + 6),
			 "call=6(rename) path=\"a -> b\" fd=-1 "
			 "result=-2(ENOENT) duration=1us");
}
END_TEST

START_TEST(libraries_have_words)
{
	struct posixtrace_library library = {
		0x1000, 0, 1000, 2, "/lib/a.so",
	};
	const size_t size = offsetof(struct posixtrace_library, path);

	ck_assert_str_eq(words(POSIXTRACE_DLOPEN, &library, size + 9),
			 "path=\"/lib/a.so\" flags=0x2 handle=0x1000 "
			 "duration=1us");
	ck_assert_str_eq(words(POSIXTRACE_DLCLOSE, &library, size),
			 "handle=0x1000 result=0 duration=1us");
	/* Recorded before the call, and a call that failed. */
	library.handle = 0;
	ck_assert_str_eq(words(POSIXTRACE_DLOPEN, &library, size + 9),
			 "path=\"/lib/a.so\" flags=0x2");
	library.result = -1;
	ck_assert_str_eq(words(POSIXTRACE_DLOPEN, &library, size + 9),
			 "path=\"/lib/a.so\" flags=0x2 handle=0x0 "
			 "duration=1us");
}
END_TEST

/* Data of any length and content, for every id, gives words or NULL and is not
 * exceeded. */
START_TEST(foreign_data_stays_in_its_room)
{
	static char data[1024];
	uint64_t seed = 3;

	for (int i = 0; i < 200; i++) {
		for (size_t j = 0; j < sizeof(data); j++)
			data[j] = (char)support_random(&seed);
		for (trace_event_id_t id = 0; id < 70; id++) {
			size_t len = support_random_below(&seed,
							  sizeof(data) + 1);
			char *end = sysdata_put(room, id, data, len);

			if (end)
				ck_assert(end <= room + SYSDATA_ROOM + 4 * len);
		}
	}
}
END_TEST

START_TEST(data_of_another_length_is_not_shown)
{
	static const char data[2048];

	for (trace_event_id_t id = 0; id < 64; id++) {
		ck_assert_ptr_null(sysdata_put(room, id, data, 0));
		ck_assert_ptr_null(sysdata_put(room, id, data, 3));
		ck_assert_ptr_null(sysdata_put(room, id, data, sizeof(data)));
	}
	ck_assert_ptr_null(sysdata_put(room, POSIX_TRACE_UNNAMED_USEREVENT,
				       data, 4));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-sysdata");
	TCase *tc = support_case(suite, "words");

	tcase_add_test(tc, standard_events_are_reported);
	tcase_add_test(tc, event_sets_are_shown_without_zeros_at_their_end);
	tcase_add_test(tc, calls_are_reported_with_result_and_duration);
	tcase_add_test(tc, paths_are_escaped);
	tcase_add_test(tc, calls_of_sockets_are_reported);
	tcase_add_test(tc, waits_and_new_descriptors_are_reported);
	tcase_add_test(tc, waits_for_children_and_signals_are_reported);
	tcase_add_test(tc, what_begins_and_its_descriptors_are_reported);
	tcase_add_test(tc, libraries_have_words);
	tcase_add_test(tc, maps_and_files_have_words);
	tcase_add_test(tc, foreign_data_stays_in_its_room);
	tcase_add_test(tc, data_of_another_length_is_not_shown);
	return support_run(suite);
}
