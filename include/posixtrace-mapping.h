/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What <posixtrace.h>, which includes this, has for who wants to know what is at an
 * address of a program: the posix_prog_address of an event, or a function.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_MAPPING_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_MAPPING_H

#include <posixtrace.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define POSIXTRACE_BUILD_ID_MAX 64

/* A part of a file that a process had in its memory, to be executed. */
struct posixtrace_mapping {
	size_t number;			/* another one for each of the log */
	uint64_t program;		/* the same for all that a process has until
					 * it executes another program */
	uint64_t start;			/* its first address, and ... */
	uint64_t end;			/* ... the first one after it */
	uint64_t offset;		/* of `start` in the file */
	uint64_t device;		/* of the file: major number << 32 | minor */
	uint64_t inode;			/* 0: not of a file, as "[vdso]", or not
					 * known, as of what was just loaded */
	struct timespec since;		/* it was there at that time */
	const char *path;		/* of the file, as the process saw it; exists
					 * as long as the stream is open */
	int is_deleted;			/* the path was another file's, or none, by
					 * then */
	size_t build_id_size;		/* 0: it had none, or that is not known */
	unsigned char build_id[POSIXTRACE_BUILD_ID_MAX];
};

/*
 * What a process, by the pid of an event, had at an address at a time, by the time
 * stamp of the event.  Each process that records into a stream with a log tells
 * what it executes when it begins to; a forked child has what its parent had.
 *
 * For pre-recorded streams, may be called by several threads at once, and not from
 * signal handlers.  EINVAL: not a pre-recorded stream, or a null pointer.  ENODATA:
 * nothing is known of that process, as in logs of earlier versions.  ENOENT: it had
 * no file there, or a library of which it is not known: it was unloaded before anybody
 * looked, or another one was there before or after, and nobody looked in between.
 * EBADMSG: one of these, but the log may have said more: that part of it is damaged.
 * ENOMEM.
 */
int posixtrace_find_mapping(trace_id_t trid, pid_t pid, const struct timespec *time,
			    uint64_t address, struct posixtrace_mapping *mapping);

/*
 * Tell the streams with a log that the calling process records into what it has
 * loaded and unloaded since they were told, with the build ids.  When it ends, a process
 * does so by itself, and where many events come from what is not known yet: this is for
 * who unloads a library, before and after that, or may be killed.  Not to be called in
 * signal handlers.
 */
void posixtrace_note_loaded(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_MAPPING_H */
