/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Scopes of C end however they are left, and events without arguments. */
#include <posixtrace.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(int is_fine, const char *what)
{
	if (is_fine)
		return;
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static int returns(int n)
{
	POSIXTRACE_SCOPE("return");

	if (n > 1)
		return n;
	POSIXTRACE_POINT("never");
	return 0;
}

static void jumps(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		POSIXTRACE_SCOPE("loop");

		if (i == 0)
			continue;
		if (i == 1)
			goto out;
	}
out:
	POSIXTRACE_POINT("out");
}

#define TWO_SCOPES POSIXTRACE_SCOPE("first"); POSIXTRACE_SCOPE("second")

static void has_two_on_a_line(void)
{
	TWO_SCOPES;

	{ POSIXTRACE_SCOPE("within"); }
}

int main(int argc, char **argv)
{
	static const char *const expected[] = {
		"return_begin", "return_end", "loop_begin", "loop_end",
		"loop_begin", "loop_end", "out", "first_begin", "second_begin",
		"within_begin", "within_end", "second_end", "first_end",
	};
	size_t most = sizeof(expected) / sizeof(expected[0]), n = 0, len;
	int fd = open(argc > 1 ? argv[1] : "scope.ptl",
		      O_RDWR | O_CREAT | O_TRUNC, 0600), unavailable;
	char name[TRACE_EVENT_NAME_MAX + 1], data[64];
	struct posix_trace_event_info info;
	trace_id_t trid;

	check(posix_trace_create_withlog(0, NULL, fd, &trid) == 0, "create");
	check(posix_trace_start(trid) == 0, "start");
	check(returns(2) == 2, "returns");
	jumps();
	has_two_on_a_line();
	check(posix_trace_shutdown(trid) == 0, "shutdown");
#ifdef POSIXTRACE_DISABLE
	most = 0;
#endif
	check(posix_trace_open(fd, &trid) == 0, "open");
	while (posix_trace_getnext_event(trid, &info, data, sizeof(data), &len,
					 &unavailable) == 0 && !unavailable) {
		if (info.posix_event_id <= POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		check(posix_trace_eventid_get_name(trid, info.posix_event_id,
						   name) == 0, "name");
		check(n < most && strcmp(name, expected[n]) == 0, name);
		check(len == 0, "data");
		n++;
	}
	check(n == most, "too few events");
	close(fd);
	return 0;
}
