/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* --symbols in a build without elfutils. */
#include <stdlib.h>

#include "common/tool.h"
#include "symbols/module.h"
#include "symbols/symbols.h"

bool symbols_are_built(const char *option)
{
	tool_error("%s: needs names for addresses, which are not in this build; "
		   "install libdw-dev and build posixtrace again", option);
	return false;
}

struct module *module_open(const struct posixtrace_mapping *mapping,
			   const char *root, char why[MODULE_WHY])
{
	(void)mapping;
	(void)root;
	why[0] = '\0';
	return NULL;
}

void module_close(struct module *module)
{
	(void)module;
}

void module_find(struct module *module,
		 const struct posixtrace_mapping *mapping, uint64_t address,
		 unsigned back, struct place *place)
{
	(void)module;
	(void)mapping;
	(void)address;
	(void)back;
	*place = (struct place){ 0 };
}

char *demangle(const char *name)
{
	(void)name;
	return NULL;
}
