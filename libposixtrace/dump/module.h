/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * dump/ as a module, libposixtrace-dump.so, which is loaded when the first dump
 * is opened: programs that only trace do not have it in memory.  The static
 * library contains it.
 */
#ifndef PXT_DUMP_MODULE_H
#define PXT_DUMP_MODULE_H

#include "dump/dump.h"

/* The functions of dump.h. */
struct pxt_dump_module {
	const char *version;		/* of the project */
	__typeof__(pxt_dump_open) *open;
	__typeof__(pxt_dump_close) *close;
	__typeof__(pxt_dump_get_header) *get_header;
	__typeof__(pxt_dump_get_layout) *get_layout;
	__typeof__(pxt_dump_get_summary) *get_summary;
	__typeof__(pxt_dump_get_objects) *get_objects;
	__typeof__(pxt_dump_find) *find;
	__typeof__(pxt_dump_get_name) *get_name;
	__typeof__(pxt_dump_next) *next;
	__typeof__(pxt_dump_read_event) *look;
	__typeof__(pxt_dump_get_word) *get_word;
};

/* The only symbol that the module exports. */
extern const struct pxt_dump_module pxt_dump_module
	__attribute__((visibility("default")));

/*
 * NULL: there is no module next to the library, or it is of another version.
 * load.c finds it for the shared library; linked.c is for the static one.
 */
const struct pxt_dump_module *pxt_dump_load(void);

#endif
