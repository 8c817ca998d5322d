/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Memory: blocks of at least POSIXTRACE_PRELOAD_MALLOC bytes (a number, with
 * K, M or G behind it if wanted; 64K if not set) that come and go.
 *
 * reallocarray() calls realloc().
 *
 * The event of a free precedes it, since another thread may be given the
 * block the moment it is free, and the event of that must come later.
 */
#include "real.h"

#include "record.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static size_t threshold = 65536;

/* Does malloc_usable_size() belong to the allocator that is called? */
static bool measurable;

/*
 * What dlsym() allocates while it looks for the allocator, and only that:
 * a few hundred bytes at most.  Handed out once and never taken back.
 */
static union {
	char bytes[8192];
	max_align_t align;
} cradle;
static atomic_size_t cradle_used;

static bool in_cradle(const void *block)
{
	uintptr_t offset = (uintptr_t)block - (uintptr_t)cradle.bytes;

	return offset < sizeof(cradle.bytes);
}

static void *cradle_alloc(size_t alignment, size_t size)
{
	const size_t unit = sizeof(max_align_t);
	uintptr_t block;
	size_t room;

	if (size > sizeof(cradle.bytes) || alignment > sizeof(cradle.bytes))
		goto full;
	alignment = alignment < unit ? unit : alignment;
	room = (size + alignment - 1) / unit * unit;
	block = (uintptr_t)cradle.bytes +
		atomic_fetch_add(&cradle_used, room);
	block = (block + alignment - 1) / alignment * alignment;
	if (block + size > (uintptr_t)cradle.bytes + sizeof(cradle.bytes))
		goto full;
	return (void *)block;
full:
	errno = ENOMEM;
	return NULL;
}

/* A block of the cradle moves; its size is not known, its end is. */
static void *leave_cradle(void *block, size_t size)
{
	size_t known = (size_t)(cradle.bytes + sizeof(cradle.bytes) -
				(char *)block);
	void *copy = malloc(size);

	if (copy != NULL)
		memcpy(copy, block, size < known ? size : known);
	return copy;
}

static void record_block(trace_event_id_t id, const void *block, size_t size,
			 const void *caller)
{
	struct posixtrace_memory memory = {
		.address = (uintptr_t)block,
		.size = size,
	};

	pxt_record(id, &memory, sizeof(memory), caller);
}

/*
 * An allocator gives a bit more than it is asked for, and only that is known when a block
 * is freed.  So that decides for both; no allocator gives more than this.
 */
static bool may_be_large(size_t size)
{
	return size >= threshold || threshold - size <= size + 4096;
}

static bool is_large(void *block)
{
	return measurable && block != NULL &&
	       REAL(malloc_usable_size)(block) >= threshold;
}

/* A block of `size` bytes was given out; `block` is NULL if it failed. */
static inline void given(void *block, size_t size, const void *caller)
{
	if (__builtin_expect(may_be_large(size), 0) && pxt_recording(caller) &&
	    (size >= threshold || is_large(block)))
		record_block(POSIXTRACE_MALLOC, block, size, caller);
}

/* The size of a block, if its end is to be recorded; else 0. */
static size_t large(void *block, const void *caller)
{
	return block != NULL && pxt_recording(caller) && is_large(block) ?
	       REAL(malloc_usable_size)(block) : 0;
}

PXT_INTERPOSE void *malloc(size_t size)
{
	__typeof__(&malloc) next = REAL(malloc);

	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc(1, size);

	void *block = next(size);

	given(block, size, CALLER);
	return block;
}

PXT_INTERPOSE void *calloc(size_t count, size_t size)
{
	__typeof__(&calloc) next = REAL(calloc);
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		total = SIZE_MAX;
	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc(1, total);

	void *block = next(count, size);

	given(block, total, CALLER);
	return block;
}

PXT_INTERPOSE void free(void *block)
{
	const void *caller = CALLER;
	__typeof__(&free) next = REAL(free);

	/* Without a free() there is no block but those of the cradle. */
	if (__builtin_expect(in_cradle(block) || next == NULL, 0))
		return;

	size_t size = large(block, caller);

	if (size != 0)
		record_block(POSIXTRACE_FREE, block, size, caller);
	next(block);
}

PXT_INTERPOSE void *realloc(void *block, size_t size)
{
	const void *caller = CALLER;
	__typeof__(&realloc) next = REAL(realloc);

	if (__builtin_expect(in_cradle(block), 0))
		return leave_cradle(block, size);
	/* Then there is no other block. */
	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc(1, size);

	size_t old_size = large(block, caller);
	uintptr_t old = (uintptr_t)block;

	if (old_size != 0)
		record_block(POSIXTRACE_FREE, block, old_size, caller);

	void *moved = next(block, size);

	/* It failed, and the block is still there (unless size was 0). */
	if (moved == NULL && size != 0 && old_size != 0)
		record_block(POSIXTRACE_MALLOC, (void *)old, old_size, caller);
	given(moved, size, caller);
	return moved;
}

PXT_INTERPOSE void *aligned_alloc(size_t alignment, size_t size)
{
	__typeof__(&aligned_alloc) next = REAL(aligned_alloc);

	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc(alignment, size);

	void *block = next(alignment, size);

	given(block, size, CALLER);
	return block;
}

PXT_INTERPOSE void *memalign(size_t alignment, size_t size)
{
	__typeof__(&memalign) next = REAL(memalign);

	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc(alignment, size);

	void *block = next(alignment, size);

	given(block, size, CALLER);
	return block;
}

PXT_INTERPOSE void *valloc(size_t size)
{
	__typeof__(&valloc) next = REAL(valloc);

	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc((size_t)getpagesize(), size);

	void *block = next(size);

	given(block, size, CALLER);
	return block;
}

PXT_INTERPOSE void *pvalloc(size_t size)
{
	__typeof__(&pvalloc) next = REAL(pvalloc);

	if (__builtin_expect(next == NULL, 0))
		return cradle_alloc((size_t)getpagesize(), size);

	void *block = next(size);

	given(block, size, CALLER);
	return block;
}

PXT_INTERPOSE int posix_memalign(void **block, size_t alignment, size_t size)
{
	__typeof__(&posix_memalign) next = REAL(posix_memalign);

	if (__builtin_expect(next == NULL, 0)) {
		*block = cradle_alloc(alignment, size);
		return *block != NULL ? 0 : ENOMEM;
	}

	int err = next(block, alignment, size);

	given(err == 0 ? *block : NULL, size, CALLER);
	return err;
}

static size_t parse_size(const char *text)
{
	char *end;
	unsigned long long size = strtoull(text, &end, 10);
	int shift = 0;

	switch (*end) {
	case 'G': case 'g': shift += 10; /* fall through */
	case 'M': case 'm': shift += 10; /* fall through */
	case 'K': case 'k': shift += 10;
	}
	return size > (SIZE_MAX >> shift) ? SIZE_MAX : (size_t)size << shift;
}

static const void *object_of(pxt_function function)
{
	const void *address;
	Dl_info info;

	__builtin_memcpy(&address, &function, sizeof(address));
	return dladdr(address, &info) ? info.dli_fbase : NULL;
}

void pxt_memory_init(void)
{
	const char *text = getenv("POSIXTRACE_PRELOAD_MALLOC");

	if (text != NULL && *text >= '0' && *text <= '9')
		threshold = parse_size(text);
	measurable = object_of(pxt_real(PXT_REAL_malloc)) ==
		     object_of(pxt_real(PXT_REAL_malloc_usable_size));
}
