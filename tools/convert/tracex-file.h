/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A trace buffer of ThreadX (TXTB) as TraceX accepts it: control header,
 * object registry, and entries that are all events, the oldest one first.
 *
 * What TraceX needs beyond well-formed bytes is seen to here: two entries or
 * more, stamps of which it can tell that they rise, and no silence in which a
 * 32-bit stamp wraps unnoticed.
 */
#ifndef POSIXTRACE_TOOLS_CONVERT_TRACEX_FILE_H
#define POSIXTRACE_TOOLS_CONVERT_TRACEX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log/txtb.h"

#define TRACEX_NO_THREAD	PXT_TXTB_NO_THREAD

enum {
	TRACEX_NAME_SIZE = PXT_TXTB_NAME_SIZE,
	TRACEX_INFO = 4,		/* information words of an entry */
	TRACEX_LEAD_IN = 5,		/* entries reserved for the lead-in */
	TRACEX_THREAD = PXT_TXTB_THREAD,	/* types of objects */
	TRACEX_EVENT_TYPE = PXT_TXTB_EVENT_TYPE,
	/* TraceX accepts 2^22 - 1 entries. */
	TRACEX_EVENTS_MOST = 4194303 - TRACEX_LEAD_IN,
};

struct tracex_object {
	uint8_t type;
	uint32_t address;		/* unique in the file */
	uint32_t parameter1;
	uint32_t parameter2;
	char name[TRACEX_NAME_SIZE];	/* printable ASCII, ended by a zero */
};

struct tracex_file {
	struct pxt_txtb_entry *entries;	/* room for the lead-in in front */
	size_t n;			/* lead-in included */
	size_t max;
	size_t room;
	int64_t first;			/* ticks of the first event ... */
	int64_t ticks;			/* ... and of the last entry */
	struct tracex_object *objects;
	size_t n_objects;
	size_t objects_room;
	uint64_t n_shortened;		/* long intervals without events, in
					 * all files so far */
	int64_t shift;			/* total of ticks lost in them */
};

/* `most` events fit, 1 to TRACEX_EVENTS_MOST. */
void tracex_file_init(struct tracex_file *file, size_t most);
void tracex_file_fini(struct tracex_file *file);

/* Begin another file, which continues in time. */
void tracex_file_reset(struct tracex_file *file);

/*
 * Add an event, `ticks` after the beginning of the trace; never less than
 * that of the event before.  Its address is in context.  Returns 0, ENOMEM,
 * or ENOSPC: no room in this file.
 */
int tracex_file_add(struct tracex_file *file, uint32_t context, uint32_t id,
		    int64_t ticks, const uint32_t info[TRACEX_INFO]);

/* Add a new object.  ENOMEM. */
int tracex_file_add_object(struct tracex_file *file,
			   const struct tracex_object *object);

/* Write it, at the offset of `fd`.  Returns 0 or an errno value. */
int tracex_file_write(struct tracex_file *file, int fd);

/* Make a name valid: truncated, of characters that TraceX can show, and `alias`
 * if it is empty.  False: it was changed. */
bool tracex_name(char out[TRACEX_NAME_SIZE], const char *name,
		 const char *alias);

#endif
