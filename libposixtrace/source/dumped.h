/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A genuine ThreadX dump as a pre-recorded stream: its entries become records
 * in private memory, run by run as the merge asks for them, so that decoder,
 * merge and source are those of every stream.
 *
 * An event's data is its information words.  Its thread is the context word,
 * whose low 32 bits are also its tid.  Ticks count from 1, for the first
 * event, and are taken as nanoseconds since the epoch: the dump contains
 * neither the length of a tick nor the date.
 */
#ifndef PXT_SOURCE_DUMPED_H
#define PXT_SOURCE_DUMPED_H

#include <posixtrace.h>

#include "dump/module.h"
#include "model/attr.h"
#include "source/source.h"

struct pxt_dumped_run;

struct pxt_dumped {
	const struct pxt_dump_module *module;
	struct pxt_dump *dump;
	const struct pxt_dump_layout *layout;
	const struct pxt_dump_summary *summary;
	struct pxt_dumped_run *runs;
	size_t n_runs;
	uint64_t slot;			/* of the last event read ... */
	uint64_t ticks;
	/* ... if that is an event of the dump */
	bool has_slot;
	struct pxt_event taken;
};

/* Errors as of pxt_dump_open(); ENOTSUP: the module is missing. */
int pxt_dumped_open(struct pxt_dumped *dumped, int fd);
void pxt_dumped_close(struct pxt_dumped *dumped);

/* The source of runs; `context` is the struct pxt_dumped. */
struct pxt_merge_source pxt_dumped_source(struct pxt_dumped *dumped);

/* ENOMEM. */
int pxt_dumped_add_runs(struct pxt_dumped *dumped, struct pxt_merge *merge);

/*
 * Note where an event returned by the source comes from.  Returns the event as
 * it is reported, valid until the next call.
 */
const struct pxt_event *pxt_dumped_take(struct pxt_dumped *dumped,
					const struct pxt_event *event);

bool pxt_dumped_name(const struct pxt_dumped *dumped, unsigned id,
		     char name[PXT_EVENT_NAME_SIZE]);
void pxt_dumped_status(const struct pxt_dumped *dumped,
		       struct posix_trace_status_info *status);
void pxt_dumped_usage(const struct pxt_dumped *dumped,
		      struct posixtrace_usage *usage);
void pxt_dumped_attr(const struct pxt_dumped *dumped, struct pxt_attr *attr);

/* What the header says, and the scan of the entries found. */
void pxt_dumped_describe(const struct pxt_dumped *dumped,
			 struct posixtrace_dump *out);

/* Number n, or of a type at an address.  ENOENT: there is none. */
int pxt_dumped_object(const struct pxt_dumped *dumped, size_t n,
		      struct posixtrace_object *out);
int pxt_dumped_find(const struct pxt_dumped *dumped, uint64_t address,
		    int type, struct posixtrace_object *out);

/* EINVAL: the last event read, if any, is no event of the dump. */
int pxt_dumped_context(const struct pxt_dumped *dumped,
		       struct posixtrace_context *context);
/* The same, and ENOENT: the word has no meaning. */
int pxt_dumped_word(const struct pxt_dumped *dumped, unsigned n,
		    struct posixtrace_word *word);

#endif
