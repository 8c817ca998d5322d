/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of streams in the network; see address.h. */
#include "common/address.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/tool.h"

enum { PORT_MAX = 65535 };

/* The port in it, or NULL; *listens: may the system choose one? */
static const char *find_port(const char *name, bool *listens)
{
	static const char tcp[] = "tcp:", listening[] = "tcp-listen:";
	const char *colon;

	*listens = strncmp(name, listening, sizeof(listening) - 1) == 0;
	if (*listens)
		name += sizeof(listening) - 1;
	else if (strncmp(name, tcp, sizeof(tcp) - 1) == 0)
		name += sizeof(tcp) - 1;
	else
		return NULL;
	colon = strrchr(name, ':');
	*listens |= !colon || colon == name;
	return colon ? colon + 1 : name;
}

/* Digits only. */
static bool is_number(const char *port)
{
	return *port && strspn(port, "0123456789") == strlen(port);
}

error_t address_check(const char *name)
{
	bool listens;
	const char *port = find_port(name, &listens);
	unsigned long number = 0;

	/* None at all, or the name of a service: found out when it is opened. */
	if (!port || !*port || isalpha((unsigned char)*port))
		return 0;
	if (is_number(port))
		number = strtoul(port, NULL, 10);
	if (is_number(port) && number <= PORT_MAX && (number || listens))
		return 0;
	return tool_misuse("%s: %s is no port; choose one from %d to %d", name,
			   port, listens ? 0 : 1, PORT_MAX);
}

void address_tell_port(const char *name, int fd)
{
	bool listens;
	const char *port = find_port(name, &listens);
	struct sockaddr_storage address = { 0 };
	socklen_t len = sizeof(address);
	char text[NI_MAXSERV];

	if (!port || !listens || !is_number(port) || strtoul(port, NULL, 10))
		return;
	if (getsockname(fd, (struct sockaddr *)&address, &len) == 0 &&
	    getnameinfo((struct sockaddr *)&address, len, NULL, 0, text,
			sizeof(text), NI_NUMERICSERV) == 0)
		tool_note("%s: listens on port %s", name, text);
}

const char *address_error(int err)
{
	if (err == EAI_SERVICE)
		return "no such port";
	return err == EAI_SYSTEM ? strerror(errno) : gai_strerror(err);
}
