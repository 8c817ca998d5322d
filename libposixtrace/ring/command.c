/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Commands to a controller; see command.h. */
#include "ring/command.h"

#include <errno.h>

#include "base/futex.h"

enum state { IDLE = 0, ASKED = 1, TAKEN = 2, DONE = 3, STATE = 3 };

enum { COMMAND_AT = 2, COMMAND = 0xf, RESULT_AT = 8, RESULT = 0xff };

/* Nobody waits for what has been TAKEN. */
#define LEFT UINT32_C(0x40)

/* The number is in the upper half. */
#define NUMBER UINT32_C(0xffff0000)
#define NEXT UINT32_C(0x10000)

enum {
	/* How long a waiting process sleeps before it looks whether it is too late. */
	PATIENCE_NS = 50000000,
	/* How long an answer stays for a process that may have been killed. */
	UNREAD_NS = 1000000000,
};

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

/* An answer, and since when it has been there. */
struct unread {
	uint32_t word;
	uint64_t since;
};

/* Can a command be put in the place of this word? */
static bool is_free(uint32_t word, struct unread *unread)
{
	if ((word & STATE) != DONE)
		return (word & STATE) == IDLE;
	if (!unread->since || unread->word != word)
		*unread = (struct unread){
			.word = word,
			.since = pxt_clock_ns(CLOCK_MONOTONIC),
		};
	return pxt_clock_ns(CLOCK_MONOTONIC) - unread->since >= UNREAD_NS;
}

/* Ask when no other process does.  False: it is too late. */
static bool put(struct pxt_segment *segment, enum pxt_command command,
		uint64_t deadline, uint32_t *asked)
{
	struct unread unread = { 0 };
	uint32_t word = pxt_load_acquire(&segment->command);

	for (;;) {
		if (!is_free(word, &unread)) {
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
static bool leave(struct pxt_segment *segment, uint32_t word)
{
	const bool goes_on = (word & STATE) == TAKEN &&
			     command_of(word) != PXT_COMMAND_SNAPSHOT;
	const uint32_t left = goes_on ? word | LEFT :
			      make(word, 0, ETIMEDOUT, IDLE);

	if (!pxt_cas_acq_rel(&segment->command, &word, left))
		return false;
	pxt_futex_wake(&segment->command);
	return true;
}

/* The answer has been read.  Another process may have asked just now. */
static void free_word(struct pxt_segment *segment, uint32_t word)
{
	if (pxt_cas_acq_rel(&segment->command, &word, make(word, 0, 0, IDLE)))
		pxt_futex_wake(&segment->command);
}

int pxt_command_ask(struct pxt_segment *segment, enum pxt_command command,
		    uint64_t deadline)
{
	uint32_t asked, word;

	if (!put(segment, command, deadline, &asked))
		return is_dead(segment) ? ENOENT : ETIMEDOUT;
	for (;;) {
		word = pxt_load_acquire(&segment->command);
		/* Another process has not waited any longer until it was read; or
		 * a traced process has written it. */
		if ((word & NUMBER) != (asked & NUMBER) || (word & STATE) == IDLE)
			return ETIMEDOUT;
		if ((word & STATE) == DONE) {
			free_word(segment, word);
			return (int)(word >> RESULT_AT & RESULT);
		}
		if (!wait_while(segment, word, deadline) &&
		    leave(segment, word))
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
	const uint32_t done = make(taken, command_of(taken), err, DONE);
	uint32_t word = taken, left = taken | LEFT;
	bool is_awaited = pxt_cas_acq_rel(&segment->command, &word, done);

	/* Or a snapshot has been withdrawn, or a traced process has written it. */
	if (!is_awaited && !pxt_cas_acq_rel(&segment->command, &left,
					    make(taken, 0, 0, IDLE)))
		return false;
	pxt_futex_wake(&segment->command);
	return is_awaited;
}
