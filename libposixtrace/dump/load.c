/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Loads the module when it is needed; see module.h. */
#include "dump/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

#include <bsd/string.h>

#define NAME	"/libposixtrace-dump.so"

static const struct pxt_dump_module *module;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/*
 * From the directory of this library only.  With a sanitizer, which calls
 * dlopen() in our place, $ORIGIN would be wrong.
 */
static void load(void)
{
	const struct pxt_dump_module *found;
	char path[PATH_MAX + sizeof(NAME)];
	struct link_map *self;
	Dl_info info;
	void *library;

	if (!dladdr1(&once, &info, (void **)&self, RTLD_DL_LINKMAP) ||
	    dlinfo(self, RTLD_DI_ORIGIN, path) != 0)
		return;
	strlcat(path, NAME, sizeof(path));
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return;
	found = dlsym(library, "pxt_dump_module");
	/* The files may have been replaced while this process runs. */
	if (found && strcmp(found->version, PXT_VERSION) == 0)
		module = found;
}

/* Never unloaded: what it returned may be in use until the process ends. */
const struct pxt_dump_module *pxt_dump_load(void)
{
	pthread_once(&once, load);
	return module;
}
