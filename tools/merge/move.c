/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Ids in the data of system events become those of the merged log. */
#include <stddef.h>
#include <string.h>

#include "merge/merge.h"

static void move_number(const struct merge_input *input, size_t at)
{
	unsigned char *data = input->reader.log.data;
	int64_t number;

	if (at + sizeof(number) > input->reader.event.len)
		return;
	memcpy(&number, data + at, sizeof(number));
	if (number <= 0 || number >= INT32_MAX - input->ids_added)
		return;
	number += input->ids_added;
	memcpy(data + at, &number, sizeof(number));
}

void merge_move_data(struct merge_input *input)
{
	trace_event_set_t set;
	size_t at = 0;

	switch (input->reader.event.info.posix_event_id) {
	case POSIX_TRACE_START:
	case POSIX_TRACE_FILTER:
		for (; at + sizeof(set) <= input->reader.event.len; at += sizeof(set)) {
			unsigned char *data = input->reader.log.data;

			memcpy(&set, data + at, sizeof(set));
			type_ids_map_set(&input->ids, &set);
			memcpy(data + at, &set, sizeof(set));
		}
		break;
	case POSIXTRACE_EXEC:
		move_number(input, offsetof(struct posixtrace_path, result));
		break;
	case POSIXTRACE_FORK:
	case POSIXTRACE_EXIT:
	case POSIXTRACE_PROCESS:
		move_number(input, offsetof(struct posixtrace_process, pid));
		break;
	case POSIXTRACE_MUTEX_WAIT:
	case POSIXTRACE_RDLOCK_WAIT:
	case POSIXTRACE_WRLOCK_WAIT:
		move_number(input, offsetof(struct posixtrace_wait, holder));
		break;
	case POSIXTRACE_WAITPID:
		move_number(input, offsetof(struct posixtrace_child, pid));
		move_number(input, offsetof(struct posixtrace_child, result));
		break;
	case POSIXTRACE_KILL:
		move_number(input, offsetof(struct posixtrace_kill, to));
		break;
	case POSIXTRACE_SIGNAL:
		move_number(input, offsetof(struct posixtrace_signal, sender));
		break;
	}
}
