/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What ThreadX, FileX, NetX and USBX mean by the numbers in their traces:
 * the names of events and of kinds of objects, and what the information
 * words of an event and the parameters of an object hold.  Facts of the
 * public trace headers of those products, in tables; nothing here reads a
 * file.
 *
 * An event is called as the function that it stands for, so id 69 is
 * "tx_queue_send"; what a kernel does on its own has "internal" in its name.
 */
#ifndef PXT_DUMP_THREADX_H
#define PXT_DUMP_THREADX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A trace entry has so many information words. */
#define PXT_THREADX_WORDS 4

/* Ids of events that say which thread runs. */
#define PXT_THREADX_RESUME 1
#define PXT_THREADX_SUSPEND 2
#define PXT_THREADX_ISR_ENTER 3
#define PXT_THREADX_ISR_EXIT 4
#define PXT_THREADX_TIME_SLICE 5
#define PXT_THREADX_RUNNING 6

/* Ids from here on are the application's; 65535 is the last. */
#define PXT_THREADX_USER_FIRST 4096

/* Kinds of objects that tools ask for; pxt_threadx_object() knows the rest. */
#define PXT_THREADX_OBJECT_THREAD 1

/* What a thread pointer may be besides the address of a thread. */
#define PXT_THREADX_CONTEXT_NONE UINT32_C(0)
#define PXT_THREADX_CONTEXT_ISR UINT32_C(0xffffffff)
#define PXT_THREADX_CONTEXT_INIT UINT32_C(0xf0f0f0f0)

/* How a word is best shown. */
enum pxt_threadx_kind {
	PXT_THREADX_NUMBER,
	PXT_THREADX_HEX,
	PXT_THREADX_POINTER,	/* an address on the target */
	PXT_THREADX_ADDRESS,	/* an IPv4 address, 0x01020304 is 1.2.3.4 */
	PXT_THREADX_WAIT,	/* ticks; 0 is not at all, all ones for ever */
	PXT_THREADX_STATE,	/* a thread's state: pxt_threadx_state() */
};

/*
 * An event.  words has a field for each information word that means
 * something, separated by single spaces: its name, then for anything but a
 * plain number ':' and the first letter of its kind (x for hex).  A lone '-'
 * is a word without a meaning between two that have one.
 */
struct pxt_threadx_event {
	uint16_t id;
	const char *name;
	const char *words;
};

/* A kind of object, and its two parameters, described like the words. */
struct pxt_threadx_object {
	uint8_t type;
	const char *name;
	const char *parameters;
};

struct pxt_threadx_field {
	char name[32];
	enum pxt_threadx_kind kind;
};

/* The tables, sorted by id; use pxt_threadx_event() to find something. */
extern const struct pxt_threadx_event pxt_threadx_tx[];
extern const struct pxt_threadx_event pxt_threadx_fx[];
extern const struct pxt_threadx_event pxt_threadx_nx[];
extern const struct pxt_threadx_event pxt_threadx_ux[];
extern const unsigned pxt_n_threadx_tx;
extern const unsigned pxt_n_threadx_fx;
extern const unsigned pxt_n_threadx_nx;
extern const unsigned pxt_n_threadx_ux;

/* NULL for an id that none of the products has, users' ones among them. */
const struct pxt_threadx_event *pxt_threadx_event(uint32_t id);

/* NULL for a type that is not known. */
const struct pxt_threadx_object *pxt_threadx_object(unsigned type);

/*
 * Take field number n, from 0, out of a description (words or parameters of
 * the above).  False if word n has no meaning.
 */
bool pxt_threadx_field(const char *description, unsigned n,
		       struct pxt_threadx_field *out);

/* The name of a thread's state ("queue"), or NULL. */
const char *pxt_threadx_state(uint64_t state);

/*
 * Write one word as text into buf, which always ends in NUL: for example
 * "0x6CF4", "forever", "1.2.3.4".
 */
void pxt_threadx_show(char *buf, size_t size, enum pxt_threadx_kind kind,
		      uint64_t word);

#endif
