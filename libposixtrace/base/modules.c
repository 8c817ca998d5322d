/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Notes the build ids of what is loaded; see modules.h. */
#include "base/modules.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/atomic.h"
#include "base/object.h"

enum { MODULES = 4096, PAGE = 4096 };

struct module {
	uint64_t base;		/* what the loader added to its addresses */
	uint64_t start;		/* of its executable part */
	uint64_t end;		/* 0: nothing is known */
	unsigned round;		/* of noting, in which it was last there; 0: free */
	unsigned rank;		/* among those that stayed; 0: it came in that round */
	_Atomic bool is_doubtful;	/* unloaded and loaded again, perhaps */
	uint8_t id_size;
	uint8_t id[PXT_MODULE_ID];
};

static struct module modules[MODULES];
/* Those below are complete. */
static _Atomic unsigned n_modules;
static _Atomic bool is_noting;
static _Atomic unsigned n_missed;

/* Of who is noting. */
static struct {
	unsigned round;		/* from 1 */
	unsigned at;		/* behind the last one found: the order is kept */
	unsigned long long loaded;	/* so often, from the beginning; 0: unknown */
	unsigned came;
	unsigned stayed;
} noting;

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

/* Its place, or n if it has come since. */
static unsigned find_place(uint64_t base, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned place = (noting.at + i) % n;

		if (modules[place].round != 0 && modules[place].base == base)
			return place;
	}
	return n;
}

static unsigned find_free(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (modules[i].round == 0)
			return i;
	return n;
}

static void store(struct module *to, const struct module *from)
{
	/* A handler does not find what is half replaced. */
	to->end = 0;
	atomic_signal_fence(memory_order_seq_cst);
	memcpy(to->id, from->id, sizeof(to->id));
	to->id_size = from->id_size;
	to->start = from->start;
	to->base = from->base;
	pxt_store_relaxed(&to->is_doubtful, false);
	atomic_signal_fence(memory_order_seq_cst);
	to->end = from->end;
}

static bool are_same(const struct module *a, const struct module *b)
{
	return a->start == b->start && a->end == b->end &&
	       a->id_size == b->id_size && memcmp(a->id, b->id, sizeof(a->id)) == 0;
}

static int note(struct dl_phdr_info *info, size_t size, void *arg)
{
	unsigned n = pxt_load_relaxed(&n_modules), place;
	struct module module = { .base = info->dlpi_addr };

	if (size >= offsetof(struct dl_phdr_info, dlpi_subs))
		*(unsigned long long *)arg = info->dlpi_adds;
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		take_segment(&module, info, &info->dlpi_phdr[i]);
	place = find_place(module.base, n);
	if (place == n) {
		place = find_free(n);
		if (place == MODULES)
			return 0;
	}
	noting.at = place + 1;
	if (modules[place].round == 0 || !are_same(&modules[place], &module)) {
		store(&modules[place], &module);
		modules[place].rank = 0;
		noting.came++;
	} else {
		modules[place].rank = ++noting.stayed;
	}
	modules[place].round = noting.round;
	if (place == n)
		pxt_store_release(&n_modules, n + 1);
	return 0;
}

/*
 * So many were loaded that are not among what came.  Each was unloaded again, or is one
 * of those that seem to have stayed; and since the loader appends what it loads, such a
 * one is among as many at the end.
 */
static void note_missed(unsigned missed)
{
	unsigned n = pxt_load_relaxed(&n_modules);

	pxt_add_relaxed(&n_missed, missed);
	for (unsigned i = 0; i < n; i++)
		if (modules[i].round != 0 && modules[i].rank != 0 &&
		    noting.stayed - modules[i].rank < missed)
			pxt_store_relaxed(&modules[i].is_doubtful, true);
}

unsigned long long pxt_modules_note(void)
{
	unsigned long long loaded = 0;
	unsigned n;

	if (atomic_exchange(&is_noting, true))
		return 0;
	noting.round++;
	noting.at = 0;
	noting.came = 0;
	noting.stayed = 0;
	dl_iterate_phdr(note, &loaded);
	n = pxt_load_relaxed(&n_modules);
	for (unsigned i = 0; i < n; i++) {
		if (modules[i].round == noting.round)
			continue;
		modules[i].end = 0;
		modules[i].round = 0;
	}
	if (noting.loaded && loaded - noting.loaded > noting.came)
		note_missed((unsigned)(loaded - noting.loaded) - noting.came);
	noting.loaded = loaded;
	pxt_store_release(&is_noting, false);
	return loaded;
}

static int count(struct dl_phdr_info *info, size_t size, void *arg)
{
	if (size >= offsetof(struct dl_phdr_info, dlpi_subs))
		*(unsigned long long *)arg = info->dlpi_adds;
	return 1;
}

unsigned long long pxt_modules_loaded(void)
{
	unsigned long long loaded = 0;

	dl_iterate_phdr(count, &loaded);
	return loaded;
}

unsigned pxt_modules_missed(void)
{
	return atomic_exchange(&n_missed, 0);
}

static bool is_in(const struct module *module, uint64_t address)
{
	return address >= module->start && address < module->end;
}

static struct module *find(uint64_t address)
{
	unsigned n = pxt_load_acquire(&n_modules);

	for (unsigned i = 0; i < n; i++)
		if (is_in(&modules[i], address))
			return &modules[i];
	return NULL;
}

bool pxt_modules_is_doubtful(uint64_t address)
{
	const struct module *module = find(address);

	return module && pxt_load_relaxed(&module->is_doubtful);
}

void pxt_modules_settle(uint64_t address)
{
	struct module *module = find(address);

	if (module)
		pxt_store_relaxed(&module->is_doubtful, false);
}

const void *pxt_modules_find(uint64_t address, size_t *size)
{
	const struct module *module = find(address);

	*size = module ? module->id_size : 0;
	return *size ? module->id : NULL;
}

void pxt_modules_forget(uint64_t start, uint64_t end)
{
	unsigned n = pxt_load_acquire(&n_modules);

	for (unsigned i = 0; i < n; i++)
		if (modules[i].start < end && start < modules[i].end)
			modules[i].end = 0;
}

void pxt_modules_forked(void)
{
	pxt_store_relaxed(&is_noting, false);
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
