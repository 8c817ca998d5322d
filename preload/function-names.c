/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which functions have the names that `record --functions-only` and `--functions-not` ask
 * for.  A hook gets an address, in a signal handler too, and dladdr() knows no static
 * functions.  So the symbol tables of the files are read before: by the constructor, and
 * when libraries are loaded, of those that call the hooks.  What is found is in a hash
 * table of addresses, which is replaced as a whole; the old one stays, since a thread
 * may be looking there.
 *
 * An address in the table is an exception: one that is recorded if names were asked
 * for, else one that is not.
 */
#include "real.h"

#include "functions.h"
#include "record.h"

#include <elf.h>
#include <errno.h>
#include <fnmatch.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MOST = 256 };

/* A loaded object, at the front of a mapping of its own. */
struct object {
	struct object *next;
	size_t size;			/* of the mapping */
	uintptr_t base;
	const ElfW(Phdr) *headers;	/* in memory */
	uint64_t name_hash;
	bool is_there;
	size_t n;
	uintptr_t functions[];
};

struct table {
	size_t mask;
	uintptr_t slots[];		/* 0: empty */
};

static const struct pxt_function_rules *rules;
static struct object *objects;
static _Atomic(struct table *) table;
static atomic_uint wanted;		/* scans, since the one that goes on began */
static bool has_nameless, has_hooked;

/* Of the C++ runtime, if the program has it. */
static char *(*demangle)(const char *name, char *to, size_t *len, int *status);

static void *map(size_t size)
{
	void *place = REAL(mmap)(NULL, size, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				 -1, 0);

	return place == MAP_FAILED ? NULL : place;
}

static uint64_t hash(uintptr_t value)
{
	return (uint64_t)value * UINT64_C(0x9e3779b97f4a7c15) >> 20;
}

static uint64_t hash_name(const char *name)
{
	uint64_t sum = 0;

	for (; *name; name++)
		sum = (sum ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return sum;
}

/* Notes all that fit. */
static bool is_any(char *list, const char *name)
{
	bool is = false;

	for (; *list; list += strlen(list) + 1) {
		if ((is && *list == PXT_PATTERN_USED) || fnmatch(list + 1, name, 0) != 0)
			continue;
		*list = PXT_PATTERN_USED;
		is = true;
	}
	return is;
}

/* Is the name one of those that the table is to have? */
static bool is_exception(const char *name)
{
	const bool is_left_out = is_any(rules->not, name);

	return *rules->only ? is_any(rules->only, name) && !is_left_out : is_left_out;
}

/* "f.constprop.0" is f(). */
static __attribute__((noinline))
bool is_exceptional(const char *symbol)
{
	char name[NAME_MOST];
	const char *dot = strchr(symbol, '.');
	char *plain;
	int status;
	bool is;

	if (dot && dot != symbol && (size_t)(dot - symbol) < sizeof(name)) {
		memcpy(name, symbol, (size_t)(dot - symbol));
		name[dot - symbol] = '\0';
		symbol = name;
	}
	if (strncmp(symbol, "_Z", 2) != 0 || !demangle)
		return is_exception(symbol);
	plain = demangle(symbol, NULL, NULL, &status);
	if (!plain)
		return is_exception(symbol);
	is = is_exception(plain);
	free(plain);
	return is;
}

/* A file, which may be any: each place in it is checked. */
struct file {
	const unsigned char *bytes;
	size_t size;
	const ElfW(Ehdr) *head;
	const ElfW(Shdr) *sections;
};

static bool holds(const struct file *file, uint64_t offset, uint64_t size)
{
	return offset <= file->size && size <= file->size - offset;
}

static const ElfW(Shdr) *find_section(const struct file *file, unsigned type)
{
	for (unsigned i = 0; i < file->head->e_shnum; i++)
		if (file->sections[i].sh_type == type)
			return &file->sections[i];
	return NULL;
}

struct symbols {
	const ElfW(Sym) *list;
	size_t n;
	const char *names;
	size_t size;
};

static bool find_symbols(const struct file *file, unsigned type,
			 struct symbols *symbols)
{
	const ElfW(Shdr) *section = find_section(file, type), *names;

	if (!section || section->sh_link >= file->head->e_shnum ||
	    !holds(file, section->sh_offset, section->sh_size))
		return false;
	names = &file->sections[section->sh_link];
	if (names->sh_size == 0 || !holds(file, names->sh_offset, names->sh_size) ||
	    section->sh_offset % _Alignof(ElfW(Sym)) != 0)
		return false;
	symbols->list = (const void *)(file->bytes + section->sh_offset);
	symbols->n = section->sh_size / sizeof(ElfW(Sym));
	symbols->names = (const char *)file->bytes + names->sh_offset;
	symbols->size = names->sh_size;
	return symbols->names[symbols->size - 1] == '\0';
}

static const char *name_of(const struct symbols *symbols, size_t i)
{
	const size_t at = symbols->list[i].st_name;

	return at < symbols->size ? symbols->names + at : "";
}

/* An object that does not ask the loader for the hook does not call it. */
static bool calls_hooks(const struct file *file)
{
	struct symbols symbols;

	if (!find_symbols(file, SHT_DYNSYM, &symbols))
		return false;
	for (size_t i = 0; i < symbols.n; i++)
		if (symbols.list[i].st_shndx == SHN_UNDEF &&
		    strcmp(name_of(&symbols, i), "__cyg_profile_func_enter") == 0)
			return true;
	return false;
}

/* Is it the file that was loaded? */
static bool is_file_of(const struct file *file, const struct dl_phdr_info *info)
{
	const size_t size = info->dlpi_phnum * sizeof(ElfW(Phdr));
	const ElfW(Ehdr) *head = file->head;

	return file->size >= sizeof(*head) &&
	       memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
	       head->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
	       head->e_phnum == info->dlpi_phnum && holds(file, head->e_phoff, size) &&
	       memcmp(file->bytes + head->e_phoff, info->dlpi_phdr, size) == 0 &&
	       head->e_shentsize == sizeof(ElfW(Shdr)) &&
	       head->e_shoff % _Alignof(ElfW(Shdr)) == 0 &&
	       holds(file, head->e_shoff, head->e_shnum * sizeof(ElfW(Shdr)));
}

/* Room for the functions of so many symbols; pages that are not used cost nothing. */
static struct object *new_object(const struct dl_phdr_info *info, size_t symbols)
{
	const size_t size = sizeof(struct object) + symbols * sizeof(uintptr_t);
	struct object *object = map(size);

	if (!object)
		return NULL;
	object->size = size;
	object->base = info->dlpi_addr;
	object->headers = info->dlpi_phdr;
	object->name_hash = hash_name(info->dlpi_name);
	object->is_there = true;
	object->next = objects;
	return object;
}

static struct object *read_file(const struct file *file,
				const struct dl_phdr_info *info)
{
	struct symbols symbols;
	struct object *object;

	if (!is_file_of(file, info) || !calls_hooks(file))
		return new_object(info, 0);
	has_hooked = true;
	if (!find_symbols(file, SHT_SYMTAB, &symbols)) {
		has_nameless = true;
		if (!find_symbols(file, SHT_DYNSYM, &symbols))
			return new_object(info, 0);
	}
	object = new_object(info, symbols.n);
	for (size_t i = 0; object && i < symbols.n; i++) {
		const ElfW(Sym) *symbol = &symbols.list[i];

		/* The type is in the same place in files of 32 bits. */
		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
		    symbol->st_shndx != SHN_UNDEF &&
		    is_exceptional(name_of(&symbols, i)))
			object->functions[object->n++] =
				info->dlpi_addr + symbol->st_value;
	}
	return object;
}

static struct object *read_object(const struct dl_phdr_info *info)
{
	const char *path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
	struct file file = { 0 };
	struct object *object;
	struct stat about;
	void *bytes = MAP_FAILED;
	int fd = REAL(open)(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && REAL(fstat)(fd, &about) == 0 && S_ISREG(about.st_mode) &&
	    about.st_size > 0)
		bytes = REAL(mmap)(NULL, (size_t)about.st_size, PROT_READ,
				   MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		REAL(close)(fd);
	if (bytes == MAP_FAILED)
		return new_object(info, 0);
	file.bytes = bytes;
	file.size = (size_t)about.st_size;
	file.head = bytes;
	if (file.size >= sizeof(*file.head) && file.head->e_shoff < file.size)
		file.sections = (const void *)(file.bytes + file.head->e_shoff);
	object = read_file(&file, info);
	REAL(munmap)(bytes, file.size);
	return object;
}

static int consider(struct dl_phdr_info *info, size_t size, void *is_changed)
{
	const uint64_t name = hash_name(info->dlpi_name);
	struct object *object = objects;

	(void)size;
	while (object && (object->base != info->dlpi_addr ||
			  object->headers != info->dlpi_phdr ||
			  object->name_hash != name))
		object = object->next;
	if (object) {
		object->is_there = true;
		return 0;
	}
	object = read_object(info);
	if (object) {
		objects = object;
		*(bool *)is_changed |= object->n != 0;
	}
	return 0;
}

/* Returns how many functions the others have. */
static size_t remove_unloaded(bool *is_changed)
{
	struct object **link = &objects;
	size_t n = 0;

	while (*link) {
		struct object *object = *link;

		if (object->is_there) {
			n += object->n;
			link = &object->next;
			continue;
		}
		*link = object->next;
		*is_changed |= object->n != 0;
		REAL(munmap)(object, object->size);
	}
	return n;
}

static void put(struct table *to, uintptr_t function)
{
	size_t i = hash(function) & to->mask;

	while (to->slots[i] && to->slots[i] != function)
		i = (i + 1) & to->mask;
	to->slots[i] = function;
}

static void replace_table(size_t n)
{
	size_t slots = 64;
	struct table *new;

	while (slots < 2 * n)
		slots *= 2;
	new = map(sizeof(*new) + slots * sizeof(new->slots[0]));
	if (!new)
		return;
	new->mask = slots - 1;
	for (const struct object *object = objects; object; object = object->next)
		for (size_t i = 0; i < object->n; i++)
			put(new, object->functions[i]);
	atomic_store_explicit(&table, new, memory_order_release);
}

static void scan(void)
{
	bool is_changed = false;
	size_t n;

	for (struct object *object = objects; object; object = object->next)
		object->is_there = false;
	dl_iterate_phdr(consider, &is_changed);
	n = remove_unloaded(&is_changed);
	if (is_changed)
		replace_table(n);
}

void pxt_function_names_scan(void)
{
	const int saved_errno = errno;
	unsigned n;

	if (!rules || !pxt_may_call())
		return;
	/* Who is at it goes on for those that come meanwhile. */
	if (atomic_fetch_add(&wanted, 1) != 0)
		return;
	/* The allocations of demangle() are not the program's. */
	pxt_busy = pxt_busy_value();
	do {
		n = atomic_load(&wanted);
		scan();
	} while (!atomic_compare_exchange_strong(&wanted, &n, 0));
	pxt_busy = 0;
	errno = saved_errno;
}

void pxt_function_names_init(const struct pxt_function_rules *asked)
{
	void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");

	if (found)
		memcpy(&demangle, &found, sizeof(demangle));
	rules = asked;
	pxt_function_names_scan();
}

void pxt_function_names_child(void)
{
	atomic_store(&wanted, 0);
}

static void warn_of(const char *option, const char *list)
{
	char what[160], why[160];

	snprintf(why, sizeof(why), "no function of %s has such a name",
		 program_invocation_short_name);
	for (; *list; list += strlen(list) + 1) {
		if (*list == PXT_PATTERN_USED)
			continue;
		snprintf(what, sizeof(what), "%s=%s", option, list + 1);
		pxt_warn(what, why, 1, NULL);
	}
}

void pxt_function_names_warn(void)
{
	if (has_nameless) {
		pxt_warn("functions of some files by their names",
			 "without a symbol table only exported ones have names", 1,
			 NULL);
	} else if (has_hooked) {
		warn_of("--functions-only", rules->only);
		warn_of("--functions-not", rules->not);
	}
}

bool pxt_function_names_let(const void *function)
{
	const uintptr_t address = (uintptr_t)function;
	const struct table *of = atomic_load_explicit(&table,
						      memory_order_acquire);
	const bool is_default = !*rules->only;
	size_t i;

	if (!of)
		return is_default;
	for (i = hash(address) & of->mask; of->slots[i]; i = (i + 1) & of->mask)
		if (of->slots[i] == address)
			return !is_default;
	return is_default;
}
