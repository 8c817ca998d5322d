/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The TXTB control header and object registry.
 *
 * TraceX identifies a thread by a 32-bit word that no other object may have:
 * the kernel's thread id, or a made-up number if a thread of another process
 * has the same id in this log.  Threads use the slots from the first on; event
 * types, which TraceX only lists, from the last on, and at most half of them.
 * Later threads and types get no slot, nor does the controller, which is not a
 * thread of the program.
 */
#include <errno.h>
#include <string.h>

#include <bsd/string.h>

#include "log/output.h"
#include "log/state.h"
#include "log/writer.h"

static bool is_word(uint32_t word, uint32_t expected)
{
	return word == expected || word == __builtin_bswap32(expected);
}

enum pxt_txtb_kind pxt_txtb_kind(const struct pxt_txtb_header *header)
{
	/* A big-endian word of eight bytes starts with zeros. */
	if (!is_word(header->id, PXT_TXTB_ID) &&
	    (header->id != 0 || !is_word(header->timer_mask, PXT_TXTB_ID)))
		return PXT_TXTB_NONE;
	return is_word(header->reserved2, PXT_TXTB_MAGIC) ? PXT_TXTB_LOG :
							    PXT_TXTB_DUMP;
}

void pxt_txtb_header_init(struct pxt_txtb_header *header)
{
	*header = (struct pxt_txtb_header){
		.id = PXT_TXTB_ID,
		.timer_mask = 0xffffffffu,
		.registry_start = PXT_TXTB_REGISTRY,
		.name_size = PXT_TXTB_NAME_SIZE,
		.registry_end = PXT_TXTB_WINDOW,
		.buffer_start = PXT_TXTB_WINDOW,
		.buffer_end = PXT_TXTB_END,
		.buffer_current = PXT_TXTB_WINDOW,
		.reserved2 = PXT_TXTB_MAGIC,
		.reserved3 = PXT_LOG_HEAD,
		.reserved4 = 0,
	};
}

void pxt_txtb_name(char out[PXT_TXTB_NAME_SIZE], const char *name)
{
	memset(out, 0, PXT_TXTB_NAME_SIZE);
	strlcpy(out, *name ? name : "?", PXT_TXTB_NAME_SIZE);
	for (char *c = out; *c; c++)
		*c = pxt_txtb_character(*c);
}

/* Write the slot as unused first, then its type. */
static int write_slot(struct pxt_log *log, unsigned index,
		      struct pxt_txtb_slot *slot)
{
	uint64_t offset = PXT_TXTB_REGISTRY + index * sizeof(*slot);
	uint8_t type = slot->type;
	int err;

	slot->type = 0;
	err = pxt_output_write(&log->file, slot, sizeof(*slot), offset);
	if (err)
		return err;
	return pxt_output_write(&log->file, &type, sizeof(type), offset +
				offsetof(struct pxt_txtb_slot, type));
}

static int compare(struct pxt_registered *a, struct pxt_registered *b)
{
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return a->pid < b->pid ? -1 : a->pid > b->pid;
}

PXT_RB_GENERATE(pxt_registered_ids, pxt_registered, by_id, compare)

/* NULL: the thread has no slot. */
static struct pxt_registered *find(struct pxt_registry *registry, int32_t pid,
				   int32_t tid)
{
	struct pxt_registered key = { .pid = pid, .tid = tid };

	return RB_FIND(pxt_registered_ids, &registry->ids, &key);
}

uint32_t pxt_registry_find(struct pxt_registry *registry, int32_t pid,
			   int32_t tid)
{
	const struct pxt_registered *thread = find(registry, pid, tid);

	return thread ? thread->object : 0;
}

int pxt_registry_index(struct pxt_registry *registry, int32_t pid, int32_t tid)
{
	const struct pxt_registered *thread = find(registry, pid, tid);

	return thread ? (int)(thread - registry->threads) : -1;
}

bool pxt_registry_has_object(const struct pxt_registry *registry,
			     uint32_t object)
{
	for (unsigned i = 0; i < registry->n_threads; i++) {
		if (registry->threads[i].object == object)
			return true;
	}
	return false;
}

static uint32_t choose_object(struct pxt_registry *registry, int32_t tid)
{
	if (tid > 0 && (uint32_t)tid < PXT_TXTB_SURROGATE &&
	    !pxt_registry_has_object(registry, (uint32_t)tid))
		return (uint32_t)tid;
	return PXT_TXTB_SURROGATE + registry->n_surrogates++;
}

/* A thread with a slot may have been renamed. */
static int rename_thread(struct pxt_log *log, struct pxt_registered *thread,
			 const char *comm)
{
	struct pxt_registry *registry = &log->registry;
	char name[PXT_TXTB_NAME_SIZE];
	int err;

	if (registry->keeps_names ||
	    strncmp(thread->comm, comm, PXT_COMM_SIZE) == 0)
		return 0;
	pxt_txtb_name(name, comm);
	err = pxt_output_write(&log->file, name, sizeof(name),
			       PXT_TXTB_REGISTRY +
			       (size_t)(thread - registry->threads) *
			       sizeof(struct pxt_txtb_slot) +
			       offsetof(struct pxt_txtb_slot, name));
	if (!err)
		strlcpy(thread->comm, comm, sizeof(thread->comm));
	return err;
}

int pxt_log_add_thread(struct pxt_log *log, int32_t pid, int32_t tid,
		       const char *comm)
{
	struct pxt_registry *registry = &log->registry;
	struct pxt_registered *thread = find(registry, pid, tid);
	unsigned index = registry->n_threads;
	struct pxt_txtb_slot slot = {
		.type = PXT_TXTB_THREAD,
		.reserved1 = 0x80 | PXT_TXTB_PRIORITY >> 8,
		.reserved2 = PXT_TXTB_PRIORITY & 0xff,
		.parameter1 = (uint32_t)pid,
		.parameter2 = (uint32_t)tid,
	};
	int err;

	if (thread)
		return rename_thread(log, thread, comm);
	if (!pxt_txtb_is_thread(tid) ||
	    index + registry->n_types == PXT_TXTB_SLOTS)
		return 0;
	slot.object = choose_object(registry, tid);
	pxt_txtb_name(slot.name, comm);
	err = write_slot(log, index, &slot);
	if (err)
		return err;
	thread = &registry->threads[registry->n_threads++];
	thread->pid = pid;
	thread->tid = tid;
	thread->object = slot.object;
	strlcpy(thread->comm, comm, sizeof(thread->comm));
	RB_INSERT(pxt_registered_ids, &registry->ids, thread);
	return 0;
}

int pxt_registry_add_type(struct pxt_log *log, unsigned id, const char *name)
{
	struct pxt_registry *registry = &log->registry;
	uint64_t bit = UINT64_C(1) << id % 64, *word = &registry->types[id / 64];
	unsigned index = PXT_TXTB_SLOTS - 1u - registry->n_types;
	struct pxt_txtb_slot slot = {
		.type = PXT_TXTB_EVENT_TYPE,
		.object = PXT_TXTB_TYPE_OBJECT | id,
		.parameter1 = id,
		.parameter2 = (registry->described[id / 64] & bit) != 0,
	};
	int err;

	if (*word & bit || registry->n_types >= PXT_TXTB_SLOTS / 2 ||
	    registry->n_threads + registry->n_types == PXT_TXTB_SLOTS)
		return 0;
	pxt_txtb_name(slot.name, name);
	err = write_slot(log, index, &slot);
	if (err)
		return err;
	registry->slots[registry->n_types++] = (uint16_t)id;
	*word |= bit;
	return 0;
}

int pxt_registry_describe_type(struct pxt_log *log, unsigned id)
{
	struct pxt_registry *registry = &log->registry;
	const uint32_t is_described = 1;

	registry->described[id / 64] |= UINT64_C(1) << id % 64;
	for (unsigned i = 0; i < registry->n_types; i++)
		if (registry->slots[i] == id)
			return pxt_output_write(&log->file, &is_described,
					sizeof(is_described),
					PXT_TXTB_REGISTRY +
					(PXT_TXTB_SLOTS - 1 - i) *
					sizeof(struct pxt_txtb_slot) +
					offsetof(struct pxt_txtb_slot,
						 parameter2));
	return 0;
}

int pxt_registry_clear_rest(struct pxt_log *log)
{
	static const struct pxt_txtb_slot unused[PXT_TXTB_SLOTS];
	const struct pxt_registry *registry = &log->registry;
	size_t n = PXT_TXTB_SLOTS - registry->n_threads - registry->n_types;

	return pxt_output_write(&log->file, unused, n * sizeof(*unused),
				PXT_TXTB_REGISTRY +
				registry->n_threads * sizeof(*unused));
}
