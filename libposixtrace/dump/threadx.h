/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The meaning of the numbers in traces of ThreadX, FileX, NetX and USBX: the
 * names of events and kinds of objects, of the information words of an event
 * and of the parameters of an object.  Facts of the public trace headers of
 * these products, in tables; nothing here reads a file.
 *
 * An event is named after its function: id 69 is "tx_queue_send"; what a kernel
 * does on its own has "internal" in its name.
 */
#ifndef PXT_DUMP_THREADX_H
#define PXT_DUMP_THREADX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Information words of a trace entry. */
#define PXT_THREADX_WORDS 4

/* Ids of events that show which thread runs. */
#define PXT_THREADX_RESUME 1
#define PXT_THREADX_SUSPEND 2
#define PXT_THREADX_ISR_ENTER 3
#define PXT_THREADX_ISR_EXIT 4
#define PXT_THREADX_TIME_SLICE 5
#define PXT_THREADX_RUNNING 6

/* Ids of the application; the last is 65535. */
#define PXT_THREADX_USER_FIRST 4096

/* Kinds of objects that tools use; pxt_threadx_object() knows all. */
#define PXT_THREADX_OBJECT_THREAD 1

/* Values of a thread pointer other than addresses of threads. */
#define PXT_THREADX_CONTEXT_NONE UINT32_C(0)
#define PXT_THREADX_CONTEXT_ISR UINT32_C(0xffffffff)
#define PXT_THREADX_CONTEXT_INIT UINT32_C(0xf0f0f0f0)

/* How a word is shown. */
enum pxt_threadx_kind {
	PXT_THREADX_NUMBER,
	PXT_THREADX_HEX,
	PXT_THREADX_POINTER,	/* an address on the target */
	PXT_THREADX_ADDRESS,	/* an IPv4 address, 0x01020304 is 1.2.3.4 */
	PXT_THREADX_WAIT,	/* ticks; 0: no wait, all ones: for ever */
	PXT_THREADX_STATE,	/* a thread's state: pxt_threadx_state() */
};

/*
 * An event.  `words` has a field for each information word that has a meaning,
 * separated by single spaces: its name and, except for a plain number, ':' and
 * the first letter of its kind (x for hex).  A lone '-' is a word without a
 * meaning before one that has one.
 */
struct pxt_threadx_event {
	uint16_t id;
	const char *name;
	const char *words;
};

/* A kind of object; its two parameters are described like the words. */
struct pxt_threadx_object {
	uint8_t type;
	const char *name;
	const char *parameters;
};

struct pxt_threadx_field {
	char name[32];
	enum pxt_threadx_kind kind;
};

/* The tables, sorted by id; use pxt_threadx_event() for lookups. */
extern const struct pxt_threadx_event pxt_threadx_tx[];
extern const struct pxt_threadx_event pxt_threadx_fx[];
extern const struct pxt_threadx_event pxt_threadx_nx[];
extern const struct pxt_threadx_event pxt_threadx_ux[];
extern const unsigned pxt_n_threadx_tx;
extern const unsigned pxt_n_threadx_fx;
extern const unsigned pxt_n_threadx_nx;
extern const unsigned pxt_n_threadx_ux;

/* NULL for unknown ids, including the application's. */
const struct pxt_threadx_event *pxt_threadx_event(uint32_t id);

/* NULL for unknown types. */
const struct pxt_threadx_object *pxt_threadx_object(unsigned type);

/*
 * Extract field n, from 0, of a description (words or parameters).  False: word
 * n has no meaning.
 */
bool pxt_threadx_field(const char *description, unsigned n,
		       struct pxt_threadx_field *out);

/* The name of a thread's state ("queue"), or NULL. */
const char *pxt_threadx_state(uint64_t state);

/*
 * Format one word into buf, always NUL-terminated: for example "0x6CF4",
 * "forever", "1.2.3.4".
 */
void pxt_threadx_show(char *buf, size_t size, enum pxt_threadx_kind kind,
		      uint64_t word);

#endif
