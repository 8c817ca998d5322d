/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Keeps this code loaded; see pin.h. */
#include "base/pin.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>

/* A program's own headers are in its first page, and it is never unloaded. */
static bool is_program(const Dl_info *info)
{
	return getauxval(AT_PHDR) - (uintptr_t)info->dli_fbase < 4096;
}

void pxt_pin(void)
{
	static const char here;
	Dl_info info;

	/* The object is loaded, so nothing is searched or read.  What cannot be
	 * found by its path, after a chdir() for instance, is not pinned. */
	if (dladdr(&here, &info) != 0 && info.dli_fname && !is_program(&info))
		(void)dlopen(info.dli_fname,
			     RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
