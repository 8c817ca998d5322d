/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, has for who records or reads the system
 * events of the implementation: their ids and the structures of their data.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_EVENTS_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_EVENTS_H

#include <posixtrace.h>

/*
 * Implementation-defined system events: what threads do, as recorded by the
 * preload library (`posixtrace record --preload`).  Their ids are constants
 * below 64, their names those in brackets.  Every one is about a thread of
 * the traced process, so posix_trace_eventset_fill() with
 * POSIX_TRACE_WOPID_EVENTS contains none.
 *
 * The data is the structure named, in the byte order of the reader; where
 * it ends in `path` or `address`, only the bytes of the string are recorded,
 * without NUL.
 * Durations are nanoseconds, results are those of the call, -errno if it
 * failed.  An event is recorded when the call returns, but for
 *
 *   FREE          before it; a realloc that moves gives FREE and MALLOC
 *   EXEC          before it, and again with its result if it fails
 *   DLOPEN        before it, if the result depends on who calls
 *   THREAD_EXIT   at the end of the start routine: `duration` is the life of
 *                 the thread, `result` what it returned, -1 if cancelled
 *   SIGNAL        before the handler, which is the event's address
 *
 * The address of THREAD_START and THREAD_EXIT is the start routine, that of
 * FUNCTION_ENTER and FUNCTION_EXIT the function.
 */
#define POSIXTRACE_THREAD_CREATE POSIX_TRACE_ID_(9)	/* [posixtrace_thread_create] posixtrace_thread */
#define POSIXTRACE_THREAD_START	POSIX_TRACE_ID_(10)	/* [posixtrace_thread_start] posixtrace_thread */
#define POSIXTRACE_THREAD_EXIT	POSIX_TRACE_ID_(11)	/* [posixtrace_thread_exit] posixtrace_thread */
#define POSIXTRACE_THREAD_JOIN	POSIX_TRACE_ID_(12)	/* [posixtrace_thread_join] posixtrace_thread */
#define POSIXTRACE_MUTEX_WAIT	POSIX_TRACE_ID_(13)	/* [posixtrace_mutex_wait] posixtrace_wait */
#define POSIXTRACE_COND_WAIT	POSIX_TRACE_ID_(14)	/* [posixtrace_cond_wait] posixtrace_wait */
#define POSIXTRACE_READ		POSIX_TRACE_ID_(15)	/* [posixtrace_read] posixtrace_io */
#define POSIXTRACE_WRITE	POSIX_TRACE_ID_(16)	/* [posixtrace_write] posixtrace_io */
#define POSIXTRACE_OPEN		POSIX_TRACE_ID_(17)	/* [posixtrace_open] posixtrace_path */
#define POSIXTRACE_CLOSE	POSIX_TRACE_ID_(18)	/* [posixtrace_close] posixtrace_io */
#define POSIXTRACE_FSYNC	POSIX_TRACE_ID_(19)	/* [posixtrace_fsync] posixtrace_io */
#define POSIXTRACE_MALLOC	POSIX_TRACE_ID_(20)	/* [posixtrace_malloc] posixtrace_memory */
#define POSIXTRACE_FREE		POSIX_TRACE_ID_(21)	/* [posixtrace_free] posixtrace_memory */
#define POSIXTRACE_FORK		POSIX_TRACE_ID_(22)	/* [posixtrace_fork] posixtrace_process */
#define POSIXTRACE_EXEC		POSIX_TRACE_ID_(23)	/* [posixtrace_exec] posixtrace_path, before the call; see there */
#define POSIXTRACE_EXIT		POSIX_TRACE_ID_(24)	/* [posixtrace_exit] posixtrace_process */
#define POSIXTRACE_SIGNAL	POSIX_TRACE_ID_(25)	/* [posixtrace_signal] posixtrace_signal, before the handler */
#define POSIXTRACE_SOCKET	POSIX_TRACE_ID_(26)	/* [posixtrace_socket] posixtrace_socket */
#define POSIXTRACE_SOCKETPAIR	POSIX_TRACE_ID_(27)	/* [posixtrace_socketpair] posixtrace_pair */
#define POSIXTRACE_BIND		POSIX_TRACE_ID_(28)	/* [posixtrace_bind] posixtrace_address */
#define POSIXTRACE_LISTEN	POSIX_TRACE_ID_(29)	/* [posixtrace_listen] posixtrace_io */
#define POSIXTRACE_ACCEPT	POSIX_TRACE_ID_(30)	/* [posixtrace_accept] posixtrace_address */
#define POSIXTRACE_CONNECT	POSIX_TRACE_ID_(31)	/* [posixtrace_connect] posixtrace_address */
#define POSIXTRACE_SEND		POSIX_TRACE_ID_(32)	/* [posixtrace_send] posixtrace_io */
#define POSIXTRACE_RECV		POSIX_TRACE_ID_(33)	/* [posixtrace_recv] posixtrace_io */
#define POSIXTRACE_SHUTDOWN	POSIX_TRACE_ID_(34)	/* [posixtrace_shutdown] posixtrace_io */
#define POSIXTRACE_TRANSFER	POSIX_TRACE_ID_(35)	/* [posixtrace_transfer] posixtrace_transfer */
#define POSIXTRACE_POLL		POSIX_TRACE_ID_(36)	/* [posixtrace_poll] posixtrace_io */
#define POSIXTRACE_SELECT	POSIX_TRACE_ID_(37)	/* [posixtrace_select] posixtrace_io */
#define POSIXTRACE_EPOLL_WAIT	POSIX_TRACE_ID_(38)	/* [posixtrace_epoll_wait] posixtrace_io */
#define POSIXTRACE_SLEEP	POSIX_TRACE_ID_(39)	/* [posixtrace_sleep] posixtrace_sleep */
#define POSIXTRACE_SIGWAIT	POSIX_TRACE_ID_(40)	/* [posixtrace_sigwait] posixtrace_sleep */
#define POSIXTRACE_DUP		POSIX_TRACE_ID_(41)	/* [posixtrace_dup] posixtrace_dup */
#define POSIXTRACE_PIPE		POSIX_TRACE_ID_(42)	/* [posixtrace_pipe] posixtrace_pair */
#define POSIXTRACE_DESCRIPTOR	POSIX_TRACE_ID_(43)	/* [posixtrace_descriptor] posixtrace_path */
#define POSIXTRACE_RDLOCK_WAIT	POSIX_TRACE_ID_(44)	/* [posixtrace_rdlock_wait] posixtrace_wait */
#define POSIXTRACE_WRLOCK_WAIT	POSIX_TRACE_ID_(45)	/* [posixtrace_wrlock_wait] posixtrace_wait */
#define POSIXTRACE_SPIN_WAIT	POSIX_TRACE_ID_(46)	/* [posixtrace_spin_wait] posixtrace_wait */
#define POSIXTRACE_SEM_WAIT	POSIX_TRACE_ID_(47)	/* [posixtrace_sem_wait] posixtrace_wait */
#define POSIXTRACE_BARRIER_WAIT	POSIX_TRACE_ID_(48)	/* [posixtrace_barrier_wait] posixtrace_wait */
#define POSIXTRACE_WAITPID	POSIX_TRACE_ID_(49)	/* [posixtrace_waitpid] posixtrace_child */
#define POSIXTRACE_KILL		POSIX_TRACE_ID_(50)	/* [posixtrace_kill] posixtrace_kill */
#define POSIXTRACE_PROCESS	POSIX_TRACE_ID_(51)	/* [posixtrace_process] posixtrace_process, the first of a process or program */
#define POSIXTRACE_INHERITED	POSIX_TRACE_ID_(52)	/* [posixtrace_inherited] posixtrace_path, behind it */
#define POSIXTRACE_CLOSE_RANGE	POSIX_TRACE_ID_(53)	/* [posixtrace_close_range] posixtrace_pair */
#define POSIXTRACE_DLOPEN	POSIX_TRACE_ID_(54)	/* [posixtrace_dlopen] posixtrace_library; see there */
#define POSIXTRACE_DLCLOSE	POSIX_TRACE_ID_(55)	/* [posixtrace_dlclose] posixtrace_library */
#define POSIXTRACE_MMAP		POSIX_TRACE_ID_(56)	/* [posixtrace_mmap] posixtrace_map */
#define POSIXTRACE_MUNMAP	POSIX_TRACE_ID_(57)	/* [posixtrace_munmap] posixtrace_map */
#define POSIXTRACE_MPROTECT	POSIX_TRACE_ID_(58)	/* [posixtrace_mprotect] posixtrace_map */
#define POSIXTRACE_ONCE		POSIX_TRACE_ID_(59)	/* [posixtrace_once] posixtrace_wait, unless it was done */
#define POSIXTRACE_THREAD_NAME	POSIX_TRACE_ID_(60)	/* [posixtrace_thread_name] posixtrace_name */
#define POSIXTRACE_META		POSIX_TRACE_ID_(61)	/* [posixtrace_meta] posixtrace_meta */
/* Those of functions compiled with -finstrument-functions (record --functions). */
#define POSIXTRACE_FUNCTION_ENTER POSIX_TRACE_ID_(62)	/* [posixtrace_function_enter] posixtrace_function, or no data */
#define POSIXTRACE_FUNCTION_EXIT POSIX_TRACE_ID_(63)	/* [posixtrace_function_exit] no data */

struct posixtrace_thread {
	uint64_t thread;	/* pthread_t of the thread it is about */
	uint64_t routine;	/* start routine, or 0 */
	uint64_t duration;
	int64_t result;
};

struct posixtrace_wait {
	uint64_t object;	/* address of the lock, condition or barrier */
	uint64_t duration;	/* what the wait took */
	int64_t result;
	/* The thread that had the lock when the wait began, as its posix_tid, if
	 * that is known: of mutexes, and of writers of read-write locks.  Else 0.
	 * Older logs end before it. */
	int64_t holder;
};

struct posixtrace_io {
	int64_t fd;
	/* Bytes asked for, or 0 if that is not known: of several buffers if the
	 * call failed before it came to them.  Of several messages those that
	 * were transferred have them.  The backlog of a listen, SHUT_RD etc. of a
	 * shutdown; and how many descriptors a poll or a select looks at, whose
	 * `fd` is -1, or how many events an epoll_wait has room for. */
	uint64_t size;
	int64_t result;		/* bytes, or that of the call */
	uint64_t duration;
};

struct posixtrace_sleep {
	int64_t result;		/* of a sigwait the signal; -EINTR: a handler ran */
	uint64_t duration;
};

struct posixtrace_dup {
	int64_t fd;
	int64_t flags;		/* O_CLOEXEC or 0 */
	int64_t result;		/* the copy */
	uint64_t duration;
};

#define POSIXTRACE_PATH_MAX 192
struct posixtrace_path {
	/* Of an exec: 0 before the call, and once more if it fails; or the pid of
	 * the child that runs the program, if posix_spawn() or vfork() made it
	 * and so its parent's thread records it, once. */
	int64_t result;
	uint64_t duration;
	int64_t flags;
	/* Of a descriptor its kind: "eventfd", "timerfd", "signalfd", "epoll",
	 * "inotify", "memfd".  Of an inherited one, which is the result, what
	 * /proc/self/fd calls it: a path, or as "pipe:[4711]". */
	char path[POSIXTRACE_PATH_MAX];
};

struct posixtrace_library {
	/* Of a dlopen 0: it failed, or, if `result` is 0, was recorded before the
	 * call.  That is done where the file that is loaded depends on who calls:
	 * of names without a slash. */
	uint64_t handle;
	int64_t result;		/* 0; another number, if dlerror() says why */
	uint64_t duration;
	int64_t flags;		/* RTLD_... */
	char path[POSIXTRACE_PATH_MAX];	/* of a dlopen; empty: the program itself */
};

struct posixtrace_transfer {
	int64_t from;		/* descriptors */
	int64_t to;
	uint64_t size;		/* bytes asked for */
	int64_t result;
	uint64_t duration;
};

struct posixtrace_socket {
	int64_t family;		/* AF_... */
	int64_t type;		/* SOCK_..., without flags */
	int64_t protocol;
	int64_t flags;		/* SOCK_CLOEXEC and SOCK_NONBLOCK */
	int64_t result;
	uint64_t duration;
};

struct posixtrace_pair {
	int64_t first;		/* descriptors made, or -1; the range that is closed */
	int64_t second;
	int64_t flags;		/* O_CLOEXEC etc., as SOCK_... are; CLOSE_RANGE_... */
	int64_t result;
	uint64_t duration;
};

#define POSIXTRACE_ADDRESS_MAX 112
struct posixtrace_address {
	int64_t fd;
	int64_t flags;		/* of an accept4 */
	int64_t result;
	uint64_t duration;
	/* "127.0.0.1:80", "[fe80::1%2]:80", a path, @ and an abstract name, or
	 * "family 16".  The peer's in an accept, if the program asked for it.
	 * Empty: not known, or without a name. */
	char address[POSIXTRACE_ADDRESS_MAX];
};

struct posixtrace_memory {
	uint64_t address;
	uint64_t size;
};

struct posixtrace_map {
	uint64_t address;	/* of the mapping, or that asked for if it failed */
	uint64_t size;
	int64_t protection;	/* PROT_..., of a munmap 0 */
	int64_t flags;		/* MAP_..., of an mmap only */
	int64_t fd;		/* -1: none */
	int64_t result;
	uint64_t duration;
};

#define POSIXTRACE_NAME_SIZE 16
struct posixtrace_name {
	uint64_t thread;	/* pthread_t of the thread that gets it */
	int64_t result;
	char name[POSIXTRACE_NAME_SIZE];
};

/* Calls with the names of files, and what is known of files. */
enum posixtrace_meta_call {
	POSIXTRACE_META_STAT = 1,
	POSIXTRACE_META_ACCESS = 2,
	POSIXTRACE_META_UNLINK = 3,
	POSIXTRACE_META_RMDIR = 4,
	POSIXTRACE_META_MKDIR = 5,
	POSIXTRACE_META_RENAME = 6,
	POSIXTRACE_META_LINK = 7,
	POSIXTRACE_META_SYMLINK = 8,
	POSIXTRACE_META_CHMOD = 9,
	POSIXTRACE_META_CHOWN = 10,
	POSIXTRACE_META_TRUNCATE = 11,
	POSIXTRACE_META_CHDIR = 12,
	POSIXTRACE_META_READLINK = 13
};

struct posixtrace_meta {
	int64_t call;		/* POSIXTRACE_META_... */
	int64_t fd;		/* it is about, or a directory; -1: none */
	int64_t result;		/* of a readlink the bytes */
	uint64_t duration;
	char path[POSIXTRACE_PATH_MAX];	/* "old -> new", if there are two */
};

/* Of a FUNCTION_ENTER that is recorded later than it occurred. */
struct posixtrace_function {
	uint64_t late;		/* nanoseconds */
};

struct posixtrace_process {
	int64_t pid;		/* of the child, or of the process itself; of the
				 * parent in a PROCESS */
	/* Of a PROCESS: -1 in a forked child, which has the descriptors that its
	 * parent has.  When a program begins, how many INHERITED follow; -2 if
	 * it is not known what it has inherited. */
	int64_t status;
};

struct posixtrace_child {
	int64_t pid;		/* waited for; -1: any, or by a descriptor; 0 and
				 * others below: in a process group */
	int64_t result;		/* the child, or 0 */
	uint64_t duration;
	int64_t status;		/* as waitpid() has it; -1: not known */
};

struct posixtrace_kill {
	int64_t to;		/* process or thread; 0: own group, or `thread`; -1: all;
				 * others below: a process group */
	int64_t signal;
	int64_t result;
	uint64_t duration;
	uint64_t thread;	/* pthread_t, of a pthread_kill; else 0 */
};

struct posixtrace_signal {
	int64_t signal;
	int64_t code;		/* si_code, or 0 */
	int64_t sender;		/* si_pid, or 0 */
};

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_EVENTS_H */
