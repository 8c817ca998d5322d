/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converts the data of events for the twin of a log; see twin-data.h. */
#include "twin-data.h"

#include <stdlib.h>
#include <string.h>

#ifdef TWIN_ZSTD
#include <zstd.h>
#endif

uint64_t twin_get(const uint8_t *at, unsigned size, bool is_big)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < size; i++)
		number = number << 8 | at[is_big ? i : size - 1 - i];
	return number;
}

void twin_turn(uint8_t *at, size_t size)
{
	for (size_t i = 0; i < size / 2; i++) {
		uint8_t byte = at[i];

		at[i] = at[size - 1 - i];
		at[size - 1 - i] = byte;
	}
}

void twin_system(unsigned id, unsigned pointer_size, uint8_t *data, size_t len)
{
	size_t size = 8;

	switch (id) {
	case 1:			/* error */
	case 3:			/* stop */
		size = 4;
		break;
	case 2:			/* start, with a set */
	case 4:			/* filter, with two sets */
		size = pointer_size;
		break;
	case 17:		/* open */
	case 23:		/* exec */
	case 43:		/* descriptor */
	case 52:		/* inherited: followed by a path or kind */
		len = len < 24 ? len : 24;
		break;
	case 60:		/* thread_name */
		len = len < 16 ? len : 16;
		break;
	case 54:		/* dlopen */
	case 61:		/* meta */
	case 28:		/* bind */
	case 30:		/* accept */
	case 31:		/* connect: followed by a path or an address */
		len = len < 32 ? len : 32;
		break;
	default:
		if (id > 61)
			return;
	}
	for (; len >= size; len -= size, data += size)
		twin_turn(data, size);
}

/* The size of the next argument in `len` bytes; 0: it is incomplete. *number:
 * the number of bytes at its front that are one number. */
static size_t measure(const char *kind, size_t kind_len, bool is_big,
		      const uint8_t *data, size_t len, size_t *number)
{
	const uint8_t *zero;
	size_t size;

	*number = 0;
	if (kind_len == 3 && memcmp(kind, "str", 3) == 0) {
		zero = memchr(data, 0, len);
		return zero ? (size_t)(zero - data) + 1 : 0;
	}
	if (kind_len == 3 && memcmp(kind, "mem", 3) == 0) {
		*number = 2;
		size = len < 2 ? 0 : 2 + twin_get(data, 2, is_big);
		return size <= len ? size : 0;
	}
	if (memcmp(kind, "ptr", kind_len) == 0)
		*number = 8;
	else if (kind_len == 4)		/* bool, char */
		*number = 1;
	else
		*number = strtoul(kind + 1, NULL, 10) / 8;
	return *number <= len ? *number : 0;
}

/* Go through the data, and convert it if `turns`.  False: the data does not
 * match the description. */
static bool go_through(const char *description, bool is_big, bool is_cut,
		       uint8_t *data, size_t len, bool turns)
{
	for (const char *word = description; *word;) {
		size_t word_len = strcspn(word, " "), number, size;
		const char *kind = memchr(word, ':', word_len);

		if (strcmp(word, "...") == 0)
			return true;
		if (!kind++)
			return false;
		size = measure(kind, word_len - (size_t)(kind - word), is_big,
			       data, len, &number);
		if (size == 0 && !is_cut)
			return false;
		/* The length of truncated memory is present or not. */
		if (turns && (size > 0 || (number == 2 && len >= 2 &&
					   memcmp(kind, "mem", 3) == 0)))
			twin_turn(data, number);
		if (size == 0)
			return true;
		data += size;
		len -= size;
		word += word_len + (word[word_len] == ' ');
	}
	return is_cut || len == 0;
}

void twin_arguments(const char *description, size_t size, bool is_big,
		    bool is_cut, uint8_t *data, size_t len)
{
	if (!memchr(description, 0, size) || !*description)
		return;
	if (go_through(description, is_big, is_cut, data, len, false))
		go_through(description, is_big, is_cut, data, len, true);
}

uint8_t *twin_unpack(const uint8_t *frame, size_t len, size_t size)
{
	uint8_t *bytes = malloc(size + 1);

#ifdef TWIN_ZSTD
	if (bytes && ZSTD_decompress(bytes, size, frame, len) == size)
		return bytes;
#else
	(void)frame;
	(void)len;
#endif
	free(bytes);
	return NULL;
}

uint8_t *twin_pack(const uint8_t *bytes, size_t size, size_t *len)
{
#ifdef TWIN_ZSTD
	size_t room = ZSTD_compressBound(size);
	uint8_t *frame = malloc(room);

	/* With the strongest compression, so that it fits where the old frame
	 * was. */
	*len = frame ? ZSTD_compress(frame, room, bytes, size,
				     ZSTD_maxCLevel()) : 0;
	if (frame && !ZSTD_isError(*len))
		return frame;
	free(frame);
#else
	(void)bytes;
	(void)size;
	(void)len;
#endif
	return NULL;
}
