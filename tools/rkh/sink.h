/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The destinations of the events of a stream. */
#ifndef POSIXTRACE_TOOLS_RKH_SINK_H
#define POSIXTRACE_TOOLS_RKH_SINK_H

#include <stdint.h>

#include "common/out.h"
#include "stream.h"
#include "trace/sink.h"

/* So that ticks of a second can be converted to nanoseconds in 64 bits. */
#define RKH_HZ_MAX UINT64_C(10000000000)

struct rkh_output_options {
	struct out *out;
	struct rkh_config config;	/* before the stream gives its own */
	uint64_t hz;	/* of the stamps, at most RKH_HZ_MAX; 0: show ticks */
};

/* Write errors are reported by the output. */
struct rkh_output {
	/* NULL: no memory. */
	void *(*create)(const struct rkh_output_options *options);
	struct sink sink;	/* of events whose data is a struct rkh_event */
};

extern const struct rkh_output rkh_output_text;
extern const struct rkh_output rkh_output_trazer;
extern const struct rkh_output rkh_output_json;
extern const struct rkh_output rkh_output_msc;

#endif
