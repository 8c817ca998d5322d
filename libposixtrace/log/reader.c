/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads a log: what precedes its blocks, and single blocks. */
#include "log/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "log/compress.h"
#include "log/foreign.h"
#include "log/index.h"
#include "log/input.h"

struct pxt_log_reader {
	struct pxt_input input;
	uint64_t damaged;		/* places before the blocks */
	struct pxt_log_head head;
	struct pxt_log_status status;	/* sequence 0: none */
	struct pxt_log_pointer pointer;	/* the same */
	struct pxt_log_pointer images;	/* the same */
	struct pxt_index index;
	struct pxt_log_name names[PXT_ID_SPACE];	/* id 0: unused */
	struct pxt_log_type *types;	/* id 0: unused */
	unsigned n_types;		/* ids below may have one */
};

static void take_txtb(struct pxt_log_reader *reader,
		      const struct pxt_txtb_header *txtb)
{
	struct pxt_txtb_header expected;

	/* It is not needed here, but TraceX would reject the file. */
	pxt_txtb_header_init(&expected);
	reader->damaged += memcmp(txtb, &expected, sizeof(expected)) != 0;
}

/* Take the newer one of the valid slots. */
static void take_status(struct pxt_log_reader *reader,
			const struct pxt_front *front)
{
	for (size_t i = 0; i < 2; i++) {
		const struct pxt_log_status *status = &front->slots[i].status;

		if (pxt_log_status_is_valid(status, &reader->head) &&
		    status->sequence > reader->status.sequence)
			reader->status = *status;
	}
	reader->damaged += reader->status.sequence == 0;
}

/* The slots of a pointer are `first` and the one after it. */
static void take_pointer(const struct pxt_log_reader *reader,
			 const struct pxt_front *front, size_t first,
			 struct pxt_log_pointer *to)
{
	for (size_t i = 0; i < 2; i++) {
		const struct pxt_log_pointer *pointer =
			&front->slots[first + i].pointer;

		if (pxt_log_pointer_is_valid(pointer, &reader->head) &&
		    pointer->sequence > to->sequence)
			*to = *pointer;
	}
}

static void take_names(struct pxt_log_reader *reader,
		       const struct pxt_front *front)
{
	static const struct pxt_log_name unused;

	for (unsigned id = 1; id < PXT_ID_SPACE; id++) {
		const struct pxt_log_name *name = &front->names[id];

		if (pxt_log_name_is_valid(name, id, &reader->head))
			reader->names[id] = *name;
		else
			reader->damaged +=
				memcmp(name, &unused, sizeof(unused)) != 0;
	}
}

/* Only up to the last name: a type without a name cannot be opened. */
static int read_types(struct pxt_log_reader *reader)
{
	static const struct pxt_log_type unused;
	unsigned n = PXT_ID_SPACE;
	size_t got;
	int err;

	if (reader->head.block_start < PXT_LOG_BLOCKS)
		return 0;
	while (n > PXT_ID_USER && reader->names[n - 1].id == 0)
		n--;
	reader->types = calloc(n, sizeof(*reader->types));
	if (!reader->types)
		return ENOMEM;
	err = pxt_input_read(&reader->input, reader->types,
			     n * sizeof(*reader->types), PXT_LOG_TYPES, &got);
	if (err)
		return err;
	reader->n_types = n;
	for (unsigned id = 0; id < n; id++) {
		struct pxt_log_type *type = &reader->types[id];

		if (memcmp(type, &unused, sizeof(unused)) == 0)
			continue;
		pxt_foreign_type(&reader->head, type);
		if (pxt_log_type_is_valid(type, id, &reader->head))
			continue;
		reader->damaged++;
		type->id = 0;
	}
	return 0;
}

/* A damaged one counts as used, and was counted as damage. */
static bool has_type(const struct pxt_log_reader *reader, unsigned id)
{
	return id < reader->n_types &&
	       (reader->types[id].id || reader->types[id].crc);
}

/* Types in the registry have existed; zeros alone could mean unused. */
static void check_registry(struct pxt_log_reader *reader,
			   const struct pxt_front *front)
{
	for (size_t i = 0; i < PXT_TXTB_SLOTS; i++) {
		const struct pxt_txtb_slot *slot = &front->registry[i];
		unsigned id = slot->parameter1;

		if (slot->type != PXT_TXTB_EVENT_TYPE || id >= PXT_ID_SPACE)
			continue;
		reader->damaged += !(front->names[id].id || front->names[id].crc) ||
				   (slot->parameter2 == 1 &&
				    !has_type(reader, id));
	}
}

/*
 * The magic is written last (writer.c), so what is read after it is whole.
 * EINVAL: it is not there.
 */
static int read_magic(const struct pxt_log_reader *reader)
{
	char magic[sizeof(reader->head.magic)];
	size_t got;
	int err = pxt_input_read(&reader->input, magic, sizeof(magic),
				 PXT_LOG_HEAD +
				 offsetof(struct pxt_log_head, magic), &got);

	if (err)
		return err;
	return got == sizeof(magic) &&
	       memcmp(magic, PXT_LOG_MAGIC, sizeof(magic)) == 0 ? 0 : EINVAL;
}

static int read_front(struct pxt_log_reader *reader)
{
	/* Parts beyond the end of the file stay zero. */
	struct pxt_front *front;
	size_t got;
	int err = read_magic(reader);

	if (err)
		return err;
	front = calloc(1, sizeof(*front));
	if (!front)
		return ENOMEM;
	err = pxt_input_read(&reader->input, front, sizeof(*front), 0, &got);
	if (err)
		goto free_front;
	pxt_foreign_front(front);
	if (!pxt_log_head_is_valid(&front->head)) {
		err = EINVAL;
		goto free_front;
	}
	reader->head = front->head;
	take_txtb(reader, &front->txtb);
	take_status(reader, front);
	take_pointer(reader, front, 2, &reader->pointer);
	take_pointer(reader, front, 4, &reader->images);
	take_names(reader, front);
	err = read_types(reader);
	if (!err)
		check_registry(reader, front);

free_front:
	free(front);
	return err;
}

int pxt_log_open_front(int fd, struct pxt_log_reader **out)
{
	struct pxt_log_reader *reader = calloc(1, sizeof(*reader));
	int err;

	if (!reader)
		return ENOMEM;
	err = pxt_input_open(&reader->input, fd);
	if (err) {
		free(reader);
		return err;
	}
	err = read_front(reader);
	if (err)
		pxt_log_close(reader);
	else
		*out = reader;
	return err;
}

static int open_log(int fd, bool by_index, struct pxt_log_reader **out)
{
	struct pxt_log_reader *reader;
	int err = pxt_log_open_front(fd, &reader);

	if (err)
		return err;
	err = pxt_index_init(&reader->index, &reader->input, &reader->head,
			     pxt_log_get_status(reader),
			     by_index ? pxt_log_get_pointer(reader) : NULL);
	if (err) {
		pxt_log_close(reader);
		return err;
	}
	reader->index.summary.damaged += reader->damaged;
	*out = reader;
	return 0;
}

int pxt_log_open(int fd, struct pxt_log_reader **out)
{
	return open_log(fd, true, out);
}

int pxt_log_open_by_scan(int fd, struct pxt_log_reader **out)
{
	return open_log(fd, false, out);
}

int pxt_log_peek(int fd, struct pxt_log_head *head,
		 struct pxt_log_status *status)
{
	struct pxt_log_reader *reader;
	int err = pxt_log_open_front(fd, &reader);

	if (err)
		return err;
	*head = reader->head;
	*status = reader->status;
	pxt_log_close(reader);
	return 0;
}

bool pxt_log_is_file(const struct pxt_log_reader *reader, uint64_t device,
		     uint64_t inode)
{
	return reader->input.file.device == device &&
	       reader->input.file.inode == inode;
}

bool pxt_log_was_completed(const struct pxt_log_reader *reader)
{
	struct pxt_log_reader now = { .input = reader->input };
	bool reads = reader->status.complete != PXT_LOG_COMPLETE &&
		     read_front(&now) == 0;

	free(now.types);
	return reads && now.status.complete == PXT_LOG_COMPLETE;
}

int pxt_log_open_again(const struct pxt_file *file,
		       const struct pxt_log_head *head,
		       struct pxt_log_reader **out)
{
	struct pxt_log_reader *reader = calloc(1, sizeof(*reader));
	int err;

	if (!reader)
		return ENOMEM;
	reader->head = *head;
	err = pxt_input_open_again(&reader->input, file);
	if (err) {
		free(reader);
		return err;
	}
	*out = reader;
	return 0;
}

void pxt_log_close(struct pxt_log_reader *reader)
{
	if (!reader)
		return;
	pxt_index_fini(&reader->index);
	free(reader->types);
	pxt_input_close(&reader->input);
	free(reader);
}

/* Exactly `len` bytes of a block. */
static int read_block(const struct pxt_log_reader *reader,
		      const struct pxt_log_block *block, void *buf, size_t len)
{
	size_t got;
	int err = pxt_input_read(&reader->input, buf, len, block->offset, &got);

	if (err)
		return err;
	return got < len ? EBADMSG : 0;
}

/* Read header and data of a block, as they are in the file. */
static int read_header_and_data(const struct pxt_log_reader *reader,
				const struct pxt_log_block *block, void *buf)
{
	struct pxt_chunk_header *header = buf;
	int err = read_block(reader, block, buf, sizeof(*header) + block->used);

	if (err)
		return err;
	pxt_foreign_header(&reader->head, header);
	/* The file may have changed since it was indexed. */
	if (!pxt_log_block_is_valid(header, &reader->head) ||
	    header->serial != block->serial || header->used != block->used ||
	    header->base != block->base || header->last != block->last ||
	    header->count != block->count ||
	    !(header->kind & PXT_KIND_PACKED) != !block->is_packed ||
	    header->data_crc != pxt_crc32c(0, header + 1, header->used))
		return EBADMSG;
	return 0;
}

static bool packed_is_valid(const struct pxt_log_reader *reader,
			    const struct pxt_log_block *block,
			    const struct pxt_log_packed *packed)
{
	return packed->len <= block->used - sizeof(*packed) &&
	       packed->size % 8 == 0 &&
	       packed->size <= reader->head.chunk_size -
			       PXT_CHUNK_HEADER_SIZE &&
	       block->count <= packed->size / PXT_HEAD_SIZE;
}

static int load_packed(const struct pxt_log_reader *reader,
		       const struct pxt_log_block *block, void *buf)
{
	unsigned char *whole = malloc(sizeof(struct pxt_chunk_header) +
				      block->used), *data;
	struct pxt_chunk_header *header = buf;
	struct pxt_log_packed packed;
	int err;

	if (!whole)
		return ENOMEM;
	data = whole + sizeof(struct pxt_chunk_header);
	err = read_header_and_data(reader, block, whole);
	if (err)
		goto free_whole;
	memcpy(&packed, data, sizeof(packed));
	pxt_foreign_packed(&reader->head, &packed);
	err = EBADMSG;
	if (!packed_is_valid(reader, block, &packed))
		goto free_whole;
	memcpy(header, whole, sizeof(*header));
	header->kind &= (uint16_t)~PXT_KIND_PACKED;
	header->used = packed.size;
	err = pxt_unpack(data + sizeof(packed), packed.len, header + 1,
			 packed.size);

free_whole:
	free(whole);
	return err;
}

int pxt_log_load(const struct pxt_log_reader *reader,
		 const struct pxt_log_block *block, void *buf)
{
	struct pxt_chunk_header *header = buf;
	int err = block->is_packed ? load_packed(reader, block, buf) :
		  read_header_and_data(reader, block, buf);

	if (!err)
		pxt_foreign_records(&reader->head, header, (void *)(header + 1));
	return err;
}

uint32_t pxt_log_records_most(const struct pxt_log_reader *reader,
			      const struct pxt_log_block *block)
{
	return block->is_packed ? reader->head.chunk_size -
				  PXT_CHUNK_HEADER_SIZE : block->used;
}

int pxt_log_records_size(const struct pxt_log_reader *reader,
			 const struct pxt_log_block *block, uint32_t *size)
{
	struct {
		struct pxt_chunk_header header;
		struct pxt_log_packed packed;
	} front;
	int err;

	*size = block->used;
	if (!block->is_packed)
		return 0;
	err = read_block(reader, block, &front, sizeof(front));
	if (err)
		return err;
	pxt_foreign_packed(&reader->head, &front.packed);
	if (!packed_is_valid(reader, block, &front.packed))
		return EBADMSG;
	*size = front.packed.size;
	return 0;
}

uint64_t pxt_log_get_place(const struct pxt_log_reader *reader,
			   const struct pxt_log_block *block)
{
	uint64_t place = 0;
	size_t got;

	if (pxt_input_read(&reader->input, &place, sizeof(place),
			   block->offset +
			   offsetof(struct pxt_chunk_header, lease), &got) ||
	    got != sizeof(place) || !pxt_place_is_known(place))
		return 0;
	return place;
}

bool pxt_log_read_start(const struct pxt_log_reader *reader, void *to,
			size_t size)
{
	size_t got;

	return pxt_input_read(&reader->input, to, size, 0, &got) == 0 &&
	       got == size;
}

const struct pxt_log_head *pxt_log_get_head(
		const struct pxt_log_reader *reader)
{
	return &reader->head;
}

const struct pxt_log_status *pxt_log_get_status(
		const struct pxt_log_reader *reader)
{
	return reader->status.sequence ? &reader->status : NULL;
}

uint32_t pxt_log_get_epoch(const struct pxt_log_reader *reader)
{
	return reader->index.epoch;
}

const struct pxt_log_pointer *pxt_log_get_pointer(
		const struct pxt_log_reader *reader)
{
	return reader->pointer.sequence ? &reader->pointer : NULL;
}

const struct pxt_log_pointer *pxt_log_get_images(
		const struct pxt_log_reader *reader)
{
	return reader->images.sequence ? &reader->images : NULL;
}

int pxt_log_read(const struct pxt_log_reader *reader, void *to, size_t len,
		 uint64_t offset, size_t *got)
{
	return pxt_input_read(&reader->input, to, len, offset, got);
}

const char *pxt_log_get_name(const struct pxt_log_reader *reader, unsigned id)
{
	if (id >= PXT_ID_SPACE || reader->names[id].id == 0)
		return NULL;
	return reader->names[id].name;
}

const char *pxt_log_get_type(const struct pxt_log_reader *reader, unsigned id)
{
	if (id >= reader->n_types || reader->types[id].id == 0)
		return NULL;
	return reader->types[id].text;
}

const struct pxt_log_block *pxt_log_get_blocks(
		const struct pxt_log_reader *reader, size_t *n)
{
	*n = reader->index.n;
	return reader->index.blocks;
}

const struct pxt_log_block *pxt_log_get_torn(
		const struct pxt_log_reader *reader)
{
	const struct pxt_log_block *newest = NULL;
	bool torn = false;
	void *bytes;

	for (size_t i = 0; i < reader->index.n; i++)
		if (!newest || reader->index.blocks[i].serial > newest->serial)
			newest = &reader->index.blocks[i];
	bytes = newest ? malloc(reader->head.chunk_size) : NULL;
	if (bytes)
		torn = pxt_log_load(reader, newest, bytes) == EBADMSG;
	free(bytes);
	return torn ? newest : NULL;
}

size_t pxt_log_find_block(const struct pxt_log_reader *reader, uint64_t ticks)
{
	const struct pxt_index *index = &reader->index;
	size_t low = 0, high = index->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (index->reach[middle] < ticks)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct pxt_anchor *pxt_log_get_anchors(
		const struct pxt_log_reader *reader, size_t *n)
{
	*n = reader->index.n_anchors;
	return reader->index.anchors;
}

const struct pxt_log_summary *pxt_log_get_summary(
		const struct pxt_log_reader *reader)
{
	return &reader->index.summary;
}
