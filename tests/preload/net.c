/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Sockets of several families used in every way, reads and writes of several
 * buffers, transfers, errors, invalid pointers, errno.  It runs in a writable
 * directory.
 */
#define _GNU_SOURCE
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

/* Hidden from the compiler, so that the fortified functions are called. */
static volatile size_t four = 4;
static void *volatile nowhere = (void *)8;

/* The last bytes of a page before one that cannot be read. */
static unsigned char *page_end;

static void make_page_end(void)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);

	page_end = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page_end != MAP_FAILED);
	page_end += size;
	CHECK(mprotect(page_end, size, PROT_NONE) == 0);
}

/* A connection to a socket of this process, both of whose ends are closed. */
static void connect_to(const void *addr, socklen_t len, int backlog)
{
	struct sockaddr_storage peer;
	socklen_t *peer_len = (socklen_t *)(void *)(page_end -
						    sizeof(*peer_len));
	const struct sockaddr *named = addr;
	int listener = socket(named->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int client = socket(named->sa_family, SOCK_STREAM, 0);
	int server;

	CHECK(listener >= 0 && client >= 0);
	CHECK(bind(listener, named, len) == 0);
	CHECK(listen(listener, backlog) == 0);
	*peer_len = sizeof(peer);
	CHECK(getsockname(listener, (struct sockaddr *)&peer, peer_len) == 0);
	CHECK(connect(client, (struct sockaddr *)&peer, *peer_len) == 0);
	*peer_len = sizeof(peer);
	server = accept4(listener, (struct sockaddr *)&peer, peer_len,
			 SOCK_CLOEXEC);
	CHECK(server >= 0 && fcntl(server, F_GETFD) == FD_CLOEXEC);
	CHECK(peer.ss_family == named->sa_family);
	CHECK(send(client, "hello", 5, MSG_NOSIGNAL) == 5);
	CHECK(shutdown(client, SHUT_WR) == 0);
	CHECK(recv(server, &peer, four + 1, MSG_WAITALL) == 5);
	CHECK(memcmp(&peer, "hello", 5) == 0);
	CHECK(recv(server, &peer, four, 0) == 0);
	CHECK(close(server) == 0 && close(client) == 0);
	CHECK(close(listener) == 0);
}

static void families(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "here" };
	struct sockaddr_un abstract = { .sun_family = AF_UNIX };
	int fd;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in6.sin6_addr = in6addr_loopback;
	snprintf(abstract.sun_path + 1, 40, "posixtrace-%d", (int)getpid());
	connect_to(&in, sizeof(in), 7);
	connect_to(&un, sizeof(un), 8);
	connect_to(&abstract, sizeof(sa_family_t) + 30, 9);
	fd = socket(AF_INET6, SOCK_STREAM, 0);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&in6, sizeof(in6)) == 0)
		connect_to(&in6, sizeof(in6), 10);
	if (fd >= 0)
		close(fd);
	CHECK(unlink("here") == 0);
	printf("families\n");
}

/* An address at the end of what can be read, which is longer than the room. */
static void cut(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	socklen_t len = sizeof(in);
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	int client = socket(AF_INET, SOCK_STREAM, 0);
	int server;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(bind(listener, (struct sockaddr *)&in, sizeof(in)) == 0);
	CHECK(listen(listener, 5) == 0);
	CHECK(getsockname(listener, (struct sockaddr *)&in, &len) == 0);
	memcpy(page_end - sizeof(in), &in, sizeof(in));
	CHECK(connect(client, (struct sockaddr *)(void *)
		      (page_end - sizeof(in)), sizeof(in)) == 0);
	len = 1;
	server = accept(listener, (struct sockaddr *)(void *)(page_end - 1),
			&len);
	CHECK(server >= 0 && len == sizeof(in));
	CHECK(close(server) == 0 && close(client) == 0);

	client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	errno = 0;
	CHECK(connect(client, (struct sockaddr *)&in, sizeof(in)) == 0 ||
	      errno == EINPROGRESS);
	errno = ERANGE;
	server = accept(listener, NULL, NULL);
	CHECK(server >= 0 && errno == ERANGE);
	CHECK(close(server) == 0 && close(client) == 0);
	CHECK(close(listener) == 0);
	printf("cut\n");
}

static void errors(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "gone" };
	struct sockaddr *there = (struct sockaddr *)&un;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	struct msghdr message = { .msg_iov = nowhere, .msg_iovlen = 2 };
	socklen_t len = sizeof(un);
	int ends[2];

	CHECK(socket(-1, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
	CHECK(socketpair(AF_UNIX, 99, 0, ends) == -1);
	CHECK(connect(fd, there, len) == -1 && errno == ENOENT);
	CHECK(connect(-1, there, len) == -1 && errno == EBADF);
	CHECK(connect(-1, nowhere, len) == -1 && errno == EBADF);
	CHECK(connect(fd, nowhere, len) == -1 && errno == EFAULT);
	CHECK(connect(fd, (struct sockaddr *)(void *)(page_end - 8), len) == -1 &&
	      errno == EFAULT);
	CHECK(connect(fd, there, 4000000000u) == -1 && errno == EINVAL);
	CHECK(connect(fd, NULL, 0) == -1 && errno == EINVAL);
	CHECK(bind(fd, nowhere, len) == -1 && errno == EFAULT);
	CHECK(bind(-1, there, len) == -1 && errno == EBADF);
	CHECK(bind(fd, there, 1) == -1 && errno == EINVAL);
	CHECK(listen(-1, -5) == -1 && errno == EBADF);
	CHECK(accept(fd, there, &len) == -1 && errno == EINVAL);
	CHECK(accept(-1, nowhere, nowhere) == -1 && errno == EBADF);
	CHECK(accept4(fd, nowhere, NULL, 0) == -1 && errno == EINVAL);
	CHECK(accept4(fd, NULL, NULL, -1) == -1 && errno == EINVAL);
	CHECK(send(-1, "x", 1, 0) == -1 && errno == EBADF);
	CHECK(sendmsg(fd, nowhere, 0) == -1 && errno == EFAULT);
	CHECK(sendmsg(fd, &message, 0) == -1 && errno == EFAULT);
	CHECK(recvmsg(-1, nowhere, 0) == -1 && errno == EBADF);
	CHECK(sendmmsg(-1, nowhere, 3, 0) == -1 && errno == EBADF);
	CHECK(recvmmsg(fd, nowhere, 3, MSG_DONTWAIT, NULL) == -1);
	CHECK(readv(fd, nowhere, 2) == -1 && errno == EFAULT);
	CHECK(writev(-1, nowhere, 2) == -1 && errno == EBADF);
	CHECK(close(fd) == 0);
	printf("errors\n");
}

static void messages(void)
{
	char a[4] = "abc", b[8] = "defghij";
	struct iovec vector[2] = { { a, 3 }, { b, 7 } };
	struct mmsghdr messages[3] = {
		{ .msg_hdr = { .msg_iov = vector, .msg_iovlen = 2 } },
		{ .msg_hdr = { .msg_iov = vector, .msg_iovlen = 1 } },
		{ .msg_hdr = { .msg_iov = vector + 1, .msg_iovlen = 1 } },
	};
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	int ends[2];

	CHECK(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends) == 0);
	errno = ERANGE;
	CHECK(sendmsg(ends[0], &messages[0].msg_hdr, 0) == 10);
	CHECK(sendmmsg(ends[0], messages, 3, 0) == 3);
	CHECK(sendto(ends[0], "xyz", 3, 0, NULL, 0) == 3);
	CHECK(recvmsg(ends[1], &messages[0].msg_hdr, 0) == 10);
	CHECK(recvmmsg(ends[1], messages, 2, 0, NULL) == 2);
	CHECK(messages[0].msg_len == 10 && messages[1].msg_len == 3);
	CHECK(recvfrom(ends[1], b, four + 3, 0, (struct sockaddr *)&from,
		       &len) == 7);
	CHECK(recvfrom(ends[1], b, four, 0, NULL, NULL) == 3);
	CHECK(errno == ERANGE);
	CHECK(recv(ends[1], b, four, 0) == -1 && errno == EAGAIN);
	CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
	printf("messages\n");
}

static void vectors(void)
{
	char a[4] = "abc", b[8] = "defghij";
	struct iovec vector[2] = { { a, 3 }, { b, 7 } };
	int fd = open("vector", O_RDWR | O_CREAT | O_TRUNC, 0600);
	int other = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);
	off_t from = 1;
	off64_t at = 0, to = 0;
	int ends[2], more[2];

	CHECK(writev(fd, vector, 2) == 10);
	CHECK(pwritev(fd, vector, 1, 7) == 3);
	CHECK(pwritev64(fd, vector, 1, 4) == 3);
	CHECK(pwritev2(fd, vector, 1, 3, 0) == 3);
	CHECK(pwritev64v2(fd, vector, 1, 2, 0) == 3);
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	CHECK(readv(fd, vector, 2) == 10 && memcmp(b, "bcccabc", 7) == 0);
	CHECK(preadv(fd, vector, 1, 1) == 3 && memcmp(a, "bab", 3) == 0);
	CHECK(preadv64(fd, vector, 1, 2) == 3);
	CHECK(preadv2(fd, vector, 1, 3, 0) == 3);
	CHECK(preadv64v2(fd, vector, 1, 4, 0) == 3);
	CHECK(sendfile(other, fd, &from, 4) == 4 && from == 5);
	CHECK(sendfile64(other, fd, NULL, 4) == 0);
	CHECK(copy_file_range(fd, &at, other, &to, 5, 0) == 5 || errno != 0);
	CHECK(pipe(ends) == 0 && pipe(more) == 0);
	CHECK(write(ends[1], "abcdef", 6) == 6);
	CHECK(tee(ends[0], more[1], 4, 0) == 4);
	CHECK(splice(ends[0], NULL, more[1], NULL, 2, 0) == 2);
	CHECK(read(more[0], b, 7) == 6 && memcmp(b, "abcdab", 6) == 0);
	CHECK(close(fd) == 0 && close(other) == 0);
	CHECK(unlink("vector") == 0 && unlink("other") == 0);
	printf("vectors\n");
}

int main(void)
{
	make_page_end();
	families();
	cut();
	errors();
	messages();
	vectors();
	return 0;
}
