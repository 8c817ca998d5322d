/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Where frames go to and come from: "-", a file, a pipe, a terminal device,
 * "tcp:HOST:PORT", "tcp-listen:[HOST:]PORT".
 *
 * A terminal device is set to carry bytes as they are, eight bits, no parity,
 * at the given speed, and put back at the end.
 */
#ifndef POSIXTRACE_TOOLS_LIVE_ENDPOINT_H
#define POSIXTRACE_TOOLS_LIVE_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

struct endpoint {
	const char *name;
	int fd;			/* -1: a listening one without a peer */
	int listener;		/* -1: none */
	bool is_ours;		/* to close */
	bool is_terminal;
	struct termios saved;
};

/*
 * Open it for writing or for reading.  A listening one waits for its first
 * peer.  Reports a failure and returns false.
 */
bool endpoint_open(struct endpoint *endpoint, const char *name, bool writing,
		   unsigned baud);
/* Is its output the same file as standard output? */
bool endpoint_is_stdout(const struct endpoint *endpoint);

void endpoint_close(struct endpoint *endpoint);

/*
 * Write all.  Without a peer a listening endpoint discards the bytes: peers
 * may join later.  Returns 0 or an errno value; EPIPE: the reader is gone.
 */
int endpoint_write(struct endpoint *endpoint, const void *bytes, size_t n);

/*
 * Read at most n available bytes; waits timeout_ms for the first (-1: without
 * limit).  0: the end. -1: see errno; EAGAIN: none came, EINTR: `wake` (a
 * descriptor, or -1) became readable.
 */
ssize_t endpoint_read(struct endpoint *endpoint, void *bytes, size_t n,
		      int timeout_ms, int wake);

#endif
