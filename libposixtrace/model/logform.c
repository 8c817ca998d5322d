/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Seals the parts of a log with checksums, and validates them. */
#include "model/logform.h"

#include <stdbool.h>
#include <string.h>

#include "base/crc32c.h"

uint64_t pxt_log_size_in_use(const struct pxt_attr *attr)
{
	struct pxt_sizing sizing;
	uint64_t least;

	if (attr->log_policy == POSIX_TRACE_APPEND)
		return attr->log_size;
	pxt_sizing(&sizing, attr);
	least = 4 * (PXT_CHUNK_HEADER_SIZE + (uint64_t)sizing.record_max);
	if (least < 4096)
		least = 4096;
	return attr->log_size > least ? attr->log_size : least;
}

static uint32_t head_crc(const struct pxt_log_head *head)
{
	return pxt_crc32c(0, head, offsetof(struct pxt_log_head, crc));
}

static uint32_t status_crc(const struct pxt_log_status *status)
{
	return pxt_crc32c(0, status, offsetof(struct pxt_log_status, crc));
}

static uint32_t pointer_crc(const struct pxt_log_pointer *pointer)
{
	return pxt_crc32c(0, pointer, offsetof(struct pxt_log_pointer, crc));
}

static uint32_t name_crc(const struct pxt_log_name *name, uint32_t identity)
{
	uint32_t crc = pxt_crc32c(0, &identity, sizeof(identity));

	crc = pxt_crc32c(crc, &name->id, sizeof(name->id));
	return pxt_crc32c(crc, name->name, sizeof(name->name));
}

static uint32_t type_crc(const struct pxt_log_type *type, uint32_t identity)
{
	uint32_t crc = pxt_crc32c(0, &identity, sizeof(identity));

	crc = pxt_crc32c(crc, &type->id, sizeof(type->id));
	return pxt_crc32c(crc, type->text, sizeof(type->text));
}

static uint32_t header_crc(const struct pxt_chunk_header *header)
{
	return pxt_crc32c(0, header,
			  offsetof(struct pxt_chunk_header, header_crc));
}

void pxt_log_head_seal(struct pxt_log_head *head)
{
	head->crc = head_crc(head);
}

void pxt_log_status_seal(struct pxt_log_status *status)
{
	status->crc = status_crc(status);
}

void pxt_log_pointer_seal(struct pxt_log_pointer *pointer)
{
	pointer->crc = pointer_crc(pointer);
}

void pxt_log_name_seal(struct pxt_log_name *name, uint32_t identity)
{
	name->crc = name_crc(name, identity);
}

void pxt_log_type_seal(struct pxt_log_type *type, uint32_t identity)
{
	type->crc = type_crc(type, identity);
}

void pxt_log_block_seal(struct pxt_chunk_header *header, const void *records)
{
	header->data_crc = pxt_crc32c(0, records, header->used);
	header->header_crc = header_crc(header);
}

static bool is_ended(const char *string, size_t size)
{
	return memchr(string, '\0', size) != NULL;
}

bool pxt_log_head_is_valid(const struct pxt_log_head *head)
{
	return memcmp(head->magic, PXT_LOG_MAGIC, sizeof(head->magic)) == 0 &&
	       head->version == PXT_LOG_VERSION &&
	       (head->byte_order == PXT_LOG_BYTE_ORDER ||
		head->byte_order == __builtin_bswap32(PXT_LOG_BYTE_ORDER)) &&
	       (head->pointer_size == 4 || head->pointer_size == 8) &&
	       head->crc == head_crc(head) &&
	       head->chunk_size >= PXT_CHUNK_SIZE_MIN &&
	       head->chunk_size <= PXT_CHUNK_SIZE_MAX &&
	       head->id_space == PXT_ID_SPACE &&
	       head->set_size == sizeof(trace_event_set_t) &&
	       (head->block_start == PXT_LOG_BLOCKS ||
		head->block_start == PXT_LOG_BLOCKS_OLD) &&
	       pxt_attr_is_valid(&head->attr) &&
	       (head->attr.log_policy == POSIX_TRACE_APPEND ?
		head->block_limit == 0 : head->block_limit > head->block_start) &&
	       is_ended(head->boot_id, sizeof(head->boot_id)) &&
	       is_ended(head->host, sizeof(head->host)) &&
	       is_ended(head->segment, sizeof(head->segment));
}

bool pxt_log_status_is_valid(const struct pxt_log_status *status,
			     const struct pxt_log_head *head)
{
	return status->identity == head->identity &&
	       status->sequence != 0 && status->sequence <= INT64_MAX &&
	       status->first_serial <= status->last_serial &&
	       status->complete <= PXT_LOG_HANDED_OVER &&
	       status->crc == status_crc(status);
}

bool pxt_log_pointer_is_valid(const struct pxt_log_pointer *pointer,
			      const struct pxt_log_head *head)
{
	return pointer->identity == head->identity &&
	       pointer->sequence != 0 && pointer->sequence <= INT64_MAX &&
	       pointer->epoch != 0 &&
	       pointer->crc == pointer_crc(pointer);
}

bool pxt_log_name_is_valid(const struct pxt_log_name *name, unsigned id,
			   const struct pxt_log_head *head)
{
	return name->id == id &&
	       is_ended(name->name, sizeof(name->name)) &&
	       name->crc == name_crc(name, head->identity);
}

bool pxt_log_type_is_valid(const struct pxt_log_type *type, unsigned id,
			   const struct pxt_log_head *head)
{
	return type->id == id && is_ended(type->text, sizeof(type->text)) &&
	       type->crc == type_crc(type, head->identity);
}

bool pxt_log_chunk_is_valid(const struct pxt_chunk_header *header,
			    size_t chunk_size)
{
	return pxt_chunk_header_is_valid(header, chunk_size) &&
	       header->count > 0 &&
	       header->count <= header->used / PXT_HEAD_SIZE &&
	       header->base <= header->last;
}

bool pxt_log_header_is_whole(const struct pxt_chunk_header *header)
{
	return header->header_crc == header_crc(header);
}

bool pxt_log_block_is_valid(const struct pxt_chunk_header *header,
			    const struct pxt_log_head *head)
{
	struct pxt_chunk_header plain = *header;

	if (header->kind & PXT_KIND_PACKED) {
		plain.kind &= (uint16_t)~PXT_KIND_PACKED;
		/* An upper limit; the real size is known when unpacked. */
		plain.used = (head->chunk_size - PXT_CHUNK_HEADER_SIZE) & ~7u;
		if (header->used > plain.used || header->used % 8 != 0 ||
		    header->used < sizeof(struct pxt_log_packed))
			return false;
	}
	return pxt_log_chunk_is_valid(&plain, head->chunk_size) &&
	       header->identity == head->identity &&
	       header->serial != 0 && header->epoch != 0 &&
	       header->header_crc == header_crc(header);
}

bool pxt_log_index_is_valid(const struct pxt_chunk_header *header,
			    const struct pxt_log_head *head)
{
	return header->magic == PXT_CHUNK_MAGIC &&
	       header->kind == PXT_KIND_INDEX &&
	       header->used <= head->chunk_size - PXT_CHUNK_HEADER_SIZE &&
	       header->count > 0 && header->serial >= header->count &&
	       header->used == header->count * sizeof(struct pxt_log_entry) &&
	       header->identity == head->identity && header->epoch != 0 &&
	       header->header_crc == header_crc(header);
}
