/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Converts numbers of the other byte order; see foreign.h. */
#include "log/foreign.h"

#include <string.h>

#include "base/crc32c.h"

/* A structure is described by a list of these: `n` numbers of `size` bytes;
 * size 1: bytes that are not a number; size 0: the end. */
struct run {
	uint16_t size;
	uint16_t n;
};

/*
 * The byte order in the head is not converted: it says where the log is from.
 */
static const struct run head_form[] = {
	{ 1, 8 }, { 4, 1 }, { 1, 4 }, { 4, 8 }, { 8, 6 }, { 1, 40 + 64 + 128 },
	{ 8, 7 }, { 4, 4 }, { 1, 2 * PXT_NAME_SIZE }, { 4, 2 }, { 0 }
};
static const struct run status_form[] = {
	{ 4, 10 }, { 8, 6 }, { 4, 4 }, { 8, 5 }, { 4, 2 }, { 0 }
};
static const struct run pointer_form[] = {
	{ 4, 2 }, { 8, 3 }, { 4, 2 }, { 0 }
};
static const struct run header_form[] = {
	{ 4, 2 }, { 8, 1 }, { 4, 2 }, { 8, 3 }, { 4, 1 }, { 2, 2 },
	{ 1, PXT_COMM_SIZE }, { 8, 5 }, { 4, 4 }, { 0 }
};
static const struct run entry_form[] = {
	{ 8, 5 }, { 4, 4 }, { 2, 2 }, { 4, 1 }, { 0 }
};
static const struct run image_form[] = { { 4, 6 }, { 8, 3 }, { 0 } };
static const struct run mapping_form[] = {
	{ 8, 5 }, { 2, 2 }, { 4, 1 }, { 0 }
};
static const struct run two_words_form[] = { { 4, 2 }, { 0 } };
static const struct run origin_form[] = { { 8, 1 }, { 4, 2 }, { 0 } };
static const struct run txtb_form[] = {
	{ 4, 4 }, { 2, 2 }, { 4, 7 }, { 0 }
};
static const struct run slot_form[] = {
	{ 1, 4 }, { 4, 3 }, { 1, PXT_TXTB_NAME_SIZE }, { 0 }
};

/* Swap `n` numbers of `size` bytes; returns the end of them. */
static unsigned char *swap_run(unsigned char *at, size_t size, size_t n)
{
	for (; n > 0; n--, at += size) {
		for (size_t i = 0; i < size / 2; i++) {
			unsigned char byte = at[i];

			at[i] = at[size - 1 - i];
			at[size - 1 - i] = byte;
		}
	}
	return at;
}

static void swap(void *structure, const struct run *form)
{
	unsigned char *at = structure;

	for (; form->size; form++)
		at = swap_run(at, form->size, form->n);
}

/* A wrong checksum stays wrong, even if it is right for the converted bytes. */
static uint32_t pass_on(bool was_right, uint32_t crc, uint32_t right)
{
	if (was_right)
		return right;
	return crc == right ? ~crc : crc;
}

/* Convert a structure that ends with the checksum of what precedes it. */
static void swap_sealed(void *structure, size_t size, const struct run *form)
{
	unsigned char *bytes = structure;
	size_t len = size - sizeof(uint32_t);
	uint32_t before = pxt_crc32c(0, bytes, len), crc;

	swap(structure, form);
	memcpy(&crc, bytes + len, sizeof(crc));
	crc = pass_on(crc == before, crc, pxt_crc32c(0, bytes, len));
	memcpy(bytes + len, &crc, sizeof(crc));
}

/* Convert the id and checksum of a text; the checksum includes the log's
 * identity. */
static void swap_text(const struct pxt_log_head *head, void *entry,
		      const char *text, size_t size)
{
	uint32_t words[2], identity = __builtin_bswap32(head->identity);
	uint32_t before, right;

	memcpy(words, entry, sizeof(words));
	before = pxt_crc32c(0, &identity, sizeof(identity));
	before = pxt_crc32c(before, &words[0], sizeof(words[0]));
	before = pxt_crc32c(before, text, size);
	swap(words, two_words_form);
	right = pxt_crc32c(0, &head->identity, sizeof(head->identity));
	right = pxt_crc32c(right, &words[0], sizeof(words[0]));
	right = pxt_crc32c(right, text, size);
	words[1] = pass_on(words[1] == before, words[1], right);
	memcpy(entry, words, sizeof(words));
}

void pxt_foreign_head(struct pxt_log_head *head)
{
	if (head->byte_order == __builtin_bswap32(PXT_LOG_BYTE_ORDER))
		swap_sealed(head, sizeof(*head), head_form);
}

/* The entries of the window are not converted: only TraceX reads them. */
void pxt_foreign_front(struct pxt_front *front)
{
	const struct pxt_log_head *head = &front->head;

	pxt_foreign_head(&front->head);
	if (!pxt_log_is_foreign(head))
		return;
	swap(&front->txtb, txtb_form);
	for (size_t i = 0; i < PXT_TXTB_SLOTS; i++)
		swap(&front->registry[i], slot_form);
	for (size_t i = 0; i < 2; i++) {
		swap_sealed(&front->slots[i].status,
			    sizeof(front->slots[i].status), status_form);
		for (size_t kind = 2; kind <= 4; kind += 2)
			swap_sealed(&front->slots[kind + i].pointer,
				    sizeof(front->slots[kind + i].pointer),
				    pointer_form);
	}
	for (size_t id = 0; id < PXT_ID_SPACE; id++) {
		struct pxt_log_name *name = &front->names[id];

		swap_text(head, name, name->name, sizeof(name->name));
	}
}

void pxt_foreign_type(const struct pxt_log_head *head,
		      struct pxt_log_type *type)
{
	if (pxt_log_is_foreign(head))
		swap_text(head, type, type->text, sizeof(type->text));
}

void pxt_foreign_header(const struct pxt_log_head *head,
			struct pxt_chunk_header *header)
{
	if (pxt_log_is_foreign(head))
		swap_sealed(header, sizeof(*header), header_form);
}

void pxt_foreign_entries(const struct pxt_log_head *head,
			 struct pxt_log_entry *entries, size_t n)
{
	for (size_t i = 0; i < n && pxt_log_is_foreign(head); i++)
		swap(&entries[i], entry_form);
}

/* As far as they can be records. */
void pxt_foreign_images(const struct pxt_log_head *head, unsigned char *records,
			size_t len)
{
	size_t at = 0;

	while (pxt_log_is_foreign(head) &&
	       len - at >= sizeof(struct pxt_image)) {
		struct pxt_image image;
		size_t end;

		swap(records + at, image_form);
		memcpy(&image, records + at, sizeof(image));
		if (image.size > len - at || image.size % 8 != 0)
			return;
		end = at + image.size;
		at += sizeof(image);
		while (at < end && end - at >= sizeof(struct pxt_mapping)) {
			struct pxt_mapping mapping;

			swap(records + at, mapping_form);
			memcpy(&mapping, records + at, sizeof(mapping));
			at += pxt_mapping_size(mapping.id_size,
					       mapping.path_size);
		}
		if (at != end)
			return;
	}
}

void pxt_foreign_packed(const struct pxt_log_head *head,
			struct pxt_log_packed *packed)
{
	if (pxt_log_is_foreign(head))
		swap(packed, two_words_form);
}

void pxt_foreign_data(unsigned id, unsigned long_size, unsigned char *data,
		      size_t len)
{
	size_t size = sizeof(uint64_t);

	switch (id) {
	case POSIX_TRACE_ERROR:
	case POSIX_TRACE_STOP:
		size = sizeof(int);
		break;
	case POSIX_TRACE_START:
	case POSIX_TRACE_FILTER:
		/* An event set is an array of longs.  On little-endian machines
		 * its bytes are the same whatever the size of a long, so only
		 * the size on the big-endian machine matters. */
		size = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? sizeof(long) :
		       long_size;
		break;
	case POSIXTRACE_OPEN:
	case POSIXTRACE_EXEC:
	case POSIXTRACE_DESCRIPTOR:
	case POSIXTRACE_INHERITED:
		if (len > offsetof(struct posixtrace_path, path))
			len = offsetof(struct posixtrace_path, path);
		break;
	case POSIXTRACE_DLOPEN:
		if (len > offsetof(struct posixtrace_library, path))
			len = offsetof(struct posixtrace_library, path);
		break;
	case POSIXTRACE_THREAD_NAME:
		if (len > offsetof(struct posixtrace_name, name))
			len = offsetof(struct posixtrace_name, name);
		break;
	case POSIXTRACE_META:
		if (len > offsetof(struct posixtrace_meta, path))
			len = offsetof(struct posixtrace_meta, path);
		break;
	case POSIXTRACE_BIND:
	case POSIXTRACE_ACCEPT:
	case POSIXTRACE_CONNECT:
		if (len > offsetof(struct posixtrace_address, address))
			len = offsetof(struct posixtrace_address, address);
		break;
	default:
		/* A structure of 64-bit numbers; others have an unknown
		 * layout. */
		if (id > POSIXTRACE_META)
			return;
	}
	swap_run(data, size, len / size);
}

/* Convert the records that pxt_cursor_next() would find. */
void pxt_foreign_records(const struct pxt_log_head *head,
			 const struct pxt_chunk_header *header,
			 unsigned char *records)
{
	size_t left = pxt_log_is_foreign(head) ? header->used : 0;

	while (left >= PXT_HEAD_SIZE) {
		unsigned char *data = swap_run(records, sizeof(uint64_t), 2);
		uint64_t word[2];
		size_t len, size;
		unsigned id;

		memcpy(word, records, sizeof(word));
		len = word[0] >> 48;
		id = (word[1] >> 48) & 0x7fff;
		size = pxt_record_size(len);
		if (size > left)
			return;
		records += size;
		left -= size;
		if (header->kind == PXT_KIND_CONTROL) {
			if (len < sizeof(struct pxt_origin))
				return;
			swap(data, origin_form);
			data += sizeof(struct pxt_origin);
			len -= sizeof(struct pxt_origin);
		}
		if (id < PXT_ID_USER)
			pxt_foreign_data(id, head->pointer_size, data, len);
	}
}
