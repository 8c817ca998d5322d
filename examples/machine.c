/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * State machines traced in the way of the RKH framework, with its on/off filters.
 *
 *	posixtrace record -- ./machine 1000 &
 *	posixtrace filter -p $(pidof machine) OFF_GROUP_ALL_EVENTS SM OFF_SMA 2
 *
 * Three active objects of priority 1 to 3 blink, each a thousand times in the
 * example above, and use a memory pool.  A stream without a filter records all
 * events; with the filter above, only those of the second object.
 */
#define _POSIX_C_SOURCE 200809L
#include <posixtrace-rkh.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MP_GET = 0x01, SM_STATE = 0x63, SM_DCH = 0x71 };
enum signal { BLINK = 5 };

struct object {
	int priority;
	int state;
};

static void dispatch(struct object *me, enum signal signal)
{
	/* RKH identifies the event by its number; the symbol gives it a
	 * name. */
	POSIXTRACE_RKH_BEGIN("SM.DCH", SM_DCH, me->priority, signal)
		POSIXTRACE_POINTER(ao, me)
		POSIXTRACE_U8(sig, signal)
		POSIXTRACE_U8(st, me->state)
	POSIXTRACE_RKH_END;
	me->state = !me->state;
	POSIXTRACE_RKH_BEGIN_WOSIG("SM.STATE", SM_STATE, me->priority)
		POSIXTRACE_POINTER(ao, me)
		POSIXTRACE_U8(nxtst, me->state)
	POSIXTRACE_RKH_END;
}

int main(int argc, char **argv)
{
	struct object objects[] = { { 1, 0 }, { 2, 0 }, { 3, 0 } };
	const struct timespec pause = { 0, 1000000 };
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 100;

	if (n <= 0 || n > 1000000) {
		fprintf(stderr, "usage: machine [TIMES]\n");
		return 2;
	}
	for (long i = 0; i < n; i++) {
		POSIXTRACE_RKH_BEGIN_WOAOSIG("MP.GET", MP_GET)
			POSIXTRACE_U16(nfree, (unsigned)(i % 8))
		POSIXTRACE_RKH_END;
		for (int k = 0; k < 3; k++)
			dispatch(&objects[k], BLINK);
		nanosleep(&pause, NULL);
	}
	return 0;
}
