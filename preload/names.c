/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Names of threads, and what is done once. */
#include "real.h"

#include "calls.h"

#include <errno.h>
#include <string.h>

void pxt_record_name(uint64_t thread, const char *name, int result,
		     const void *caller)
{
	struct posixtrace_name data = { .thread = thread, .result = result };
	size_t len = result == -EFAULT ? 0 : strnlen(name, sizeof(data.name));

	memcpy(data.name, name, len);
	if (pxt_recording(caller) && !pxt_shares_memory())
		pxt_record(POSIXTRACE_THREAD_NAME, &data,
			   offsetof(struct posixtrace_name, name) + len, caller);
}

PXT_INTERPOSE int pthread_setname_np(pthread_t thread, const char *name)
{
	const void *caller = CALLER;
	int result = REAL(pthread_setname_np)(thread, name);

	pxt_record_name((uint64_t)thread, name, -result, caller);
	return result;
}

/* Done, by the C libraries there are; then nobody waits. */
enum { DONE = 2 };

static void record_once(const pthread_once_t *once, int result, uint64_t begin,
			const void *caller)
{
	struct posixtrace_wait wait = {
		.object = (uintptr_t)once,
		.duration = pxt_now() - begin,
		.result = -result,
	};

	if (!pxt_shares_memory())
		pxt_record(POSIXTRACE_ONCE, &wait, sizeof(wait), caller);
}

PXT_INTERPOSE int pthread_once(pthread_once_t *once, void (*routine)(void))
{
	if (__atomic_load_n(once, __ATOMIC_RELAXED) == DONE)
		return REAL(pthread_once)(once, routine);
	PXT_CALL(int, REAL(pthread_once)(once, routine),
		 record_once(once, result, begin, caller));
}
