/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Network addresses: tcp:[HOST:]PORT, tcp-listen:[HOST:]PORT. */
#ifndef POSIXTRACE_TOOLS_COMMON_ADDRESS_H
#define POSIXTRACE_TOOLS_COMMON_ADDRESS_H

#include <argp.h>
#include <stdbool.h>

/*
 * Is a network name such an address, with a port number or the name of a
 * service?  Otherwise it is misuse, even if getaddrinfo() accepts it: of a
 * large number that uses the low 16 bits.  `lone_port_listens`: accept
 * "tcp:PORT", too.
 */
error_t address_check(const char *name, bool lone_port_listens);

/*
 * Listen on an address, or connect to it; *listens says which.  Without a host
 * "tcp-listen:" is for this machine only, "tcp:" for others, too.  If the system
 * chose the port, it is reported.  Returns the descriptor, or -1 and why.
 */
int address_open(const char *name, bool lone_port_listens, bool *listens,
		 const char **why);

#endif
