/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The first events of a process, and of a program that one executes: which
 * process is its parent, and what it has inherited.
 *
 * A forked child records its own begin, since its parent may come to record the
 * fork only after the child has done something.  A program asks the kernel for
 * its descriptors: what a child of vfork() and the file actions of posix_spawn()
 * have made of those of the parent cannot be seen, nor what exec has closed.
 */
#include "real.h"

#include "record.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

/* A process with more of them is rare; the reader is told of these. */
enum { DESCRIPTORS_MOST = 256 };

/* As posixtrace_process has it. */
enum { AS_PARENT = -1, UNKNOWN = -2 };

/* As getdents64() gives it. */
struct entry {
	uint64_t inode;
	int64_t offset;
	unsigned short size;
	unsigned char type;
	char name[];
};

static const char folder[] = "/proc/self/fd";

/* The constructor's, which runs once: not on a stack that may be small. */
static int list[DESCRIPTORS_MOST];
static char entries[1024];

static void record_process(int64_t parent, int64_t inherited,
			   const void *caller)
{
	const struct posixtrace_process process = {
		.pid = parent,
		.status = inherited,
	};

	pxt_record(POSIXTRACE_PROCESS, &process, sizeof(process), caller);
}

/* In a sandbox that does not let it attach it would only be lost. */
void pxt_record_child(pid_t parent, const void *caller)
{
	if (pxt_may_call() && pxt_recording(caller))
		record_process(parent, AS_PARENT, caller);
}

/* Descriptors, but for the one by which they are read. */
static unsigned take_entries(size_t len, int self, unsigned n)
{
	for (size_t at = 0; at < len && n < DESCRIPTORS_MOST;) {
		const char *entry = entries + at;
		const char *name = entry + offsetof(struct entry, name);
		unsigned short size;

		memcpy(&size, entry + offsetof(struct entry, size),
		       sizeof(size));
		if (*name != '.' && atoi(name) != self)
			list[n++] = atoi(name);
		at += size;
	}
	return n;
}

/* UNKNOWN: without /proc, or without a descriptor to read it by. */
static int list_descriptors(void)
{
	unsigned n = 0;
	long got;
	int fd = (int)REAL(syscall)(SYS_openat, AT_FDCWD, folder,
				    O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return UNKNOWN;
	while (n < DESCRIPTORS_MOST &&
	       (got = REAL(syscall)(SYS_getdents64, fd, entries,
				    sizeof(entries))) > 0)
		n = take_entries((size_t)got, fd, n);
	REAL(syscall)(SYS_close, fd);
	return (int)n;
}

static char *put_number(char *p, int number)
{
	if (number >= 10)
		p = put_number(p, number / 10);
	*p++ = (char)('0' + number % 10);
	return p;
}

static void record_descriptor(int fd, const void *caller)
{
	struct posixtrace_path inherited = { .result = fd };
	char path[sizeof(folder) + 16];
	char *p = path;
	long len;

	memcpy(p, folder, sizeof(folder) - 1);
	p += sizeof(folder) - 1;
	*p++ = '/';
	p = put_number(p, fd);
	*p = '\0';
	len = REAL(syscall)(SYS_readlinkat, AT_FDCWD, path, inherited.path,
			    sizeof(inherited.path));
	if (len > 0)
		pxt_record(POSIXTRACE_INHERITED, &inherited,
			   offsetof(struct posixtrace_path, path) +
			   (size_t)len, caller);
}

void pxt_record_program(void)
{
	const void *entry = (const void *)getauxval(AT_ENTRY);
	int n;

	if (!pxt_recording(entry))
		return;
	n = list_descriptors();
	record_process(getppid(), n, entry);
	for (int i = 0; i < n; i++)
		record_descriptor(list[i], entry);
}
