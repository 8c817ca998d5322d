/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A file that was executed; see module.h. */
#include "symbols/module.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "symbols/elffile.h"
#include "symbols/symbols.h"

struct module {
	Elf *file;			/* NULL: only its debug information */
	Elf *debug;			/* NULL: none besides */
	bool is_read;
	struct functions functions;
	struct lines lines;
};

bool symbols_are_built(const char *option)
{
	(void)option;
	return true;
}

enum verdict { FILE_IS_IT, FILE_IS_OTHER, FILE_IS_CHANGED, FILE_IS_MISSING };

/* Without a build id: is it the same file, and as it was? */
static bool is_unchanged(const struct posixtrace_mapping *mapping,
			 const struct stat *st)
{
	const uint64_t device = (uint64_t)major(st->st_dev) << 32 |
				minor(st->st_dev);

	return !mapping->is_deleted && st->st_ino == mapping->inode &&
	       device == mapping->device &&
	       (st->st_ctim.tv_sec < mapping->since.tv_sec ||
		(st->st_ctim.tv_sec == mapping->since.tv_sec &&
		 st->st_ctim.tv_nsec <= mapping->since.tv_nsec));
}

static enum verdict try(const char *root, const struct posixtrace_mapping *mapping,
			Elf **out, int *error)
{
	char path[PATH_MAX];
	struct stat st;
	enum verdict verdict;
	Elf *elf;

	*error = ENAMETOOLONG;
	if ((size_t)snprintf(path, sizeof(path), "%s%s", root, mapping->path) >=
	    sizeof(path))
		return FILE_IS_MISSING;
	elf = elffile_open(path, &st);
	*error = errno;
	if (!elf)
		return FILE_IS_MISSING;
	if (mapping->build_id_size)
		verdict = elffile_has_id(elf, mapping->build_id,
					 mapping->build_id_size) ?
			  FILE_IS_IT : FILE_IS_OTHER;
	else
		verdict = is_unchanged(mapping, &st) ? FILE_IS_IT :
			  FILE_IS_CHANGED;
	if (verdict == FILE_IS_IT)
		*out = elf;
	else
		elf_end(elf);
	return verdict;
}

static void explain(enum verdict verdict, int error, char why[MODULE_WHY])
{
	switch (verdict) {
	case FILE_IS_OTHER:
		snprintf(why, MODULE_WHY, "has another build id than the file "
			 "that was executed: it was built again, or replaced, "
			 "since");
		break;
	case FILE_IS_CHANGED:
		snprintf(why, MODULE_WHY, "no build id of what was executed is "
			 "known, and it is not the same file, or has changed "
			 "since");
		break;
	default:
		snprintf(why, MODULE_WHY, "%s; --symbols=DIR names a directory "
			 "with the files of the machine that was traced",
			 error ? strerror(error) : "is no ELF file");
	}
}

struct module *module_open(const struct posixtrace_mapping *mapping,
			   const char *root, char why[MODULE_WHY])
{
	struct module *module = calloc(1, sizeof(*module));
	enum verdict verdict = FILE_IS_MISSING, other;
	int error = 0, other_error;

	snprintf(why, MODULE_WHY, "out of memory");
	if (!module || elf_version(EV_CURRENT) == EV_NONE) {
		free(module);
		return NULL;
	}
	/* An absolute path, or nothing that is a file. */
	if (mapping->path[0] == '/') {
		if (root)
			verdict = try(root, mapping, &module->file, &error);
		if (verdict != FILE_IS_IT) {
			other = try("", mapping, &module->file, &other_error);
			if (!root || other != FILE_IS_MISSING ||
			    verdict == FILE_IS_MISSING) {
				verdict = other;
				error = other_error;
			}
		}
	}
	module->debug = debugfile_find(module->file, mapping, root);
	if (module->file || module->debug)
		return module;
	explain(verdict, error, why);
	free(module);
	return NULL;
}

void module_close(struct module *module)
{
	if (!module)
		return;
	functions_fini(&module->functions);
	lines_fini(&module->lines);
	if (module->debug)
		elf_end(module->debug);
	if (module->file)
		elf_end(module->file);
	free(module);
}

static void read_all(struct module *module)
{
	struct functions *functions = &module->functions;
	Elf *file = module->file, *debug = module->debug;

	module->is_read = true;
	if (!(file && functions_read(functions, file, SHT_SYMTAB)) &&
	    !(debug && functions_read(functions, debug, SHT_SYMTAB)) && file)
		functions_read(functions, file, SHT_DYNSYM);
	if (!(debug && lines_read(&module->lines, debug)) && file)
		lines_read(&module->lines, file);
}

/*
 * The address in the file's own numbering.  A file of debug information has the
 * segments of the other one, but not their places in the file: there it is
 * the executable one, which begins at the page where the mapping does.
 */
static bool find_virtual(const struct module *module,
			 const struct posixtrace_mapping *mapping,
			 uint64_t address, uint64_t *found)
{
	Elf *elf = module->file ? module->file : module->debug;
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t at = address - mapping->start;
	size_t n;

	if (elf_getphdrnum(elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && i < INT32_MAX; i++) {
		GElf_Phdr segment;
		uint64_t in;

		if (!gelf_getphdr(elf, (int)i, &segment) ||
		    segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		if (!module->file) {
			*found = segment.p_vaddr / page * page + at;
			return at < segment.p_memsz + page;
		}
		in = at + mapping->offset - segment.p_offset;
		if (at + mapping->offset >= segment.p_offset &&
		    in < segment.p_filesz) {
			*found = segment.p_vaddr + in;
			return true;
		}
	}
	return false;
}

void module_find(struct module *module,
		 const struct posixtrace_mapping *mapping, uint64_t address,
		 unsigned back, struct place *place)
{
	uint64_t found, start;

	*place = (struct place){
		.offset = address - mapping->start + mapping->offset,
	};
	if (address - mapping->start < back ||
	    !find_virtual(module, mapping, address - back, &found))
		return;
	if (!module->is_read)
		read_all(module);
	place->function = functions_find(&module->functions, found, &start);
	if (place->function)
		place->offset = found + back - start;
	place->source = lines_find(&module->lines, found, &place->line);
}
