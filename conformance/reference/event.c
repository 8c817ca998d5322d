/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posix_trace_event(): the only function that a signal handler may call.
 */
#include "reference.h"

/* For a type that the process does not know the behaviour is undefined; it is
 * ignored. */
static bool is_known(const struct process *process, trace_event_id_t type)
{
	return !type_is_system(type) &&
			type_name(&shared->map[process->map], type) != NULL;
}

/* Record it into every stream that traces the process (XSH 2.11). */
void posix_trace_event(trace_event_id_t type, const void *restrict data,
		size_t size)
{
	struct process *process;
	struct origin origin = {
		getpid(), pthread_self(), __builtin_return_address(0)
	};
	int error = errno;
	sigset_t saved;

	if (shared == NULL)
		return;
	segment_lock(&saved);
	process = process_self();
	for (int i = 0; process != NULL && i < STREAMS; i++)
		if ((process->streams >> i & 1) != 0 &&
				is_known(process, type))
			stream_record(&shared->stream[i], type, data, size,
					&origin);
	segment_unlock(&saved);
	errno = choose.other ? EAGAIN : error;
}
