/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The data of system events, in words. */
#ifndef POSIXTRACE_TOOLS_SYSDATA_H
#define POSIXTRACE_TOOLS_SYSDATA_H

#include <stddef.h>
#include <trace.h>

/* Characters that it may take besides four a byte of the data. */
enum { SYSDATA_ROOM = 512 };

/*
 * Write the data of a system event as "fd=3 size=4096 result=4096
 * duration=12.3us" and return the end.  NULL: it is no system event, or its
 * data has not the form it should have.
 */
char *sysdata_put(char *p, trace_event_id_t id, const void *data, size_t len);

#endif
