/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What `posixtrace info` tells of a log. */
#include <errno.h>
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/tool.h"
#include "info/info.h"
#include "trace/summary.h"

static void put_date(struct sheet *sheet, const char *name, int64_t sec,
		     int64_t nsec)
{
	time_t time = (time_t)sec;
	char date[64];
	struct tm tm;

	if (gmtime_r(&time, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm) > 0)
		sheet_text(sheet, name, "%s.%09" PRId64 "Z", date, nsec);
	else
		sheet_text(sheet, name, "%" PRId64 " s", sec);
}

static void show_head(struct sheet *sheet, const struct pxt_log_head *head)
{
	bool is_big_endian = pxt_log_is_foreign(head) !=
			     (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	sheet_text(sheet, "format", "libposixtrace log");
	sheet_group(sheet, "header");
	sheet_number(sheet, "version", head->version);
	sheet_text(sheet, "byte order", "%s", is_big_endian ? "big endian" :
		   "little endian");
	sheet_number(sheet, "pointer size", head->pointer_size);
	sheet_hex(sheet, "identity", head->identity);
	put_date(sheet, "created", head->attr.create_sec,
		 head->attr.create_nsec);
	sheet_text(sheet, "host", "%s", head->host);
	sheet_text(sheet, "boot", "%s", head->boot_id);
	sheet_signed(sheet, "target pid", head->target_pid);
	sheet_signed(sheet, "controller pid", head->controller_pid);
	sheet_number(sheet, "block start", head->block_start);
	sheet_number(sheet, "block limit", head->block_limit);
	sheet_number(sheet, "block size max", head->chunk_size);
	sheet_text(sheet, "segment", "%s", head->segment);
	sheet_group_end(sheet);
}

static void show_status(struct sheet *sheet, const struct pxt_log_reader *log,
			const struct summary *summary)
{
	const struct pxt_log_status *status = pxt_log_get_status(log);

	sheet_group(sheet, "losses");
	sheet_bool(sheet, "complete", summary->usage.complete);
	sheet_number(sheet, "damaged places", pxt_log_get_summary(log)->damaged);
	sheet_number(sheet, "lost from log", summary->usage.log_lost);
	if (status) {
		sheet_number(sheet, "lost from stream", summary->usage.lost);
		sheet_bool(sheet, "stream was full",
			   status->stream_full == POSIX_TRACE_FULL);
		sheet_bool(sheet, "log was full",
			   status->log_full == POSIX_TRACE_FULL);
		summary_show_full(summary, sheet);
		sheet_signed(sheet, "flush error", status->flush_error);
	}
	sheet_group_end(sheet);
	sheet_group(sheet, "recording");
	sheet_number(sheet, "events", summary->usage.events);
	if (status) {
		sheet_number(sheet, "bytes", status->bytes);
		sheet_number(sheet, "processes", status->processes);
		sheet_number(sheet, "threads", status->threads);
		sheet_number(sheet, "starts", status->starts);
		sheet_number(sheet, "types filtered", status->filtered);
		sheet_number(sheet, "peak", status->peak);
	}
	sheet_group_end(sheet);
}

static void show_clock(struct sheet *sheet, const struct pxt_log_reader *log)
{
	const struct pxt_log_head *head = pxt_log_get_head(log);
	size_t n;
	const struct pxt_anchor *anchor = pxt_log_get_anchors(log, &n);

	sheet_group(sheet, "clock");
	sheet_text(sheet, "kind", "%s", head->clock == PXT_CLOCK_COUNTER ?
		   "processor's counter" : "CLOCK_MONOTONIC");
	sheet_number(sheet, "anchors", n);
	if (n > 1)
		sheet_text(sheet, "ticks per second", "%.0f",
			   (double)(anchor[n - 1].ticks - anchor[0].ticks) *
			   1e9 / (double)(anchor[n - 1].ns - anchor[0].ns));
	sheet_number(sheet, "first ticks", head->anchor_ticks);
	sheet_number(sheet, "first monotonic ns", head->anchor_ns);
	sheet_signed(sheet, "first real ns", head->anchor_real_ns);
	sheet_group_end(sheet);
}

static void show_blocks(const struct info *info,
			const struct pxt_log_reader *log)
{
	static const char *const columns[] = {
		">serial", ">offset", ">bytes", ">records", ">pid", ">tid",
		">base", ">last",
	};
	struct sheet *sheet = info->sheet;
	uint64_t bytes = 0;
	size_t n;
	const struct pxt_log_block *block = pxt_log_get_blocks(log, &n);

	for (size_t i = 0; i < n; i++)
		bytes += block[i].used + sizeof(struct pxt_chunk_header);
	sheet_group(sheet, "blocks");
	sheet_number(sheet, "number", n);
	sheet_number(sheet, "bytes", bytes);
	sheet_number(sheet, "records", pxt_log_get_summary(log)->events);
	sheet_group_end(sheet);
	if (!info->blocks)
		return;
	sheet_table(sheet, "block list", columns, 8);
	for (size_t i = 0; i < n; i++) {
		sheet_row(sheet);
		sheet_cell_number(sheet, block[i].serial);
		sheet_cell_number(sheet, block[i].offset);
		sheet_cell_number(sheet, block[i].used +
				  sizeof(struct pxt_chunk_header));
		sheet_cell_number(sheet, block[i].count);
		sheet_cell_text(sheet, "%" PRId32, block[i].pid);
		sheet_cell_text(sheet, "%" PRId32, block[i].tid);
		sheet_cell_number(sheet, block[i].base);
		sheet_cell_number(sheet, block[i].last);
	}
	sheet_table_end(sheet);
}

/* By thread, then by time. */
static int compare(const void *a, const void *b)
{
	const struct pxt_log_block *x = *(const struct pxt_log_block *const *)a;
	const struct pxt_log_block *y = *(const struct pxt_log_block *const *)b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static bool is_same(const struct pxt_log_block *a,
		    const struct pxt_log_block *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->tid == b->tid;
}

/* The thread whose first block this is; its others follow. */
static size_t put_thread(struct sheet *sheet, const struct pxt_log_reader *log,
			 const struct pxt_log_block **block, size_t n,
			 unsigned char *buffer)
{
	const struct pxt_chunk_header *header = (const void *)buffer;
	uint64_t events = 0, bytes = 0;
	size_t i;

	for (i = 0; i < n && is_same(block[i], block[0]); i++) {
		events += block[i]->count;
		bytes += block[i]->used;
	}
	sheet_row(sheet);
	sheet_cell_text(sheet, "%" PRId32, block[0]->pid);
	sheet_cell_text(sheet, "%" PRId32, block[0]->tid);
	if (pxt_log_load(log, block[0], buffer) == 0)
		sheet_cell_text(sheet, "%.*s", (int)sizeof(header->comm),
				header->comm);
	else
		sheet_cell_none(sheet);
	sheet_cell_text(sheet, "%s", block[0]->kind == PXT_KIND_CONTROL ?
			"controller" : "traced");
	sheet_cell_number(sheet, i);
	sheet_cell_number(sheet, events);
	sheet_cell_number(sheet, bytes);
	return i;
}

static bool show_threads(struct sheet *sheet, const struct pxt_log_reader *log)
{
	static const char *const columns[] = {
		">pid", ">tid", "name", "side", ">blocks", ">records", ">bytes",
	};
	size_t n;
	const struct pxt_log_block *blocks = pxt_log_get_blocks(log, &n);
	const struct pxt_log_block **order = calloc(n ? n : 1, sizeof(*order));
	unsigned char *buffer = malloc(pxt_log_get_head(log)->chunk_size);

	if (!order || !buffer) {
		free(order);
		free(buffer);
		tool_error("out of memory");
		return false;
	}
	for (size_t i = 0; i < n; i++)
		order[i] = &blocks[i];
	qsort(order, n, sizeof(*order), compare);
	sheet_table(sheet, "threads", columns, 7);
	for (size_t i = 0; i < n;)
		i += put_thread(sheet, log, order + i, n - i, buffer);
	sheet_table_end(sheet);
	free(buffer);
	free(order);
	return true;
}

static void show_types(struct sheet *sheet, const struct pxt_log_reader *log)
{
	static const char *const columns[] = { ">type", "name" };

	sheet_table(sheet, "event types", columns, 2);
	for (unsigned id = 0; id < PXT_ID_SPACE; id++) {
		const char *name = pxt_log_get_name(log, id);

		if (!name)
			continue;
		sheet_row(sheet);
		sheet_cell_number(sheet, id);
		sheet_cell_text(sheet, "%s", name);
	}
	sheet_table_end(sheet);
}

int info_log(const struct info *info, struct pxt_log_reader *log)
{
	struct summary summary = { 0 };

	summary_count(&summary, info->input->path, info->trid, UINT64_MAX);
	show_head(info->sheet, pxt_log_get_head(log));
	info_attributes(info);
	show_status(info->sheet, log, &summary);
	show_clock(info->sheet, log);
	show_blocks(info, log);
	if (!show_threads(info->sheet, log))
		return TOOL_FAILURE;
	show_types(info->sheet, log);
	summary_note_full(&summary);
	summary_note_damage(&summary, "counted");
	return summary_status(&summary);
}
