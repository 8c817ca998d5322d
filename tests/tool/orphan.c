/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records an event and ends, right after the creation of a child that records
 * nothing until it is killed; or that is a daemon: the child of a child that
 * ends at once, in a session of its own.  That child may take some milliseconds first.
 *
 * usage: orphan PID-FILE [daemon [MILLISECONDS]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <trace.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	FILE *file = argc >= 2 ? fopen(argv[1], "w") : NULL;
	trace_event_id_t type;
	pid_t child;

	if (!file || posix_trace_eventid_open("orphan", &type) != 0)
		return 1;
	posix_trace_event(type, NULL, 0);
	child = fork();
	if (child == 0 && argc >= 3) {
		setsid();
		if (argc > 3)
			usleep((useconds_t)atoi(argv[3]) * 1000);
		child = fork();
	}
	if (child == 0)
		pause();
	else if (argc >= 3 && getsid(0) != getpid())
		_exit(0);
	fprintf(file, "%d\n", (int)child);
	return child < 0 || fclose(file) != 0;
}
