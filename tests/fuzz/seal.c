/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Correcting the checksums of mutated logs; see seal.h. */
#include "seal.h"

#include <stdbool.h>
#include <string.h>

#include "base/crc32c.h"
#include "model/logform.h"

static uint32_t word_at(const uint8_t *at, bool is_foreign)
{
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	return is_foreign ? __builtin_bswap32(word) : word;
}

static void put(uint8_t *at, uint32_t word, bool is_foreign)
{
	if (is_foreign)
		word = __builtin_bswap32(word);
	memcpy(at, &word, sizeof(word));
}

/* The checksum is the last member of the structure. */
static void seal(uint8_t *part, size_t size, bool is_foreign)
{
	put(part + size - 4, pxt_crc32c(0, part, size - 4), is_foreign);
}

static void seal_texts(uint8_t *entry, size_t size, const uint8_t *identity,
		       bool is_foreign)
{
	for (unsigned id = 0; id < PXT_ID_SPACE; id++, entry += size) {
		uint32_t crc = pxt_crc32c(0, identity, 4);

		if (word_at(entry, false) == 0)
			continue;
		crc = pxt_crc32c(crc, entry, 4);
		crc = pxt_crc32c(crc, entry + 8, size - 8);
		put(entry + 4, crc, is_foreign);
	}
}

void seal_log(uint8_t *log, size_t size)
{
	uint8_t *head = log + PXT_LOG_HEAD;
	bool is_foreign;

	if (size < PXT_LOG_BLOCKS)
		return;
	is_foreign = word_at(head + offsetof(struct pxt_log_head, byte_order),
			     true) == PXT_LOG_BYTE_ORDER;
	seal(head, sizeof(struct pxt_log_head), is_foreign);
	for (int i = 0; i < 2; i++) {
		seal(log + PXT_LOG_STATUS + i * PXT_LOG_STATUS_SLOT,
		     sizeof(struct pxt_log_status), is_foreign);
		seal(log + PXT_LOG_POINTER + i * PXT_LOG_STATUS_SLOT,
		     sizeof(struct pxt_log_pointer), is_foreign);
		seal(log + PXT_LOG_IMAGES + i * PXT_LOG_STATUS_SLOT,
		     sizeof(struct pxt_log_pointer), is_foreign);
	}
	head += offsetof(struct pxt_log_head, identity);
	seal_texts(log + PXT_LOG_NAMES, sizeof(struct pxt_log_name), head,
		   is_foreign);
	seal_texts(log + PXT_LOG_TYPES, sizeof(struct pxt_log_type), head,
		   is_foreign);
	for (size_t at = PXT_LOG_BLOCKS;
	     at + PXT_CHUNK_HEADER_SIZE <= size; at += 8) {
		uint8_t *header = log + at;
		size_t used = word_at(header + 4, is_foreign);

		if (word_at(header, is_foreign) != PXT_CHUNK_MAGIC ||
		    used > size - at - PXT_CHUNK_HEADER_SIZE)
			continue;
		put(header + offsetof(struct pxt_chunk_header, data_crc),
		    pxt_crc32c(0, header + PXT_CHUNK_HEADER_SIZE, used),
		    is_foreign);
		seal(header, PXT_CHUNK_HEADER_SIZE, is_foreign);
		at += (used & ~(size_t)7) + PXT_CHUNK_HEADER_SIZE - 8;
	}
}
