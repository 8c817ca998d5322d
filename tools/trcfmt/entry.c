/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Hook ids and hook words, the beginning of an entry.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "trcfmt.h"

/* The flags of a 64-bit hook word. */
enum { STAMPED = 0x8000, GENERIC = 0x4000 };

int trcfmt_hook_parse(const char *string, uint16_t *hook)
{
	size_t size = strspn(string, "0123456789abcdefABCDEF");
	unsigned value;

	if (string[size] || (size != 3 && size != 4) ||
	    sscanf(string, "%x", &value) != 1)
		return EINVAL;
	if (size == 3)
		value <<= 4;
	else if (value < 0x1000 && value % 16)
		return EINVAL;
	*hook = (uint16_t)value;
	return 0;
}

size_t trcfmt_hook_format(char out[5], uint16_t hook)
{
	if (hook % 16)
		return (size_t)snprintf(out, 5, "%04X", hook);
	return (size_t)snprintf(out, 5, "%03X", hook >> 4);
}

unsigned trcfmt_column_offset(enum trcfmt_column column)
{
	return 8 * (unsigned)column;
}

static void put16(unsigned char *p, unsigned value, bool big_endian)
{
	p[big_endian ? 0 : 1] = (unsigned char)(value >> 8);
	p[big_endian ? 1 : 0] = (unsigned char)value;
}

/*
 * 32 bits: hook id and type, then hook data.  The type says that there is a
 * time stamp, and how many words follow.
 */
static void put_word32(unsigned char *p, const struct trcfmt_hookword *word,
		       size_t size)
{
	unsigned type = word->generic ? 0x8 : size == 0 ? 0x9 :
		size <= 4 ? 0xa : 0xe;
	unsigned hd = word->hd;

	/* What is generic has the length of what follows D1. */
	if (word->generic) {
		size = size > 4 ? size - 4 : 0;
		hd = size > UINT16_MAX ? UINT16_MAX : (unsigned)size;
	}
	put16(p, (word->hook & 0xfff0u) | type, word->big_endian);
	put16(p + 2, hd, word->big_endian);
}

static void put_word64(unsigned char *p, const struct trcfmt_hookword *word,
		       size_t size)
{
	put16(p, STAMPED | (word->generic ? GENERIC : 0u), word->big_endian);
	put16(p + 2, size > UINT16_MAX ? UINT16_MAX : (unsigned)size,
	      word->big_endian);
	put16(p + 4, word->hook, word->big_endian);
	put16(p + 6, word->hd, word->big_endian);
}

size_t trcfmt_entry_build(void *out, const struct trcfmt_hookword *word,
			  const void *payload, size_t size)
{
	size_t head = trcfmt_word_size(word->env);

	if (word->env == 32)
		put_word32(out, word, size);
	else
		put_word64(out, word, size);
	if (size)
		memcpy((char *)out + head, payload, size);
	return head + size;
}
