/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * How long events waited: each that an active object gets is paired with
 * the oldest one of that signal posted to it and not yet got.
 */
#ifndef POSIXTRACE_TOOLS_RKH_RESPONSE_H
#define POSIXTRACE_TOOLS_RKH_RESPONSE_H

#include <stdint.h>

struct rkh_responses;

/* NULL: no memory. */
struct rkh_responses *rkh_responses_new(void);
void rkh_responses_free(struct rkh_responses *responses);

/* The target has restarted. */
void rkh_responses_forget(struct rkh_responses *responses);

/* Posts and gets may be missing: the waiting events are unknown. */
void rkh_responses_gap(struct rkh_responses *responses);

/* An event is posted.  Returns its number, counted by object from 1. */
uint64_t rkh_responses_post(struct rkh_responses *responses, uint64_t object,
			    uint64_t signal, uint64_t time);

/*
 * An event is got.  Returns the number of its post and puts the time since
 * into *waited; 0 and -1 if there is none.
 */
uint64_t rkh_responses_get(struct rkh_responses *responses, uint64_t object,
			   uint64_t signal, uint64_t time, int64_t *waited);

#endif
