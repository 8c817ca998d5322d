/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records what the preload library would of processes that inherit descriptors, with
 * the events of parents and children in every order that they can have.  Each use of a
 * descriptor has a duration of its own.
 */
#include <fcntl.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The parent waits for the child's word, then the child for the parent's. */
static int to_parent[2], to_child[2];

static void say(const int ends[2])
{
	if (write(ends[1], "", 1) != 1)
		abort();
}

static void hear(const int ends[2])
{
	char word;

	if (read(ends[0], &word, 1) != 1)
		abort();
}

static void use(trace_event_id_t id, int fd, uint64_t ns)
{
	const struct posixtrace_io io = { .fd = fd, .duration = ns };

	posixtrace_system_event(id, &io, sizeof(io), NULL);
}

static void path(trace_event_id_t id, int64_t result, const char *text)
{
	struct posixtrace_path data = { .result = result };

	memcpy(data.path, text, strlen(text));
	posixtrace_system_event(id, &data, offsetof(struct posixtrace_path,
						    path) + strlen(text), NULL);
}

static void process(trace_event_id_t id, pid_t pid, int status)
{
	const struct posixtrace_process data = { .pid = pid, .status = status };

	posixtrace_system_event(id, &data, sizeof(data), NULL);
}

static void pair(trace_event_id_t id, int first, int second, int flags)
{
	const struct posixtrace_pair data = {
		.first = first, .second = second, .flags = flags,
	};

	posixtrace_system_event(id, &data, sizeof(data), NULL);
}

static void dup_to(int fd, int to)
{
	const struct posixtrace_dup data = { .fd = fd, .result = to };

	posixtrace_system_event(POSIXTRACE_DUP, &data, sizeof(data), NULL);
}

static void begin(pid_t parent, int inherited)
{
	process(POSIXTRACE_PROCESS, parent, inherited);
}

static void end(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child || status != 0)
		abort();
}

/* The child has used and closed what it has before its parent tells of it. */
static void child_is_first(void)
{
	const pid_t parent = getpid(), child = fork();

	if (child == 0) {
		begin(parent, -1);
		use(POSIXTRACE_READ, 5, 10);
		use(POSIXTRACE_CLOSE, 5, 20);
		say(to_parent);
		hear(to_child);
		use(POSIXTRACE_READ, 5, 40);
		_exit(0);
	}
	hear(to_parent);
	process(POSIXTRACE_FORK, child, 0);
	say(to_child);
	end(child);
}

/* The parent has closed what the child has before that begins. */
static void parent_is_first(void)
{
	const pid_t parent = getpid(), child = fork();

	if (child == 0) {
		hear(to_child);
		begin(parent, -1);
		use(POSIXTRACE_READ, 5, 100);
		_exit(0);
	}
	process(POSIXTRACE_FORK, child, 0);
	use(POSIXTRACE_CLOSE, 5, 200);
	say(to_child);
	end(child);
}

/* A program that has other descriptors than its parent; it may tell of them before its
 * parent tells of it. */
static void spawned(int is_first)
{
	const pid_t parent = getpid(), child = fork();

	if (child == 0) {
		if (!is_first)
			hear(to_child);
		begin(parent, 3);
		path(POSIXTRACE_INHERITED, 0, "/srv/in");
		path(POSIXTRACE_INHERITED, 1, "pipe:[7]");
		path(POSIXTRACE_INHERITED, 3, "/srv/rel/name (deleted)");
		use(POSIXTRACE_WRITE, 1, 1000);
		use(POSIXTRACE_READ, 3, 2000);
		if (is_first) {
			say(to_parent);
			hear(to_child);
		}
		use(POSIXTRACE_READ, 0, 3000);
		use(POSIXTRACE_WRITE, 2, 4000);
		_exit(0);
	}
	if (is_first)
		hear(to_parent);
	process(POSIXTRACE_FORK, child, 0);
	path(POSIXTRACE_EXEC, child, "/bin/program");
	say(to_child);
	end(child);
}

/* Without /proc nothing is known of what a spawned program has. */
static void without_list(void)
{
	const pid_t parent = getpid(), child = fork();

	if (child == 0) {
		hear(to_child);
		begin(parent, -2);
		use(POSIXTRACE_WRITE, 1, 600);
		use(POSIXTRACE_WRITE, 6, 700);
		_exit(0);
	}
	process(POSIXTRACE_FORK, child, 0);
	path(POSIXTRACE_EXEC, child, "/bin/program");
	say(to_child);
	end(child);
}

/* Both ends of a pipe: one by calls that were seen, the other not. */
static void piped(void)
{
	const pid_t parent = getpid();
	pid_t child = fork();

	if (child == 0) {
		begin(parent, -1);
		dup_to(21, 1);
		path(POSIXTRACE_EXEC, 0, "/bin/program");
		begin(parent, 2);
		path(POSIXTRACE_INHERITED, 1, "pipe:[99]");
		path(POSIXTRACE_INHERITED, 4, "anon_inode:[eventpoll]");
		use(POSIXTRACE_WRITE, 1, 800);
		use(POSIXTRACE_EPOLL_WAIT, 4, 900);
		_exit(0);
	}
	end(child);
	process(POSIXTRACE_FORK, child, 0);
	child = fork();
	if (child == 0) {
		begin(parent, 1);
		path(POSIXTRACE_INHERITED, 0, "pipe:[99]");
		use(POSIXTRACE_READ, 0, 50);
		_exit(0);
	}
	end(child);
}

static void close_some(void)
{
	pair(POSIXTRACE_CLOSE_RANGE, 6, 20, 0);
	pair(POSIXTRACE_CLOSE_RANGE, 21, 21, 1 << 2);
	use(POSIXTRACE_READ, 6, 60);
	use(POSIXTRACE_READ, 21, 70);
	path(POSIXTRACE_EXEC, 0, "/bin/program");
	use(POSIXTRACE_READ, 21, 80);
}

static void connect_abstract(void)
{
	struct posixtrace_address data = { .fd = 8, .duration = 90 };
	/* A program that gives all of its structure has NULs behind the name. */
	static const char text[] = "@in\0side\0\0";

	memcpy(data.address, text, sizeof(text));
	posixtrace_system_event(POSIXTRACE_CONNECT, &data,
				offsetof(struct posixtrace_address, address) +
				sizeof(text), NULL);
}

int main(void)
{
	if (pipe(to_parent) != 0 || pipe(to_child) != 0)
		return 1;
	begin(getppid(), 1);
	path(POSIXTRACE_INHERITED, 0, "pipe:[1]");
	use(POSIXTRACE_READ, 0, 1);
	path(POSIXTRACE_OPEN, 5, "/srv/file");
	path(POSIXTRACE_OPEN, 6, "./rel/name");
	child_is_first();
	parent_is_first();
	spawned(1);
	spawned(0);
	without_list();
	pair(POSIXTRACE_PIPE, 20, 21, 0);
	piped();
	close_some();
	connect_abstract();
	return 0;
}
