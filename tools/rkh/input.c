/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening and reading streams; see input.h. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "common/address.h"
#include "common/serial.h"
#include "common/tool.h"

enum {
	FOLLOW_MS = 100,	/* interval for checking whether a file has
				 * grown */
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
	sigaction(SIGQUIT, &action, NULL);
}

static bool is_network(const char *name)
{
	return strncmp(name, "tcp:", 4) == 0;
}

/* ---- The network ---- */

static bool open_network(struct rkh_input *input)
{
	const char *why;
	bool listens;
	int fd = address_open(input->name, true, &listens, &why);

	if (fd < 0) {
		tool_error("%s: %s", input->name, why);
		return false;
	}
	if (listens)
		input->listener = fd;
	else
		input->fd = fd;
	input->is_live = true;
	return true;
}

/* ---- Files and lines ---- */

static bool set_line(struct rkh_input *input, unsigned baud)
{
	struct termios saved;

	if (serial_prepare(input->fd, baud, &saved))
		return true;
	tool_error("%s: %s", input->name, strerror(errno));
	return false;
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
		/* But opening a pipe has to wait for its writer. */
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
	if (is_network(name) ? open_network(input) :
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

/* Wait for a target.  False: a signal came, or a failure, which was
 * reported. */
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

/* A closed connection ends the stream; so does a removed line. */
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
