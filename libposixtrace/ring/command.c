/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Commands to a controller; see command.h. */
#include "ring/command.h"

#include <errno.h>

#include "base/futex.h"

enum state { IDLE = 0, ASKED = 1, TAKEN = 2, STATE = 3 };

enum { COMMAND_AT = 2, COMMAND = 0xf, RESULT_AT = 8, RESULT = 0xff };

/* The number is in the upper half. */
#define NUMBER UINT32_C(0xffff0000)
#define NEXT UINT32_C(0x10000)

/* How long a waiting process sleeps before it looks whether it is too late. */
enum { PATIENCE_NS = 50000000 };

static uint32_t make(uint32_t number, enum pxt_command command, int result,
		     enum state state)
{
	return (number & NUMBER) |
	       ((uint32_t)result & RESULT) << RESULT_AT |
	       ((uint32_t)command & COMMAND) << COMMAND_AT | (uint32_t)state;
}

static enum pxt_command command_of(uint32_t word)
{
	return (enum pxt_command)(word >> COMMAND_AT & COMMAND);
}

static bool is_dead(const struct pxt_segment *segment)
{
	return (pxt_load_relaxed(&segment->run) & PXT_RUN_MASK) == PXT_RUN_DEAD;
}

/* Sleep while the word has this value.  False: it is too late. */
static bool wait_while(struct pxt_segment *segment, uint32_t word,
		       uint64_t deadline)
{
	if (is_dead(segment) || pxt_clock_ns(CLOCK_MONOTONIC) >= deadline)
		return false;
	pxt_futex_wait_ns(&segment->command, word, PATIENCE_NS);
	return true;
}

/* Ask when no other process does.  False: it is too late. */
static bool put(struct pxt_segment *segment, enum pxt_command command,
		uint64_t deadline, uint32_t *asked)
{
	uint32_t word = pxt_load_acquire(&segment->command);

	for (;;) {
		if ((word & STATE) != IDLE) {
			if (!wait_while(segment, word, deadline))
				return false;
			word = pxt_load_acquire(&segment->command);
			continue;
		}
		*asked = make(word + NEXT, command, 0, ASKED);
		if (pxt_cas_acq_rel(&segment->command, &word, *asked))
			break;
	}
	/* The controller sleeps on this one. */
	pxt_add_relaxed(&segment->wake, 1);
	pxt_futex_wake(&segment->wake);
	return true;
}

/* Do not wait any longer.  False: the word has just changed. */
static bool withdraw(struct pxt_segment *segment, uint32_t word)
{
	const uint32_t idle = make(word, 0, ETIMEDOUT, IDLE);

	if (!pxt_cas_acq_rel(&segment->command, &word, idle))
		return false;
	pxt_futex_wake(&segment->command);
	return true;
}

static bool can_be_withdrawn(uint32_t word)
{
	return (word & STATE) == ASKED || command_of(word) == PXT_COMMAND_SNAPSHOT;
}

int pxt_command_ask(struct pxt_segment *segment, enum pxt_command command,
		    uint64_t deadline)
{
	uint32_t asked, word;

	if (!put(segment, command, deadline, &asked))
		return is_dead(segment) ? ENOENT : ETIMEDOUT;
	for (;;) {
		word = pxt_load_acquire(&segment->command);
		/* The result of a later command is not ours, but ours was done
		 * before. */
		if ((word & NUMBER) != (asked & NUMBER))
			return 0;
		if ((word & STATE) == IDLE)
			return (int)(word >> RESULT_AT & RESULT);
		if (!wait_while(segment, word, deadline) &&
		    (!can_be_withdrawn(word) || withdraw(segment, word)))
			return is_dead(segment) ? ENOENT : ETIMEDOUT;
	}
}

bool pxt_command_take(struct pxt_segment *segment, enum pxt_command *command,
		      uint32_t *taken)
{
	uint32_t word = pxt_load_acquire(&segment->command);

	if ((word & STATE) != ASKED)
		return false;
	*command = command_of(word);
	*taken = make(word, *command, 0, TAKEN);
	return pxt_cas_acq_rel(&segment->command, &word, *taken);
}

bool pxt_command_end(struct pxt_segment *segment, uint32_t taken, int err)
{
	const uint32_t idle = make(taken, command_of(taken), err, IDLE);
	uint32_t word = taken;

	/* A snapshot may have been withdrawn; else only a traced process may have
	 * changed the word since. */
	if (!pxt_cas_acq_rel(&segment->command, &word, idle))
		return false;
	pxt_futex_wake(&segment->command);
	return true;
}
