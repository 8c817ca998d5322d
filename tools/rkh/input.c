/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Where a stream comes from; see input.h. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "common/address.h"
#include "common/tool.h"

enum {
	FOLLOW_MS = 100,	/* between looks at a file that may grow */
	HOST_MAX = 256,
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

void input_catch_signals(void)
{
	/* Without SA_RESTART: read() and poll() are to return. */
	struct sigaction action = { .sa_handler = interrupt };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

bool input_is_interrupted(void)
{
	return interrupted;
}

static bool is_network(const char *name)
{
	return strncmp(name, "tcp:", 4) == 0;
}

/* ---- The network ---- */

/* One address: listen on it or connect to it.  Returns -1 and sets errno. */
static int try_address(const struct addrinfo *address, bool listens)
{
	int on = 1;
	int err;
	int fd = socket(address->ai_family,
			address->ai_socktype | SOCK_CLOEXEC,
			address->ai_protocol);

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

/* "HOST:PORT", "[HOST]:PORT" or "PORT", taken apart; host may be empty. */
static bool split_address(const char *text, char host[HOST_MAX],
			  const char **port)
{
	const char *colon = strrchr(text, ':');
	size_t len = colon ? (size_t)(colon - text) : 0;

	*port = colon ? colon + 1 : text;
	if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	if (len >= HOST_MAX || **port == '\0')
		return false;
	memcpy(host, text, len);
	host[len] = '\0';
	return true;
}

static bool open_network(struct rkh_input *input, const char *text)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *addresses = NULL;
	char host[HOST_MAX];
	const char *port;
	bool listens;
	int fd = -1;
	int err;

	if (!split_address(text, host, &port)) {
		tool_error("%s: not an address; give tcp:PORT or tcp:HOST:PORT",
			   input->name);
		return false;
	}
	listens = *host == '\0';
	hints.ai_flags = listens ? AI_PASSIVE : 0;
	err = getaddrinfo(listens ? NULL : host, port, &hints, &addresses);
	if (err) {
		tool_error("%s: %s", input->name, address_error(err));
		return false;
	}
	for (struct addrinfo *at = addresses; at && fd < 0; at = at->ai_next)
		fd = try_address(at, listens);
	if (fd < 0)
		tool_error("%s: %s", input->name, strerror(errno));
	else if (listens)
		address_print_port(input->name, fd);
	freeaddrinfo(addresses);
	if (listens)
		input->listener = fd;
	else
		input->fd = fd;
	input->is_live = true;
	return fd >= 0;
}

/* ---- Files and lines ---- */

static const struct {
	unsigned baud;
	speed_t speed;
} speeds[] = {
	{ 1200, B1200 }, { 2400, B2400 }, { 4800, B4800 }, { 9600, B9600 },
	{ 19200, B19200 }, { 38400, B38400 }, { 57600, B57600 },
	{ 115200, B115200 }, { 230400, B230400 }, { 460800, B460800 },
	{ 500000, B500000 }, { 921600, B921600 }, { 1000000, B1000000 },
	{ 1500000, B1500000 }, { 2000000, B2000000 }, { 3000000, B3000000 },
};

static bool set_line(struct rkh_input *input, unsigned baud)
{
	struct termios line;
	size_t i = 0;

	while (i < sizeof(speeds) / sizeof(speeds[0]) &&
	       speeds[i].baud != baud)
		i++;
	if (i == sizeof(speeds) / sizeof(speeds[0])) {
		tool_error("--baud %u: no speed of a line; try 115200", baud);
		return false;
	}
	if (tcgetattr(input->fd, &line)) {
		tool_error("%s: %s", input->name, strerror(errno));
		return false;
	}
	cfmakeraw(&line);
	line.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
	line.c_cflag |= CLOCAL | CREAD;
	line.c_cc[VMIN] = 1;
	line.c_cc[VTIME] = 0;
	cfsetispeed(&line, speeds[i].speed);
	cfsetospeed(&line, speeds[i].speed);
	if (tcsetattr(input->fd, TCSANOW, &line)) {
		tool_error("%s: %s", input->name, strerror(errno));
		return false;
	}
	return true;
}

static bool open_file(struct rkh_input *input, const char *name, unsigned baud)
{
	struct stat status;

	/* A line without carrier would keep open() waiting. */
	input->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (input->fd < 0 || fstat(input->fd, &status)) {
		tool_error("%s: %s", name, strerror(errno));
		return false;
	}
	if (S_ISDIR(status.st_mode)) {
		tool_error("%s: %s", name, strerror(EISDIR));
		return false;
	}
	input->is_live = !S_ISREG(status.st_mode) || input->follow;
	if (S_ISFIFO(status.st_mode)) {
		/* But a pipe is to wait for the one who writes. */
		close(input->fd);
		input->fd = open(name, O_RDONLY | O_CLOEXEC);
		if (input->fd < 0) {
			tool_error("%s: %s", name, strerror(errno));
			return false;
		}
		return true;
	}
	fcntl(input->fd, F_SETFL, 0);
	return !isatty(input->fd) || set_line(input, baud);
}

bool rkh_input_open(struct rkh_input *input, const char *name, unsigned baud,
		bool follow)
{
	*input = (struct rkh_input){
		.name = name,
		.fd = -1,
		.listener = -1,
		.follow = follow,
	};
	if (strcmp(name, "-") == 0) {
		input->name = "standard input";
		input->fd = STDIN_FILENO;
		input->is_live = true;
		return true;
	}
	if (is_network(name) ? open_network(input, name + 4) :
				     open_file(input, name, baud))
		return true;
	rkh_input_close(input);
	return false;
}

void rkh_input_close(struct rkh_input *input)
{
	if (input->fd > STDIN_FILENO)
		close(input->fd);
	if (input->listener >= 0)
		close(input->listener);
	input->fd = -1;
	input->listener = -1;
}

/* ---- Reading ---- */

/* Wait for a target.  False: a signal came, or said what went wrong. */
static bool accept_one(struct rkh_input *input)
{
	do {
		input->fd = accept4(input->listener, NULL, NULL, SOCK_CLOEXEC);
	} while (input->fd < 0 && !interrupted &&
		 (errno == EINTR || errno == ECONNABORTED));
	if (input->fd < 0 && !interrupted)
		tool_error("%s: %s", input->name, strerror(errno));
	return input->fd >= 0;
}

/* A peer that is gone has ended its stream; so has a line taken away. */
static bool is_end(int err)
{
	return err == ECONNRESET || err == EIO;
}

ssize_t rkh_input_read(struct rkh_input *input, void *buffer, size_t size,
		   bool *is_new)
{
	*is_new = false;
	while (!interrupted) {
		ssize_t n;

		if (input->fd < 0) {
			if (!accept_one(input))
				return interrupted ? 0 : -1;
			*is_new = true;
		}
		n = read(input->fd, buffer, size);
		if (n > 0)
			return n;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && !is_end(errno)) {
			tool_error("%s: %s", input->name, strerror(errno));
			return -1;
		}
		if (!input->follow)
			return 0;
		if (input->listener >= 0) {
			close(input->fd);
			input->fd = -1;
		} else if (n < 0) {
			return 0;
		} else {
			poll(NULL, 0, FOLLOW_MS);
		}
	}
	return 0;
}
