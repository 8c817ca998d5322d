/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* /dev/shm becomes full while a stream runs. */
#include "machine.h"

static _Atomic uint32_t seq;

/* Write a file that takes what is left. */
static int fill_shm(void)
{
	char zero[4096] = {0};
	int fd = open("/dev/shm/fill", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	SYS(fd);
	while (write(fd, zero, sizeof(zero)) > 0)
		;
	return fd;
}

static void unmount_shm(int fd)
{
	close(fd);
	unlink("/dev/shm/fill");
	SYS(umount2("/dev/shm", MNT_DETACH));
}

static void *trace_and_stay(void *arg)
{
	trace_numbers(0, 10);
	seq++;
	while (seq < 1000)
		hz_sleep_ms(5);
	return arg;
}

/* There are no chunks for more threads, so their events are lost, which is
 * counted.  There is no SIGBUS. */
static void without_a_log(void)
{
	enum { THREADS = 40 };
	pthread_t threads[THREADS];
	struct posixtrace_usage usage;
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;
	int fd;

	if (!mount_small("/dev/shm", "size=4m", 0))
		SKIP("cannot mount");
	type = hz_type("refuse");
	trid = hz_create(&(struct hz_setup){
		.size = 65536, .policy = POSIX_TRACE_UNTIL_FULL });
	fd = fill_shm();
	for (int i = 0; i < THREADS; i++)
		threads[i] = hz_thread(trace_and_stay, NULL);
	while (seq < THREADS)
		hz_sleep_ms(1);
	/* Before reading, which makes room and lets the stream continue. */
	OK(posixtrace_get_usage(trid, &usage));
	while (hz_try(trid, &e))
		n += hz_is_user(&e);
	CHECK(usage.lost > 0 && n > 0 && n + usage.lost == 10 * THREADS,
	      "%u read, %llu lost", n, (unsigned long long)usage.lost);
	seq = 1000;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(posix_trace_shutdown(trid));
	unmount_shm(fd);
}

static void *trace_until_told(void *arg)
{
	for (uint32_t n = 0; seq < 1000; n++) {
		posix_trace_event(type, &n, sizeof(n));
		hz_sleep_ms(1);
	}
	return arg;
}

/* The losses that the log's gaps report, and whether it ends stopped. */
static uint64_t reported_in(int fd, bool *stopped)
{
	struct posixtrace_loss loss;
	static struct hz_event e;
	uint64_t reported = 0;
	trace_id_t trid;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (e.info.posix_event_id == POSIX_TRACE_START)
			*stopped = false;
		if (e.info.posix_event_id == POSIX_TRACE_STOP)
			*stopped = true;
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			reported += loss.events;
	}
	OK(posix_trace_close(trid));
	return reported;
}

/* With a log, while so many threads wait for a chunk that the controller
 * gets none either: the log has all gaps and the last STOP. */
static void with_a_log(void)
{
	enum { THREADS = 60 };
	pthread_t threads[THREADS];
	struct posixtrace_usage usage;
	bool stopped = false;
	trace_id_t trid;
	uint64_t reported;
	int fd, log = hz_file();

	if (!mount_small("/dev/shm", "size=4m", 0))
		SKIP("cannot mount");
	seq = 0;
	type = hz_type("refuse");
	trid = hz_create(&(struct hz_setup){ .size = 65536, .fd = log });
	fd = fill_shm();
	for (int i = 0; i < THREADS; i++)
		threads[i] = hz_thread(trace_until_told, NULL);
	for (int i = 0; i < 400; i++)
		posix_trace_flush(trid);
	OK(posix_trace_stop(trid));
	seq = 1000;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	posix_trace_flush(trid);
	OK(posixtrace_get_usage(trid, &usage));
	posix_trace_shutdown(trid);
	reported = reported_in(log, &stopped);
	CHECK(usage.lost > 0 && reported == usage.lost,
	      "%llu lost, %llu reported", (unsigned long long)usage.lost,
	      (unsigned long long)reported);
	CHECK(stopped, "no STOP");
	close(log);
	unmount_shm(fd);
}

static const struct hz_case cases[] = {
	{ .name = "without-a-log", .run = without_a_log },
	{ .name = "with-a-log", .run = with_a_log },
};

HZ_MAIN(cases)
