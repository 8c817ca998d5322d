/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Names of C++ as they are written.  The C++ libraries have the only function for
 * that which is kept up with the language, and who looks at C++ programs has such
 * a library; it is loaded when the first name needs it, so that nothing is
 * linked with C++.
 */
#include <dlfcn.h>
#include <string.h>

#include "symbols/module.h"

/* Longer names are hardly of a compiler. */
enum { NAME_MOST = 4096 };

typedef char *demangle_function(const char *name, char *buffer, size_t *length,
				int *status);

static demangle_function *load(void)
{
	static const char *const libraries[] = {
		"libstdc++.so.6", "libc++abi.so.1",
	};

	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
		void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
		void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
		demangle_function *function;

		if (!found)
			continue;
		memcpy(&function, &found, sizeof(function));
		return function;
	}
	return NULL;
}

char *demangle(const char *name)
{
	static demangle_function *function;
	static bool is_tried;
	int status;

	if (strncmp(name, "_Z", 2) != 0 || strlen(name) > NAME_MOST)
		return NULL;
	if (!is_tried)
		function = load();
	is_tried = true;
	return function ? function(name, NULL, NULL, &status) : NULL;
}
