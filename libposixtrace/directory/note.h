/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The note of a process that inherits streams, and has no room for files by which its
 * children could find them: a symbolic link in the runtime directory,
 *
 *   pPID-START-SPACE.in     to "SLOT SERIAL SLOT SERIAL ..."
 *
 * tmpfs keeps a short one in its inode, so there is room for it where no page is left,
 * and RLIMIT_FSIZE does not count it.  It is removed like the files of a process.
 *
 * Everything is async-signal-safe.
 */
#ifndef PXT_DIRECTORY_NOTE_H
#define PXT_DIRECTORY_NOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/proc.h"
#include "model/limits.h"

#define PXT_NOTE_SUFFIX ".in"

/* Note the streams in `serials`, by slot; five of them at most. */
void pxt_note_write(const struct pxt_proc *proc,
		    const uint64_t serials[PXT_STREAMS]);

/* False: there is no note, or no stream in it.  It may contain anything. */
bool pxt_note_read(const struct pxt_proc *proc, uint64_t serials[PXT_STREAMS]);

#endif
