/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Finds, keeps and puts together the names of addresses; see symbols.h. */
#include "symbols/symbols.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/tree.h"
#include "common/escape.h"
#include "common/out.h"
#include "common/tool.h"
#include "symbols/module.h"
#include "trace/places.h"

/* So many names are kept, of some hundred bytes each; further ones are found
 * anew each time. */
enum { KEPT = 1 << 20, TOLD = 16 };

/* A file, by its path and build id. */
struct file {
	RB_ENTRY(file) by_id;
	struct posixtrace_mapping mapping;	/* one of it */
	struct module *module;			/* NULL: it is not here */
};

struct symbols {
	trace_id_t trid;
	const char *log;
	const char *root;
	RB_HEAD(files, file) files;
	struct file **of_mapping;	/* by its number, where known */
	size_t n_mappings;
	struct places places;		/* by mapping and address ... */
	struct symbol *kept;		/* ... the names */
	size_t kept_room;
	struct symbol last;		/* one that is not kept */
	struct places processes;	/* without mappings, that were reported */
	unsigned told;			/* of what cannot be named */
};

static int compare(struct file *a, struct file *b)
{
	const struct posixtrace_mapping *x = &a->mapping, *y = &b->mapping;
	int order = strcmp(x->path, y->path);

	if (order)
		return order;
	if (x->build_id_size != y->build_id_size)
		return x->build_id_size < y->build_id_size ? -1 : 1;
	order = memcmp(x->build_id, y->build_id, x->build_id_size);
	/* What has no build id is told apart by what it was. */
	if (order || x->build_id_size)
		return order;
	return x->inode != y->inode ? (x->inode < y->inode ? -1 : 1) : 0;
}

PXT_RB_GENERATE(files, file, by_id, compare)

/* What an address 0 of no process was, nobody has said; or nobody can read it. */
static bool is_damaged(trace_id_t trid)
{
	const struct timespec time = { 0 };
	struct posixtrace_mapping mapping;

	return posixtrace_find_mapping(trid, 0, &time, 0, &mapping) == EBADMSG;
}

struct symbols *symbols_open(trace_id_t trid, const char *log, const char *root)
{
	struct symbols *symbols = calloc(1, sizeof(*symbols));

	if (!symbols) {
		tool_error("%s: out of memory", log);
		return NULL;
	}
	symbols->trid = trid;
	symbols->log = log;
	symbols->root = root;
	RB_INIT(&symbols->files);
	places_init(&symbols->places);
	places_init(&symbols->processes);
	if (is_damaged(trid))
		tool_note("%s: not all of what processes executed can be read: "
			  "the log is damaged; names may be missing, and those "
			  "of libraries that were unloaded may be wrong", log);
	return symbols;
}

static void clear(struct symbol *symbol)
{
	free(symbol->name);
	free(symbol->source);
	*symbol = (struct symbol){ 0 };
}

void symbols_close(struct symbols *symbols)
{
	struct file *file;

	if (!symbols)
		return;
	while ((file = RB_MIN(files, &symbols->files))) {
		RB_REMOVE(files, &symbols->files, file);
		module_close(file->module);
		free(file);
	}
	for (size_t i = 0; i < symbols->kept_room; i++)
		clear(&symbols->kept[i]);
	clear(&symbols->last);
	free(symbols->kept);
	free(symbols->of_mapping);
	places_fini(&symbols->places);
	places_fini(&symbols->processes);
	free(symbols);
}

/* One more reason; after some there are too many. */
static bool may_tell(struct symbols *symbols)
{
	if (symbols->told < TOLD) {
		symbols->told++;
		return true;
	}
	if (symbols->told++ == TOLD)
		tool_note("%s: more files or processes have no names; they are "
			  "not listed", symbols->log);
	return false;
}

static void tell_unknown(struct symbols *symbols, pid_t pid)
{
	size_t before = symbols->processes.n, number;

	if (symbols->told <= TOLD &&
	    places_find(&symbols->processes, 0, (uint64_t)pid, 0, &number) &&
	    symbols->processes.n > before && may_tell(symbols))
		tool_note("%s: process %ld has no names: the log does not say "
			  "what it executed", symbols->log, (long)pid);
}

static struct file *open_file(struct symbols *symbols,
			      const struct posixtrace_mapping *mapping)
{
	struct file *file = calloc(1, sizeof(*file)), *other;
	char why[MODULE_WHY];

	if (!file)
		return NULL;
	file->mapping = *mapping;
	other = RB_INSERT(files, &symbols->files, file);
	if (other) {
		free(file);
		return other;
	}
	/* What the kernel makes has no file. */
	if (mapping->path[0] != '/')
		return file;
	file->module = module_open(mapping, symbols->root, why);
	if (!file->module && may_tell(symbols))
		tool_note("%s: %s", mapping->path, why);
	return file;
}

static struct file *find_file(struct symbols *symbols,
			      const struct posixtrace_mapping *mapping)
{
	if (mapping->number >= symbols->n_mappings) {
		size_t n = 2 * (mapping->number + 8);
		struct file **grown = reallocarray(symbols->of_mapping, n,
						   sizeof(*grown));

		if (!grown)
			return NULL;
		memset(grown + symbols->n_mappings, 0,
		       (n - symbols->n_mappings) * sizeof(*grown));
		symbols->of_mapping = grown;
		symbols->n_mappings = n;
	}
	if (!symbols->of_mapping[mapping->number])
		symbols->of_mapping[mapping->number] =
			open_file(symbols, mapping);
	return symbols->of_mapping[mapping->number];
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static char *copy(const char *name)
{
	size_t len = strlen(name);
	char *text = malloc(3 * len + 1);

	if (text)
		*escape_utf8(text, name, len) = '\0';
	return text;
}

/* "BEFORE+0xOFFSET" or "BEFORE:LINE", as UTF-8; NULL: no memory. */
static char *join(const char *before, char sign, uint64_t number)
{
	size_t len = strlen(before);
	char *text = malloc(3 * len + 32), *p;

	if (!text)
		return NULL;
	p = escape_utf8(text, before, len);
	*p++ = sign;
	p = sign == '+' ? put_address(p, number) : put_unsigned(p, number);
	*p = '\0';
	return text;
}

static void put_together(struct symbol *symbol,
			 const struct posixtrace_mapping *mapping,
			 const struct place *place, enum symbol_of of)
{
	char *plain = place->function ? demangle(place->function) : NULL;
	const char *name = plain ? plain : place->function ? place->function :
			   base_of(mapping->path);

	symbol->is_start = of == SYMBOL_FUNCTION && place->function &&
			   place->offset == 0;
	symbol->name = symbol->is_start ? copy(name) :
		       join(name, '+', place->offset);
	free(plain);
	if (place->source)
		symbol->source = join(place->source, ':',
				      (unsigned)place->line);
	if (symbol->source)
		symbol->place = base_of(symbol->source);
}

static void resolve(struct symbols *symbols,
		    const struct posixtrace_mapping *mapping, uint64_t address,
		    enum symbol_of of, struct symbol *symbol)
{
	struct file *file = find_file(symbols, mapping);
	struct place place = {
		.offset = address - mapping->start + mapping->offset,
	};

	clear(symbol);
	if (!file || (!file->module && mapping->path[0] == '/'))
		return;
	if (file->module)
		module_find(file->module, mapping, address, of == SYMBOL_CALL,
			    &place);
	put_together(symbol, mapping, &place, of);
}

/* Where it is kept, and whether it is there already. */
static struct symbol *find_kept(struct symbols *symbols, size_t number,
				uint64_t address, enum symbol_of of,
				bool *is_new)
{
	size_t before = symbols->places.n, at;

	*is_new = true;
	if (before >= KEPT ||
	    !places_find(&symbols->places, (unsigned)of, number, address, &at))
		return &symbols->last;
	if (at >= symbols->kept_room) {
		size_t room = 2 * (at + 32);
		struct symbol *grown = reallocarray(symbols->kept, room,
						    sizeof(*grown));

		if (!grown)
			return &symbols->last;
		memset(grown + symbols->kept_room, 0,
		       (room - symbols->kept_room) * sizeof(*grown));
		symbols->kept = grown;
		symbols->kept_room = room;
	}
	*is_new = symbols->places.n > before;
	return &symbols->kept[at];
}

const struct symbol *symbols_find(struct symbols *symbols,
				  const struct posix_trace_event_info *info,
				  uint64_t address, enum symbol_of of)
{
	struct posixtrace_mapping mapping;
	struct symbol *symbol;
	bool is_new;
	int err;

	if (address == 0)
		return NULL;
	err = posixtrace_find_mapping(symbols->trid, info->posix_pid,
				      &info->posix_timestamp, address, &mapping);
	if (err == ENODATA)
		tell_unknown(symbols, info->posix_pid);
	if (err)
		return NULL;
	symbol = find_kept(symbols, mapping.number, address, of, &is_new);
	if (is_new)
		resolve(symbols, &mapping, address, of, symbol);
	return symbol->name ? symbol : NULL;
}

const struct symbol *symbols_of_caller(struct symbols *symbols,
		const struct posix_trace_event_info *info)
{
	const trace_event_id_t id = info->posix_event_id;
	const uint64_t address = (uintptr_t)info->posix_prog_address;
	const struct symbol *symbol;

	/* The start routine, the handler, or the function that was entered or left. */
	if (id == POSIXTRACE_THREAD_START || id == POSIXTRACE_THREAD_EXIT ||
	    id == POSIXTRACE_FUNCTION_ENTER || id == POSIXTRACE_FUNCTION_EXIT ||
	    id == POSIXTRACE_SIGNAL)
		return symbols_find(symbols, info, address, SYMBOL_FUNCTION);
	/* Perhaps main() that has returned, or where the program begins. */
	if (id == POSIXTRACE_EXIT || id == POSIXTRACE_PROCESS ||
	    id == POSIXTRACE_INHERITED) {
		symbol = symbols_find(symbols, info, address, SYMBOL_FUNCTION);
		if (symbol && symbol->is_start)
			return symbol;
	}
	return symbols_find(symbols, info, address, SYMBOL_CALL);
}
