/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The processes that have files, or a note (note.h), in the runtime directory of a
 * user.  Few have, and a process asks for itself and all that are above it: so the
 * directory is read once, and files are looked for only where there may be some.
 *
 * Everything is async-signal-safe and keeps errno.
 */
#ifndef PXT_DIRECTORY_KNOWN_H
#define PXT_DIRECTORY_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/proc.h"

enum { PXT_KNOWN_PIDS = 1024 };

struct pxt_known {
	int dirfd;
	bool is_used;			/* there is some file */
	bool is_any;			/* ... of a process */
	bool is_long;			/* too long to be read: `pids` is not complete */
	/* a bit for each remainder of a pid */
	uint64_t pids[PXT_KNOWN_PIDS / 64];
};

/* False: there is no directory, or it is empty, so that no process of its user traces or
 * left anything; nothing is open then. */
bool pxt_known_open(uid_t uid, struct pxt_known *known);
void pxt_known_close(struct pxt_known *known);

/* Had any process files?  In doubt true. */
bool pxt_known_is_any(const struct pxt_known *known);

/* Has this one some that it had already then? */
bool pxt_known_has(const struct pxt_known *known, const struct pxt_proc *proc);

#endif
