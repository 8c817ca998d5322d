/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Libraries that are loaded in every way.  One is found by the DT_RUNPATH of this
 * program only, so the call must be seen to come from it.
 *
 * Records 8 x DLOPEN, 4 x DLCLOSE.
 */
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <string.h>

static const char name[] = "preload-plugin.so";

/* Its function is called, the path of its file stored, and it is unloaded. */
static void use(void *handle, char path[PATH_MAX])
{
	struct link_map *map;
	int (*function)(void);
	void *found;

	CHECK(handle != NULL);
	found = dlsym(handle, "answer");
	CHECK(found != NULL);
	memcpy(&function, &found, sizeof(function));
	CHECK(function() == 42);
	CHECK(dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0);
	strcpy(path, map->l_name);
	errno = ERANGE;
	CHECK(dlclose(handle) == 0 && errno == ERANGE);
	CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL);
}

int main(void)
{
	char path[PATH_MAX], again[PATH_MAX];
	void *handle;

	/* 4 x DLOPEN, 2 x DLCLOSE */
	use(dlopen(name, RTLD_NOW), path);
	CHECK(path[0] == '/');
	use(dlopen("$ORIGIN/preload-plugin.so", RTLD_LAZY), again);
	CHECK(strcmp(path, again) == 0);
	/* 2 x DLOPEN, 1 x DLCLOSE */
	use(dlmopen(LM_ID_BASE, path, RTLD_NOW), again);
	CHECK(strcmp(path, again) == 0);
	/* 1 x DLOPEN, 1 x DLCLOSE */
	handle = dlopen(NULL, RTLD_NOW);
	CHECK(handle != NULL && dlclose(handle) == 0);
	/* 1 x DLOPEN */
	CHECK(dlopen("no-such-library.so", RTLD_NOW) == NULL);
	CHECK(strstr(dlerror(), "no-such-library.so") != NULL);
	CHECK(dlerror() == NULL);
	puts("done");
	return 0;
}
