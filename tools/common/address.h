/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of streams in the network: tcp:[HOST:]PORT, tcp-listen:[HOST:]PORT. */
#ifndef POSIXTRACE_TOOLS_COMMON_ADDRESS_H
#define POSIXTRACE_TOOLS_COMMON_ADDRESS_H

#include <argp.h>
#include <stdbool.h>

/*
 * Is a name that is in the network such an address, with a port or the name of
 * a service?  Else it is misuse, whatever getaddrinfo() makes of it: of a number
 * that takes the last 16 bits.  `lone_port_listens`: "tcp:PORT", too.
 */
error_t address_check(const char *name, bool lone_port_listens);

/* If the system was to choose the port, say which one `fd` listens on. */
void address_print_port(const char *name, int fd);

/* What getaddrinfo() says of it. */
const char *address_error(int err);

#endif
