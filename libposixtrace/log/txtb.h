/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The TXTB trace buffer at the front of a log: the control header, object
 * registry and entries of ThreadX with a 4-byte ULONG, so that TraceX and other
 * readers of TXTB can open a log.  Plain layouts in the writer's byte order;
 * the base address is 0, so that pointers in the header are file offsets.
 */
#ifndef PXT_LOG_TXTB_H
#define PXT_LOG_TXTB_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/logform.h"

#define PXT_TXTB_ID		0x54585442u
#define PXT_TXTB_MAGIC		0x4c545850u	/* "PXTL": a log follows */
#define PXT_TXTB_NAMED		0x58545850u	/* "PXTX": types have names */
#define PXT_TXTB_NO_THREAD	0xf0f0f0f0u	/* "initialize / idle" */
#define PXT_TXTB_TYPE_OBJECT	0x50000000u	/* | id: address of an event type */
#define PXT_TXTB_SURROGATE	0x40000000u	/* + n: a thread whose id is taken */

enum {
	PXT_TXTB_NAME_SIZE = 32,
	PXT_TXTB_SLOTS = 255,
	PXT_TXTB_ENTRIES = 1024,
	PXT_TXTB_THREAD = 1,		/* type bytes of a registry slot */
	PXT_TXTB_EVENT_TYPE = 15,
	PXT_TXTB_RUNNING = 6,		/* ids of entries */
	PXT_TXTB_USER = 4096,		/* + event type id */
	PXT_TXTB_TIME = 65529,
	PXT_TXTB_PRIORITY = 16,		/* shown for every thread */
};

struct pxt_txtb_header {
	uint32_t id;
	uint32_t timer_mask;
	uint32_t base;
	uint32_t registry_start;
	uint16_t reserved1;
	uint16_t name_size;
	uint32_t registry_end;
	uint32_t buffer_start;
	uint32_t buffer_end;
	uint32_t buffer_current;
	uint32_t reserved2;	/* PXT_TXTB_MAGIC */
	uint32_t reserved3;	/* offset of the head, low half ... */
	uint32_t reserved4;	/* ... and high half */
};

struct pxt_txtb_slot {
	uint8_t available;	/* 0: in use */
	uint8_t type;		/* 0: never used; written last */
	uint8_t reserved1;	/* thread: 0x80 | priority >> 8 */
	uint8_t reserved2;	/* thread: priority & 0xff */
	uint32_t object;
	uint32_t parameter1;	/* thread: pid; event type: id */
	uint32_t parameter2;	/* thread: tid; event type: 1 if described */
	char name[PXT_TXTB_NAME_SIZE];
};

struct pxt_txtb_entry {
	uint32_t context;	/* object of a thread's slot; 0: unused */
	uint32_t priority;
	uint32_t id;
	uint32_t stamp;		/* microseconds, low 32 bits */
	uint32_t info[4];
};

enum {
	PXT_TXTB_REGISTRY = sizeof(struct pxt_txtb_header),
	PXT_TXTB_WINDOW = PXT_TXTB_REGISTRY +
			  PXT_TXTB_SLOTS * sizeof(struct pxt_txtb_slot),
	PXT_TXTB_END = PXT_TXTB_WINDOW +
		       PXT_TXTB_ENTRIES * sizeof(struct pxt_txtb_entry),
};

static_assert(sizeof(struct pxt_txtb_header) == 48, "as ThreadX has it");
static_assert(sizeof(struct pxt_txtb_slot) == 48, "as ThreadX has it");
static_assert(sizeof(struct pxt_txtb_entry) == 32, "as ThreadX has it");
static_assert(PXT_TXTB_WINDOW == 12288, "part of the format");
static_assert((int)PXT_TXTB_END == (int)PXT_LOG_HEAD,
	      "the head is right behind it");

/*
 * What a file that starts with these bytes, in either byte order, claims to be.
 */
enum pxt_txtb_kind {
	PXT_TXTB_NONE,
	PXT_TXTB_LOG,			/* an entry of this library */
	PXT_TXTB_DUMP,			/* genuine, with either ULONG */
};
enum pxt_txtb_kind pxt_txtb_kind(const struct pxt_txtb_header *header);

/* The control header that every log has. */
void pxt_txtb_header_init(struct pxt_txtb_header *header);

/*
 * Is this the id of a thread?  Events of the controller have the id 0, its
 * blocks -1; interrupts and the initialization in a dump of ThreadX have -1 and
 * 0xF0F0F0F0.
 */
static inline bool pxt_txtb_is_thread(int32_t tid)
{
	return tid != 0 && tid != -1 && (uint32_t)tid != PXT_TXTB_NO_THREAD;
}

/*
 * A character of a name as TraceX can show it: it cuts "name (0x...)" at the
 * first parenthesis, and fails if the name contains one.
 */
static inline char pxt_txtb_character(char c)
{
	if (c < 0x20 || c > 0x7e)
		return '?';
	return c == '(' ? '[' : c == ')' ? ']' : c;
}

/* A name of such characters, truncated, never empty. */
void pxt_txtb_name(char out[PXT_TXTB_NAME_SIZE], const char *name);

#endif
