/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ELF files, and the files that have the debug information of others: by build id
 * in /usr/lib/debug/.build-id, or by the name that a section of the file says
 * (.gnu_debuglink).  Only what has the build id of the file is taken.  No network
 * is asked (debuginfod).
 */
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <posixtrace.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "symbols/elffile.h"

#define DEBUG_DIR "/usr/lib/debug"

Elf *elffile_open(const char *path, struct stat *st)
{
	Elf *elf = NULL;
	int fd;

	if (stat(path, st) != 0)
		return NULL;
	errno = 0;
	/* To open a device may have effects. */
	if (!S_ISREG(st->st_mode))
		return NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return NULL;
	errno = 0;
	/* Files that the kernel makes have no size, and reading may wait. */
	if (fstat(fd, st) == 0 && S_ISREG(st->st_mode) &&
	    st->st_size >= (off_t)sizeof(Elf32_Ehdr))
		elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	/* All of it is in memory, so there may be any number of files. */
	if (elf && (elf_kind(elf) != ELF_K_ELF ||
		    elf_cntl(elf, ELF_C_FDREAD) != 0)) {
		elf_end(elf);
		elf = NULL;
	}
	close(fd);
	if (!elf)
		errno = 0;
	return elf;
}

bool elffile_has_id(Elf *elf, const void *id, size_t size)
{
	const void *its;
	ssize_t its_size = dwelf_elf_gnu_build_id(elf, &its);

	return its_size > 0 && (size_t)its_size == size &&
	       memcmp(its, id, size) == 0;
}

/* The file, if it is that with the build id. */
static Elf *try(const char *path, const struct posixtrace_mapping *mapping)
{
	struct stat st;
	Elf *elf = elffile_open(path, &st);

	if (!elf || elffile_has_id(elf, mapping->build_id,
				   mapping->build_id_size))
		return elf;
	elf_end(elf);
	return NULL;
}

static Elf *try_in(const char *root, const char *dir, size_t dir_len,
		   const char *name, const struct posixtrace_mapping *mapping)
{
	char path[PATH_MAX];

	if ((size_t)snprintf(path, sizeof(path), "%s%.*s%s", root,
			     (int)dir_len, dir, name) >= sizeof(path))
		return NULL;
	return try(path, mapping);
}

static Elf *find_by_id(const char *root, const struct posixtrace_mapping *mapping)
{
	char name[2 * POSIXTRACE_BUILD_ID_MAX + 32], *at = name;
	Elf *elf;

	at += sprintf(at, "/.build-id/%02x/", mapping->build_id[0]);
	for (size_t i = 1; i < mapping->build_id_size; i++)
		at += sprintf(at, "%02x", mapping->build_id[i]);
	strcpy(at, ".debug");
	elf = try_in(root, DEBUG_DIR, strlen(DEBUG_DIR), name, mapping);
	return elf || !*root ? elf : try_in(root, "", 0, name, mapping);
}

/* In the file's directory, or where those of packages are. */
static Elf *find_by_link(const char *root, const char *name,
			 const struct posixtrace_mapping *mapping)
{
	const char *end = strrchr(mapping->path, '/');
	size_t len = end ? (size_t)(end - mapping->path) : 0;
	char dir[PATH_MAX], file[PATH_MAX];
	Elf *elf;

	if (!end || strchr(name, '/') || strlen(name) > NAME_MAX)
		return NULL;
	snprintf(file, sizeof(file), "/%s", name);
	elf = try_in(root, mapping->path, len, file, mapping);
	if (elf)
		return elf;
	snprintf(file, sizeof(file), "/.debug/%s", name);
	elf = try_in(root, mapping->path, len, file, mapping);
	if (elf || (size_t)snprintf(dir, sizeof(dir), DEBUG_DIR "%.*s",
				    (int)len, mapping->path) >= sizeof(dir))
		return elf;
	snprintf(file, sizeof(file), "/%s", name);
	return try_in(root, dir, strlen(dir), file, mapping);
}

Elf *debugfile_find(Elf *elf, const struct posixtrace_mapping *mapping,
		    const char *root)
{
	const char *link;
	GElf_Word crc;
	Elf *found = NULL;

	if (mapping->build_id_size == 0)
		return NULL;
	if (root)
		found = find_by_id(root, mapping);
	if (!found)
		found = find_by_id("", mapping);
	link = elf ? dwelf_elf_gnu_debuglink(elf, &crc) : NULL;
	if (link && !found && root)
		found = find_by_link(root, link, mapping);
	if (link && !found)
		found = find_by_link("", link, mapping);
	return found;
}
