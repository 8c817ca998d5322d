/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A traced process that calls exec: the new program is the same one, with a word as
 * its argument, and hears and tells on the same pipes.
 */
#ifndef CONFEXEC_H
#define CONFEXEC_H

#include "conftest.h"

static struct ct_pipe ct_go, ct_done;

/* Begin this program anew.  The caller has closed the end of ct_go that tells, as the
 * first ct_hear() does. */
static inline void ct_exec(const char *mode)
{
	char word[16], go[16], done[16], *argv[5];

	snprintf(word, sizeof(word), "%s", mode);
	snprintf(go, sizeof(go), "%d", ct_go.fd[0]);
	snprintf(done, sizeof(done), "%d", ct_done.fd[1]);
	argv[0] = ct_argv[0];
	argv[1] = word;
	argv[2] = go;
	argv[3] = done;
	argv[4] = NULL;
	execv(argv[0], argv);
	_exit(CT_UNRESOLVED);
}

/* The word if this is the new program; NULL, with new pipes, if it is the first. */
static inline const char *ct_mode(void)
{
	if (ct_argv[1]) {
		ct_go.number = 0;
		ct_hears[0] = 1;
		ct_go.fd[0] = atoi(ct_argv[2]);
		ct_done.fd[1] = atoi(ct_argv[3]);
		return ct_argv[1];
	}
	if (!strchr(ct_argv[0], '/'))
		UNRESOLVED("run this program by its path");
	ct_go = ct_pipe();
	ct_done = ct_pipe();
	return NULL;
}

#endif
