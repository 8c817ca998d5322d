/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where frames go to and come from; see endpoint.h. */
#include "live/endpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/address.h"
#include "common/tool.h"

static const struct {
	unsigned baud;
	speed_t speed;
} speeds[] = {
	{ 1200, B1200 }, { 2400, B2400 }, { 4800, B4800 }, { 9600, B9600 },
	{ 19200, B19200 }, { 38400, B38400 }, { 57600, B57600 },
	{ 115200, B115200 }, { 230400, B230400 }, { 460800, B460800 },
	{ 921600, B921600 }, { 1000000, B1000000 }, { 2000000, B2000000 },
	{ 4000000, B4000000 },
};

enum { N_SPEEDS = sizeof(speeds) / sizeof(speeds[0]) };

static const speed_t *find_speed(unsigned baud)
{
	for (size_t i = 0; i < N_SPEEDS; i++) {
		if (speeds[i].baud == baud)
			return &speeds[i].speed;
	}
	return NULL;
}

bool endpoint_has_speed(unsigned baud)
{
	return find_speed(baud) != NULL;
}

/* Eight bits as they are; a break or a signal character is nothing special. */
static bool set_terminal(struct endpoint *endpoint, unsigned baud)
{
	struct termios raw;

	if (tcgetattr(endpoint->fd, &endpoint->saved) < 0)
		return false;
	raw = endpoint->saved;
	cfmakeraw(&raw);
	raw.c_cflag |= CREAD | CLOCAL;
	raw.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
	raw.c_iflag |= IGNBRK;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (cfsetspeed(&raw, *find_speed(baud)) < 0 ||
	    tcsetattr(endpoint->fd, TCSANOW, &raw) < 0)
		return false;
	endpoint->is_terminal = true;
	return true;
}

static bool refuse(const char *name, const char *why)
{
	tool_error("%s: %s; name a file, a device, tcp:HOST:PORT or "
		   "tcp-listen:PORT", name, why);
	return false;
}

/* The addresses of "HOST:PORT", or of "PORT" if that is to be listened on. */
static struct addrinfo *resolve(const char *name, const char *address,
				bool listens)
{
	const struct addrinfo hints = {
		.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = listens ? AI_PASSIVE : 0,
	};
	const char *colon = strrchr(address, ':');
	struct addrinfo *found;
	char host[256] = "";
	size_t len = colon ? (size_t)(colon - address) : 0;
	int err;

	if ((!colon && !listens) || len >= sizeof(host)) {
		refuse(name, "no HOST:PORT");
		return NULL;
	}
	/* An address of version 6 stands in brackets. */
	if (len >= 2 && address[0] == '[' && address[len - 1] == ']')
		memcpy(host, address + 1, len - 2);
	else
		memcpy(host, address, len);
	/* Who says nothing else is heard by this machine only. */
	err = getaddrinfo(*host ? host : "localhost",
			  colon ? colon + 1 : address, &hints, &found);
	if (err) {
		refuse(name, address_error(err));
		return NULL;
	}
	return found;
}

static int try_address(const struct addrinfo *address, bool listens)
{
	const int on = 1;
	int fd = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC,
			address->ai_protocol);
	int err;

	if (fd < 0)
		return -1;
	if (listens) {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
		if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 &&
		    listen(fd, 1) == 0)
			return fd;
	} else if (connect(fd, address->ai_addr, address->ai_addrlen) == 0) {
		return fd;
	}
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

static int open_socket(const char *name, const char *address, bool listens)
{
	struct addrinfo *all = resolve(name, address, listens);
	int fd = -1;

	if (!all)
		return -1;
	errno = EADDRNOTAVAIL;
	for (struct addrinfo *one = all; one && fd < 0; one = one->ai_next)
		fd = try_address(one, listens);
	if (fd < 0)
		refuse(name, strerror(errno));
	else if (listens)
		address_print_port(name, fd);
	freeaddrinfo(all);
	return fd;
}

static bool listen_for_peer(struct endpoint *endpoint, const char *address)
{
	endpoint->listener = open_socket(endpoint->name, address, true);
	if (endpoint->listener < 0)
		return false;
	do {
		endpoint->fd = accept4(endpoint->listener, NULL, NULL,
				       SOCK_CLOEXEC);
	} while (endpoint->fd < 0 && (errno == EINTR || errno == ECONNABORTED));
	if (endpoint->fd >= 0)
		return true;
	refuse(endpoint->name, strerror(errno));
	close(endpoint->listener);
	return false;
}

static bool open_path(struct endpoint *endpoint, bool writing, unsigned baud)
{
	if (strcmp(endpoint->name, "-") == 0) {
		endpoint->fd = writing ? STDOUT_FILENO : STDIN_FILENO;
		endpoint->is_ours = false;
	} else {
		/* A serial line without a carrier is open at once. */
		endpoint->fd = open(endpoint->name, O_CLOEXEC | O_NOCTTY |
				    (writing ? O_WRONLY | O_CREAT | O_TRUNC
					     : O_RDONLY), 0666);
	}
	if (endpoint->fd < 0)
		return refuse(endpoint->name, strerror(errno));
	if (isatty(endpoint->fd) && endpoint->is_ours &&
	    !set_terminal(endpoint, baud)) {
		refuse(endpoint->name, strerror(errno));
		close(endpoint->fd);
		return false;
	}
	return true;
}

bool endpoint_open(struct endpoint *endpoint, const char *name, bool writing,
		   unsigned baud)
{
	static const char tcp[] = "tcp:", listening[] = "tcp-listen:";

	*endpoint = (struct endpoint){
		.name = name,
		.fd = -1,
		.listener = -1,
		.is_ours = true,
	};
	if (strncmp(name, listening, sizeof(listening) - 1) == 0)
		return listen_for_peer(endpoint, name + sizeof(listening) - 1);
	if (strncmp(name, tcp, sizeof(tcp) - 1) == 0) {
		endpoint->fd = open_socket(name, name + sizeof(tcp) - 1, false);
		return endpoint->fd >= 0;
	}
	return open_path(endpoint, writing, baud);
}

bool endpoint_is_stdout(const struct endpoint *endpoint)
{
	struct stat ours, output;

	return endpoint->fd >= 0 && fstat(endpoint->fd, &ours) == 0 &&
	       fstat(STDOUT_FILENO, &output) == 0 &&
	       ours.st_dev == output.st_dev && ours.st_ino == output.st_ino;
}

void endpoint_close(struct endpoint *endpoint)
{
	if (endpoint->is_terminal) {
		tcdrain(endpoint->fd);
		tcsetattr(endpoint->fd, TCSANOW, &endpoint->saved);
	}
	if (endpoint->fd >= 0 && endpoint->is_ours)
		close(endpoint->fd);
	if (endpoint->listener >= 0)
		close(endpoint->listener);
}

/* A listening endpoint takes who waits, without waiting itself. */
static void take_peer(struct endpoint *endpoint)
{
	struct pollfd waiting = {
		.fd = endpoint->listener,
		.events = POLLIN,
	};

	if (poll(&waiting, 1, 0) == 1)
		endpoint->fd = accept4(endpoint->listener, NULL, NULL,
				       SOCK_CLOEXEC);
}

int endpoint_write(struct endpoint *endpoint, const void *bytes, size_t n)
{
	const char *at = bytes;

	if (endpoint->fd < 0)
		take_peer(endpoint);
	while (n > 0 && endpoint->fd >= 0) {
		ssize_t done = write(endpoint->fd, at, n);

		if (done >= 0) {
			at += done;
			n -= (size_t)done;
		} else if (errno == EAGAIN) {
			struct pollfd room = {
				.fd = endpoint->fd,
				.events = POLLOUT,
			};

			poll(&room, 1, -1);
		} else if (errno == EINTR) {
			continue;
		} else if (endpoint->listener >= 0) {
			close(endpoint->fd);
			endpoint->fd = -1;
		} else {
			return errno == ECONNRESET ? EPIPE : errno;
		}
	}
	return 0;
}

ssize_t endpoint_read(struct endpoint *endpoint, void *bytes, size_t n,
		      int timeout_ms, int wake)
{
	struct pollfd fds[] = {
		{ .fd = endpoint->fd, .events = POLLIN },
		{ .fd = wake, .events = POLLIN },
	};
	int ready = poll(fds, 2, timeout_ms);
	ssize_t got;

	if (ready < 0)
		return -1;
	if (fds[0].revents == 0) {
		errno = fds[1].revents ? EINTR : EAGAIN;
		return -1;
	}
	got = read(endpoint->fd, bytes, n);
	/* The other side of a pseudo terminal has gone. */
	if (got < 0 && (errno == EIO || errno == ECONNRESET))
		return 0;
	return got;
}
