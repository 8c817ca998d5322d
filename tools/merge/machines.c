/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which machines the logs are from, and what the merged log says of them.
 *
 * Logs are of one machine if they are of the same boot and the same host name;
 * containers have names of their own, and ids too.  The ids of the first
 * machine stay.  To those of the others a multiple of MERGE_IDS_A_MACHINE is
 * added, so that no two threads are taken for one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/nanoseconds.h"
#include "common/tool.h"
#include "merge/merge.h"

static bool is_same_machine(const struct merge_input *a,
			    const struct merge_input *b)
{
	return strcmp(a->head.boot_id, b->head.boot_id) == 0 &&
	       strcmp(a->head.host, b->head.host) == 0 &&
	       (*a->head.boot_id || *a->head.host);
}

/* Find the first log of the same machine. */
static size_t find_machine(const struct merge *merge, size_t i)
{
	size_t first = 0;

	while (first < i &&
	       !is_same_machine(&merge->inputs[first], &merge->inputs[i]))
		first++;
	return first;
}

/* A log may be a merged one, with ids of several machines. */
static int64_t ids_of(const struct merge *merge, size_t machine)
{
	int64_t most = 0;

	for (size_t i = machine; i < merge->n_inputs; i++)
		if (merge->inputs[i].machine == machine &&
		    merge->inputs[i].ids_most > most)
			most = merge->inputs[i].ids_most;
	return (most / MERGE_IDS_A_MACHINE + 1) * MERGE_IDS_A_MACHINE;
}

static void report_ids(const struct merge *merge,
		       const struct merge_input *input, int64_t added)
{
	/* Report each machine once, with its first log. */
	if (!merge->quiet && added && &merge->inputs[input->machine] == input)
		tool_note("%s: from another machine than %s%s%s: its process "
			  "and thread ids have %" PRId64 " added", input->path,
			  merge->inputs[0].path, *input->head.host ? ", " : "",
			  input->head.host, added);
}

bool merge_place_machines(struct merge *merge)
{
	int64_t added = 0, next = 0;

	for (size_t i = 0; i < merge->n_inputs; i++)
		merge->inputs[i].machine = find_machine(merge, i);
	if (merge->keeps_ids)
		return true;
	for (size_t i = 0; i < merge->n_inputs; i++) {
		struct merge_input *input = &merge->inputs[i];

		if (input->machine != i) {
			added = merge->inputs[input->machine].ids_added;
		} else {
			added = next;
			next += ids_of(merge, i);
		}
		if (next > INT32_MAX) {
			tool_error("%s: there are not enough ids for so many "
				   "machines; merge fewer, or use --keep-ids",
				   input->path);
			return false;
		}
		input->ids_added = (int32_t)added;
		report_ids(merge, input, added);
	}
	return true;
}

/* "a,b", as far as there is room. */
static void join_hosts(const struct merge *merge, struct pxt_log_head *head)
{
	size_t len = 0;

	memset(head->host, 0, sizeof(head->host));
	for (size_t i = 0; i < merge->n_inputs; i++) {
		const struct merge_input *input = &merge->inputs[i];
		size_t room = sizeof(head->host) - len;
		int n;

		if (input->machine != i || !*input->head.host)
			continue;
		n = snprintf(head->host + len, room, "%s%s", len ? "," : "",
			     input->head.host);
		if (n < 0 || (size_t)n >= room) {
			memset(head->host + len, 0, room);
			return;
		}
		len += (size_t)n;
	}
}

/* Combine the attributes of two logs. */
static void join_attr(struct pxt_attr *attr, const struct pxt_attr *other)
{
	if (strcmp(attr->name, other->name) != 0) {
		memset(attr->name, 0, sizeof(attr->name));
		memcpy(attr->name, "merged", sizeof("merged"));
	}
	if (other->stream_size > attr->stream_size)
		attr->stream_size = other->stream_size;
	if (other->data_size > attr->data_size)
		attr->data_size = other->data_size;
	if (other->resolution_ns > attr->resolution_ns)
		attr->resolution_ns = other->resolution_ns;
	/* Gaps of all logs have to be reported in place, which is not done for
	 * a stream that stops when it is full. */
	if (attr->stream_policy != other->stream_policy ||
	    attr->stream_policy == POSIX_TRACE_UNTIL_FULL)
		attr->stream_policy = POSIX_TRACE_FLUSH;
}

static void set_created(const struct merge *merge, struct pxt_attr *attr)
{
	int64_t earliest = INT64_MAX, ns;

	for (size_t i = 0; i < merge->n_inputs; i++) {
		const struct merge_input *input = &merge->inputs[i];
		const struct timespec made = {
			.tv_sec = input->head.attr.create_sec,
			.tv_nsec = input->head.attr.create_nsec,
		};

		if (ns_since_epoch(&made, &ns) &&
		    !__builtin_add_overflow(ns, input->offset_ns, &ns) &&
		    ns >= 0 && ns < earliest)
			earliest = ns;
	}
	if (earliest == INT64_MAX)
		return;
	attr->create_sec = earliest / 1000000000;
	attr->create_nsec = earliest % 1000000000;
}

void merge_head(const struct merge *merge, struct pxt_log_head *head)
{
	bool is_one_machine = true, is_one_process = true;

	*head = merge->inputs[0].head;
	for (size_t i = 1; i < merge->n_inputs; i++) {
		const struct merge_input *input = &merge->inputs[i];

		is_one_machine &= input->machine == 0;
		is_one_process &= input->machine == 0 &&
				  input->head.target_pid == head->target_pid;
		join_attr(&head->attr, &input->head.attr);
	}
	set_created(merge, &head->attr);
	head->attr.compression = (uint32_t)merge->compression;
	head->controller_pid = 0;
	if (!is_one_process)
		head->target_pid = 0;
	if (is_one_machine)
		return;
	memset(head->boot_id, 0, sizeof(head->boot_id));
	join_hosts(merge, head);
}
