/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Notes the build ids of what is loaded; see modules.h. */
#include "base/modules.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/atomic.h"
#include "base/object.h"

enum { MODULES = 128, PAGE = 4096 };

struct module {
	uint64_t start;		/* of its executable part */
	uint64_t end;
	uint8_t id_size;
	uint8_t id[PXT_MODULE_ID];
};

static struct module modules[MODULES];
/* Those below are complete. */
static _Atomic unsigned n_modules;

/* The build id among the notes in memory. */
static void take_note(struct module *module, const unsigned char *at,
		      size_t size)
{
	ElfW(Nhdr) note;

	while (size >= sizeof(note)) {
		size_t name, desc;

		memcpy(&note, at, sizeof(note));
		name = (note.n_namesz + 3u) & ~(size_t)3;
		desc = (note.n_descsz + 3u) & ~(size_t)3;
		if (name > size - sizeof(note) ||
		    desc > size - sizeof(note) - name)
			return;
		at += sizeof(note);
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(at, "GNU", 4) == 0 && note.n_descsz <= PXT_MODULE_ID) {
			memcpy(module->id, at + name, note.n_descsz);
			module->id_size = (uint8_t)note.n_descsz;
			return;
		}
		at += name + desc;
		size -= sizeof(note) + name + desc;
	}
}

/* Is all of it in memory?  Nothing says that notes have to be. */
static bool is_loaded(const struct dl_phdr_info *info, const ElfW(Phdr) *note)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *load = &info->dlpi_phdr[i];
		uint64_t at = (uint64_t)note->p_vaddr - load->p_vaddr;

		if (load->p_type == PT_LOAD && load->p_flags & PF_R &&
		    at <= load->p_filesz &&
		    note->p_filesz <= load->p_filesz - at)
			return true;
	}
	return false;
}

static void take_segment(struct module *module, const struct dl_phdr_info *info,
			 const ElfW(Phdr) *segment)
{
	uint64_t start = (uint64_t)info->dlpi_addr + segment->p_vaddr;

	if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) {
		if (!module->end || start < module->start)
			module->start = start;
		if (start + segment->p_memsz > module->end)
			module->end = start + segment->p_memsz;
	} else if (segment->p_type == PT_NOTE && module->id_size == 0 &&
		   is_loaded(info, segment)) {
		take_note(module, (const void *)(uintptr_t)start,
			  segment->p_filesz);
	}
}

/* Its place among those that are known, or after them. */
static unsigned find_place(const struct module *module, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (modules[i].start < module->end &&
		    module->start < modules[i].end)
			return i;
	return n;
}

static int note(struct dl_phdr_info *info, size_t size, void *arg)
{
	unsigned n = pxt_load_relaxed(&n_modules), place;
	struct module module = { .end = 0 };

	(void)size;
	(void)arg;
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		take_segment(&module, info, &info->dlpi_phdr[i]);
	if (module.id_size == 0 || module.end == 0)
		return 0;
	place = find_place(&module, n);
	if (place < MODULES &&
	    memcmp(&modules[place], &module, sizeof(module)) != 0) {
		/* A handler does not find what is half replaced. */
		modules[place].end = 0;
		atomic_signal_fence(memory_order_seq_cst);
		memcpy(modules[place].id, module.id, sizeof(module.id));
		modules[place].id_size = module.id_size;
		modules[place].start = module.start;
		atomic_signal_fence(memory_order_seq_cst);
		modules[place].end = module.end;
	}
	if (place == n && n < MODULES)
		pxt_store_release(&n_modules, n + 1);
	return 0;
}

void pxt_modules_note(void)
{
	dl_iterate_phdr(note, NULL);
}

const void *pxt_modules_find(uint64_t address, size_t *size)
{
	unsigned n = pxt_load_acquire(&n_modules);

	*size = 0;
	for (unsigned i = 0; i < n; i++) {
		if (address < modules[i].start || address >= modules[i].end)
			continue;
		*size = modules[i].id_size;
		return modules[i].id;
	}
	return NULL;
}

/* The part that has the address, in whole pages. */
static bool take_part(struct pxt_module_part *part,
		      const struct dl_phdr_info *info, uintptr_t address)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *load = &info->dlpi_phdr[i];
		const uint64_t start = (uint64_t)info->dlpi_addr + load->p_vaddr;

		if (load->p_type != PT_LOAD || !(load->p_flags & PF_X) ||
		    address < start || address - start >= load->p_memsz)
			continue;
		part->start = start & ~(uint64_t)(PAGE - 1);
		part->end = (start + load->p_memsz + PAGE - 1) &
			    ~(uint64_t)(PAGE - 1);
		part->offset = load->p_offset & ~(uint64_t)(PAGE - 1);
		return true;
	}
	return false;
}

bool pxt_modules_look_up(uintptr_t address, struct pxt_module_part *part)
{
	struct module module = { .end = 0 };
	struct dl_phdr_info info;

	if (!pxt_object_at(address, &info) || !take_part(part, &info, address))
		return false;
	for (unsigned i = 0; i < info.dlpi_phnum; i++)
		take_segment(&module, &info, &info.dlpi_phdr[i]);
	part->name = info.dlpi_name;
	part->id_size = module.id_size;
	memcpy(part->id, module.id, sizeof(part->id));
	return true;
}
