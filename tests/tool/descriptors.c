/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Records what the preload library would of a process that makes descriptors in
 * every way and uses them, with durations that are known.
 */
#include <errno.h>
#include <fcntl.h>
#include <posixtrace.h>
#include <string.h>
#include <sys/socket.h>

static void record(trace_event_id_t id, const void *data, size_t len)
{
	posixtrace_system_event(id, data, len, NULL);
}

static void use(trace_event_id_t id, int fd, int64_t result, uint64_t ns)
{
	const struct posixtrace_io io = {
		.fd = fd, .size = 4096, .result = result, .duration = ns,
	};

	record(id, &io, sizeof(io));
}

static void make_socket(int result, int flags)
{
	const struct posixtrace_socket made = {
		.family = AF_INET, .type = SOCK_STREAM, .flags = flags,
		.result = result, .duration = 1,
	};

	record(POSIXTRACE_SOCKET, &made, sizeof(made));
}

static void make_pair(trace_event_id_t id, int first, int second)
{
	const struct posixtrace_pair made = {
		.first = first, .second = second, .duration = 1,
	};

	record(id, &made, sizeof(made));
}

static void name(trace_event_id_t id, int fd, const char *text, int64_t result,
		 int flags, uint64_t ns)
{
	struct posixtrace_address address = {
		.fd = fd, .flags = flags, .result = result, .duration = ns,
	};

	memcpy(address.address, text, strlen(text));
	record(id, &address,
	       offsetof(struct posixtrace_address, address) + strlen(text));
}

static void transfer(int from, int to, int64_t result, uint64_t ns)
{
	const struct posixtrace_transfer data = {
		.from = from, .to = to, .size = 4096, .result = result,
		.duration = ns,
	};

	record(POSIXTRACE_TRANSFER, &data, sizeof(data));
}

static void open_file(const char *path, int fd)
{
	struct posixtrace_path data = { .result = fd, .duration = 1000 };

	memcpy(data.path, path, strlen(path));
	record(POSIXTRACE_OPEN, &data,
	       offsetof(struct posixtrace_path, path) + strlen(path));
}

static void serve(void)
{
	make_socket(3, SOCK_CLOEXEC);
	name(POSIXTRACE_BIND, 3, "0.0.0.0:80", -EADDRINUSE, 0, 10);
	use(POSIXTRACE_SHUTDOWN, 3, -ENOTCONN, 20);
	name(POSIXTRACE_BIND, 3, "0.0.0.0:8080", 0, 0, 30);
	use(POSIXTRACE_LISTEN, 3, 0, 40);
	name(POSIXTRACE_ACCEPT, 3, "10.0.0.1:4000", 4, SOCK_CLOEXEC, 5000);
	name(POSIXTRACE_ACCEPT, 3, "", 5, 0, 6000);
	name(POSIXTRACE_ACCEPT, 3, "", -EAGAIN, 0, 50);
	use(POSIXTRACE_RECV, 4, 100, 70);
	use(POSIXTRACE_SEND, 5, 200, 80);
	use(POSIXTRACE_READ, 4, 1, 90);
	open_file("/srv/file", 6);
	transfer(6, 4, 300, 700);
	use(POSIXTRACE_SHUTDOWN, 4, 0, 5);
	use(POSIXTRACE_CLOSE, 4, 0, 6);
	use(POSIXTRACE_SEND, 4, -EBADF, 7);
}

static void ask(void)
{
	make_socket(-EMFILE, 0);
	make_socket(7, 0);
	name(POSIXTRACE_CONNECT, 7, "[::1]:53", -ECONNREFUSED, 0, 100);
	name(POSIXTRACE_CONNECT, 7, "[::1]:54", -EINPROGRESS, 0, 200);
	use(POSIXTRACE_SEND, 7, 10, 300);
	name(POSIXTRACE_CONNECT, 9, "/run/log", 0, 0, 400);
	use(POSIXTRACE_WRITE, 9, 20, 500);
	make_socket(10, 0);
	use(POSIXTRACE_RECV, 10, 5, 600);
	make_pair(POSIXTRACE_SOCKETPAIR, 11, 12);
	use(POSIXTRACE_SEND, 11, 8, 1);
	use(POSIXTRACE_RECV, 12, 8, 2);
}

static void copy(int fd, int made, int flags)
{
	const struct posixtrace_dup data = {
		.fd = fd, .flags = flags, .result = made, .duration = 2000,
	};

	record(POSIXTRACE_DUP, &data, sizeof(data));
}

static void make(const char *kind, int result)
{
	struct posixtrace_path data = { .result = result, .duration = 1 };

	memcpy(data.path, kind, strlen(kind));
	record(POSIXTRACE_DESCRIPTOR, &data,
	       offsetof(struct posixtrace_path, path) + strlen(kind));
}

static void make_others(void)
{
	make_pair(POSIXTRACE_PIPE, 20, 21);
	copy(21, 22, 0);
	use(POSIXTRACE_WRITE, 22, 40, 3000);
	use(POSIXTRACE_READ, 20, 40, 4000);
	copy(6, 23, O_CLOEXEC);
	use(POSIXTRACE_READ, 23, 50, 5000);
	copy(1, 24, 0);
	copy(24, 24, 0);
	copy(25, -EBADF, 0);
	use(POSIXTRACE_WRITE, 24, 60, 6000);
	make("epoll", 26);
	make("eventfd", -EMFILE);
	make("eventfd", 27);
	use(POSIXTRACE_EPOLL_WAIT, 26, 1, 7000);
	use(POSIXTRACE_POLL, -1, 1, 8000);
	use(POSIXTRACE_READ, 27, 8, 9000);
}

int main(void)
{
	/* An exec closes what is to be closed. */
	struct posixtrace_path exec = { .path = "/bin/true" };

	serve();
	ask();
	make_others();
	record(POSIXTRACE_EXEC, &exec,
	       offsetof(struct posixtrace_path, path) + 9);
	use(POSIXTRACE_READ, 3, 1, 1);
	use(POSIXTRACE_READ, 5, 1, 1);
	use(POSIXTRACE_READ, 23, 1, 1);
	use(POSIXTRACE_READ, 20, 1, 1);
	return 0;
}
