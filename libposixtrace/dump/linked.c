/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The module, statically linked; see module.h. */
#include "dump/module.h"

const struct pxt_dump_module *pxt_dump_load(void)
{
	return &pxt_dump_module;
}
