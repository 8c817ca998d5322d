/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What the head of a new log has from the trace that is read; see log-writer.h. */
#include <string.h>

#include "common/nanoseconds.h"
#include "trace/log-writer.h"

bool log_writer_head(struct pxt_log_head *head, trace_id_t trid)
{
	struct posixtrace_origin origin;
	trace_attr_t attr;

	*head = (struct pxt_log_head){ 0 };
	if (posix_trace_get_attr(trid, &attr) != 0)
		return false;
	memcpy(&head->attr, pxt_attr_in(&attr), sizeof(head->attr));
	posix_trace_attr_destroy(&attr);
	/* For a dump nothing else is known. */
	if (posixtrace_get_origin(trid, &origin) != 0)
		return true;
	head->target_pid = origin.target;
	memcpy(head->host, origin.host, sizeof(head->host));
	memcpy(head->boot_id, origin.boot_id, sizeof(head->boot_id));
	return true;
}

int64_t log_writer_last(trace_id_t trid, int64_t first_ns)
{
	struct posixtrace_log log;
	int64_t last;

	/* The counter of a dump is not known to go on for years. */
	if (posixtrace_get_log(trid, &log) != 0 || log.last.ns <= log.first.ns)
		return first_ns;
	if (__builtin_add_overflow(log.first_real_ns,
				   log.last.ns - log.first.ns, &last))
		return INT64_MAX;
	return last > first_ns ? last : first_ns;
}
