/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the module exports; see module.h. */
#include "dump/module.h"

const struct pxt_dump_module pxt_dump_module = {
	.version = PXT_VERSION,
	.open = pxt_dump_open,
	.close = pxt_dump_close,
	.get_header = pxt_dump_get_header,
	.get_layout = pxt_dump_get_layout,
	.get_summary = pxt_dump_get_summary,
	.get_objects = pxt_dump_get_objects,
	.find = pxt_dump_find,
	.get_name = pxt_dump_get_name,
	.next = pxt_dump_next,
	.look = pxt_dump_read_event,
	.get_word = pxt_dump_get_word,
};
