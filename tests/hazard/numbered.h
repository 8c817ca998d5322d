/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Events with numbers, and what a log has of them. */
#ifndef TESTS_HAZARD_NUMBERED_H
#define TESTS_HAZARD_NUMBERED_H

#include "hazard.h"

#include "log/check.h"
#include "log/reader.h"

enum { EVENTS = 15000 };

struct payload {
	uint32_t serial;
	unsigned char more[40];
};

static inline size_t length(uint32_t serial)
{
	return sizeof(uint32_t) + serial % 41;
}

static inline void record_some(trace_event_id_t type, uint32_t from, uint32_t to)
{
	struct payload p;

	for (p.serial = from; p.serial < to; p.serial++) {
		memset(p.more, (int)p.serial, sizeof(p.more));
		posix_trace_event(type, &p, length(p.serial));
	}
}

/* Check the events in a log and return their number.  They must end with the
 * last one recorded.  If `hole`, the events of one chunk may be missing. */
static inline unsigned count_events(int fd, bool hole)
{
	uint32_t next = UINT32_MAX;
	struct hz_event e;
	trace_id_t trid;
	unsigned n = 0;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		uint32_t serial;

		if (!hz_is_user(&e))
			continue;
		memcpy(&serial, &e.data, sizeof(serial));
		CHECK(next == UINT32_MAX || serial == next ||
		      (hole && serial > next), "event %u after %u", serial,
		      next - 1);
		hole = hole && (next == UINT32_MAX || serial == next);
		CHECK(e.len == length(serial), "%zu bytes", e.len);
		for (size_t i = sizeof(serial); i < e.len; i++)
			CHECK(e.data.bytes[i] == (unsigned char)serial,
			      "event %u is torn", serial);
		next = serial + 1;
		n++;
	}
	CHECK(next == EVENTS, "the last one is %u", next - 1);
	OK(posix_trace_close(trid));
	return n;
}

static inline void report_fault(void *context, uint64_t offset, bool is_fault,
		       const char *text)
{
	(void)context;
	CHECK(!is_fault, "at %llu: %s", (unsigned long long)offset, text);
}

static inline uint64_t check_log(int fd)
{
	struct pxt_finder finder = { .found = report_fault };
	struct pxt_log_reader *reader;
	uint64_t lost;

	/* A log that is incomplete has a fault. */
	OK(pxt_log_check(fd, &finder));
	OK(pxt_log_open_by_scan(fd, &reader));
	lost = pxt_log_get_summary(reader)->lost;
	pxt_log_close(reader);
	return lost;
}

/* The losses by the status of the log, and the sum of its gaps. */
struct losses {
	uint64_t log, stream, gaps;
};

/* Read all of a log; set `*recorded` to the number of events that a program has
 * recorded or caused by posix_trace_start(). */
static inline struct losses read_whole(int fd, uint64_t *recorded)
{
	struct posixtrace_usage usage;
	struct posixtrace_loss loss;
	struct losses sum = {0};
	struct hz_event e;
	trace_id_t trid;

	*recorded = 0;
	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		if (e.info.posix_event_id == POSIX_TRACE_OVERFLOW &&
		    posixtrace_get_loss(trid, &loss) == 0)
			sum.gaps += loss.events;
		*recorded += hz_is_user(&e) ||
			     e.info.posix_event_id == POSIX_TRACE_START;
	}
	OK(posixtrace_get_usage(trid, &usage));
	sum.log = usage.log_lost;
	sum.stream = usage.lost;
	OK(posix_trace_close(trid));
	return sum;
}

static inline struct losses read_losses(int fd)
{
	uint64_t recorded;

	return read_whole(fd, &recorded);
}

/* The number of user events in a log, whatever their serials.  `ends`: exactly
 * one STOP must follow them. */
static inline unsigned count_any(int fd, bool ends)
{
	unsigned n = 0, stops = 0;
	struct hz_event e;
	trace_id_t trid;
	bool stop = false;

	OK(posix_trace_open(fd, &trid));
	while (hz_get(trid, &e)) {
		n += hz_is_user(&e);
		stop = e.info.posix_event_id == POSIX_TRACE_STOP;
		stops += stop;
	}
	CHECK(!ends || (stop && stops == 1), "%u times STOP", stops);
	OK(posix_trace_close(trid));
	return n;
}

/* Events that were recorded by the program and can be read, and those that the log
 * lost. */
static inline uint64_t count_all(int fd)
{
	uint64_t n;
	struct losses sum = read_whole(fd, &n);

	return n + sum.log;
}

#endif
