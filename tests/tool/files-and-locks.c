/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records what the preload library would of a process and its child that use
 * files and locks, with durations that are known.
 */
#include <fcntl.h>
#include <posixtrace.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void use(trace_event_id_t id, int fd, int64_t result, uint64_t ns)
{
	const struct posixtrace_io io = {
		.fd = fd, .size = 4096, .result = result, .duration = ns,
	};

	posixtrace_system_event(id, &io, sizeof(io), NULL);
}

static void name(trace_event_id_t id, const char *path, int64_t result,
		 int64_t flags, uint64_t ns)
{
	struct posixtrace_path data = {
		.result = result, .flags = flags, .duration = ns,
	};

	strncpy(data.path, path, sizeof(data.path) - 1);
	posixtrace_system_event(id, &data,
				offsetof(struct posixtrace_path, path) +
				strlen(path), NULL);
}

static void wait_for(trace_event_id_t id, uint64_t object, uint64_t ns)
{
	const struct posixtrace_wait wait = { .object = object, .duration = ns };

	/* As older logs have it. */
	posixtrace_system_event(id, &wait,
				offsetof(struct posixtrace_wait, holder), NULL);
}

static void wait_for_holder(trace_event_id_t id, uint64_t object, uint64_t ns)
{
	const struct posixtrace_wait wait = {
		.object = object, .duration = ns, .holder = getpid(),
	};

	posixtrace_system_event(id, &wait, sizeof(wait), NULL);
}

static void be_child(int go)
{
	char c;

	if (read(go, &c, 1) != 1)
		_exit(1);
	use(POSIXTRACE_READ, 3, 5, 6000);
	name(POSIXTRACE_EXEC, "/missing", 0, 0, 0);
	name(POSIXTRACE_EXEC, "/missing", -2, 0, 0);
	use(POSIXTRACE_READ, 3, 1, 100);
	name(POSIXTRACE_EXEC, "/bin/true", 0, 0, 0);
	use(POSIXTRACE_READ, 3, 2, 7000);
	use(POSIXTRACE_WRITE, 4, 1, 8000);
	_exit(0);
}

int main(void)
{
	struct posixtrace_process child = { 0 };
	int go[2];
	pid_t pid;

	name(POSIXTRACE_OPEN, "/data/one", 3, O_CLOEXEC, 1000);
	name(POSIXTRACE_OPEN, "/data/two, \"2\"", 4, 0, 2000);
	use(POSIXTRACE_READ, 3, 10, 3000);
	use(POSIXTRACE_WRITE, 4, 20, 4000);
	use(POSIXTRACE_READ, 7, -11, 500);
	use(POSIXTRACE_WRITE, 1, 30, 600);
	if (pipe(go) != 0)
		return 1;
	pid = fork();
	if (pid == 0)
		be_child(go[0]);
	child.pid = pid;
	posixtrace_system_event(POSIXTRACE_FORK, &child, sizeof(child), NULL);
	if (write(go[1], "", 1) != 1 || waitpid(pid, NULL, 0) != pid)
		return 1;
	use(POSIXTRACE_CLOSE, 3, 0, 9);
	name(POSIXTRACE_OPEN, "/data/missing", -2, 0, 11);
	use(POSIXTRACE_READ, 3, -9, 13);
	wait_for(POSIXTRACE_MUTEX_WAIT, 0x1000, 50);
	wait_for(POSIXTRACE_COND_WAIT, 0x1000, 60);
	wait_for(POSIXTRACE_MUTEX_WAIT, 0x1000, 70);
	wait_for(POSIXTRACE_MUTEX_WAIT, 0x2000, 5);
	wait_for_holder(POSIXTRACE_RDLOCK_WAIT, 0x3000, 40);
	wait_for_holder(POSIXTRACE_WRLOCK_WAIT, 0x3000, 30);
	wait_for(POSIXTRACE_SPIN_WAIT, 0x1000, 4);
	wait_for(POSIXTRACE_SEM_WAIT, 0x1000, 3);
	wait_for(POSIXTRACE_BARRIER_WAIT, 0x1000, 2);
	return 0;
}
