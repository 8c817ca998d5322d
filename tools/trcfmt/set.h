/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A set of compiled templates, as the other parts of the module see it.
 */
#ifndef POSIXTRACE_TRCFMT_SET_H
#define POSIXTRACE_TRCFMT_SET_H

#include <bsd/sys/queue.h>

#include "program.h"

enum { TF_HOOKS = 65536 };

/* A stanza comes from a file whose name outlives its text. */
struct tf_file {
	SLIST_ENTRY(tf_file) next;
	char name[];
};

struct trcfmt {
	struct tf_diags diags;
	struct tf_template **by_hook;	/* TF_HOOKS */
	struct tf_template **templates;	/* in order of loading; owned */
	size_t n_templates;
	struct trcfmt_map *maps;	/* own their names */
	size_t n_maps;
	SLIST_HEAD(, tf_file) files;
};

#endif
