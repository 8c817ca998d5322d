/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of streams in the network; see address.h. */
#include "common/address.h"

#include <bsd/stdlib.h>
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/tool.h"

enum { PORT_MAX = 65535, HOST_MOST = 255 };

/* A name taken apart. */
struct address {
	bool is_listening;	/* "tcp-listen:", not "tcp:" */
	bool has_colon;		/* between host and port */
	const char *host;
	size_t host_len;
	const char *port;
};

/* False: it is not in the network. */
static bool take_apart(const char *name, struct address *address)
{
	static const char tcp[] = "tcp:", listening[] = "tcp-listen:";
	const char *colon;

	address->is_listening = strncmp(name, listening,
					sizeof(listening) - 1) == 0;
	if (address->is_listening)
		name += sizeof(listening) - 1;
	else if (strncmp(name, tcp, sizeof(tcp) - 1) == 0)
		name += sizeof(tcp) - 1;
	else
		return false;
	colon = strrchr(name, ':');
	address->has_colon = colon;
	address->host = name;
	address->host_len = colon ? (size_t)(colon - name) : 0;
	address->port = colon ? colon + 1 : name;
	return true;
}

/* Digits only. */
static bool is_number(const char *port)
{
	return *port && strspn(port, "0123456789") == strlen(port);
}

/* A number that fits, 0 only for who listens, or the name of a service. */
static bool is_port(const char *port, bool listens)
{
	const char *wrong;

	if (isalpha((unsigned char)*port))
		return getservbyname(port, "tcp");
	if (!is_number(port))
		return false;
	strtonum(port, listens ? 0 : 1, PORT_MAX, &wrong);
	return !wrong;
}

error_t address_check(const char *name, bool lone_port_listens)
{
	struct address address;
	bool listens;

	if (!take_apart(name, &address))
		return 0;
	listens = address.is_listening ||
		  (lone_port_listens && address.host_len == 0);
	if (*address.port == '\0' || (!address.has_colon && !listens))
		return tool_misuse("%s: %s; such as localhost:6602", name,
				   listens ? "no port" : "no HOST:PORT");
	if (address.host_len > HOST_MOST)
		return tool_misuse("%s: no host has a name that long; name one",
				   name);
	if (is_port(address.port, listens))
		return 0;
	return tool_misuse("%s: %s is no port; choose one from %d to %d", name,
			   address.port, listens ? 0 : 1, PORT_MAX);
}

void address_print_port(const char *name, int fd)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t len = sizeof(bound);
	struct address address;
	char text[NI_MAXSERV];

	if (!take_apart(name, &address) || !is_number(address.port) ||
	    strtoul(address.port, NULL, 10))
		return;
	if (getsockname(fd, (struct sockaddr *)&bound, &len) == 0 &&
	    getnameinfo((struct sockaddr *)&bound, len, NULL, 0, text,
			sizeof(text), NI_NUMERICSERV) == 0)
		tool_note("%s: listens on port %s", name, text);
}

const char *address_error(int err)
{
	if (err == EAI_SERVICE)
		return "no such port";
	return err == EAI_SYSTEM ? strerror(errno) : gai_strerror(err);
}
