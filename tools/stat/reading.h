/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Reads the events of a trace for who counts them. */
#ifndef POSIXTRACE_TOOLS_STAT_READING_H
#define POSIXTRACE_TOOLS_STAT_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/reader.h"

struct taker {
	/*
	 * Take each event in the order of time; `ns` is the time since the first
	 * one.  If it is not picked it is not to be counted, but may say what
	 * later ones are about.  False: no memory.
	 */
	bool (*event)(void *state, const struct trace_event *event, uint64_t ns,
		      bool is_picked);
	/* There is a gap before the next event. */
	void (*gap)(void *state, const struct posixtrace_loss *gap);
	bool is_silent;			/* progress is not shown */
};

/* False: a failure, which was reported. */
bool reading_take(struct reader *reader, const struct taker *taker, void *state);

#endif
