/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The soak: rounds of random actions that happen at the same time.  Targets with
 * threads, signal handlers and children record.  Up to three controllers start,
 * stop, clear, filter, flush and read a stream of one target or of all processes.
 * Other controllers trace the same targets and crash.  Processes are killed and
 * stopped, disks become full, clocks are set.  Every event must be read, complete,
 * once and in order, or be reported as lost.
 *
 * usage: soak [--minutes N | --seconds N | --rounds N] [--seed S] [--repeat N]
 *
 * Each round has a seed, which is printed if the round fails.  The first one is S
 * or taken from the clock, and the next is computed from it.  --repeat runs the
 * first round N times, to reproduce a failure: the seed determines the actions of a
 * round, but not their timing.
 */
#include "world.h"

#include <sys/mman.h>

struct world *world;
int world_fd;
char soak_dir[64];

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	int64_t ns, step = 0;

	/* Not by the vDSO, which reads the counter. */
	if (syscall(SYS_clock_gettime, clock, time) != 0)
		return -1;
	if (world && clock == CLOCK_REALTIME)
		step = world->real_step;
	else if (world && clock == CLOCK_MONOTONIC)
		step = -world->mono_fall;
	if (step) {
		ns = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + step;
		time->tv_sec = ns / 1000000000;
		time->tv_nsec = ns % 1000000000;
	}
	return 0;
}

static uint64_t next_seed(uint64_t seed)
{
	seed += 0x9e3779b97f4a7c15;
	seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
	seed = (seed ^ seed >> 27) * 0x94d049bb133111eb;
	return seed ^ seed >> 31;
}

static int pick(uint64_t *state, const int *values, unsigned n)
{
	return values[hz_random(state) % n];
}

static void plan_stream(struct stream *s, uint64_t *state)
{
	const int policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL };
	const int logged[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
			       POSIX_TRACE_FLUSH };
	const int log_policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				     POSIX_TRACE_APPEND };
	const int inherited[] = { POSIX_TRACE_INHERITED, POSIX_TRACE_CLOSE_FOR_CHILD };

	s->logged = hz_random(state) % 3 != 0;
	s->setup.size = 65536 << hz_random(state) % 5;
	s->setup.data_size = hz_random(state) % 3 ? 0 : 64;
	s->setup.inherited = pick(state, inherited, 2);
	s->target = (int32_t)(hz_random(state) % (TARGETS + 1));
	if (!s->logged) {
		s->setup.policy = pick(state, policies, 2);
		return;
	}
	s->setup.policy = pick(state, logged, 3);
	s->setup.log_policy = pick(state, log_policies, 3);
	if (s->setup.log_policy != POSIX_TRACE_APPEND)
		s->setup.log_size = (size_t)30000 << hz_random(state) % 8;
	s->setup.compression = hz_random(state) % 3 ? 0 : 1;
	s->small_disk = hz_private_shm && hz_random(state) % 4 == 0;
	s->limited = hz_random(state) % 5 == 0;
	s->reports_gaps = s->setup.policy != POSIX_TRACE_UNTIL_FULL &&
			  s->setup.log_policy == POSIX_TRACE_APPEND &&
			  !s->small_disk && !s->limited;
}

static void plan(uint64_t seed)
{
	uint64_t state = seed;

	memset(world, 0, sizeof(*world));
	world->seed = seed;
	world->n_streams = 1 + hz_random(&state) % STREAMS;
	for (unsigned i = 0; i < world->n_streams; i++)
		plan_stream(&world->streams[i], &state);
	world->children = hz_random(&state) % 2;
	world->steps = hz_random(&state) % 4 == 0;
#if defined(__x86_64__)
	world->falls = HZ_SLOW == 1 && hz_random(&state) % 4 == 0;
#endif
}

static void make_dir(void)
{
	char path[80];

	strcpy(soak_dir, "/tmp/posixtrace-soak-XXXXXX");
	CHECK(mkdtemp(soak_dir), "%s", strerror(errno));
	snprintf(path, sizeof(path), "%s/small", soak_dir);
	SYS(mkdir(path, 0700));
	if (hz_private_shm)
		SYS(mount("none", path, "tmpfs", 0, "size=512k"));
}

static void remove_dir(void)
{
	char path[96];

	for (unsigned i = 0; i < STREAMS; i++) {
		snprintf(path, sizeof(path), "%s/log-%u", soak_dir, i);
		unlink(path);
		snprintf(path, sizeof(path), "%s/small/log-%u", soak_dir, i);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/small/other", soak_dir);
	unlink(path);
	snprintf(path, sizeof(path), "%s/small", soak_dir);
	umount2(path, MNT_DETACH);
	rmdir(path);
	rmdir(soak_dir);
}

static _Atomic int32_t *storm;		/* its pid, in shared memory */

static pid_t start_process(void (*run)(unsigned), unsigned number)
{
	const pid_t pid = hz_fork();

	if (pid == 0) {
#ifdef PR_SET_TSC
		if (world->falls)
			prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
#endif
		run(number);
		exit(0);
	}
	return pid;
}

static void run_storm(unsigned serial)
{
	soak_storm(world->seed + 3000 + serial);
}

/* Reap all processes that have ended, also children of children. */
static void reap_all(bool *gone)
{
	static unsigned storms;
	siginfo_t info;

	for (;;) {
		int status;

		info.si_pid = 0;
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0) {
			*gone = true;
			return;
		}
		if (info.si_pid == 0)
			return;
		status = soak_reap(info.si_pid);
		CHECK(status == 0 ||
		      (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL),
		      "process %d ended with status %#x", (int)info.si_pid,
		      (unsigned)status);
		for (unsigned i = 0; i < TARGETS; i++)
			if (world->target[i] == info.si_pid)
				world->target[i] = -1;
		/* A process that crashes is started again. */
		if (info.si_pid == *storm && status && !world->finish)
			*storm = start_process(run_storm, ++storms);
	}
}

static bool all_targets_gone(void)
{
	for (unsigned i = 0; i < TARGETS; i++)
		if (world->target[i] > 0)
			return false;
	return true;
}

static void wait_for(bool (*done)(void), const char *what)
{
	const uint64_t begin = soak_ns();
	bool gone = false;

	while (!done()) {
		reap_all(&gone);
		CHECK(soak_ns() - begin < UINT64_C(90000000000), "%s", what);
		soak_sleep_us(500);
	}
}

static bool controllers_ready(void)
{
	for (unsigned i = 0; i < world->n_streams; i++)
		if (!world->streams[i].ready)
			return false;
	return true;
}

static bool controllers_gone(void)
{
	for (unsigned i = 0; i < world->n_streams; i++)
		if (kill(world->streams[i].controller, 0) == 0)
			return false;
	return true;
}

/* Reap processes that end while the director makes trouble. */
static void *reap_on(void *arg)
{
	bool gone = false;

	while (!*(_Atomic bool *)arg) {
		reap_all(&gone);
		soak_sleep_us(500);
	}
	return NULL;
}

static void make_trouble(uint64_t *state)
{
	static _Atomic bool enough;
	pthread_t reaper = hz_thread(reap_on, &enough);

	soak_trouble(state, soak_ns() + UINT64_C(1000000) * (300 + hz_random(state) % 2500));
	world->over = 1;
	while (!all_targets_gone())
		soak_sleep_us(500);
	enough = true;
	pthread_join(reaper, NULL);
}

/* The round itself, in a process of its own. */
static void run_round(void)
{
	uint64_t state = world->seed + 1;
	bool gone = false;
	char path[96];

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	storm = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		     -1, 0);
	CHECK(storm != MAP_FAILED, "mmap");
	for (unsigned i = 0; i < TARGETS; i++)
		world->target[i] = start_process(soak_target, i);
	for (unsigned i = 0; i < world->n_streams; i++)
		world->streams[i].controller = start_process(soak_controller, i);
	if (hz_random(&state) % 2)
		*storm = start_process(run_storm, 0);
	wait_for(controllers_ready, "a controller does not begin");
	world->begun = 1;
	make_trouble(&state);
	for (unsigned i = 0; i < world->n_streams; i++)
		if (hz_random(&state) % 8 == 0)
			soak_kill_controller(i);
	world->finish = 1;
	for (unsigned i = 0; i < world->n_streams; i++)
		if (hz_random(&state) % 8 == 0) {
			soak_sleep_us(hz_random(&state) % 3000);
			soak_kill_controller(i);
		}
	wait_for(controllers_gone, "a controller does not end");
	while (!gone) {
		reap_all(&gone);
		soak_sleep_us(200);
	}
	world->real_step = 0;
	for (unsigned i = 0; i < WRITERS; i++)
		world->events += world->writers[i].serial;
	for (unsigned i = 0; i < world->n_streams; i++)
		if (world->streams[i].logged && !world->streams[i].absent) {
			soak_log_path(i, path);
			soak_check_log(i, path, &state);
		}
}

static const char *policy_name(int policy)
{
	return policy == POSIX_TRACE_LOOP ? "LOOP" :
	       policy == POSIX_TRACE_UNTIL_FULL ? "UNTIL_FULL" :
	       policy == POSIX_TRACE_FLUSH ? "FLUSH" :
	       policy == POSIX_TRACE_APPEND ? "APPEND" : "no log";
}

static void tell_plan(void)
{
	for (unsigned i = 0; i < world->n_streams; i++) {
		const struct stream *s = &world->streams[i];

		fprintf(stderr, "stream %u: of target %d, %s, log %s, %zu bytes, log %zu%s%s%s%s%s, %u clears\n",
			i, (int)s->target, policy_name(s->setup.policy),
			policy_name(s->setup.log_policy), s->setup.size,
			s->setup.log_size, s->setup.compression ? ", compressed" : "",
			s->setup.inherited == POSIX_TRACE_INHERITED ? ", inherited" : "",
			s->small_disk ? ", small disk" : "",
			s->limited ? ", RLIMIT_FSIZE" : "",
			s->killed ? ", its controller was killed" : "",
			(unsigned)s->clears);
	}
	fprintf(stderr, "%s%s%sevents in flight of the killed: %u\n",
		world->children ? "children; " : "", world->steps ? "the clock steps; " : "",
		world->falls ? "the clock falls; " : "", (unsigned)world->in_flight);
}

/* False: the round has failed. */
static bool play(uint64_t seed)
{
	const struct hz_case round = { "round", run_round, 240, true };
	int result;
	char text[64];

	plan(seed);
	make_dir();
	result = hz_run_case(&round);
	/* Keep the logs for inspection. */
	if (result == 0 || !getenv("PXT_KEEP"))
		remove_dir();
	hz_remove_leftovers();
	if (result == 0)
		return true;
	fprintf(stderr, "soak: round %#llx %s\n", (unsigned long long)seed,
		hz_verdict(result, 0, text, sizeof(text)));
	tell_plan();
	fprintf(stderr, "soak: again: --seed %#llx --repeat 100\n", (unsigned long long)seed);
	return false;
}

struct options {
	uint64_t seed, ns;
	unsigned long rounds, repeat;
};

static int usage(void)
{
	fputs("usage: soak [--minutes N | --seconds N | --rounds N] [--seed S] [--repeat N]\n",
	      stderr);
	return 2;
}

static bool parse(struct options *o, int argc, char **argv)
{
	for (int i = 1; i < argc; i += 2) {
		const uint64_t n = i + 1 < argc ? strtoull(argv[i + 1], NULL, 0) : 0;

		if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			o->seed = n;
		else if (n == 0)
			return false;
		else if (strcmp(argv[i], "--minutes") == 0)
			o->ns = n * UINT64_C(60000000000);
		else if (strcmp(argv[i], "--seconds") == 0)
			o->ns = n * UINT64_C(1000000000);
		else if (strcmp(argv[i], "--rounds") == 0)
			o->rounds = n;
		else if (strcmp(argv[i], "--repeat") == 0)
			o->repeat = n;
		else
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct options o = { soak_ns(), UINT64_C(60000000000), 0, 0 };
	const uint64_t begin = soak_ns();
	uint64_t events = 0, kills = 0, forks = 0, storms = 0;
	unsigned long n = 0;

	hz_learn_program();
	if (argc > 1 && strcmp(argv[1], "--writer") == 0)
		return soak_program(argc, argv);
	if (!parse(&o, argc, argv))
		return usage();
#if defined(__SANITIZE_THREAD__)
	SKIP("the thread sanitizer sees one process");
#endif
	setvbuf(stdout, NULL, _IOLBF, 0);
	hz_make_shm_private();
	world_fd = memfd_create("soak", 0);
	SYS(world_fd);
	SYS(ftruncate(world_fd, sizeof(*world)));
	world = mmap(NULL, sizeof(*world), PROT_READ | PROT_WRITE, MAP_SHARED, world_fd, 0);
	CHECK(world != MAP_FAILED, "mmap");
	printf("soak: seed %#llx\n", (unsigned long long)o.seed);
	while (o.repeat ? n < o.repeat : o.rounds ? n < o.rounds : soak_ns() - begin < o.ns) {
		if (!play(o.seed))
			return 1;
		events += world->events;
		kills += world->kills;
		forks += world->forks;
		storms += world->storms;
		n++;
		if (!o.repeat)
			o.seed = next_seed(o.seed);
	}
	printf("soak: %lu rounds clean in %.0f s: %llu events, %llu kills, %llu children, %llu streams of others\n",
	       n, (double)(soak_ns() - begin) / 1e9, (unsigned long long)events,
	       (unsigned long long)kills, (unsigned long long)forks,
	       (unsigned long long)storms);
	return 0;
}
