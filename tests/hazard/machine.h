/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Shared by refuse.c and scarce.c: events that can be counted, and restrictions
 * of the machine's resources. */
#ifndef TESTS_HAZARD_MACHINE_H
#define TESTS_HAZARD_MACHINE_H

#include "hazard.h"

#include <sys/resource.h>

static trace_event_id_t type;

static inline void trace_numbers(unsigned from, unsigned n)
{
	unsigned char data[200] = {0};

	for (unsigned i = from; i < from + n; i++) {
		memcpy(data, &i, sizeof(i));
		posix_trace_event(type, data, sizeof(data));
	}
}

/* Mounts a small file system that only this process sees; false: not
 * possible. */
static inline bool mount_small(const char *path, const char *options,
			unsigned long flags)
{
	return hz_private_shm &&
	       mount("none", path, "tmpfs", flags, options) == 0;
}

static inline void limit(int resource, rlim_t value)
{
	struct rlimit l;

	SYS(getrlimit(resource, &l));
	l.rlim_cur = value < l.rlim_max ? value : l.rlim_max;
	SYS(setrlimit(resource, &l));
}

#endif
