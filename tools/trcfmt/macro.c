/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The built-in macros: properties and origin of an event.
 */
#include "machine.h"

#include <stdio.h>

/* Bytes after the hook word. */
static uint64_t payload_size(const struct trcfmt_run *run)
{
	return run->size - run->word;
}

/* Without D1, if there is something after it. */
static uint64_t data_length(const struct trcfmt_run *run)
{
	uint64_t size = payload_size(run);

	if (!run->event->generic)
		return size;
	return size > run->word ? size - run->word : 0;
}

/* Missing bytes are 0. */
static uint64_t word_at(const struct trcfmt_run *run, uint64_t offset,
			unsigned size)
{
	unsigned char bytes[8] = { 0 };

	for (unsigned i = 0; i < size && offset + i < run->size; i++)
		bytes[i] = run->data[offset + i];
	return tf_integer(run, bytes, size);
}

static tf_value event_value(const struct trcfmt_run *run, enum tf_macro macro)
{
	const struct trcfmt_event *event = run->event;
	int64_t seconds = event->time_ns / 1000000000;
	int64_t rest = event->time_ns % 1000000000;

	switch (macro) {
	case TF_SVC:
		return event->svc;
	case TF_PID:
		return event->pid;
	case TF_TID:
		return event->tid;
	case TF_CPUID:
		return event->cpu;
	case TF_PRI:
		return event->priority;
	case TF_TRACEID:
		return event->hook;
	case TF_LOGIDX:
		return event->log_offset_end;
	case TF_LOGIDX0:
		return event->log_offset;
	case TF_RELLINENO:
		return event->report_line;
	case TF_EVID:
		return event->event_id;
	case TF_PROGADDR:
		return event->prog_address;
	case TF_TRUNC:
		return event->truncated;
	case TF_SEC:
		return rest < 0 ? seconds - 1 : seconds;
	case TF_NSEC:
		return rest < 0 ? rest + 1000000000 : rest;
	default:
		return 0;
	}
}

static tf_value trace_value(const struct trcfmt_run *run, enum tf_macro macro)
{
	const struct trcfmt_trace *trace = &run->trace;

	switch (macro) {
	case TF_TRACEENV:
		return trace->env == 32 ? 32 : 64;
	case TF_TOTALCPUS:
		return trace->total_cpus;
	case TF_TRACEDCPUS:
		return trace->traced_cpus;
	case TF_REPORTEDCPUS:
		return trace->reported_cpus;
	case TF_LARGEDATATYPES:
		return trace->large_data_types;
	default:
		return event_value(run, macro);
	}
}

tf_value tf_macro_value(const struct trcfmt_run *run, enum tf_macro macro)
{
	unsigned word = run->word;

	switch (macro) {
	case TF_D1:
	case TF_D2:
	case TF_D3:
	case TF_D4:
	case TF_D5:
		return word_at(run, word + (uint64_t)(macro - TF_D1) * word,
			       word);
	case TF_L1:
	case TF_L2:
	case TF_L3:
	case TF_L4:
	case TF_L5:
		return word_at(run, word + (uint64_t)(macro - TF_L1) * 8, 8);
	case TF_HD:
		return tf_hook_field(run, word == 4 ? 2 : 6);
	case TF_HL:
		return data_length(run);
	case TF_HB:
		return run->event->generic ? data_length(run) : 0;
	case TF_HT:
		return tf_hook_field(run, 0) & (word == 4 ? 0xf : 0xffff);
	case TF_HOOKENV:
		return run->event->env;
	case TF_WORDSIZE:
		return word;
	case TF_GENERIC:
		return run->event->generic;
	case TF_DATAPOINTER:
		return run->pointer / 8;
	case TF_BASEPOINTER:
		return run->base / 8;
	default:
		return trace_value(run, macro);
	}
}

const char *tf_exec_path(const struct trcfmt_run *run, int64_t pid,
			 char room[TF_MACRO_TEXT_ROOM])
{
	const char *path = run->trace.exec_path ?
		run->trace.exec_path(run->trace.exec_arg, pid) : NULL;

	if (path)
		return path;
	snprintf(room, TF_MACRO_TEXT_ROOM, "-%lld-", (long long)pid);
	return room;
}

const char *tf_macro_text(const struct trcfmt_run *run, enum tf_macro macro,
			  char room[TF_MACRO_TEXT_ROOM])
{
	const char *text = NULL;

	switch (macro) {
	case TF_EXECPATH:
		return tf_exec_path(run, run->event->pid, room);
	case TF_LOGFILE:
		text = run->trace.log_file;
		break;
	case TF_IPADDR:
		text = run->trace.ip_address;
		break;
	case TF_BUFF:
		text = run->trace.buffering;
		break;
	case TF_EVNAME:
		text = run->event->name;
		break;
	case TF_TRNAME:
		text = run->trace.stream_name;
		break;
	default:
		break;
	}
	return text ? text : "";
}
