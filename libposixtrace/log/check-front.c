/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Checks what precedes the blocks of a log. */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "log/check-form.h"
#include "log/foreign.h"

#define AT(member) (PXT_LOG_HEAD + offsetof(struct pxt_log_head, member))

/* Report the first reason why it is not a valid head; `read`: as it is in the
 * file. */
static void explain_head(const struct pxt_log_head *head,
			 const struct pxt_log_head *read,
			 struct pxt_finder *finder)
{
	static const struct pxt_log_head zero;
	struct pxt_log_head sealed = *read;

	pxt_log_head_seal(&sealed);
	if (memcmp(head, &zero, sizeof(zero)) == 0)
		pxt_fault(finder, AT(magic), "the head is all zero: the log "
			  "was never begun");
	else if (memcmp(head->magic, PXT_LOG_MAGIC, sizeof(head->magic)) != 0)
		pxt_fault(finder, AT(magic), "the head does not begin with "
			  "PXTLOG1");
	else if (head->version != PXT_LOG_VERSION)
		pxt_fault(finder, AT(version), "the log has version %" PRIu32
			  ", this program reads version %d", head->version,
			  PXT_LOG_VERSION);
	else if (read->crc != sealed.crc)
		pxt_fault(finder, AT(crc), "the checksum of the head is "
			  "0x%08" PRIx32 ", not 0x%08" PRIx32, sealed.crc,
			  head->crc);
	else if (head->pointer_size != 4 && head->pointer_size != 8)
		pxt_fault(finder, AT(pointer_size), "the log is from a machine "
			  "with pointers of %" PRIu32 " bytes",
			  head->pointer_size);
	else
		pxt_fault(finder, AT(magic), "the head has a number in it that "
			  "no log can have");
}

int pxt_check_head(const struct pxt_check *check, struct pxt_finder *finder)
{
	struct pxt_log_head head;

	if (check->size < PXT_LOG_HEAD + sizeof(struct pxt_log_head)) {
		pxt_fault(finder, check->size, check->size ? "the file ends "
			  "before the head, which is at offset 45056" :
			  "the file is empty");
		return EINVAL;
	}
	head = check->front->head;
	pxt_foreign_head(&head);
	if (pxt_log_head_is_valid(&head))
		return 0;
	explain_head(&head, &check->front->head, finder);
	return EINVAL;
}

static void check_txtb(const struct pxt_check *check, struct pxt_finder *finder)
{
	static const char *const words[] = {
		"identifier", "timer mask", "base address",
		"start of the registry", "size of a name",
		"end of the registry", "start of the buffer",
		"end of the buffer", "current entry", "mark of a log",
		"offset of the head", "offset of the head, high half",
	};
	uint32_t is[sizeof(words) / sizeof(words[0])], ought[12];
	struct pxt_txtb_header expected;

	pxt_txtb_header_init(&expected);
	static_assert(sizeof(is) == sizeof(expected), "a word each");
	memcpy(is, &check->front->txtb, sizeof(is));
	memcpy(ought, &expected, sizeof(ought));
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (is[i] != ought[i])
			pxt_fault(finder, i * sizeof(uint32_t), "TXTB header: "
				  "the %s is 0x%" PRIx32 ", not 0x%" PRIx32
				  "; TraceX may not open the log", words[i],
				  is[i], ought[i]);
	}
}

static void check_registry(const struct pxt_check *check,
			   struct pxt_finder *finder)
{
	const struct pxt_txtb_slot *slot = check->front->registry;

	for (size_t i = 0; i < PXT_TXTB_SLOTS; i++) {
		uint64_t offset = PXT_TXTB_REGISTRY + i * sizeof(*slot);

		if (slot[i].type == 0)
			continue;
		if (slot[i].type != PXT_TXTB_THREAD &&
		    slot[i].type != PXT_TXTB_EVENT_TYPE)
			pxt_fault(finder, offset + 1, "registry slot: type %u "
				  "is not of a log", slot[i].type);
		if (!memchr(slot[i].name, '\0', sizeof(slot[i].name)))
			pxt_fault(finder, offset +
				  offsetof(struct pxt_txtb_slot, name),
				  "registry slot: the name has no end");
		for (size_t j = 0; j < i; j++) {
			if (slot[j].type == 0 ||
			    slot[j].object != slot[i].object)
				continue;
			pxt_fault(finder, offset +
				  offsetof(struct pxt_txtb_slot, object),
				  "registry slot: object 0x%" PRIx32
				  " is in slot %zu, too", slot[i].object, j);
			break;
		}
	}
}

static void check_window(const struct pxt_check *check,
			 struct pxt_finder *finder)
{
	static const struct pxt_txtb_entry unused;
	const struct pxt_txtb_entry *window = check->front->window;
	bool ended = false;

	for (size_t i = 0; i < PXT_TXTB_ENTRIES; i++) {
		uint64_t offset = PXT_TXTB_WINDOW + i * sizeof(*window);

		if (window[i].context == 0) {
			ended = true;
			if (memcmp(&window[i], &unused, sizeof(unused)) != 0)
				pxt_fault(finder, offset, "window: an unused "
					  "entry is not zero");
		} else if (ended) {
			pxt_fault(finder, offset, "window: an entry behind an "
				  "unused one, which TraceX does not show");
			break;
		}
	}
	if (check->status && !check->status->complete &&
	    window[0].context != 0)
		pxt_remark(finder, PXT_TXTB_WINDOW, "window: filled, although "
			   "the log was not completed");
}

static bool is_zero(const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		if (byte[i])
			return false;
	}
	return true;
}

static void check_status(const struct pxt_check *check,
			 struct pxt_finder *finder)
{
	for (size_t i = 0; i < 2; i++) {
		const struct pxt_log_status *status =
			&check->front->slots[i].status;
		uint64_t offset = PXT_LOG_STATUS + i * PXT_LOG_STATUS_SLOT;

		if (is_zero(status, sizeof(*status)))
			continue;
		if (!pxt_log_status_is_valid(status, check->head)) {
			/* A torn write leaves the other one valid. */
			if (check->status)
				pxt_remark(finder, offset, "status slot %c is "
					   "not whole; the other one counts",
					   (char)('A' + (int)i));
			else
				pxt_fault(finder, offset, "status slot %c is "
					  "not whole", (char)('A' + (int)i));
		} else if (status->sequence % 2 == i) {
			pxt_fault(finder, offset, "status slot %c has the "
				  "sequence %" PRIu64 " of the other one",
				  (char)('A' + (int)i), status->sequence);
		}
	}
	if (!check->status)
		pxt_fault(finder, PXT_LOG_STATUS, "no status can be read: what "
			  "was lost, and whether the log is complete, is not "
			  "known");
}

/* The registry has the type, or that its arguments are described. */
static bool is_registered(const struct pxt_check *check, unsigned id,
			  bool is_described)
{
	for (size_t i = 0; i < PXT_TXTB_SLOTS; i++) {
		const struct pxt_txtb_slot *slot = &check->front->registry[i];

		if (slot->type == PXT_TXTB_EVENT_TYPE &&
		    slot->parameter1 == id &&
		    (!is_described || slot->parameter2 == 1))
			return true;
	}
	return false;
}

static void check_names(const struct pxt_check *check,
			struct pxt_finder *finder)
{
	for (unsigned id = 0; id < PXT_ID_SPACE; id++) {
		const struct pxt_log_name *name = &check->front->names[id];
		uint64_t offset = PXT_LOG_NAMES + id * sizeof(*name);

		if (is_zero(name, sizeof(*name))) {
			if (is_registered(check, id, false))
				pxt_fault(finder, offset, "the name of event "
					  "type %u is missing", id);
		} else if (!pxt_log_name_is_valid(name, id, check->head)) {
			pxt_fault(finder, offset, "the name of event type %u "
				  "is damaged", id);
		}
	}
}

static void check_type(const struct pxt_check *check, unsigned id,
		       struct pxt_log_type *type, struct pxt_finder *finder)
{
	uint64_t offset = PXT_LOG_TYPES + id * sizeof(*type);

	if (is_zero(type, sizeof(*type))) {
		if (is_registered(check, id, true))
			pxt_fault(finder, offset, "the arguments of event type "
				  "%u are missing", id);
		return;
	}
	pxt_foreign_type(check->head, type);
	if (!pxt_log_type_is_valid(type, id, check->head))
		pxt_fault(finder, offset, "the arguments of event type %u are "
			  "damaged", id);
}

static int check_types(const struct pxt_check *check, struct pxt_finder *finder)
{
	struct pxt_log_type *types;
	size_t got;
	int err;

	if (check->head->block_start < PXT_LOG_BLOCKS)
		return 0;
	types = calloc(PXT_ID_SPACE, sizeof(*types));
	if (!types)
		return ENOMEM;
	err = pxt_input_read(&check->input, types,
			     PXT_ID_SPACE * sizeof(*types), PXT_LOG_TYPES, &got);
	for (unsigned id = 0; !err && id < PXT_ID_SPACE; id++)
		check_type(check, id, &types[id], finder);
	free(types);
	return err;
}

int pxt_check_front(const struct pxt_check *check, struct pxt_finder *finder)
{
	check_txtb(check, finder);
	check_registry(check, finder);
	check_window(check, finder);
	check_status(check, finder);
	check_names(check, finder);
	return check_types(check, finder);
}
