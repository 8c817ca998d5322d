/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What threads overwrite in a LOOP stream while its log is written counts as lost, also
 * events of the controller that were older and are still in memory.
 */
#include "hazard.h"

enum { WRITERS = 3 };

static trace_event_id_t type;
static atomic_bool over;

/* Returns how many. */
static void *record_and_count(void *arg)
{
	uint32_t serial[2] = { *(const uint32_t *)arg };

	for (; !atomic_load(&over); serial[1]++)
		posix_trace_event(type, &serial, sizeof(serial));
	return (void *)(uintptr_t)serial[1];
}

/* Those of the controller are overwritten with the others, and counted with them. */
static void system_events_of_loop(void)
{
	enum { ROUNDS = 200 };
	static uint32_t numbers[WRITERS];
	uint64_t recorded = 2 + 3 * ROUNDS, read = 0, of_controller = 0;
	pthread_t threads[WRITERS];
	struct posixtrace_usage usage;
	static struct hz_event e;
	int fd = hz_file();
	trace_event_set_t none;
	trace_id_t trid = hz_create(&(struct hz_setup){
		.policy = POSIX_TRACE_LOOP, .size = 65536, .fd = fd,
		.log_policy = POSIX_TRACE_APPEND });

	type = hz_type("overwritten");
	OK(posix_trace_eventset_empty(&none));
	for (unsigned i = 0; i < WRITERS; i++) {
		numbers[i] = i;
		threads[i] = hz_thread(record_and_count, &numbers[i]);
	}
	/* Each records a FILTER, a FLUSH_START and a FLUSH_STOP. */
	for (unsigned i = 0; i < ROUNDS; i++) {
		OK(posix_trace_set_filter(trid, &none,
					  POSIX_TRACE_SET_EVENTSET));
		hz_sleep_ms(i % 3);
		OK(posix_trace_flush(trid));
	}
	atomic_store(&over, true);
	for (unsigned i = 0; i < WRITERS; i++) {
		void *n;

		pthread_join(threads[i], &n);
		recorded += (uintptr_t)n;
	}
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW ||
		    e.info.posix_event_id == POSIX_TRACE_RESUME)
			continue;
		read++;
		of_controller += !hz_is_user(&e);
	}
	OK(posixtrace_get_usage(trid, &usage));
	OK(posix_trace_close(trid));
	close(fd);
	printf("%llu of the controller's %u events, %llu lost\n",
	       (unsigned long long)of_controller, 2 + 3 * ROUNDS,
	       (unsigned long long)usage.lost);
	CHECK(read + usage.lost == recorded, "%llu read and %llu lost of %llu",
	      (unsigned long long)read, (unsigned long long)usage.lost,
	      (unsigned long long)recorded);
}

static const struct hz_case cases[] = {
	{ .name = "system-events-of-loop", .run = system_events_of_loop },
};

int main(int argc, char **argv)
{
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
