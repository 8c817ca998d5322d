/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * ELF files, their functions and lines; for the files of this room that are built
 * with elfutils.  The files may contain anything.
 */
#ifndef POSIXTRACE_TOOLS_SYMBOLS_ELFFILE_H
#define POSIXTRACE_TOOLS_SYMBOLS_ELFFILE_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct posixtrace_mapping;

/*
 * Open a regular file, waiting for nothing.  NULL: it is none, or no ELF file;
 * errno is that of opening it, or 0.
 */
Elf *elffile_open(const char *path, struct stat *st);

/* Is that its build id? */
bool elffile_has_id(Elf *elf, const void *id, size_t size);

/*
 * The debug information of `elf`, which may be NULL, or of a file with that build
 * id, which the debug information has, too.  NULL: none is here.
 */
Elf *debugfile_find(Elf *elf, const struct posixtrace_mapping *mapping,
		    const char *root);

/* The functions of a symbol table, by address. */
struct functions {
	struct function *list;
	size_t n;
};

/* From a section of that type, SHT_SYMTAB or SHT_DYNSYM.  False: it has none. */
bool functions_read(struct functions *functions, Elf *elf, unsigned type);
void functions_fini(struct functions *functions);
/* Its name, and its address in *start; NULL: there is none. */
const char *functions_find(const struct functions *functions, uint64_t address,
			   uint64_t *start);

/* Where the lines of each compilation unit are. */
struct lines {
	Dwarf *dwarf;
	struct unit *units;
	size_t n;
};

/* False: there are none. */
bool lines_read(struct lines *lines, Elf *elf);
void lines_fini(struct lines *lines);
/* The file of an address, and its line; NULL: not known. */
const char *lines_find(struct lines *lines, uint64_t address, int *line);

#endif
