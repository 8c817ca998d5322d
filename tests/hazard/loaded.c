/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Threads that load and unload libraries, one where another one was, and tell a stream
 * what is loaded, all at a time.
 */
#include "hazard.h"

#include <dlfcn.h>

#include <posixtrace-mapping.h>

enum { LOADS = 400 };

static trace_event_id_t type;

static void *load_and_unload(void *which)
{
	char path[512];

	snprintf(path, sizeof(path), PLUGIN, *(const char *)which);
	for (int i = 0; i < LOADS; i++) {
		void *plugin = dlopen(path, RTLD_NOW);

		CHECK(plugin, "%s", dlerror());
		posixtrace_note_loaded();
		posix_trace_event(type, &i, sizeof(i));
		dlclose(plugin);
		if (i % 3 == 0)
			posixtrace_note_loaded();
	}
	return NULL;
}

/* What a thread notes is not changed while another one tells it. */
static void by_several_threads(void)
{
	pthread_t threads[2];
	struct hz_setup setup = { .fd = hz_file() };
	trace_id_t trid = hz_create(&setup);
	struct hz_event e;
	int n = 0;

	type = hz_type("loaded");
	for (int i = 0; i < 2; i++)
		threads[i] = hz_thread(load_and_unload, &"ab"[i]);
	for (int i = 0; i < 2; i++)
		OK(pthread_join(threads[i], NULL));
	OK(posix_trace_shutdown(trid));
	OK(posix_trace_open(setup.fd, &trid));
	while (hz_get(trid, &e))
		n += hz_is_user(&e);
	CHECK(n == 2 * LOADS, "%d events", n);
	OK(posix_trace_close(trid));
	close(setup.fd);
}

static const struct hz_case cases[] = {
	{ .name = "by-several-threads", .run = by_several_threads },
};

int main(int argc, char **argv)
{
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
