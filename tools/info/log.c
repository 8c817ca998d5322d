/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* `posixtrace info` for a log. */
#include <inttypes.h>
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/tool.h"
#include "info/info.h"
#include "trace/summary.h"
#include "trace/types.h"

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

static void show_head(const struct info *info,
		      const struct posixtrace_log *log)
{
	struct timespec created = { 0 };
	struct posixtrace_origin origin = { 0 };
	struct sheet *sheet = info->sheet;
	trace_attr_t attr;

	posixtrace_get_origin(info->trid, &origin);
	if (posix_trace_get_attr(info->trid, &attr) == 0) {
		posix_trace_attr_getcreatetime(&attr, &created);
		posix_trace_attr_destroy(&attr);
	}
	sheet_text(sheet, "format", "libposixtrace log");
	sheet_group(sheet, "header");
	sheet_number(sheet, "version", log->version);
	sheet_text(sheet, "byte order", "%s",
		   posixtrace_is_big_endian(info->trid) ? "big endian" :
		   "little endian");
	sheet_number(sheet, "pointer size", log->pointer_size);
	sheet_hex(sheet, "identity", origin.identity);
	put_date(sheet, "created", created.tv_sec, created.tv_nsec);
	sheet_text(sheet, "host", "%s", origin.host);
	sheet_text(sheet, "boot", "%s", origin.boot_id);
	sheet_signed(sheet, "target pid", origin.target);
	sheet_signed(sheet, "controller pid", origin.controller);
	sheet_number(sheet, "block start", log->block_start);
	sheet_number(sheet, "block limit", log->block_limit);
	sheet_number(sheet, "block size max", log->block_max);
	sheet_text(sheet, "segment", "%s", log->segment);
	sheet_group_end(sheet);
}

static void show_status(const struct info *info,
			const struct posixtrace_log *log,
			const struct summary *summary)
{
	const struct posixtrace_usage *usage = &summary->usage;
	struct posix_trace_status_info status = { 0 };
	struct sheet *sheet = info->sheet;

	posix_trace_get_status(info->trid, &status);
	sheet_group(sheet, "losses");
	sheet_bool(sheet, "complete", usage->complete);
	sheet_number(sheet, "damaged places", log->damaged);
	sheet_number(sheet, "lost from log", usage->log_lost);
	if (log->has_status) {
		sheet_number(sheet, "lost from stream", usage->lost);
		sheet_bool(sheet, "stream was full",
			   status.posix_stream_full_status == POSIX_TRACE_FULL);
		sheet_bool(sheet, "log was full",
			   status.posix_log_full_status == POSIX_TRACE_FULL);
		summary_show_full(summary, sheet);
		sheet_signed(sheet, "flush error",
			     status.posix_stream_flush_error);
	}
	sheet_group_end(sheet);
	sheet_group(sheet, "recording");
	sheet_number(sheet, "events", usage->events);
	if (log->has_status) {
		sheet_number(sheet, "bytes", usage->bytes);
		sheet_number(sheet, "processes", usage->processes);
		sheet_number(sheet, "threads", usage->threads);
		sheet_number(sheet, "starts", usage->starts);
		sheet_number(sheet, "types filtered", usage->filtered);
		sheet_number(sheet, "peak", usage->peak);
	}
	sheet_group_end(sheet);
}

static void show_clock(struct sheet *sheet, const struct posixtrace_log *log)
{
	sheet_group(sheet, "clock");
	sheet_text(sheet, "kind", "%s", log->has_counter ?
		   "processor's counter" : "CLOCK_MONOTONIC");
	sheet_number(sheet, "anchors", log->anchors);
	if (log->anchors > 1)
		sheet_decimal(sheet, "ticks per second",
			      (double)(log->last.ticks - log->first.ticks) *
			      1e9 / (double)(log->last.ns - log->first.ns), 0);
	sheet_number(sheet, "first ticks", log->first.ticks);
	sheet_number(sheet, "first monotonic ns", log->first.ns);
	sheet_signed(sheet, "first real ns", log->first_real_ns);
	sheet_group_end(sheet);
}

/* All blocks, and their number; the caller frees them.  NULL: no memory. */
static struct posixtrace_block *read_blocks(trace_id_t trid, uint64_t n)
{
	struct posixtrace_block *blocks = calloc(n ? n : 1, sizeof(*blocks));

	for (size_t i = 0; blocks && i < n; i++)
		posixtrace_get_block(trid, i, &blocks[i]);
	return blocks;
}

static void show_blocks(const struct info *info,
			const struct posixtrace_log *log,
			const struct posixtrace_block *block)
{
	static const char *const columns[] = {
		">serial", ">offset", ">bytes", ">records", ">pid", ">tid",
		">base", ">last",
	};
	struct sheet *sheet = info->sheet;
	uint64_t bytes = 0;

	for (size_t i = 0; i < log->blocks; i++)
		bytes += block[i].bytes;
	sheet_group(sheet, "blocks");
	sheet_number(sheet, "number", log->blocks);
	sheet_number(sheet, "bytes", bytes);
	sheet_number(sheet, "records", log->records);
	sheet_group_end(sheet);
	if (!info->blocks)
		return;
	sheet_table(sheet, "block list", columns, 8);
	for (size_t i = 0; i < log->blocks; i++) {
		sheet_row(sheet);
		sheet_cell_number(sheet, block[i].serial);
		sheet_cell_number(sheet, block[i].offset);
		sheet_cell_number(sheet, block[i].bytes);
		sheet_cell_number(sheet, block[i].records);
		sheet_cell_signed(sheet, block[i].pid);
		sheet_cell_signed(sheet, block[i].tid);
		sheet_cell_number(sheet, block[i].base);
		sheet_cell_number(sheet, block[i].last);
	}
	sheet_table_end(sheet);
}

/* By thread, then by time. */
static int compare(const void *a, const void *b)
{
	const struct posixtrace_block *x = a, *y = b;

	if (x->is_controllers != y->is_controllers)
		return x->is_controllers < y->is_controllers ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static bool is_same(const struct posixtrace_block *a,
		    const struct posixtrace_block *b)
{
	return a->is_controllers == b->is_controllers && a->pid == b->pid &&
	       a->tid == b->tid;
}

/* The thread whose first block this is; its other blocks follow. */
static size_t put_thread(const struct info *info,
			 const struct posixtrace_block *block, size_t n)
{
	char name[POSIXTRACE_THREAD_NAME_MAX + 1] = "";
	struct sheet *sheet = info->sheet;
	uint64_t records = 0, bytes = 0;
	size_t i;

	for (i = 0; i < n && is_same(&block[i], &block[0]); i++) {
		records += block[i].records;
		bytes += block[i].record_bytes;
	}
	if (!block->is_controllers)
		posixtrace_get_thread_name(info->trid, block->pid, block->tid,
					   name);
	sheet_row(sheet);
	sheet_cell_signed(sheet, block->pid);
	sheet_cell_signed(sheet, block->tid);
	sheet_cell_text(sheet, "%s", name);
	sheet_cell_text(sheet, "%s", block->is_controllers ? "controller" :
			"traced");
	sheet_cell_number(sheet, i);
	sheet_cell_number(sheet, records);
	sheet_cell_number(sheet, bytes);
	return i;
}

/* Sorts the blocks. */
static void show_threads(const struct info *info,
			 struct posixtrace_block *blocks, size_t n)
{
	static const char *const columns[] = {
		">pid", ">tid", "name", "side", ">blocks", ">records", ">bytes",
	};

	qsort(blocks, n, sizeof(*blocks), compare);
	sheet_table(info->sheet, "threads", columns, 7);
	for (size_t i = 0; i < n;)
		i += put_thread(info, blocks + i, n - i);
	sheet_table_end(info->sheet);
}

static void show_types(const struct info *info)
{
	static const char *const columns[] = { ">type", "name" };
	char name[TRACE_EVENT_NAME_MAX + 1];

	sheet_table(info->sheet, "event types", columns, 2);
	for (unsigned id = 0; id < TYPES_IDS; id++) {
		if (posix_trace_eventid_get_name(info->trid, id, name) != 0)
			continue;
		sheet_row(info->sheet);
		sheet_cell_number(info->sheet, id);
		sheet_cell_text(info->sheet, "%s", name);
	}
	sheet_table_end(info->sheet);
}

int info_log(const struct info *info)
{
	struct posixtrace_block *blocks;
	struct summary summary = { 0 };
	struct posixtrace_log log = { 0 };

	/* First: damaged bytes are noticed when they are read. */
	summary_count_all(&summary, info->input->path, info->trid, UINT64_MAX);
	posixtrace_get_log(info->trid, &log);
	blocks = read_blocks(info->trid, log.blocks);
	if (!blocks) {
		tool_error("out of memory");
		return TOOL_FAILURE;
	}
	show_head(info, &log);
	info_attributes(info);
	show_status(info, &log, &summary);
	show_clock(info->sheet, &log);
	show_blocks(info, &log, blocks);
	show_threads(info, blocks, log.blocks);
	show_types(info);
	free(blocks);
	summary_note_full(&summary);
	summary_note_damage(&summary, "counted");
	return summary_status(&summary);
}
