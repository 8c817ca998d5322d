/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Slices: pairs of events, found by name, and calls; see pairs.h. */
#include "trace/pairs.h"

#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>

#include "trace/plain-name.h"
#include "trace/sysdata.h"

static const struct {
	const char *begin;
	const char *end;
} words[] = {
	{ "begin", "end" },
	{ "start", "stop" },
	{ "enter", "exit" },
};

static bool is_word(const char *bytes, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(bytes, word, len) == 0;
}

static bool is_call(trace_event_id_t id)
{
	enum sysdata_member members[SYSDATA_MOST];
	size_t n = sysdata_members(id, members);

	while (n && members[n - 1] != SYSDATA_DURATION)
		n--;
	return n;
}

void pair_parse(struct pair_name *name, const struct type *type)
{
	/* "work_begin~2" has other arguments than "work_begin". */
	const size_t end = plain_name_len(type->utf8, type->utf8_len);
	size_t at = end;

	*name = (struct pair_name){ .role = PAIR_NONE };
	if (is_call(type->id)) {
		name->role = PAIR_CALL;
		name->stem_len = type->utf8_len;
		return;
	}
	if (type->id == POSIXTRACE_PROCESS) {
		name->role = PAIR_PROGRAM;
		return;
	}
	/* A thread that has started exits: no event has the name that would
	 * end this one.  That the stream runs is nothing that a thread does, also
	 * in a ThreadX dump that was made of a log, with ids of its own. */
	if (type->id == POSIXTRACE_THREAD_START ||
	    is_word(type->utf8, end, "posix_trace_start") ||
	    is_word(type->utf8, end, "posix_trace_stop"))
		return;
	while (at && !strchr("_:.- ", type->utf8[at - 1]))
		at--;
	if (at < 2)
		return;
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const char *last = type->utf8 + at;
		size_t len = end - at;

		if (is_word(last, len, words[i].begin))
			name->role = PAIR_BEGIN;
		else if (is_word(last, len, words[i].end))
			name->role = PAIR_END;
		else
			continue;
		name->words = i;
		name->stem_len = at - 1;
		return;
	}
}

/* Their names are the same up to the last word, with what separates that. */
static bool are_pair(const struct pair_begun *begun,
		     const struct pair_event *event)
{
	const struct pair_name *name = event->name;

	return begun->name.words == name->words &&
	       begun->name.stem_len == name->stem_len &&
	       memcmp(begun->type->utf8, event->type->utf8,
		      name->stem_len + 1) == 0;
}

/* The list of pairs with a name, so that it is not compared with all that are open,
 * which may be thousands. */
static unsigned *newest_of(struct pairs *pairs, const struct pair_name *name,
			   const struct type *type)
{
	const size_t len = name->stem_len;
	const unsigned hash = (unsigned)len + 31u * (unsigned char)type->utf8[len - 1] +
			      7u * (unsigned char)type->utf8[len / 2];

	return &pairs->newest[hash % PAIRS_LISTS];
}

/* The one at the end of the array is open. */
static void enlist(struct pairs *pairs)
{
	struct pair_begun *begun = &pairs->begun[pairs->n++];
	unsigned *newest = newest_of(pairs, &begun->name, begun->type);

	begun->before = *newest;
	*newest = pairs->n;
}

static const struct pair_begun *close_last(struct pairs *pairs)
{
	const struct pair_begun *begun = &pairs->begun[--pairs->n];

	*newest_of(pairs, &begun->name, begun->type) = begun->before;
	return begun;
}

static void forget_open(struct pairs *pairs)
{
	pairs->n = 0;
	memset(pairs->newest, 0, sizeof(pairs->newest));
}

void pairs_forget(struct pairs *pairs)
{
	forget_open(pairs);
	pairs->n_ended = 0;
}

static void forget_oldest(struct pairs *pairs, unsigned n)
{
	const unsigned left = pairs->n - n;

	memmove(pairs->begun, pairs->begun + n, left * sizeof(pairs->begun[0]));
	forget_open(pairs);
	while (pairs->n < left)
		enlist(pairs);
}

/* Remove what is in a slice that began at `ns`.  Returns how long it took. */
static uint64_t take_inner(struct pairs *pairs, uint64_t ns)
{
	uint64_t length = 0;

	while (pairs->n_ended && pairs->ended[pairs->n_ended - 1].ns >= ns)
		length += pairs->ended[--pairs->n_ended].length;
	return length;
}

/* When a function was entered; not before the one around it. */
static uint64_t entered_at(const struct pairs *pairs, const struct pair_event *event)
{
	const uint64_t least = pairs->n ? pairs->begun[pairs->n - 1].ns : 0;
	struct posixtrace_function function;

	if (!event->type->is_function || event->len != sizeof(function) ||
	    event->ns < least)
		return event->ns;
	memcpy(&function, event->data, sizeof(function));
	return function.late <= event->ns - least ? event->ns - function.late :
						    least;
}

/* What has ended since it began is in the slice, and not in the one around it. */
static void begin(struct pairs *pairs, const struct pair_event *event)
{
	const uint64_t ns = entered_at(pairs, event);
	const uint64_t inner_ns = ns < event->ns ? take_inner(pairs, ns) : 0;
	struct pair_begun *around = pairs->n ? &pairs->begun[pairs->n - 1] : NULL;

	if (around)
		around->inner_ns -= inner_ns < around->inner_ns ?
				    inner_ns : around->inner_ns;
	if (pairs->n == PAIRS_DEEP)
		forget_oldest(pairs, PAIRS_DISCARDED);
	pairs->begun[pairs->n] = (struct pair_begun){
		.type = event->type, .name = *event->name, .ns = ns,
		.inner_ns = inner_ns, .number = event->number,
	};
	enlist(pairs);
}

/* The place, from 1, of the innermost one whose name the event has, from `i` in its
 * list on; 0: none. */
static unsigned find_pair(const struct pairs *pairs, unsigned i,
			  const struct pair_event *event)
{
	while (i && !are_pair(&pairs->begun[i - 1], event))
		i = pairs->begun[i - 1].before;
	return i;
}

/* What of the length of one that is closed is that of slices of its name belongs to
 * the next one of that name around it. */
static void add_same(struct pairs *pairs, const struct pair_begun *closed,
		     uint64_t ns)
{
	const struct pair_event of_name = {
		.type = closed->type, .name = &closed->name,
	};
	unsigned i = ns ? find_pair(pairs, closed->before, &of_name) : 0;

	if (i)
		pairs->begun[i - 1].same_ns += ns;
}

/* Discard all but `n` of what is open: it began in a slice that ends, and cannot
 * be nested.  What ended in it stays in what is around it. */
static void discard(struct pairs *pairs, unsigned n)
{
	while (pairs->n > n) {
		const struct pair_begun *begun = close_last(pairs);

		if (pairs->n)
			pairs->begun[pairs->n - 1].inner_ns += begun->inner_ns;
		add_same(pairs, begun, begun->same_ns);
	}
}

static void add_ended(struct pairs *pairs, uint64_t ns, uint64_t length)
{
	if (pairs->n_ended == PAIRS_INNER)
		memmove(pairs->ended, pairs->ended + 1,
			--pairs->n_ended * sizeof(pairs->ended[0]));
	pairs->ended[pairs->n_ended++] = (struct pair_span){ ns, length };
}

static enum pairs_found end(struct pairs *pairs, const struct pair_event *event)
{
	unsigned i = find_pair(pairs, *newest_of(pairs, event->name, event->type),
			       event);
	uint64_t ns, length;

	if (i == 0)
		return PAIRS_NOTHING;
	discard(pairs, i);
	pairs->last = *close_last(pairs);
	ns = pairs->last.ns;
	length = event->ns - ns;
	if (pairs->n)
		pairs->begun[pairs->n - 1].inner_ns += length;
	add_same(pairs, &pairs->last, length);
	take_inner(pairs, ns);
	add_ended(pairs, ns, length);
	return PAIRS_ENDED;
}

/* A call that has returned, in what was open when it began. */
static enum pairs_found call(struct pairs *pairs,
			     const struct pair_event *event)
{
	uint64_t length = sysdata_duration(event->type->id, event->data,
					   event->len);
	uint64_t ns = event->ns - length, inner_ns;
	unsigned n = pairs->n;

	/* What a hostile log says may have begun before there was time. */
	if (length == 0 || length > event->ns)
		return PAIRS_NOTHING;
	while (n && pairs->begun[n - 1].ns > ns)
		n--;
	discard(pairs, n);
	inner_ns = take_inner(pairs, ns);
	if (inner_ns > length)
		inner_ns = length;
	if (n)
		pairs->begun[n - 1].inner_ns += length - inner_ns;
	add_ended(pairs, ns, length);
	pairs->last = (struct pair_begun){
		.type = event->type, .name = *event->name, .ns = ns,
		.inner_ns = inner_ns, .number = event->number,
	};
	return PAIRS_ENDED;
}

/* Room for what begins.  Usually little is open, on many threads. */
static bool make_room(struct pairs **begun)
{
	enum { ROOM = 4 };
	unsigned room = *begun ? 2 * (*begun)->room : ROOM;
	struct pairs *pairs = realloc(*begun, sizeof(*pairs) +
				      room * sizeof(pairs->begun[0]));

	if (!pairs)
		return false;
	if (!*begun)
		*pairs = (struct pairs){ 0 };
	pairs->room = room;
	*begun = pairs;
	return true;
}

enum pairs_found pairs_take(struct pairs **begun, uint32_t generation,
			    const struct pair_event *event)
{
	struct pairs *pairs;

	if (event->name->role == PAIR_PROGRAM && *begun)
		pairs_forget(*begun);
	if (event->name->role == PAIR_NONE || event->name->role == PAIR_PROGRAM)
		return PAIRS_NOTHING;
	if ((!*begun || ((*begun)->n == (*begun)->room &&
			 (*begun)->room < PAIRS_DEEP)) && !make_room(begun))
		return PAIRS_NO_MEMORY;
	pairs = *begun;
	if (pairs->generation != generation)
		pairs_forget(pairs);
	pairs->generation = generation;
	if (pair_is_open(event->name)) {
		if (pairs->breaks != event->breaks)
			pairs_forget(pairs);
		pairs->breaks = event->breaks;
	}
	switch (event->name->role) {
	case PAIR_BEGIN:
		begin(pairs, event);
		return PAIRS_NOTHING;
	case PAIR_END:
		return end(pairs, event);
	case PAIR_CALL:
		return call(pairs, event);
	default:
		return PAIRS_NOTHING;
	}
}
