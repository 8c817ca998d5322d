/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Lookups in the tables of ThreadX and its companions, and formatting of the
 * words that they describe.
 */

#include "dump/threadx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *key, const void *element)
{
	const uint32_t *id = key;
	const struct pxt_threadx_event *event = element;

	return (*id > event->id) - (*id < event->id);
}

static const struct pxt_threadx_event *find(uint32_t id,
		const struct pxt_threadx_event *table, unsigned n)
{
	return bsearch(&id, table, n, sizeof(*table), compare);
}

const struct pxt_threadx_event *pxt_threadx_event(uint32_t id)
{
	if (id < 200)
		return find(id, pxt_threadx_tx, pxt_n_threadx_tx);
	if (id < 300)
		return find(id, pxt_threadx_fx, pxt_n_threadx_fx);
	if (id < 600)
		return find(id, pxt_threadx_nx, pxt_n_threadx_nx);
	return find(id, pxt_threadx_ux, pxt_n_threadx_ux);
}

/*
 * Sorted by type.  The parameters are those of objects created while tracing is
 * on; for older objects some are zero.
 */
static const struct pxt_threadx_object objects[] = {
	{ 1, "thread", "stack_start:p stack_size" },
	{ 2, "timer", "initial_ticks reschedule_ticks" },
	{ 3, "queue", "queue_size message_size" },
	{ 4, "semaphore", "initial_count" },
	{ 5, "mutex", "inheritance" },
	{ 6, "event flags", "" },
	{ 7, "block pool", "pool_size block_size" },
	{ 8, "byte pool", "pool_size" },
	{ 9, "FileX media", "fat_cache_size sector_cache_size" },
	{ 10, "FileX file", "" },
	{ 11, "NetX IP", "stack_start:p stack_size" },
	{ 12, "NetX packet pool", "payload_size packets" },
	{ 13, "NetX TCP socket", "type_of_service:x window_size" },
	{ 14, "NetX UDP socket", "type_of_service:x queue_maximum" },
	{ 21, "USBX host device", "device_owner:p port_index" },
	{ 22, "USBX host interface", "" },
	{ 23, "USBX host endpoint", "" },
	{ 24, "USBX host class", "" },
	{ 25, "USBX device", "" },
	{ 26, "USBX device interface", "" },
	{ 27, "USBX device endpoint", "" },
	{ 28, "USBX device class", "" },
};

const struct pxt_threadx_object *pxt_threadx_object(unsigned type)
{
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		if (objects[i].type == type)
			return &objects[i];
	}
	return NULL;
}

static enum pxt_threadx_kind kind_of(char letter)
{
	switch (letter) {
	case 'x':
		return PXT_THREADX_HEX;
	case 'p':
		return PXT_THREADX_POINTER;
	case 'a':
		return PXT_THREADX_ADDRESS;
	case 'w':
		return PXT_THREADX_WAIT;
	case 's':
		return PXT_THREADX_STATE;
	default:
		return PXT_THREADX_NUMBER;
	}
}

bool pxt_threadx_field(const char *description, unsigned n,
		       struct pxt_threadx_field *out)
{
	const char *at = description;

	while (n-- > 0) {
		at = strchr(at, ' ');
		if (!at)
			return false;
		at++;
	}

	size_t len = strcspn(at, " :");

	if (len == 0 || len >= sizeof(out->name) || at[0] == '-')
		return false;
	memcpy(out->name, at, len);
	out->name[len] = '\0';
	out->kind = at[len] == ':' ? kind_of(at[len + 1]) : PXT_THREADX_NUMBER;
	return true;
}

static const char *const states[] = {
	"ready", "completed", "terminated", "suspended", "sleep", "queue",
	"semaphore", "event flags", "block pool", "byte pool", "I/O driver",
	"file", "TCP/IP", "mutex", "priority change",
};

const char *pxt_threadx_state(uint64_t state)
{
	return state < sizeof(states) / sizeof(states[0]) ? states[state] :
	       NULL;
}

static bool is_forever(uint64_t wait)
{
	return wait == UINT32_MAX || wait == UINT64_MAX;
}

/* Without printf: a listing has several of them on every line. */
static void show_digits(char *buf, size_t size, const char *prefix,
			uint64_t word, unsigned base)
{
	char digits[24];
	char *d = digits + sizeof(digits);
	size_t n, len = strlen(prefix);

	do {
		*--d = "0123456789ABCDEF"[word % base];
		word /= base;
	} while (word);
	n = (size_t)(digits + sizeof(digits) - d);
	if (len + n >= size) {
		snprintf(buf, size, "%s%.*s", prefix, (int)n, d);
		return;
	}
	memcpy(buf, prefix, len);
	memcpy(buf + len, d, n);
	buf[len + n] = '\0';
}

void pxt_threadx_show(char *buf, size_t size, enum pxt_threadx_kind kind,
		      uint64_t word)
{
	const char *state;

	switch (kind) {
	case PXT_THREADX_HEX:
	case PXT_THREADX_POINTER:
		show_digits(buf, size, "0x", word, 16);
		return;
	case PXT_THREADX_ADDRESS:
		snprintf(buf, size, "%u.%u.%u.%u",
			 (unsigned)(word >> 24 & 0xff),
			 (unsigned)(word >> 16 & 0xff),
			 (unsigned)(word >> 8 & 0xff), (unsigned)(word & 0xff));
		return;
	case PXT_THREADX_WAIT:
		if (is_forever(word)) {
			snprintf(buf, size, "forever");
			return;
		}
		break;
	case PXT_THREADX_STATE:
		state = pxt_threadx_state(word);
		if (state) {
			snprintf(buf, size, "%s", state);
			return;
		}
		break;
	case PXT_THREADX_NUMBER:
		break;
	}
	show_digits(buf, size, "", word, 10);
}
