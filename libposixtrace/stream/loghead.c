/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The head of a stream's log; see loghead.h. */
#include "stream/loghead.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "process/self.h"

static void read_boot_id(char *id, size_t size)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, id, size - 1);

	if (fd >= 0)
		close(fd);
	id[n < 0 ? 0 : n] = '\0';
	id[strcspn(id, "\n")] = '\0';
}

void pxt_loghead_fill(const struct pxt_stream *stream,
		      struct pxt_log_head *head)
{
	const struct pxt_view *view = &stream->slot.view;

	*head = (struct pxt_log_head){
		.pointer_size = sizeof(void *),
		.chunk_size = view->chunk_size,
		.id_space = PXT_ID_SPACE,
		.set_size = sizeof(trace_event_set_t),
		.target_pid = view->target,
		.controller_pid = getpid(),
		.clock = view->clock,
		.anchor_ticks = view->anchor.ticks,
		.anchor_ns = view->anchor.ns,
		.anchor_real_ns = view->anchor_real_ns,
		.controller_start = pxt_self_process()->proc.start,
		.attr = view->attr,
	};
	read_boot_id(head->boot_id, sizeof(head->boot_id));
	gethostname(head->host, sizeof(head->host) - 1);
	memcpy(head->segment, stream->slot.path, sizeof(head->segment));
	head->segment[sizeof(head->segment) - 1] = '\0';
}
