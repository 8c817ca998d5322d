/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Loads the module when it is needed; see module.h. */
#include "dump/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <string.h>

#include <bsd/string.h>

#include "base/atomic.h"

#define NAME	"/libposixtrace-dump.so"

/* An address in this library. */
static const char anchor;

/*
 * From the directory of this library only.  With a sanitizer, which calls
 * dlopen() in our place, $ORIGIN would be wrong.  Never unloaded: what it
 * returned may be in use until the process ends.
 */
static const struct pxt_dump_module *load(void)
{
	const struct pxt_dump_module *found;
	char path[PATH_MAX + sizeof(NAME)];
	struct link_map *self;
	Dl_info info;
	void *library;

	if (!dladdr1(&anchor, &info, (void **)&self, RTLD_DL_LINKMAP) ||
	    dlinfo(self, RTLD_DI_ORIGIN, path) != 0)
		return NULL;
	strlcat(path, NAME, sizeof(path));
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return NULL;
	found = dlsym(library, "pxt_dump_module");
	/* The files may have been replaced while this process runs. */
	if (found && strcmp(found->version, PXT_VERSION) == 0)
		return found;
	dlclose(library);
	return NULL;
}

/* Threads that load it at the same time get the same module.  A failure may be
 * temporary, such as a lack of descriptors. */
const struct pxt_dump_module *pxt_dump_load(void)
{
	static _Atomic(const struct pxt_dump_module *) module;
	const struct pxt_dump_module *found = pxt_load_acquire(&module);

	if (!found) {
		found = load();
		pxt_store_release(&module, found);
	}
	return found;
}
