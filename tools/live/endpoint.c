/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Endpoints of frames; see endpoint.h. */
#include "live/endpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/address.h"
#include "common/serial.h"
#include "common/tool.h"

static bool refuse(const char *name, const char *why)
{
	tool_error("%s: %s; name a file, a device, tcp:HOST:PORT or "
		   "tcp-listen:PORT", name, why);
	return false;
}

static bool open_address(struct endpoint *endpoint)
{
	const char *why;
	bool listens;
	int fd = address_open(endpoint->name, false, &listens, &why);

	if (fd < 0)
		return refuse(endpoint->name, why);
	if (!listens) {
		endpoint->fd = fd;
		return true;
	}
	endpoint->listener = fd;
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
		/* A serial line without a carrier is opened without waiting. */
		endpoint->fd = open(endpoint->name, O_CLOEXEC | O_NOCTTY |
				    (writing ? O_WRONLY | O_CREAT | O_TRUNC
					     : O_RDONLY), 0666);
	}
	if (endpoint->fd < 0)
		return refuse(endpoint->name, strerror(errno));
	if (!isatty(endpoint->fd) || !endpoint->is_ours)
		return true;
	endpoint->is_terminal = serial_prepare(endpoint->fd, baud,
					       &endpoint->saved);
	if (endpoint->is_terminal)
		return true;
	refuse(endpoint->name, strerror(errno));
	close(endpoint->fd);
	return false;
}

bool endpoint_open(struct endpoint *endpoint, const char *name, bool writing,
		   unsigned baud)
{
	*endpoint = (struct endpoint){
		.name = name,
		.fd = -1,
		.listener = -1,
		.is_ours = true,
	};
	if (strncmp(name, "tcp:", 4) == 0 ||
	    strncmp(name, "tcp-listen:", 11) == 0)
		return open_address(endpoint);
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

/* A listening endpoint accepts a waiting peer, without waiting itself. */
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
	/* The other side of a pseudo terminal was closed. */
	if (got < 0 && (errno == EIO || errno == ECONNRESET))
		return 0;
	return got;
}
