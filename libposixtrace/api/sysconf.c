/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * sysconf() with correct values for the eight _SC_TRACE names.
 *
 * glibc knows the names and returns -1, "not supported", for all of them, so a
 * portable program that checks this before it traces would never trace.
 * Therefore the library exports sysconf(): a program that links the library uses
 * this function instead of libc's, and other names are passed to glibc under its
 * second name, __sysconf.  There is no dlsym(), so the static library does the
 * same.  This is the one exported function that no header of the library
 * declares.
 */
#include <trace.h>
#include <unistd.h>

/*
 * ThreadSanitizer itself calls sysconf() while it starts, when nothing that
 * it instrumented can run yet.
 */
#if __has_attribute(disable_sanitizer_instrumentation)
#define NOT_INSTRUMENTED	__attribute__((disable_sanitizer_instrumentation))
#else
#define NOT_INSTRUMENTED	__attribute__((no_sanitize("thread")))
#endif

/* An exported name of glibc that its headers do not declare. */
extern long __sysconf(int name);

/* The answers are those of <trace.h> and never change (LIM-4). */
__attribute__((visibility("default"))) NOT_INSTRUMENTED
long sysconf(int name)
{
	switch (name) {
	case _SC_TRACE:
		return _POSIX_TRACE;
	case _SC_TRACE_EVENT_FILTER:
		return _POSIX_TRACE_EVENT_FILTER;
	case _SC_TRACE_INHERIT:
		return _POSIX_TRACE_INHERIT;
	case _SC_TRACE_LOG:
		return _POSIX_TRACE_LOG;
	case _SC_TRACE_EVENT_NAME_MAX:
		return TRACE_EVENT_NAME_MAX;
	case _SC_TRACE_NAME_MAX:
		return TRACE_NAME_MAX;
	case _SC_TRACE_SYS_MAX:
		return TRACE_SYS_MAX;
	case _SC_TRACE_USER_EVENT_MAX:
		return TRACE_USER_EVENT_MAX;
	default:
		return __sysconf(name);
	}
}
