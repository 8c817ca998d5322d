/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads a stream from a file, standard input, a line, or the network. */
#ifndef POSIXTRACE_TOOLS_RKH_INPUT_H
#define POSIXTRACE_TOOLS_RKH_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct rkh_input {
	const char *name;	/* for messages */
	int fd;
	int listener;		/* -1: none */
	bool follow;		/* continue at the end of the stream */
	bool is_live;		/* show records immediately */
};

/*
 * Open
 *
 *     -              standard input
 *     tcp:PORT       wait for a target to connect; any address of this host
 *     tcp:HOST:PORT  connect to it
 *     DEVICE         a serial line, set to `baud`, 8N1, raw
 *     FILE
 *
 * Reports a failure and returns false.
 */
bool rkh_input_open(struct rkh_input *input, const char *name, unsigned baud,
		bool follow);

/*
 * Read what there is, waiting for the first byte.  0: the stream has ended,
 * or a signal came; with `follow` only the latter.  *is_new says that these
 * bytes begin another stream: a target that connected anew.  On failure says
 * what it is and returns -1.
 */
ssize_t rkh_input_read(struct rkh_input *input, void *buffer, size_t size,
		   bool *is_new);

void rkh_input_close(struct rkh_input *input);

/*
 * Let SIGINT, SIGTERM and SIGHUP end the reading instead of the program.
 */
void input_catch_signals(void);

#endif
