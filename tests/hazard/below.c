/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Programs below others that are not linked with the library, or that have not been
 * traced: what they inherit from those above, and what looking for it costs.
 */
#include "hazard.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/ptrace.h>

extern char **environ;

enum { EVENTS = 100 };

/* --below: a program that records events. */
static int role(int argc, char **argv)
{
	trace_event_id_t type = hz_type("below");

	if (argc != 2 || strcmp(argv[1], "--below") != 0)
		return 2;
	for (int i = 0; i < EVENTS; i++)
		posix_trace_event(type, &i, sizeof(i));
	return 0;
}

/* A shell, which is not linked with the library, that runs --below when it can read a
 * line from the descriptor that is returned. */
static int run_shell(pid_t *pid)
{
	char *const args[] = { "sh", "-c", "read -r go && \"$0\" --below; exit",
			       (char *)hz_program(), NULL };
	posix_spawn_file_actions_t actions;
	int ends[2];

	SYS(pipe2(ends, O_CLOEXEC));
	OK(posix_spawn_file_actions_init(&actions));
	OK(posix_spawn_file_actions_adddup2(&actions, ends[0], 0));
	OK(posix_spawnp(pid, "sh", &actions, NULL, args, environ));
	OK(posix_spawn_file_actions_destroy(&actions));
	close(ends[0]);
	return ends[1];
}

/* Below the shell the streams are inherited that there were when it began. */
static void below_another_program(bool begins_before)
{
	trace_event_id_t type = hz_type("exec");
	const unsigned wanted = begins_before ? 0 : EVENTS;
	unsigned n = 0;
	int go = -1;
	struct hz_event e;
	trace_id_t trid;
	pid_t pid;

	/* This process is set up, and can be found, in either case. */
	posix_trace_event(type, NULL, 0);
	if (begins_before) {
		go = run_shell(&pid);
		/* Times of beginnings are in belowths of a second. */
		hz_sleep_ms(50);
	}
	trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	if (!begins_before)
		go = run_shell(&pid);
	SYS(write(go, "\n", 1));
	hz_join(pid);
	close(go);
	while (hz_try(trid, &e))
		n += hz_is_user(&e) && e.info.posix_pid != getpid();
	CHECK(n == wanted, "%u of the program below, not %u", n, wanted);
	OK(posix_trace_shutdown(trid));
}

static void below_what_began_later(void)
{
	below_another_program(false);
}

static void below_what_began_before(void)
{
	below_another_program(true);
}

/* The system calls of a program that records events, from its exec on. */
static unsigned calls_of_a_program(void)
{
	unsigned stops = 0;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
			_exit(1);
		execl(hz_program(), "hazard", "--below", (char *)NULL);
		_exit(1);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		_exit(1);
	/* SIGTRAP of the exec is not passed on. */
	while (WIFSTOPPED(status)) {
		stops++;
		if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL) != 0 ||
		    waitpid(pid, &status, 0) != pid)
			_exit(1);
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? stops / 2 : 0;
}

/* The same, with so many processes between it and this one. */
static unsigned calls_below(unsigned depth)
{
	unsigned *calls = mmap(NULL, sizeof(*calls), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned n;
	pid_t pid;

	CHECK(calls != MAP_FAILED, "mmap");
	pid = hz_fork();
	while (pid == 0 && --depth > 0) {
		int status;

		pid = fork();
		if (pid)
			_exit(pid < 0 || waitpid(pid, &status, 0) != pid);
	}
	if (pid == 0) {
		*calls = calls_of_a_program();
		_exit(0);
	}
	hz_join(pid);
	n = *calls;
	munmap(calls, sizeof(*calls));
	if (n == 0)
		SKIP("no ptrace here");
	return n;
}

/* A process above that has no files: its stat is opened, read and closed, each time. */
static void check_calls(unsigned times)
{
	enum { FEW = 2, MANY = 12 };
	unsigned few = calls_below(FEW), many = calls_below(MANY);

	printf("%u system calls, %u\n", few, many);
	CHECK(many - few == 3 * times * (MANY - FEW),
	      "%u system calls for %u processes more above", many - few, MANY - FEW);
}

/* What programs pay for a stream that is not theirs. */
static void below_nothing_traced(void)
{
	int go[2], ready[2];
	pid_t pid;
	char c;

	SYS(pipe2(go, O_CLOEXEC));
	SYS(pipe2(ready, O_CLOEXEC));
	pid = hz_fork();
	if (pid == 0) {
		hz_create(&(struct hz_setup){0});
		SYS(write(ready[1], "r", 1));
		SYS(read(go[0], &c, 1));
		_exit(0);
	}
	SYS(read(ready[0], &c, 1));
	check_calls(1);
	SYS(write(go[1], "g", 1));
	hz_join(pid);
	close(go[0]);
	close(go[1]);
	close(ready[0]);
	close(ready[1]);
}

/* They are looked through when the program begins, and when it is set up. */
static void below_a_traced_process(void)
{
	trace_id_t trid = hz_create(&(struct hz_setup){0});

	check_calls(2);
	OK(posix_trace_shutdown(trid));
}

static const struct hz_case cases[] = {
	{ .name = "what-began-later", .run = below_what_began_later,
	  .kills = true },
	{ .name = "what-began-before", .run = below_what_began_before,
	  .kills = true },
	{ .name = "nothing-traced", .run = below_nothing_traced,
	  .kills = true },
	{ .name = "a-traced-process", .run = below_a_traced_process },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
