/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Sockets: from socket() to shutdown().  close() is in io.c. */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <sys/socket.h>

/* Exported by libc, but not declared by its headers. */
ssize_t __recv_chk(int fd, void *buf, size_t size, size_t buf_size, int flags);
ssize_t __recvfrom_chk(int fd, void *buf, size_t size, size_t buf_size,
		       int flags, __SOCKADDR_ARG addr, socklen_t *len);

/* In the type of a new socket; the same as O_CLOEXEC and O_NONBLOCK. */
enum { FLAGS = SOCK_CLOEXEC | SOCK_NONBLOCK };

static void record_socket(int family, int type, int protocol, int result,
			  uint64_t begin, const void *caller)
{
	struct posixtrace_socket socket = {
		.family = family,
		.type = type & ~FLAGS,
		.protocol = protocol,
		.flags = type & FLAGS,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_SOCKET, &socket, sizeof(socket), caller);
}

void pxt_record_pair(trace_event_id_t id, const int ends[2], int flags,
		     int result, uint64_t begin, const void *caller)
{
	struct posixtrace_pair pair = {
		.first = result < 0 ? -1 : ends[0],
		.second = result < 0 ? -1 : ends[1],
		.flags = flags,
		.result = result < 0 ? -errno : result,
		.duration = pxt_now() - begin,
	};

	if (!pxt_shares_memory())
		pxt_record(id, &pair, sizeof(pair), caller);
}

/* `len` bytes of the address can be read. */
static void record_address(trace_event_id_t id,
			   struct posixtrace_address *address,
			   const struct sockaddr *addr, size_t len,
			   const void *caller)
{
	if (pxt_shares_memory())
		return;
	len = pxt_put_address(address->address, addr, len);
	pxt_record(id, address,
		   offsetof(struct posixtrace_address, address) + len, caller);
}

/* The address that a call was given, if the kernel could read it. */
static void record_given(trace_event_id_t id, int fd,
			 const struct sockaddr *addr, socklen_t len, int result,
			 uint64_t begin, const void *caller)
{
	struct posixtrace_address address;

	address.fd = fd;
	address.flags = 0;
	address.result = result < 0 ? -errno : result;
	address.duration = pxt_now() - begin;
	if (len > sizeof(struct sockaddr_storage) ||
	    (result < 0 && errno != EINPROGRESS && !pxt_is_readable(addr, len)))
		len = 0;
	record_address(id, &address, addr, len, caller);
}

/*
 * The address that an accept has stored.  Of what it has been given as its length
 * nothing is left then, so `room` was read before.
 */
static void record_accept(int fd, int flags, const struct sockaddr *addr,
			  const socklen_t *len, socklen_t room, int result,
			  uint64_t begin, const void *caller)
{
	struct posixtrace_address address;
	socklen_t stored = 0;

	address.fd = fd;
	address.flags = flags;
	address.result = result < 0 ? -errno : result;
	address.duration = pxt_now() - begin;
	if (result >= 0 && room != 0)
		stored = *len < room ? *len : room;
	record_address(POSIXTRACE_ACCEPT, &address, addr, stored, caller);
}

static socklen_t room_of(const struct sockaddr *addr, const socklen_t *len)
{
	return addr != NULL && pxt_is_readable(len, sizeof(*len)) ? *len : 0;
}

/* What a message has, if the kernel has read it. */
static uint64_t message_size(const struct msghdr *message, ssize_t result)
{
	return pxt_was_transfer(result) ?
	       pxt_vector_size(message->msg_iov, message->msg_iovlen, result) :
	       0;
}

/* Several messages: the bytes of those that have been transferred. */
static void record_messages(trace_event_id_t id, int fd,
			    const struct mmsghdr *messages, int result,
			    uint64_t begin, const void *caller)
{
	uint64_t size = 0;
	ssize_t bytes = result < 0 ? -1 : 0;

	for (int i = 0; i < result; i++) {
		size += message_size(&messages[i].msg_hdr, 0);
		bytes += messages[i].msg_len;
	}
	pxt_record_io(id, fd, size, bytes, begin, caller);
}

PXT_INTERPOSE int socket(int family, int type, int protocol)
{
	PXT_CALL(int, REAL(socket)(family, type, protocol),
		 record_socket(family, type, protocol, result, begin, caller));
}

PXT_INTERPOSE int socketpair(int family, int type, int protocol, int ends[2])
{
	PXT_CALL(int, REAL(socketpair)(family, type, protocol, ends),
		 pxt_record_pair(POSIXTRACE_SOCKETPAIR, ends, type & FLAGS,
				 result, begin, caller));
}

PXT_INTERPOSE int bind(int fd, __CONST_SOCKADDR_ARG addr, socklen_t len)
{
	PXT_CALL(int, REAL(bind)(fd, addr, len),
		 record_given(POSIXTRACE_BIND, fd, addr.__sockaddr__, len,
			      result, begin, caller));
}

PXT_INTERPOSE int connect(int fd, __CONST_SOCKADDR_ARG addr, socklen_t len)
{
	PXT_CALL(int, REAL(connect)(fd, addr, len),
		 record_given(POSIXTRACE_CONNECT, fd, addr.__sockaddr__, len,
			      result, begin, caller));
}

PXT_INTERPOSE int listen(int fd, int backlog)
{
	PXT_IO(POSIXTRACE_LISTEN, int, fd, (uint64_t)backlog,
	       REAL(listen)(fd, backlog));
}

PXT_INTERPOSE int accept(int fd, __SOCKADDR_ARG addr,
			 socklen_t *__restrict len)
{
	const void *caller = CALLER;

	if (!pxt_recording(caller))
		return REAL(accept)(fd, addr, len);

	socklen_t room = room_of(addr.__sockaddr__, len);
	uint64_t begin = pxt_now();
	int result = REAL(accept)(fd, addr, len);

	record_accept(fd, 0, addr.__sockaddr__, len, room, result, begin,
		      caller);
	return result;
}

PXT_INTERPOSE int accept4(int fd, __SOCKADDR_ARG addr,
			  socklen_t *__restrict len, int flags)
{
	const void *caller = CALLER;

	if (!pxt_recording(caller))
		return REAL(accept4)(fd, addr, len, flags);

	socklen_t room = room_of(addr.__sockaddr__, len);
	uint64_t begin = pxt_now();
	int result = REAL(accept4)(fd, addr, len, flags);

	record_accept(fd, flags, addr.__sockaddr__, len, room, result, begin,
		      caller);
	return result;
}

PXT_INTERPOSE ssize_t send(int fd, const void *buf, size_t size, int flags)
{
	PXT_IO(POSIXTRACE_SEND, ssize_t, fd, size,
	       REAL(send)(fd, buf, size, flags));
}

PXT_INTERPOSE ssize_t sendto(int fd, const void *buf, size_t size, int flags,
			     __CONST_SOCKADDR_ARG addr, socklen_t len)
{
	PXT_IO(POSIXTRACE_SEND, ssize_t, fd, size,
	       REAL(sendto)(fd, buf, size, flags, addr, len));
}

PXT_INTERPOSE ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	PXT_IO(POSIXTRACE_SEND, ssize_t, fd, message_size(message, result),
	       REAL(sendmsg)(fd, message, flags));
}

PXT_INTERPOSE int sendmmsg(int fd, struct mmsghdr *messages, unsigned n,
			   int flags)
{
	PXT_CALL(int, REAL(sendmmsg)(fd, messages, n, flags),
		 record_messages(POSIXTRACE_SEND, fd, messages, result, begin,
				 caller));
}

PXT_INTERPOSE ssize_t recv(int fd, void *buf, size_t size, int flags)
{
	PXT_IO(POSIXTRACE_RECV, ssize_t, fd, size,
	       REAL(recv)(fd, buf, size, flags));
}

PXT_INTERPOSE ssize_t __recv_chk(int fd, void *buf, size_t size,
				 size_t buf_size, int flags)
{
	PXT_IO(POSIXTRACE_RECV, ssize_t, fd, size,
	       REAL(__recv_chk)(fd, buf, size, buf_size, flags));
}

PXT_INTERPOSE ssize_t recvfrom(int fd, void *__restrict buf, size_t size,
			       int flags, __SOCKADDR_ARG addr,
			       socklen_t *__restrict len)
{
	PXT_IO(POSIXTRACE_RECV, ssize_t, fd, size,
	       REAL(recvfrom)(fd, buf, size, flags, addr, len));
}

PXT_INTERPOSE ssize_t __recvfrom_chk(int fd, void *buf, size_t size,
				     size_t buf_size, int flags,
				     __SOCKADDR_ARG addr, socklen_t *len)
{
	PXT_IO(POSIXTRACE_RECV, ssize_t, fd, size,
	       REAL(__recvfrom_chk)(fd, buf, size, buf_size, flags, addr, len));
}

PXT_INTERPOSE ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	PXT_IO(POSIXTRACE_RECV, ssize_t, fd, message_size(message, result),
	       REAL(recvmsg)(fd, message, flags));
}

PXT_INTERPOSE int recvmmsg(int fd, struct mmsghdr *messages, unsigned n,
			   int flags, struct timespec *timeout)
{
	PXT_CALL(int, REAL(recvmmsg)(fd, messages, n, flags, timeout),
		 record_messages(POSIXTRACE_RECV, fd, messages, result, begin,
				 caller));
}

PXT_INTERPOSE int shutdown(int fd, int how)
{
	PXT_IO(POSIXTRACE_SHUTDOWN, int, fd, (uint64_t)how,
	       REAL(shutdown)(fd, how));
}
