/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which processes have files; see known.h. */
#include "directory/known.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/rundir.h"
#include "directory/control.h"
#include "directory/note.h"

/* Some forty names each time.  Beyond that, asking for each is as cheap. */
enum { READS_MOST = 16 };

static void note(struct pxt_known *known, const char *name)
{
	uint32_t pid;

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return;
	known->is_used = true;
	if (!pxt_process_pid_of(name, &pid))
		return;
	known->is_any = true;
	pid %= PXT_KNOWN_PIDS;
	known->pids[pid / 64] |= UINT64_C(1) << pid % 64;
}

/* Note what is read next; returns the number of names, 0 at the end. */
static unsigned read_some(struct pxt_known *known)
{
	_Alignas(struct dirent64) char buf[2048];
	const struct dirent64 *entry;
	ssize_t size = getdents64(known->dirfd, buf, sizeof(buf));
	unsigned n = 0;

	if (size < 0)
		known->is_long = true;
	for (ssize_t i = 0; i < size; i += entry->d_reclen) {
		entry = (const void *)(buf + i);
		note(known, entry->d_name);
		n++;
	}
	return n;
}

static void list(struct pxt_known *known)
{
	unsigned n = read_some(known);

	/* The usual case: "." and "..". */
	if (n == 2 && !known->is_used)
		return;
	for (int reads = 1; n > 0 && !known->is_long; reads++) {
		n = read_some(known);
		known->is_long |= n > 0 && reads == READS_MOST;
	}
}

bool pxt_known_open(uid_t uid, struct pxt_known *known)
{
	int saved = errno;

	*known = (struct pxt_known){ .dirfd = -1 };
	if (pxt_rundir_open(uid, false, &known->dirfd) != 0)
		return false;
	list(known);
	errno = saved;
	if (known->is_used || known->is_long)
		return true;
	pxt_known_close(known);
	return false;
}

void pxt_known_close(struct pxt_known *known)
{
	close(known->dirfd);
	known->dirfd = -1;
}

bool pxt_known_is_any(const struct pxt_known *known)
{
	return known->is_any || known->is_long;
}

/* May it have? */
static bool is_noted(const struct pxt_known *known, const struct pxt_proc *proc)
{
	const uint32_t pid = (uint32_t)proc->own_pid % PXT_KNOWN_PIDS;

	return known->is_long || known->pids[pid / 64] >> pid % 64 & 1;
}

bool pxt_known_has(const struct pxt_known *known, const struct pxt_proc *proc)
{
	char name[PXT_FILE_NAME_SIZE], any;
	int saved = errno;
	bool has;

	if (!is_noted(known, proc))
		return false;
	pxt_process_name(proc, "", name);
	has = faccessat(known->dirfd, name, F_OK, 0) == 0;
	if (!has) {
		pxt_process_name(proc, PXT_NOTE_SUFFIX, name);
		has = readlinkat(known->dirfd, name, &any, sizeof(any)) > 0;
	}
	errno = saved;
	return has;
}
