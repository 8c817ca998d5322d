/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* TraceX's custom event definitions (.trxc): names for the ids it has not
 * built in. */
#ifndef POSIXTRACE_TOOLS_CONVERT_TRACEX_NAMES_H
#define POSIXTRACE_TOOLS_CONVERT_TRACEX_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tracex_definition {
	uint32_t id;
	const char *name;
};

/*
 * Write definitions to a file, replacing an existing one.  Reports a failure
 * and returns false.
 */
bool tracex_names_write(const char *path,
			const struct tracex_definition *definitions, size_t n);

#endif
