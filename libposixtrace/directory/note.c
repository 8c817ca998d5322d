/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What a process without files has inherited; see note.h. */
#include "directory/note.h"

#include <errno.h>
#include <unistd.h>

#include "base/decimal.h"
#include "base/rundir.h"
#include "directory/control.h"

/* tmpfs needs a page for longer ones. */
enum { TEXT_SIZE = 128 };

/* A slot, a serial, two blanks, and a zero. */
enum { ENTRY_SIZE = 2 + 20 + 2 + 1 };

void pxt_note_write(const struct pxt_proc *proc,
		    const uint64_t serials[PXT_STREAMS])
{
	char name[PXT_FILE_NAME_SIZE], text[TEXT_SIZE], *at = text;
	int dirfd, saved = errno;

	for (unsigned slot = 0; slot < PXT_STREAMS; slot++) {
		if (!serials[slot] || at > text + TEXT_SIZE - ENTRY_SIZE)
			continue;
		at = pxt_put_decimal(at, slot);
		*at++ = ' ';
		at = pxt_put_decimal(at, serials[slot]);
		*at++ = ' ';
	}
	*at = '\0';
	if (at == text || pxt_rundir_open(proc->uid, false, &dirfd) != 0)
		return;
	pxt_process_name(proc, PXT_NOTE_SUFFIX, name);
	/* One that is there was written by this process before it called exec. */
	if (symlinkat(text, dirfd, name) != 0)
		errno = saved;
	close(dirfd);
}

/* The number at *at, and the blank behind it.  False: there is none. */
static bool take_number(const char **at, const char *end, uint64_t *n)
{
	const char *begin = *at;

	*n = 0;
	for (; *at < end && **at >= '0' && **at <= '9'; (*at)++)
		if (__builtin_mul_overflow(*n, 10, n) ||
		    __builtin_add_overflow(*n, (uint64_t)(**at - '0'), n))
			return false;
	return *at > begin && *at < end && *(*at)++ == ' ';
}

bool pxt_note_read(const struct pxt_proc *proc, uint64_t serials[PXT_STREAMS])
{
	char name[PXT_FILE_NAME_SIZE], text[TEXT_SIZE];
	const char *at = text;
	int dirfd, saved = errno;
	uint64_t slot, serial;
	bool any = false;
	ssize_t n;

	if (pxt_rundir_open(proc->uid, false, &dirfd) != 0)
		return false;
	pxt_process_name(proc, PXT_NOTE_SUFFIX, name);
	n = readlinkat(dirfd, name, text, sizeof(text));
	close(dirfd);
	errno = saved;
	while (n > 0 && take_number(&at, text + n, &slot) &&
	       take_number(&at, text + n, &serial))
		if (slot < PXT_STREAMS && serial) {
			serials[slot] = serial;
			any = true;
		}
	return any;
}
