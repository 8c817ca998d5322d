/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The generations of the run word: a controller that starts, stops, clears and
 * reads a stream (stream/run.c), against writers that record, find no room,
 * lose events and make the stream full (process/trace.c, ring/lane.c).  A step
 * is an access to shared memory, in the order of the code; what a processor
 * makes of that order is for herd7.  Room is not modelled: a writer finds some
 * or none as it likes.  A party that dies is one that takes no more steps, so
 * the assertions hold whoever dies, and wherever.
 *
 * UNTIL_FULL: STOP gets the time at which the stream became full.  The other
 * names in #if leave out, or exchange, one thing each; spin.sh requires that an
 * assertion fails then.
 */
#ifndef WRITERS
#define WRITERS	2
#endif
#ifndef EVENTS
#define EVENTS	2		/* of each writer */
#endif
#ifndef CALLS
#define CALLS	4		/* of the controller, behind the first start */
#endif

#define STOPPED	0
#define RUNNING	1
#define FULL	2
#define RUN(generation, state)	((generation) << 2 | (state))
#define GENERATION(run)		((run) >> 2)
#define STATE(run)		((run) & 3)
#define NEVER	255

/* Shared memory. */
byte word = RUN(0, STOPPED);
bool busy[WRITERS];		/* the bit of a lane's tail */
byte lost[WRITERS];

/*
 * The clock, and all times that still matter.  Each reading of the clock is
 * later than the one before; renumber() keeps only the order.
 */
byte ticks;
byte time[3 * WRITERS + 3];
#define MINE(me)	time[3 * (me)]		/* of the record in flight */
#define NEWEST(me)	time[3 * (me) + 1]	/* of the last that is committed */
#define LOST_FIRST(me)	time[3 * (me) + 2]	/* shared memory */
#define BEGAN		time[3 * WRITERS]	/* behind the last START */
#define SETTLED		time[3 * WRITERS + 1]	/* all up to here was read */
#define FIRST_LOSS	time[3 * WRITERS + 2]	/* of this run; 0: none */

/* What happened, for the assertions only. */
bool off;			/* between a STOP and a START */
bool is_off[WRITERS];		/* MINE is */
bool looked[WRITERS];		/* found it full, and it began no run since */
bool halted;			/* stop() has returned, and no start() began */
byte finished;

#define READ_CLOCK(t)	atomic { ticks++; t = ticks }

proctype writer(byte me)
{
	byte seen, events, lost_run, steps;

next:
	atomic {
		MINE(me) = 0;
		seen = 0;
		is_off[me] = false;
		looked[me] = false
	}
	if
	:: events == EVENTS -> goto done
	:: else -> events++
	fi;
again:
	atomic {
		seen = word;
		if
		:: STATE(seen) == RUNNING
		:: STATE(seen) == FULL -> looked[me] = true; goto pass_by
		:: else -> goto next
		fi
	}
#ifndef WITHOUT_BUSY
	busy[me] = true;
#endif
	d_step {
		ticks++;
		MINE(me) = ticks;
		is_off[me] = off
	}
	if
	:: looked[me] = (GENERATION(seen) == GENERATION(word)); goto lose
	:: true		/* there is room */
	fi;
	if
#ifndef WITHOUT_LOOK
	:: GENERATION(word) != GENERATION(seen) -> busy[me] = false; goto again
#endif
	:: else
	fi;
	d_step {
		assert(!is_off[me]);		/* INV-3 */
		assert(MINE(me) > SETTLED);	/* INV-5 */
		NEWEST(me) = MINE(me);
		busy[me] = false
	}
	goto next;

pass_by:
	READ_CLOCK(MINE(me));
lose:
	/* has_run_since() */
	atomic {
		steps = GENERATION(seen) - GENERATION(lost_run);
		if
#if defined(SAME_PERIOD)
		:: lost_run == 0 || steps > 1 ->
#elif defined(NEW_PERIOD)
		:: lost_run == 0 || steps > 0 ->
#else
		:: lost_run == 0 || steps > (STATE(seen) == FULL -> 1 : 0) ->
#endif
		   LOST_FIRST(me) = MINE(me)
		:: else
		fi;
		lost_run = seen;
		steps = 0
	}
	d_step {
		lost[me]++;
		if
		:: looked[me] && MINE(me) > BEGAN &&
		   (FIRST_LOSS == 0 || MINE(me) < FIRST_LOSS) ->
		   FIRST_LOSS = MINE(me)
		:: else
		fi
	}
	if
	:: STATE(seen) == RUNNING ->
	   /* pxt_segment_set_full() */
	   d_step {
		if
#ifdef WITHOUT_COMPARE
		:: true ->
#else
		:: word == seen ->
#endif
		   assert(looked[me]);
		   word = RUN(GENERATION(seen), FULL)
		:: else
		fi
	   }
	   busy[me] = false
	:: else
	fi;
	goto next;
done:
	lost_run = 0;
	finished++
}

/* pxt_stream_set_run() */
#define SET_RUN(state)	word = RUN(GENERATION(word) + 1, state)

/* No events behind time t any more; and none that came is later. */
inline turn_off(t)
{
	d_step {
		i = 0;
		do
		:: i < WRITERS ->
		   assert(NEWEST(i) <= t);
		   is_off[i] = is_off[i] || MINE(i) > t;
		   i++
		:: else -> break
		od;
		assert(SETTLED <= t);
		off = true;
		i = 0
	}
}

/* pxt_collect_losses(): how many, and the time of the first. */
inline losses(many, first)
{
	many = 0;
	first = NEVER;
	i = 0;
	do
	:: atomic {
		i < WRITERS ->
		if
		:: LOST_FIRST(i) > BEGAN && LOST_FIRST(i) < first ->
		   first = LOST_FIRST(i)
		:: else
		fi;
		many = many + lost[i];
		i++
	   }
	:: i == WRITERS -> i = 0; break
	od
}

/* emit_gap() */
inline tell()
{
	losses(many, at);
	gaps = gaps + many - reported;
#ifdef COUNT_AGAIN
	losses(reported, at);
#else
	reported = many;
#endif
	many = 0;
	at = 0
}

/* For the assertions: what was found full before is of no account. */
inline forget()
{
	i = 0;
	do
	:: i < WRITERS -> looked[i] = false; i++
	:: else -> break
	od;
	i = 0;
	FIRST_LOSS = 0
}

inline let_run()
{
	d_step {
		forget();
		SET_RUN(RUNNING)
	}
}

/* begin(); what writers see comes last. */
inline begin()
{
	assert(!halted);
	tell();
#ifdef RUN_FIRST
	let_run();
#endif
	d_step {
		ticks++;
		off = false;			/* START */
		ticks++;
		BEGAN = ticks
	}
#ifndef RUN_FIRST
	let_run()
#endif
}

inline start()
{
	halted = false;
	if
	:: STATE(word) == STOPPED -> begin()
	:: STATE(word) == FULL -> held = false
	:: else
	fi
}

inline stop()
{
#ifdef STOP_FIRST
	READ_CLOCK(t);
#endif
	if
	:: atomic {
		STATE(word) == RUNNING ->
		SET_RUN(STOPPED)
	   }
#ifndef STOP_FIRST
	   READ_CLOCK(t);
#endif
	   turn_off(t)
	:: STATE(word) == FULL ->
#ifndef WITHOUT_HELD
	   held = true
#endif
	:: STATE(word) == STOPPED
	fi;
	halted = true
}

/* find_newest() */
inline find_newest()
{
	i = 0;
	do
	:: atomic {
		i < WRITERS ->
#ifndef WITHOUT_FLIGHT
		in_flight = in_flight || busy[i];
#endif
		if
		:: NEWEST(i) > latest -> latest = NEWEST(i)
		:: else
		fi;
		i++
	   }
	:: i == WRITERS -> i = 0; break
	od
}

/* when_full() */
inline find_when_full()
{
	READ_CLOCK(t);
#ifdef UNTIL_FULL
#ifdef LOSSES_FIRST
	losses(many, at);
#endif
	latest = SETTLED;
	find_newest();
#ifndef LOSSES_FIRST
	losses(many, at);
#endif
	atomic {
		if
		:: !in_flight ->
		   if
		   :: at < latest -> at = latest
		   :: else
		   fi;
		   if
		   :: at < t -> t = at
		   :: else
		   fi;
		   /* Nothing was lost in front of STOP but behind events. */
		   assert(FIRST_LOSS == 0 || t <= FIRST_LOSS || t <= latest)
		:: else
		fi;
		in_flight = false;
		latest = 0;
		many = 0;
		at = 0
	}
#endif
}

/* pxt_stream_take_full() */
inline take_full()
{
	if
	:: !auto_stopped && STATE(word) == FULL ->
	   auto_stopped = true;
#ifndef SAME_GENERATION
	   SET_RUN(FULL);
#endif
	   find_when_full();
	   turn_off(t)
	:: else
	fi
}

/* pxt_stream_restart() */
inline restart()
{
	auto_stopped = false;
	if
	:: held -> held = false; SET_RUN(STOPPED); tell()
	:: else -> begin()
	fi
}

/* pxt_drain_round(): nothing up to this time can still come. */
inline read_round()
{
	READ_CLOCK(t);
	i = 0;
	do
	:: i < WRITERS -> !busy[i]; i++
	:: else -> break
	od;
	i = 0;
	SETTLED = t
}

/* pxt_stream_clear() and pxt_drain_clear() */
inline clear()
{
	if
	:: STATE(word) == RUNNING -> state = RUNNING
	:: else -> state = STOPPED
	fi;
	d_step {
		forget();
#ifndef CLEAR_QUIETLY
		SET_RUN(state)
#endif
	}
	auto_stopped = false;
	held = false;
	read_round();
	losses(reported, at);
	gaps = reported;
	if
	:: state == STOPPED -> off = true
	:: else
	fi;
	state = 0;
	at = 0
}

/* Only the order of the times matters.  No time of the controller's is used. */
inline renumber()
{
	d_step {
		/* Nobody asks for these any more. */
		i = 0;
		do
		:: i < WRITERS ->
		   if
		   :: LOST_FIRST(i) <= BEGAN -> LOST_FIRST(i) = 0
		   :: else
		   fi;
		   if
		   :: NEWEST(i) <= SETTLED -> NEWEST(i) = 0
		   :: else
		   fi;
		   i++
		:: else -> break
		od;
		t = 0;
		at = 1;
		do
		:: at <= ticks ->
		   i = 0;
		   latest = 0;
		   do
		   :: i < 3 * WRITERS + 3 ->
		      if
		      :: time[i] == at -> time[i] = t + 1; latest = 1
		      :: else
		      fi;
		      i++
		   :: else -> break
		   od;
		   t = t + latest;
		   at++
		:: else -> break
		od;
		ticks = t;
		t = 0;
		at = 0;
		i = 0;
		latest = 0
	}
}

proctype controller()
{
	byte i, t, at, many, latest, state, calls, reported, gaps;
	bool in_flight, auto_stopped, held;

	off = true;
	start();
	do
	:: calls < CALLS ->
	   renumber();
	   calls++;
	   if
	   :: true -> start()
	   :: true -> stop()
	   :: true -> clear()
	   :: true -> take_full()
	   :: true -> read_round()
	   :: auto_stopped -> restart()
	   fi
	:: calls < CALLS && finished == WRITERS -> calls = CALLS
	:: calls == CALLS -> break
	od;
	/* All that was lost is in a gap in the end, or cleared. */
	finished == WRITERS;
	tell();
	d_step {
		i = 0;
		at = 0;
		do
		:: i < WRITERS -> at = at + lost[i]; i++
		:: else -> break
		od;
		assert(gaps == at)
	}
}

init
{
	atomic {
		byte n;

		for (n : 0 .. WRITERS - 1) {
			run writer(n)
		}
		run controller()
	}
}
