/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records calls as the preload library would, with durations that are known.
 *
 * usage: timed-calls [while=FILE] WHAT=NS,TIMES[,ADDRESS]...
 *
 * WHAT is read, write, open, a lock at the address: mutex; or else the name of an
 * event without a duration.  The durations are NS, NS + 1, and so on.  All of that
 * is done again and again while the file exists.
 */
#include <posixtrace.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct calls {
	char what[64];
	unsigned long long ns, times, address;
};

static void record(const struct calls *calls, uint64_t ns)
{
	const struct posixtrace_io io = {
		.fd = 3, .size = 4096, .result = 10, .duration = ns,
	};
	const struct posixtrace_wait wait = {
		.object = calls->address, .duration = ns,
	};
	struct posixtrace_path path = {
		.result = 3, .duration = ns, .path = "/data/one",
	};
	trace_event_id_t id;

	if (strcmp(calls->what, "read") == 0)
		posixtrace_system_event(POSIXTRACE_READ, &io, sizeof(io), NULL);
	else if (strcmp(calls->what, "write") == 0)
		posixtrace_system_event(POSIXTRACE_WRITE, &io, sizeof(io), NULL);
	else if (strcmp(calls->what, "open") == 0)
		posixtrace_system_event(POSIXTRACE_OPEN, &path,
					offsetof(struct posixtrace_path, path) +
					strlen(path.path), NULL);
	else if (strcmp(calls->what, "mutex") == 0)
		posixtrace_system_event(POSIXTRACE_MUTEX_WAIT, &wait,
					sizeof(wait), NULL);
	else if (posix_trace_eventid_open(calls->what, &id) == 0)
		posix_trace_event(id, NULL, 0);
}

static int record_all(char **words, int n)
{
	for (int i = 0; i < n; i++) {
		struct calls calls = { .address = 0 };

		if (sscanf(words[i], "%63[^=]=%llu,%llu,%llx", calls.what,
			   &calls.ns, &calls.times, &calls.address) < 3) {
			fprintf(stderr, "timed-calls: %s: not WHAT=NS,TIMES\n",
				words[i]);
			return 2;
		}
		for (uint64_t k = 0; k < calls.times; k++)
			record(&calls, calls.ns + k);
	}
	return 0;
}

int main(int argc, char **argv)
{
	/* No call can have begun before the trace. */
	const struct timespec begin = { .tv_nsec = 50000000 };
	const struct timespec again = { .tv_nsec = 5000000 };
	const char *file = argc > 1 && strncmp(argv[1], "while=", 6) == 0 ?
			   argv[1] + 6 : NULL;
	int status;

	nanosleep(&begin, NULL);
	do {
		status = record_all(argv + 1 + !!file, argc - 1 - !!file);
		if (file)
			nanosleep(&again, NULL);
	} while (file && status == 0 && access(file, F_OK) == 0);
	return status;
}
