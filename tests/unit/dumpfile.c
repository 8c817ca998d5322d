/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Dumps for tests; see dumpfile.h. */
#include "dumpfile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t header_size(const struct dumpfile *dump)
{
	return 12 * dump->ulong_size;
}

static size_t slot_size(const struct dumpfile *dump)
{
	size_t size = 4 * dump->ulong_size + dump->name_size;

	return (size + dump->ulong_size - 1) / dump->ulong_size *
	       dump->ulong_size;
}

static size_t entry_size(const struct dumpfile *dump)
{
	return 8 * dump->ulong_size;
}

size_t dumpfile_slot(const struct dumpfile *dump, unsigned object)
{
	return header_size(dump) + object * slot_size(dump);
}

size_t dumpfile_buffer(const struct dumpfile *dump)
{
	return dumpfile_slot(dump, dump->n_objects);
}

size_t dumpfile_entry(const struct dumpfile *dump, uint64_t slot)
{
	return dumpfile_buffer(dump) + slot * entry_size(dump);
}

static void put(struct dumpfile *dump, size_t offset, unsigned size,
		uint64_t value)
{
	assert(offset + size <= dump->size);
	for (unsigned i = 0; i < size; i++) {
		unsigned shift = 8 * (dump->big_endian ? size - 1 - i : i);

		dump->bytes[offset + i] = (unsigned char)(value >> shift);
	}
}

void dumpfile_put(struct dumpfile *dump, size_t offset, unsigned word,
		  uint64_t value)
{
	put(dump, offset + word * dump->ulong_size, dump->ulong_size, value);
}

static void move_current(struct dumpfile *dump)
{
	dumpfile_put(dump, 0, 8, dump->base +
		     dumpfile_entry(dump, dump->n_events % dump->n_room));
}

void dumpfile_begin(struct dumpfile *dump)
{
	dump->ulong_size = dump->ulong_size ? dump->ulong_size : 4;
	if (dump->nameless)
		dump->name_size = 0;
	else if (!dump->name_size)
		dump->name_size = 32;
	dump->n_objects = dump->n_objects ? dump->n_objects : 8;
	dump->n_room = dump->n_room ? dump->n_room : 16;
	dump->mask = dump->mask ? dump->mask : 0xffffffff;
	dump->base = dump->base ? dump->base : 0x20001000;
	/* 16 bytes after the buffer, which are no entry. */
	dump->size = dumpfile_entry(dump, dump->n_room) + 16;
	dump->bytes = malloc(dump->size);
	assert(dump->bytes);
	/* ThreadX clears one word of each entry and leaves the rest of the
	 * memory. */
	memset(dump->bytes, 0xa5, dump->size);
	memset(dump->bytes, 0, dumpfile_buffer(dump));
	for (unsigned i = 0; i < dump->n_room; i++)
		dumpfile_put(dump, dumpfile_entry(dump, i), 0, 0);

	dumpfile_put(dump, 0, 0, 0x54585442);
	dumpfile_put(dump, 0, 1, dump->mask);
	dumpfile_put(dump, 0, 2, dump->base);
	dumpfile_put(dump, 0, 3, dump->base + header_size(dump));
	put(dump, 4 * dump->ulong_size, 2, 0);
	put(dump, 4 * dump->ulong_size + 2, 2, dump->name_size);
	dumpfile_put(dump, 0, 5, dump->base + dumpfile_buffer(dump));
	dumpfile_put(dump, 0, 6, dump->base + dumpfile_buffer(dump));
	dumpfile_put(dump, 0, 7, dump->base +
		     dumpfile_entry(dump, dump->n_room));
	dumpfile_put(dump, 0, 9, 0xaaaaaaaa);
	dumpfile_put(dump, 0, 10, 0xbbbbbbbb);
	dumpfile_put(dump, 0, 11, 0xcccccccc);
	move_current(dump);

	dumpfile_object(dump, 1, 5, DUMPFILE_THREAD_1, 0x20002000, 1024,
			"thread one");
	dumpfile_object(dump, 1, -1, DUMPFILE_THREAD_2, 0x20003000, 2048,
			"thread two");
	dumpfile_object(dump, 3, -1, DUMPFILE_QUEUE, 400, 1, "queue 0");
}

void dumpfile_end(struct dumpfile *dump)
{
	free(dump->bytes);
	dump->bytes = NULL;
}

void dumpfile_object(struct dumpfile *dump, uint8_t type, int priority,
		     uint64_t address, uint64_t parameter1,
		     uint64_t parameter2, const char *name)
{
	size_t at = dumpfile_slot(dump, dump->used_objects++);
	size_t len = strlen(name);

	assert(dump->used_objects <= dump->n_objects);
	if (len + 1 > dump->name_size)
		len = dump->nameless ? 0 : dump->name_size - 1;
	put(dump, at, 1, 0);
	put(dump, at + 1, 1, type);
	put(dump, at + 2, 1, priority < 0 ? 0 :
	    0x80u | (unsigned)priority >> 8);
	put(dump, at + 3, 1, priority < 0 ? 0 : (unsigned)priority & 0xff);
	dumpfile_put(dump, at, 1, address);
	dumpfile_put(dump, at, 2, parameter1);
	dumpfile_put(dump, at, 3, parameter2);
	at += 4 * dump->ulong_size;
	memcpy(dump->bytes + at, name, len);
	if (!dump->nameless)
		dump->bytes[at + len] = '\0';
}

void dumpfile_event(struct dumpfile *dump, uint64_t context, uint64_t priority,
		    uint64_t id, uint64_t stamp)
{
	size_t at = dumpfile_entry(dump, dump->n_events % dump->n_room);
	uint64_t words[8] = {
		context, priority, id, stamp & dump->mask,
		dump->n_events * 16, dump->n_events * 16 + 1,
		dump->n_events * 16 + 2, dump->n_events * 16 + 3,
	};

	for (unsigned i = 0; i < 8; i++)
		dumpfile_put(dump, at, i, words[i]);
	dump->n_events++;
	move_current(dump);
}

void dumpfile_events(struct dumpfile *dump, unsigned n, uint64_t stamp,
		     int64_t step)
{
	for (unsigned i = 0; i < n; i++) {
		dumpfile_event(dump, DUMPFILE_THREAD_1, 0x80050005, 69, stamp);
		stamp += (uint64_t)step;
	}
}

int dumpfile_open(const struct dumpfile *dump, size_t size)
{
	int fd = memfd_create("dump", MFD_CLOEXEC);
	ssize_t n;

	assert(fd >= 0);
	assert(size <= dump->size);
	n = write(fd, dump->bytes, size);
	assert(n == (ssize_t)size);
	(void)n;
	return fd;
}
