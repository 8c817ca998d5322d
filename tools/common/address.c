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
#include <unistd.h>

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

/* A number in range, 0 only for a listener, or the name of a service. */
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

static bool does_listen(const struct address *address, bool lone_port_listens)
{
	return address->is_listening ||
	       (lone_port_listens && address->host_len == 0);
}

error_t address_check(const char *name, bool lone_port_listens)
{
	struct address address;
	bool listens;

	if (!take_apart(name, &address))
		return 0;
	listens = does_listen(&address, lone_port_listens);
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

/* If the system chose the port, report the one that `fd` listens on. */
static void print_port(const char *name, const struct address *address, int fd)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t len = sizeof(bound);
	char text[NI_MAXSERV];

	if (!is_number(address->port) || strtoul(address->port, NULL, 10))
		return;
	if (getsockname(fd, (struct sockaddr *)&bound, &len) == 0 &&
	    getnameinfo((struct sockaddr *)&bound, len, NULL, 0, text,
			sizeof(text), NI_NUMERICSERV) == 0)
		tool_note("%s: listens on port %s", name, text);
}

static int try_address(const struct addrinfo *address, bool listens)
{
	const int on = 1;
	int fd = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC,
			address->ai_protocol);
	int err;

	if (fd < 0)
		return -1;
	if (listens) {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
		if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 &&
		    listen(fd, 1) == 0)
			return fd;
	} else if (connect(fd, address->ai_addr, address->ai_addrlen) == 0) {
		return fd;
	}
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

/* NULL: there are none, and the error. */
static struct addrinfo *resolve(const struct address *address, bool listens,
				const char **why)
{
	const struct addrinfo hints = {
		.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = listens ? AI_PASSIVE : 0,
	};
	const char *lone = listens && !address->is_listening ? NULL :
							       "localhost";
	const char *start = address->host;
	size_t len = address->host_len;
	char host[HOST_MOST + 1] = "";
	struct addrinfo *all;
	int err;

	/* An IPv6 address is written in brackets. */
	if (len >= 2 && start[0] == '[' && start[len - 1] == ']') {
		start++;
		len -= 2;
	}
	memcpy(host, start, len);
	err = getaddrinfo(*host ? host : lone, address->port, &hints, &all);
	if (!err)
		return all;
	*why = err == EAI_SERVICE ? "no such port" :
	       err == EAI_SYSTEM ? strerror(errno) : gai_strerror(err);
	return NULL;
}

int address_open(const char *name, bool lone_port_listens, bool *listens,
		 const char **why)
{
	struct address address;
	struct addrinfo *all;
	int fd = -1;

	*why = "no HOST:PORT";
	if (!take_apart(name, &address) || address.host_len > HOST_MOST)
		return -1;
	*listens = does_listen(&address, lone_port_listens);
	if (!*listens && !address.has_colon)
		return -1;
	all = resolve(&address, *listens, why);
	if (!all)
		return -1;
	errno = EADDRNOTAVAIL;
	for (struct addrinfo *one = all; one && fd < 0; one = one->ai_next)
		fd = try_address(one, *listens);
	if (fd < 0)
		*why = strerror(errno);
	else if (*listens)
		print_port(name, &address, fd);
	freeaddrinfo(all);
	return fd;
}
