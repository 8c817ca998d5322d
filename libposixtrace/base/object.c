/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Asks the C library for the object at an address; see object.h. */
#include "base/object.h"

#include <dlfcn.h>
#include <elf.h>
#include <stddef.h>
#include <string.h>

bool pxt_object_at(uintptr_t address, struct dl_phdr_info *info)
{
	struct dl_find_object found;
	const ElfW(Ehdr) *header;
	size_t size;

	if (_dl_find_object((void *)address, &found) != 0)
		return false;
	header = found.dlfo_map_start;
	size = (size_t)((char *)found.dlfo_map_end -
			(char *)found.dlfo_map_start);
	/* Linkers put the headers at the start of what is loaded, but need not. */
	if (size < sizeof(*header) ||
	    memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_phentsize != sizeof(ElfW(Phdr)) ||
	    header->e_phoff % _Alignof(ElfW(Phdr)) != 0 ||
	    header->e_phoff > size ||
	    header->e_phnum > (size - header->e_phoff) / sizeof(ElfW(Phdr)))
		return false;
	*info = (struct dl_phdr_info){
		.dlpi_addr = found.dlfo_link_map->l_addr,
		.dlpi_name = found.dlfo_link_map->l_name,
		.dlpi_phdr = (const void *)((const char *)header +
					    header->e_phoff),
		.dlpi_phnum = header->e_phnum,
	};
	return true;
}
