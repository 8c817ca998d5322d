/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The functions of an ELF file. */
#include <stdlib.h>
#include <string.h>

#include "symbols/elffile.h"

struct function {
	uint64_t start;
	uint64_t size;
	const char *name;
	unsigned char binding;
};

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/* By address; of several names the one that is meant for others first. */
static int by_start(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	int order = compare(x->start, y->start);

	if (!order)
		order = (y->size != 0) - (x->size != 0);
	if (!order)
		order = (y->binding == STB_GLOBAL) - (x->binding == STB_GLOBAL);
	if (!order)
		order = compare(underscores(x->name), underscores(y->name));
	return order ? order : strcmp(x->name, y->name);
}

/* The functions among the symbols of a section. */
static bool take(struct functions *functions, Elf *elf, Elf_Scn *section,
		 const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data ? data->d_size / header->sh_entsize : 0;

	functions->list = calloc(n + 1, sizeof(*functions->list));
	for (size_t i = 0; functions->list && i < n && i < INT32_MAX; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol) ||
		    (GELF_ST_TYPE(symbol.st_info) != STT_FUNC &&
		     GELF_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC) ||
		    symbol.st_shndx == SHN_UNDEF)
			continue;
		name = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (!name || !*name)
			continue;
		functions->list[functions->n++] = (struct function){
			.start = symbol.st_value,
			.size = symbol.st_size,
			.name = name,
			.binding = GELF_ST_BIND(symbol.st_info),
		};
	}
	if (functions->n)
		qsort(functions->list, functions->n, sizeof(*functions->list),
		      by_start);
	return functions->n > 0;
}

bool functions_read(struct functions *functions, Elf *elf, unsigned type)
{
	Elf_Scn *section = NULL;

	*functions = (struct functions){ 0 };
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) ||
		    header.sh_type != type || header.sh_entsize == 0)
			continue;
		if (take(functions, elf, section, &header))
			return true;
		functions_fini(functions);
	}
	return false;
}

void functions_fini(struct functions *functions)
{
	free(functions->list);
	*functions = (struct functions){ 0 };
}

/* Some have others in them. */
enum { BACK = 16 };

const char *functions_find(const struct functions *functions, uint64_t address,
			   uint64_t *start)
{
	const struct function *list = functions->list, *sizeless = NULL;
	size_t low = 0, high = functions->n;
	uint64_t at;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	for (unsigned i = 0; i < BACK && low > 0; i++) {
		const struct function *function;

		/* The first of those at one address. */
		at = list[low - 1].start;
		while (low > 0 && list[low - 1].start == at)
			low--;
		function = &list[low];
		*start = at;
		if (address - at < function->size)
			return function->name;
		/* In assembler the size may be missing. */
		if (i == 0 && function->size == 0)
			sizeless = function;
	}
	if (!sizeless)
		return NULL;
	*start = sizeless->start;
	return sizeless->name;
}
