/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* How many threads there are, each counted once. */
#include "trace/thread-count.h"

#include <stdlib.h>

static void see(struct thread_count *count, uint64_t id)
{
	const size_t mask = count->room - 1;
	size_t at = (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;

	for (; count->ids[at]; at = (at + 1) & mask)
		if (count->ids[at] == id)
			return;
	count->ids[at] = id;
	count->n++;
}

bool thread_count_add(struct thread_count *count, int32_t pid, int32_t tid)
{
	struct thread_count more = {
		.room = count->room ? 2 * count->room : 64,
	};

	if (2 * count->n >= count->room) {
		more.ids = calloc(more.room, sizeof(*more.ids));
		if (!more.ids)
			return false;
		for (size_t i = 0; i < count->room; i++)
			if (count->ids[i])
				see(&more, count->ids[i]);
		free(count->ids);
		*count = more;
	}
	see(count, (uint64_t)(uint32_t)pid << 32 | (uint32_t)tid);
	return true;
}

void thread_count_fini(struct thread_count *count)
{
	free(count->ids);
}
