/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Making the twin of a log, on a machine of either byte order; see twin.h. */
#include "twin.h"

#include <stdlib.h>
#include <string.h>

#include "twin-data.h"

enum {
	TXTB_SLOTS = 48, N_SLOTS = 255, TXTB_WINDOW = 12288, N_ENTRIES = 1024,
	HEAD = 45056, STATUS = 49152, POINTER = 50176, SLOT = 512,
	IMAGES = 51200,
	NAMES = 53248, NAME = 72, N_NAMES = 2048,
	TYPES = 200704, TYPE = 256, BLOCKS = 724992,
	HEADER = 128,
	KIND_CONTROL = 2, KIND_INDEX = 3, PACKED = 0x8000,
};

#define MAGIC	UINT32_C(0x4B4E4843)

/* Bytes from `from` on are `by` bytes further in the twin. */
struct move {
	uint64_t from;
	uint64_t by;
};

struct twin {
	uint8_t *log;		/* is converted piece by piece, ... */
	size_t size;
	uint8_t *to;		/* ... blocks into this copy */
	size_t end;
	struct move *moves;
	size_t n_moves;
	bool is_big;		/* the byte order of the log */
	bool is_loop;
	uint32_t identity;
	unsigned pointer_size;
	size_t start;		/* of the blocks */
	size_t block_max;
};

/* Computed bit by bit, unlike the library's. */
static uint32_t crc32c(uint32_t crc, const uint8_t *bytes, size_t len)
{
	crc = ~crc;
	for (size_t i = 0; i < len; i++) {
		crc ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78u : 0);
	}
	return ~crc;
}

static uint64_t get(const struct twin *twin, const uint8_t *at, unsigned size)
{
	return twin_get(at, size, twin->is_big);
}

static void put(uint8_t *at, unsigned size, bool is_big, uint64_t number)
{
	for (unsigned i = 0; i < size; i++)
		at[is_big ? size - 1 - i : i] = (uint8_t)(number >> 8 * i);
}

/* Store a number in the byte order of the twin. */
static void put_crc(const struct twin *twin, uint8_t *at, uint32_t crc)
{
	put(at, 4, !twin->is_big, crc);
}

/* Convert an offset in the log to the one in the twin, before its bytes are
 * reversed. */
static void move(const struct twin *twin, uint8_t *at)
{
	uint64_t offset = get(twin, at, 8), by = 0;

	for (size_t i = 0; i < twin->n_moves; i++)
		if (twin->moves[i].from <= offset)
			by = twin->moves[i].by;
	put(at, 8, twin->is_big, offset + by);
}

/*
 * Reverse the numbers of a structure.  A layout is a list of sizes, one digit
 * each, with a repeat count before: "2x4" two u32, "6x8" six u64, "40." forty
 * bytes that are no number.
 */
static uint8_t *reverse(uint8_t *at, const char *layout)
{
	while (*layout) {
		char *end;
		unsigned long n = strtoul(layout, &end, 10), size = 0;

		if (*end == 'x')
			size = strtoul(end + 1, &end, 10);
		else
			end++;
		for (; n > 0; n--) {
			twin_turn(at, size);
			at += size ? size : 1;
		}
		layout = *end == ' ' ? end + 1 : end;
	}
	return at;
}

/* A structure of `size` bytes with its checksum in the last four. */
static bool turn_sealed(const struct twin *twin, uint8_t *at, size_t size,
			const char *layout)
{
	bool is_right = get(twin, at + size - 4, 4) == crc32c(0, at, size - 4);

	reverse(at, layout);
	if (is_right)
		put_crc(twin, at + size - 4, crc32c(0, at, size - 4));
	return is_right;
}

/* An id, a checksum that includes the log's identity, and a text. */
static void turn_text(const struct twin *twin, uint8_t *at, size_t size)
{
	static const uint8_t unused[256];
	uint8_t known[4 + 256];
	bool is_right;

	if (memcmp(at, unused, size) == 0)
		return;
	for (int i = 0; i < 4; i++)
		known[twin->is_big ? 3 - i : i] =
			(uint8_t)(twin->identity >> 8 * i);
	memcpy(known + 4, at, 4);
	memcpy(known + 8, at + 8, size - 8);
	is_right = get(twin, at + 4, 4) == crc32c(0, known, size);
	reverse(known, "2x4");
	reverse(at, "2x4");
	if (is_right)
		put_crc(twin, at + 4, crc32c(0, known, size));
}

static const char header_layout[] = "2x4 1x8 2x4 3x8 1x4 2x2 16. 5x8 4x4";

/* The records of a block, as far as they are valid. */
static void turn_records(const struct twin *twin, uint8_t *at, size_t left,
			 unsigned kind)
{
	while (left >= 16) {
		size_t len = get(twin, at, 8) >> 48;
		unsigned high = (unsigned)(get(twin, at + 8, 8) >> 48);
		unsigned id = high & 0x7FFF, skip = 0;
		size_t size = 16 + (len + 7) / 8 * 8;
		uint8_t *data = reverse(at, "2x8");

		if (size > left)
			return;
		if (kind == KIND_CONTROL && len < 16)
			return;
		if (kind == KIND_CONTROL) {
			reverse(data, "1x8 2x4");
			skip = 16;
		}
		if (id < 64)
			twin_system(id, twin->pointer_size, data + skip,
				    len - skip);
		else if (twin->start == BLOCKS && id < N_NAMES)
			twin_arguments((const char *)twin->log + TYPES +
				       id * TYPE + 8, TYPE - 8, twin->is_big,
				       high & 0x8000, data + skip, len - skip);
		at += size;
		left -= size;
	}
}

/* The twin may need more room; *used is what it needs. */
static bool turn_packed(const struct twin *twin, uint8_t *at, size_t *used,
			unsigned kind)
{
	size_t size = get(twin, at, 4), len = get(twin, at + 4, 4);
	uint8_t *records, *frame;
	size_t padded;

	/* Errors that the checksum does not cover are in both. */
	reverse(at, "2x4");
	if (size > twin->block_max || len > *used - 8)
		return true;
	records = twin_unpack(at + 8, len, size);
	if (!records)
		return true;
	turn_records(twin, records, size, kind);
	frame = twin_pack(records, size, &len);
	free(records);
	if (!frame)
		return false;
	padded = (8 + len + 7) / 8 * 8;
	if (padded < *used)
		padded = *used;
	memcpy(at + 8, frame, len);
	memset(at + 8 + len, 0, padded - 8 - len);
	free(frame);
	put(at + 4, 4, !twin->is_big, len);
	*used = padded;
	return true;
}

/* The records of images, as far as they are valid. */
static void turn_images(const struct twin *twin, uint8_t *at, size_t left)
{
	while (left >= 48) {
		size_t size = get(twin, at + 4, 4), n = get(twin, at + 20, 4);
		uint8_t *end = at + size, *mapping = at + 48;

		if (size < 48 || size % 8 || size > left)
			return;
		reverse(at, "6x4 3x8");
		for (; n > 0 && end - mapping >= 48; n--) {
			size_t id = get(twin, mapping + 40, 2);
			size_t path = get(twin, mapping + 42, 2);

			reverse(mapping, "5x8 2x2 1x4");
			mapping += (48 + id + path + 7) / 8 * 8;
		}
		at = end;
		left -= size;
	}
}

/* The rest of a header; its checksum is at `crc`. */
static bool turn_data(const struct twin *twin, uint8_t *at, size_t *used,
		      unsigned kind, bool is_images, uint8_t *crc)
{
	if (get(twin, crc, 4) != crc32c(0, at, *used))
		return true;
	if (kind == KIND_INDEX && is_images) {
		turn_images(twin, at, *used);
	} else if (kind == KIND_INDEX) {
		for (size_t i = 0; i + 64 <= *used; i += 64) {
			move(twin, at + i);
			reverse(at + i, "5x8 4x4 2x2 1x4");
		}
	} else if (!(kind & PACKED)) {
		turn_records(twin, at, *used, kind);
	} else if (!turn_packed(twin, at, used, kind & ~(unsigned)PACKED)) {
		return false;
	}
	put(crc, 4, twin->is_big, crc32c(0, at, *used));
	return true;
}

/* A block with a valid header, which is at `header` and will be in *to. */
static bool turn_block(struct twin *twin, const uint8_t *header)
{
	uint8_t *to = twin->to + twin->end;
	size_t used = get(twin, header + 4, 4), now = used;
	unsigned kind = (unsigned)get(twin, header + 52, 2);

	memcpy(to, header, HEADER + used);
	if (!turn_data(twin, to + HEADER, &now, kind,
		       get(twin, header + 112, 4) == UINT32_MAX, to + 120))
		return false;
	put(to + 4, 4, twin->is_big, now);
	if (kind == KIND_INDEX && get(twin, to + 24, 8))
		move(twin, to + 24);
	reverse(to, header_layout);
	put_crc(twin, to + 124, crc32c(0, to, 124));
	twin->end += HEADER + now;
	if (now == used)
		return true;
	twin->moves[twin->n_moves++] = (struct move){
		(uint64_t)(header - twin->log) + HEADER + used,
		twin->end - ((size_t)(header - twin->log) + HEADER + used),
	};
	return !twin->is_loop;
}

/*
 * Convert every header at a multiple of 8, also a damaged one.  Bytes of
 * overwritten blocks have no valid header and are not converted.
 */
static bool turn_blocks(struct twin *twin)
{
	size_t at = twin->start;

	while (at + HEADER <= twin->size) {
		const uint8_t *header = twin->log + at;
		size_t used = get(twin, header + 4, 4);

		if (get(twin, header, 4) == MAGIC &&
		    get(twin, header + 124, 4) == crc32c(0, header, 124) &&
		    used <= twin->size - at - HEADER) {
			if (!turn_block(twin, header))
				return false;
			at += HEADER + used;
			continue;
		}
		if (get(twin, header, 4) == MAGIC)
			turn_sealed(twin, twin->log + at, HEADER,
				    header_layout);
		memcpy(twin->to + twin->end, header, 8);
		twin->end += 8;
		at += 8;
	}
	/* A file that was cut may end within a header. */
	if (get(twin, twin->log + at, 4) == MAGIC)
		reverse(twin->log + at, header_layout);
	memcpy(twin->to + twin->end, twin->log + at, twin->size - at);
	twin->end += twin->size - at;
	return true;
}

static void turn_pointer(const struct twin *twin, uint8_t *at)
{
	if (turn_sealed(twin, at, 40, "2x4 3x8 2x4")) {
		twin_turn(at + 8, 8);
		move(twin, at + 8);
		twin_turn(at + 8, 8);
		put_crc(twin, at + 36, crc32c(0, at, 36));
	}
}

static void turn_front(const struct twin *twin)
{
	uint8_t *log = twin->log;

	reverse(log, "4x4 2x2 7x4");
	for (size_t i = 0; i < N_SLOTS; i++)
		reverse(log + TXTB_SLOTS + i * 48, "4. 3x4");
	/* Five words of an entry are numbers; the others are bytes of data. */
	for (size_t i = 0; i < N_ENTRIES; i++)
		reverse(log + TXTB_WINDOW + i * 32, "5x4");
	turn_sealed(twin, log + HEAD, 472,
		    "8. 10x4 6x8 232. 7x8 4x4 64. 2x4");
	for (size_t i = 0; i < 2; i++) {
		turn_sealed(twin, log + STATUS + i * SLOT, 152,
			    "10x4 6x8 4x4 5x8 2x4");
		turn_pointer(twin, log + POINTER + i * SLOT);
		turn_pointer(twin, log + IMAGES + i * SLOT);
	}
	for (size_t id = 0; id < N_NAMES; id++)
		turn_text(twin, log + NAMES + id * NAME, NAME);
	for (size_t id = 0; id < N_NAMES && twin->start == BLOCKS; id++)
		turn_text(twin, log + TYPES + id * TYPE, TYPE);
}

static bool make(struct twin *twin)
{
	const uint8_t *head = twin->log + HEAD;

	if (memcmp(head, "PXTLOG1\n", 8) != 0)
		return false;
	twin->is_big = head[12] == 1;
	twin->pointer_size = (unsigned)get(twin, head + 16, 4);
	twin->block_max = get(twin, head + 20, 4);
	twin->identity = (uint32_t)get(twin, head + 44, 4);
	twin->start = get(twin, head + 72, 8);
	twin->is_loop = get(twin, head + 328 + 60, 4) == 1;
	if ((twin->start != BLOCKS && twin->start != TYPES) ||
	    (twin->pointer_size != 4 && twin->pointer_size != 8))
		return false;
	/* Arguments are described by the types, so types are converted last. */
	twin->end = twin->start;
	if (!turn_blocks(twin))
		return false;
	turn_front(twin);
	memcpy(twin->to, twin->log, twin->start);
	return true;
}

uint8_t *twin_make(const uint8_t *log, size_t *size)
{
	/* A file that was cut reads as zeros after its end. */
	size_t least = *size < BLOCKS ? BLOCKS : *size;
	struct twin twin = {
		.log = calloc(1, least + HEADER),
		.size = least,
		.to = calloc(2, least + HEADER),
		.moves = calloc(least / HEADER, sizeof(struct move)),
	};
	bool made = false;

	if (twin.log && twin.to && twin.moves && *size >= HEAD + 472) {
		memcpy(twin.log, log, *size);
		made = make(&twin);
	}
	if (made && least == *size)
		*size = twin.end;
	free(twin.log);
	free(twin.moves);
	if (made)
		return twin.to;
	free(twin.to);
	return NULL;
}
