/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of streams in the network: tcp:[HOST:]PORT, tcp-listen:[HOST:]PORT. */
#ifndef POSIXTRACE_TOOLS_COMMON_ADDRESS_H
#define POSIXTRACE_TOOLS_COMMON_ADDRESS_H

#include <argp.h>

/* A number that is no port is misuse: getaddrinfo() takes its last 16 bits. */
error_t address_check(const char *name);

/* If the system was to choose the port, say which one `fd` listens on. */
void address_tell_port(const char *name, int fd);

/* What getaddrinfo() says of it. */
const char *address_error(int err);

#endif
