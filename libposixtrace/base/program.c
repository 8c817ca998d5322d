/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Examines an executable file; see program.h.  Headers are read one by one to
 * use little stack: this runs in vfork children and under signal handlers. */
#include "base/program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/decimal.h"

/* Nesting of interpreters, as in the kernel. */
enum { DEEPEST_SCRIPT = 4 };

/* Upper limits; no real program has that many. */
enum { MOST_SEGMENTS = 128, MOST_ENTRIES = 4096 };

enum { NAME = 128 };

/* The ELF header of the object that this code is linked into. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

static bool read_at(int fd, uint64_t offset, void *buf, size_t size)
{
	return offset <= INT64_MAX &&
	       pread(fd, buf, size, (off_t)offset) == (ssize_t)size;
}

/* A string, truncated if too long; false: there is none. */
static bool read_name(int fd, uint64_t offset, char name[NAME])
{
	ssize_t n = offset > INT64_MAX ? -1 :
		    pread(fd, name, NAME - 1, (off_t)offset);

	if (n <= 0)
		return false;
	name[n] = '\0';
	return true;
}

static bool begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The names of glibc's loader on the different machines. */
static bool is_glibc(const char *loader)
{
	const char *name = base_of(loader);

	return begins_with(name, "ld-linux") || begins_with(name, "ld64.so.") ||
	       begins_with(name, "ld.so.") || begins_with(name, "ld-2.");
}

static bool is_asan(const char *library)
{
	return begins_with(library, "libasan.so") ||
	       begins_with(library, "libclang_rt.asan");
}

/* Separate stack frames: inlined, they would be one large frame. */
#define APART __attribute__((noinline))

/* Find a segment of a type; for PT_LOAD, the one with address `within`. */
static bool find_segment(int fd, const ElfW(Ehdr) *head, uint32_t type,
			 uint64_t within, ElfW(Phdr) *segment)
{
	if (head->e_phentsize != sizeof(*segment))
		return false;
	for (unsigned i = 0; i < head->e_phnum && i < MOST_SEGMENTS; i++) {
		if (!read_at(fd, head->e_phoff + i * sizeof(*segment), segment,
			     sizeof(*segment)))
			return false;
		if (segment->p_type == type &&
		    (type != PT_LOAD ||
		     within - segment->p_vaddr < segment->p_filesz))
			return true;
	}
	return false;
}

/* Find the offset of the string table of the dynamic section. */
static bool find_strings(int fd, const ElfW(Ehdr) *head,
			 const ElfW(Phdr) *dynamic, uint64_t *strings)
{
	ElfW(Phdr) segment;
	ElfW(Dyn) entry;

	for (unsigned i = 0; i < dynamic->p_filesz / sizeof(entry) &&
			     i < MOST_ENTRIES; i++) {
		if (!read_at(fd, dynamic->p_offset + i * sizeof(entry), &entry,
			     sizeof(entry)) || entry.d_tag == DT_NULL)
			return false;
		if (entry.d_tag != DT_STRTAB)
			continue;
		if (!find_segment(fd, head, PT_LOAD, entry.d_un.d_ptr,
				  &segment))
			return false;
		*strings = entry.d_un.d_ptr - segment.p_vaddr +
			   segment.p_offset;
		return true;
	}
	return false;
}

static APART bool needs_asan(int fd, const ElfW(Ehdr) *head)
{
	ElfW(Phdr) dynamic;
	ElfW(Dyn) entry;
	uint64_t strings;
	char name[NAME];

	if (!find_segment(fd, head, PT_DYNAMIC, 0, &dynamic) ||
	    !find_strings(fd, head, &dynamic, &strings))
		return false;
	for (unsigned i = 0; i < dynamic.p_filesz / sizeof(entry) &&
			     i < MOST_ENTRIES; i++) {
		if (!read_at(fd, dynamic.p_offset + i * sizeof(entry), &entry,
			     sizeof(entry)) || entry.d_tag == DT_NULL)
			break;
		if (entry.d_tag == DT_NEEDED &&
		    read_name(fd, strings + entry.d_un.d_val, name) &&
		    is_asan(name))
			return true;
	}
	return false;
}

static APART enum pxt_program of_elf(int fd, const ElfW(Ehdr) *head)
{
	ElfW(Phdr) loader;
	char name[NAME];

	if (head->e_ident[EI_CLASS] != __ehdr_start.e_ident[EI_CLASS] ||
	    head->e_ident[EI_DATA] != __ehdr_start.e_ident[EI_DATA] ||
	    head->e_machine != __ehdr_start.e_machine)
		return PXT_PROGRAM_OTHER_MACHINE;
	if (!find_segment(fd, head, PT_INTERP, 0, &loader))
		return PXT_PROGRAM_IS_STATIC;
	if (!read_name(fd, loader.p_offset, name))
		return PXT_PROGRAM_FITS;
	if (!is_glibc(name))
		return PXT_PROGRAM_OTHER_LOADER;
	return needs_asan(fd, head) ? PXT_PROGRAM_ASAN : PXT_PROGRAM_FITS;
}

static enum pxt_program of_file(int fd, unsigned depth);

/* "#! interpreter argument" */
static APART enum pxt_program of_script(int fd, unsigned depth)
{
	char line[NAME], *at;
	int interpreter;
	enum pxt_program program;

	if (depth == DEEPEST_SCRIPT || !read_name(fd, 2, line))
		return PXT_PROGRAM_FITS;
	line[strcspn(line, "\n")] = '\0';
	at = line + strspn(line, " \t");
	at[strcspn(at, " \t")] = '\0';
	interpreter = open(at, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (interpreter < 0)
		return PXT_PROGRAM_FITS;
	program = of_file(interpreter, depth + 1);
	close(interpreter);
	return program;
}

static APART enum pxt_program of_file(int fd, unsigned depth)
{
	struct stat status;
	ElfW(Ehdr) head = { .e_ident = "" };

	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
	    pread(fd, &head, sizeof(head), 0) < 4)
		return PXT_PROGRAM_FITS;
	if (memcmp(head.e_ident, "#!", 2) == 0)
		return of_script(fd, depth);
	if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
		return PXT_PROGRAM_FITS;
	if ((status.st_mode & S_ISUID && status.st_uid != geteuid()) ||
	    ((status.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) &&
	     status.st_gid != getegid()))
		return PXT_PROGRAM_IS_PRIVILEGED;
	return of_elf(fd, &head);
}

/* A descriptor that was opened with O_PATH cannot be read from. */
enum pxt_program pxt_program_of_fd(int fd)
{
	char path[14 + PXT_DECIMAL_SIZE] = "/proc/self/fd/";
	char byte;

	if (fd < 0)
		return PXT_PROGRAM_FITS;
	if (pread(fd, &byte, 1, 0) == 1 || errno != EBADF)
		return of_file(fd, 0);
	pxt_put_decimal(path + strlen(path), (unsigned)fd);
	return pxt_program_of_path(path);
}

APART enum pxt_program pxt_program_of_path(const char *path)
{
	enum pxt_program program;
	struct stat status;
	int fd;

	/* Opening something that is not a regular file may have effects. */
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return PXT_PROGRAM_FITS;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return PXT_PROGRAM_FITS;
	program = of_file(fd, 0);
	close(fd);
	return program;
}

static APART bool can_be_run(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       access(path, X_OK) == 0;
}

enum pxt_program pxt_program_of_name(const char *file, const char *search)
{
	char path[256];
	size_t len = strlen(file);

	if (strchr(file, '/'))
		return pxt_program_of_path(file);
	if (!search)
		search = "/bin:/usr/bin";
	for (const char *at = search;; at++) {
		size_t n = strcspn(at, ":");

		/* A longer path is not found. */
		if (n + 1 + len < sizeof(path)) {
			memcpy(path, at, n);
			path[n] = '/';
			memcpy(path + n + (n != 0), file, len + 1);
			if (can_be_run(path))
				return pxt_program_of_path(path);
		}
		at += n;
		if (!*at)
			return PXT_PROGRAM_FITS;
	}
}

const char *pxt_program_reason(enum pxt_program program)
{
	switch (program) {
	case PXT_PROGRAM_FITS:
		return NULL;
	case PXT_PROGRAM_IS_STATIC:
		return "it is statically linked";
	case PXT_PROGRAM_IS_PRIVILEGED:
		return "it is set-user-ID or set-group-ID";
	case PXT_PROGRAM_OTHER_MACHINE:
		return "it is for another machine";
	case PXT_PROGRAM_OTHER_LOADER:
		return "its C library is not glibc";
	case PXT_PROGRAM_ASAN:
		return "its AddressSanitizer has to be the first library";
	}
	return NULL;
}
