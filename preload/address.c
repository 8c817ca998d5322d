/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Addresses of sockets as text.  The functions of libc for it are not for signal
 * handlers.
 */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

/*
 * The kernel reads a signal set before it finds that there is no such way to
 * change the mask, so that nothing changes.
 */
static bool has_aligned(uintptr_t word)
{
	return REAL(syscall)(SYS_rt_sigprocmask, -1, word, NULL,
			     _NSIG / 8) == -1 && errno == EINVAL;
}

bool pxt_is_readable(const void *bytes, size_t len)
{
	/* A set is in one page if its address is a multiple of its size. */
	const uintptr_t mask = ~(uintptr_t)(_NSIG / 8 - 1);
	const uintptr_t first = (uintptr_t)bytes & mask;
	const uintptr_t last = ((uintptr_t)bytes + len - 1) & mask;
	int saved_errno = errno;
	bool is_readable;

	if (bytes == NULL || len == 0 || !pxt_may_call())
		return false;
	is_readable = has_aligned(first) &&
		      (first == last || has_aligned(last));
	errno = saved_errno;
	return is_readable;
}

static char *put_number(char *p, uint32_t number, unsigned base)
{
	char digits[10];
	unsigned n = 0;

	do {
		digits[n++] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number);
	while (n)
		*p++ = digits[--n];
	return p;
}

static char *put_bytes(char *p, const unsigned char bytes[4])
{
	for (int i = 0; i < 4; i++) {
		if (i)
			*p++ = '.';
		p = put_number(p, bytes[i], 10);
	}
	return p;
}

static unsigned word_at(const unsigned char *bytes, unsigned i)
{
	return (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
}

/* The longest run of two or more words that are 0, the first if several are. */
static unsigned longest_run(const unsigned char *bytes, unsigned *at)
{
	unsigned most = 1, n = 0;

	*at = 8;
	for (unsigned i = 0; i < 8; i++) {
		n = word_at(bytes, i) ? 0 : n + 1;
		if (n > most) {
			most = n;
			*at = i + 1 - n;
		}
	}
	return most;
}

static char *put_words(char *p, const unsigned char *bytes)
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
	unsigned at;
	const unsigned n = longest_run(bytes, &at);
	unsigned i = 0;

	if (memcmp(bytes, mapped, sizeof(mapped)) == 0) {
		memcpy(p, "::ffff:", 7);
		return put_bytes(p + 7, bytes + 12);
	}
	while (i < 8) {
		if (i == at) {
			*p++ = ':';
			*p++ = ':';
			i += n;
			continue;
		}
		if (i && i != at + n)
			*p++ = ':';
		p = put_number(p, word_at(bytes, i++), 16);
	}
	return p;
}

static char *put_port(char *p, in_port_t port)
{
	*p++ = ':';
	return put_number(p, ntohs(port), 10);
}

static char *put_in6(char *p, const struct sockaddr_in6 *in6)
{
	*p++ = '[';
	p = put_words(p, in6->sin6_addr.s6_addr);
	if (in6->sin6_scope_id) {
		*p++ = '%';
		p = put_number(p, in6->sin6_scope_id, 10);
	}
	*p++ = ']';
	return put_port(p, in6->sin6_port);
}

/* An abstract name begins with a NUL, and is shown with @. */
static char *put_unix(char *p, const struct sockaddr_un *un, size_t len)
{
	size_t n = len > sizeof(*un) ? sizeof(un->sun_path) :
		   len - offsetof(struct sockaddr_un, sun_path);

	if (n && !un->sun_path[0]) {
		*p++ = '@';
		memcpy(p, un->sun_path + 1, n - 1);
		return p + n - 1;
	}
	n = strnlen(un->sun_path, n);
	memcpy(p, un->sun_path, n);
	return p + n;
}

size_t pxt_put_address(char *text, const struct sockaddr *addr, size_t len)
{
	union {
		sa_family_t family;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_un un;
	} copy;
	char *p = text;

	if (addr == NULL || len < sizeof(copy.family))
		return 0;
	if (len > sizeof(copy))
		len = sizeof(copy);
	memcpy(&copy, addr, len);
	if (copy.family == AF_UNIX) {
		p = put_unix(p, &copy.un, len);
	} else if (copy.family == AF_INET && len >= sizeof(copy.in)) {
		p = put_bytes(p, (const unsigned char *)&copy.in.sin_addr);
		p = put_port(p, copy.in.sin_port);
	} else if (copy.family == AF_INET6 && len >= sizeof(copy.in6)) {
		p = put_in6(p, &copy.in6);
	} else {
		memcpy(p, "family ", 7);
		p = put_number(p + 7, copy.family, 10);
	}
	return (size_t)(p - text);
}
