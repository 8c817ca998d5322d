/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Disturbances of a round: processes are killed and stopped, the disk becomes
 * full, the clock is set, and other controllers trace the same processes and
 * crash. */
#include "world.h"

/* Create streams of the targets and of all processes, and leave them in any
 * state.  Runs in a process that may be killed at any moment. */
void soak_storm(uint64_t state)
{
	static struct hz_event e;

	while (!world->finish) {
		const uint32_t r = hz_random(&state);
		struct hz_setup setup = {
			.policy = r % 2 ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL,
			.size = 65536 << r / 2 % 3,
			.pid = r / 8 % 4 == 0 ? POSIX_TRACE_ALLPROC :
			       world->target[r / 32 % TARGETS],
		};
		trace_attr_t attr;
		trace_id_t trid;
		int err;

		hz_attr(&setup, &attr);
		err = posix_trace_create(setup.pid, &attr, &trid);
		OK(posix_trace_attr_destroy(&attr));
		/* A target may be dead. */
		CHECK(err == 0 || err == ESRCH || err == EAGAIN, "create: %s",
		      strerror(err));
		world->storms++;
		if (err) {
			soak_sleep_us(5000);
			continue;
		}
		OK(posix_trace_start(trid));
		soak_sleep_us(r / 64 % 3000);
		for (unsigned i = r / 64 % 64; i && hz_try(trid, &e); i--)
			;
		if (r % 7 == 0)
			kill(getpid(), SIGKILL);
		OK(posix_trace_shutdown(trid));
	}
	_exit(0);
}

static void kill_target(uint64_t *state)
{
	const pid_t pid = world->target[hz_random(state) % TARGETS];

	if (pid > 0 && kill(pid, SIGKILL) == 0)
		world->kills++;
}

/* Events from here on are uncertain: the writers notice within half a second
 * that the controller is dead. */
void soak_kill_controller(unsigned stream)
{
	struct stream *s = &world->streams[stream];
	uint64_t mine = 0, on = world->on;
	siginfo_t info;

	/* Without a log, the events are lost with the controller. */
	if (!s->logged || s->killed || !s->ready || s->ended)
		return;
	for (unsigned type = 0; type < TYPES; type++)
		mine |= soak_bit(stream, type);
	/* It may be in the middle of changing `on`, so stop it first. */
	kill(s->controller, SIGSTOP);
	waitid(P_PID, (id_t)s->controller, &info, WSTOPPED | WEXITED | WNOWAIT);
	if (s->ended)
		return;
	soak_pause(DIRECTOR);
	while (!atomic_compare_exchange_weak(&world->on, &on, (on & ~mine) | mine << 32))
		;
	soak_resume(DIRECTOR);
	s->killed = 1;
	kill(s->controller, SIGKILL);
	waitid(P_PID, (id_t)s->controller, &info, WEXITED | WNOWAIT);
	soak_resume(stream);
	world->kills++;
}

static void stop_someone(uint64_t *state)
{
	const pid_t pid = world->target[hz_random(state) % TARGETS];

	if (pid <= 0 || kill(pid, SIGSTOP) != 0)
		return;
	soak_sleep_us(hz_random(state) % (hz_random(state) % 8 ? 20000 : 1300000));
	kill(pid, SIGCONT);
}

/* Another program fills the disk, and frees it again. */
static void fill_disk(uint64_t *state)
{
	static const char zeros[65536];
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "%s/small/other", soak_dir);
	if (hz_random(state) % 2) {
		unlink(path);
		return;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	while (write(fd, zeros, sizeof(zeros)) > 0)
		;
	close(fd);
}

static void step_clock(uint64_t *state)
{
	const int64_t by = (int64_t)hz_random(state) << (hz_random(state) % 14);

	if (world->falls && hz_random(state) % 2)
		world->mono_fall += hz_random(state) % 3000000;
	else if (world->steps)
		world->real_step += hz_random(state) % 2 ? by : -by;
}

void soak_trouble(uint64_t *state, uint64_t until)
{
	const bool kills = hz_random(state) % 3 == 0, stops = hz_random(state) % 4 == 0;

	while (soak_ns() < until) {
		const uint32_t r = hz_random(state) % 32;

		if (r == 0 && kills)
			kill_target(state);
		else if (r == 1 && kills)
			soak_kill_controller(hz_random(state) % world->n_streams);
		else if (r == 2 && stops)
			stop_someone(state);
		else if (r < 6)
			fill_disk(state);
		else if (r < 12)
			step_clock(state);
		soak_sleep_us(hz_random(state) % 20000);
	}
}
