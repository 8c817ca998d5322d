/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reads the control header of a dump, and finds registry and buffer.
 *
 * The pointers in it are addresses on the target.  If they describe adjacent
 * parts, as in ThreadX, offsets are pointers minus base; otherwise only their
 * differences are used, and registry and buffer are assumed to follow the
 * header, as in TraceX.  All differences are computed in the target's ULONG, so
 * a buffer around the end of the address space, or addresses cut to 32 bits,
 * cause no error.
 */
#include <errno.h>
#include <string.h>

#include "dump/form.h"
#include "log/txtb.h"

enum {
	ID_SIZE = 8,			/* bytes that name the variant */
	HEADER_MAX = 96,
	ENTRY_ULONGS = 8,
};

uint64_t pxt_dump_word(const struct pxt_dump_header *header,
		       const unsigned char *bytes, unsigned size)
{
	uint64_t word = 0;

	for (unsigned i = 0; i < size; i++)
		word = word << 8 |
		       bytes[header->big_endian ? i : size - 1 - i];
	return word;
}

/* The difference of two addresses, as the target would compute it. */
static uint64_t difference(const struct pxt_dump_header *header, uint64_t a,
			   uint64_t b)
{
	return header->ulong_size == 4 ? (uint32_t)(a - b) : a - b;
}

static void take_fields(struct pxt_dump_header *header,
			const unsigned char *bytes)
{
	const unsigned size = header->ulong_size;
	uint64_t *const words[] = {
		NULL, &header->mask, &header->base, &header->registry_start,
		NULL, &header->registry_end, &header->buffer_start,
		&header->buffer_end, &header->current, &header->reserved[1],
		&header->reserved[2], &header->reserved[3],
	};

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i])
			*words[i] = pxt_dump_word(header, bytes + i * size,
						  size);
	}
	/* The word in between consists of two 16-bit numbers. */
	header->reserved[0] = pxt_dump_word(header, bytes + 4 * size, 2);
	header->name_size = (unsigned)pxt_dump_word(header,
						    bytes + 4 * size + 2, 2);
}

static bool starts_with(const unsigned char *bytes, const char *id, size_t len)
{
	return memcmp(bytes, id, len) == 0;
}

static uint64_t align(uint64_t size, unsigned to)
{
	return (size + to - 1) / to * to;
}

/* Does the header describe adjacent parts? */
static bool is_packed(const struct pxt_dump_header *header,
		      uint64_t header_size)
{
	return difference(header, header->registry_start, header->base) ==
	       header_size && header->buffer_start == header->registry_end;
}

/*
 * Determine the variant.  The first eight bytes of a little-endian dump with an
 * 8-byte ULONG equal those of one with a 4-byte ULONG and a timer without valid
 * bits: the pointers decide.
 */
static bool take_variant(struct pxt_dump_header *header,
			 const unsigned char *bytes, size_t got)
{
	if (got >= ID_SIZE && starts_with(bytes, "\0\0\0\0TXTB", ID_SIZE)) {
		header->big_endian = true;
		header->ulong_size = 8;
	} else if (starts_with(bytes, "TXTB", 4)) {
		header->big_endian = true;
		header->ulong_size = 4;
	} else if (starts_with(bytes, "BTXT", 4)) {
		header->ulong_size = 4;
		if (got >= 48 &&
		    starts_with(bytes, "BTXT\0\0\0\0", ID_SIZE)) {
			take_fields(header, bytes);
			if (!is_packed(header, 48))
				header->ulong_size = 8;
		}
	} else {
		return false;
	}
	return true;
}

/*
 * A slot is a struct: if the size of its name is no multiple of ULONG, there is
 * padding after it, unless the program that wrote the file omitted it.
 */
static uint64_t slot_size(const struct pxt_dump_header *header,
			  uint64_t registry_size)
{
	const unsigned ulong = header->ulong_size;
	uint64_t plain = 4 * ulong + header->name_size;
	uint64_t padded = align(plain, ulong);

	return registry_size % padded && registry_size % plain == 0 ? plain :
	       padded;
}

static int lay_out(struct pxt_dump *dump, struct pxt_dump_fault *fault)
{
	const struct pxt_dump_header *header = &dump->header;
	struct pxt_dump_layout *layout = &dump->layout;
	const unsigned ulong = header->ulong_size;
	uint64_t registry = difference(header, header->registry_end,
				       header->registry_start);
	uint64_t buffer = difference(header, header->buffer_end,
				     header->buffer_start);
	uint64_t offset;

	layout->file_size = dump->input.size;
	layout->header_size = 12 * ulong;
	layout->entry_size = ENTRY_ULONGS * ulong;
	layout->slot_size = slot_size(header, registry);
	layout->n_objects = registry / layout->slot_size;
	layout->registry = layout->header_size;
	layout->by_pointers = is_packed(header, layout->header_size);
	if (registry > layout->file_size - layout->header_size)
		return pxt_dump_fail(fault, 3 * ulong,
			"the object registry has %llu bytes and the file "
			"only %llu", (unsigned long long)registry,
			(unsigned long long)layout->file_size);
	offset = layout->registry + (layout->by_pointers ? registry :
				     layout->n_objects * layout->slot_size);
	layout->buffer = offset;
	layout->n_room = buffer / layout->entry_size;
	layout->n_whole = (layout->file_size - offset) / layout->entry_size;
	if (layout->n_whole > layout->n_room)
		layout->n_whole = layout->n_room;
	if (layout->n_room == 0)
		return pxt_dump_fail(fault, 6 * ulong,
			"the trace buffer has no room for an event: it ends "
			"%llu bytes behind its start",
			(unsigned long long)buffer);
	return 0;
}

int pxt_dump_read_header(struct pxt_dump *dump, struct pxt_dump_fault *fault)
{
	struct pxt_dump_header *header = &dump->header;
	unsigned char bytes[HEADER_MAX];
	size_t got;
	int err = pxt_input_read(&dump->input, bytes, sizeof(bytes), 0, &got);

	if (err)
		return err;
	if (got < 4 || !take_variant(header, bytes, got))
		return pxt_dump_fail(fault, 0, got == 0 ? "the file is empty" :
				     "neither TXTB nor BTXT stands there");
	if (got < 12 * header->ulong_size)
		return pxt_dump_fail(fault, got, "the file ends in its header "
				     "of %u bytes", 12 * header->ulong_size);
	take_fields(header, bytes);
	if (header->ulong_size == 4 &&
	    (header->reserved[1] == PXT_TXTB_MAGIC ||
	     header->reserved[1] == __builtin_bswap32(PXT_TXTB_MAGIC)))
		return pxt_dump_fail(fault, 36, "a log of libposixtrace, but "
				     "not one that can be read here");
	return lay_out(dump, fault);
}
