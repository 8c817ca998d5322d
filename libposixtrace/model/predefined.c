/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of the event types that need no opening. */
#include <posixtrace.h>

#include "model/eventmap.h"

static const char *const system_names[PXT_ID_USER] = {
	[POSIX_TRACE_ERROR] = "posix_trace_error",
	[POSIX_TRACE_START] = "posix_trace_start",
	[POSIX_TRACE_STOP] = "posix_trace_stop",
	[POSIX_TRACE_FILTER] = "posix_trace_filter",
	[POSIX_TRACE_OVERFLOW] = "posix_trace_overflow",
	[POSIX_TRACE_RESUME] = "posix_trace_resume",
	[POSIX_TRACE_FLUSH_START] = "posix_trace_flush_start",
	[POSIX_TRACE_FLUSH_STOP] = "posix_trace_flush_stop",
	[POSIXTRACE_THREAD_CREATE] = "posixtrace_thread_create",
	[POSIXTRACE_THREAD_START] = "posixtrace_thread_start",
	[POSIXTRACE_THREAD_EXIT] = "posixtrace_thread_exit",
	[POSIXTRACE_THREAD_JOIN] = "posixtrace_thread_join",
	[POSIXTRACE_MUTEX_WAIT] = "posixtrace_mutex_wait",
	[POSIXTRACE_COND_WAIT] = "posixtrace_cond_wait",
	[POSIXTRACE_READ] = "posixtrace_read",
	[POSIXTRACE_WRITE] = "posixtrace_write",
	[POSIXTRACE_OPEN] = "posixtrace_open",
	[POSIXTRACE_CLOSE] = "posixtrace_close",
	[POSIXTRACE_FSYNC] = "posixtrace_fsync",
	[POSIXTRACE_MALLOC] = "posixtrace_malloc",
	[POSIXTRACE_FREE] = "posixtrace_free",
	[POSIXTRACE_FORK] = "posixtrace_fork",
	[POSIXTRACE_EXEC] = "posixtrace_exec",
	[POSIXTRACE_EXIT] = "posixtrace_exit",
	[POSIXTRACE_SIGNAL] = "posixtrace_signal",
	[POSIXTRACE_SOCKET] = "posixtrace_socket",
	[POSIXTRACE_SOCKETPAIR] = "posixtrace_socketpair",
	[POSIXTRACE_BIND] = "posixtrace_bind",
	[POSIXTRACE_LISTEN] = "posixtrace_listen",
	[POSIXTRACE_ACCEPT] = "posixtrace_accept",
	[POSIXTRACE_CONNECT] = "posixtrace_connect",
	[POSIXTRACE_SEND] = "posixtrace_send",
	[POSIXTRACE_RECV] = "posixtrace_recv",
	[POSIXTRACE_SHUTDOWN] = "posixtrace_shutdown",
	[POSIXTRACE_TRANSFER] = "posixtrace_transfer",
	[POSIXTRACE_POLL] = "posixtrace_poll",
	[POSIXTRACE_SELECT] = "posixtrace_select",
	[POSIXTRACE_EPOLL_WAIT] = "posixtrace_epoll_wait",
	[POSIXTRACE_SLEEP] = "posixtrace_sleep",
	[POSIXTRACE_SIGWAIT] = "posixtrace_sigwait",
	[POSIXTRACE_DUP] = "posixtrace_dup",
	[POSIXTRACE_PIPE] = "posixtrace_pipe",
	[POSIXTRACE_DESCRIPTOR] = "posixtrace_descriptor",
	[POSIXTRACE_RDLOCK_WAIT] = "posixtrace_rdlock_wait",
	[POSIXTRACE_WRLOCK_WAIT] = "posixtrace_wrlock_wait",
	[POSIXTRACE_SPIN_WAIT] = "posixtrace_spin_wait",
	[POSIXTRACE_SEM_WAIT] = "posixtrace_sem_wait",
	[POSIXTRACE_BARRIER_WAIT] = "posixtrace_barrier_wait",
	[POSIXTRACE_WAITPID] = "posixtrace_waitpid",
	[POSIXTRACE_KILL] = "posixtrace_kill",
	[POSIXTRACE_PROCESS] = "posixtrace_process",
	[POSIXTRACE_INHERITED] = "posixtrace_inherited",
	[POSIXTRACE_CLOSE_RANGE] = "posixtrace_close_range",
	[POSIXTRACE_DLOPEN] = "posixtrace_dlopen",
	[POSIXTRACE_DLCLOSE] = "posixtrace_dlclose",
	[POSIXTRACE_MMAP] = "posixtrace_mmap",
	[POSIXTRACE_MUNMAP] = "posixtrace_munmap",
	[POSIXTRACE_MPROTECT] = "posixtrace_mprotect",
	[POSIXTRACE_ONCE] = "posixtrace_once",
	[POSIXTRACE_THREAD_NAME] = "posixtrace_thread_name",
	[POSIXTRACE_META] = "posixtrace_meta",
	[POSIXTRACE_FUNCTION_ENTER] = "posixtrace_function_enter",
	[POSIXTRACE_FUNCTION_EXIT] = "posixtrace_function_exit",
};

const char *pxt_predefined_name(unsigned id)
{
	if (id < PXT_ID_USER)
		return system_names[id];
	return id == PXT_ID_USER ? "posix_trace_unnamed_userevent" : NULL;
}
