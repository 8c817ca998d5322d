/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rare side of the asymmetric fence: membarrier(2).
 *
 * For threads of this process its private form is used.  The global one, which
 * is for all registered processes, leaves processors out (seen with Linux 6.18):
 * the kernel notes for each processor whether what runs there has registered,
 * and changes that note only when the processor changes to the memory of
 * another process.  If a process has run on a processor before it registered,
 * and the processor was idle until a thread of the process runs there again,
 * then the note says "not registered", and membarrier does not interrupt it.
 * So after the global form, wait until the stores must have become visible by
 * themselves.  tests/stress/fence.c shows both.
 */
#include "base/fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/futex.h"

static int membarrier(int command)
{
	return (int)syscall(SYS_membarrier, command, 0, 0);
}

bool pxt_fence_register(void)
{
	return membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED) == 0 &&
	       membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

static void wait_for_stores(uint64_t ns)
{
	uint64_t begin = pxt_clock_ns(CLOCK_MONOTONIC);

	/* A signal may end it early. */
	do
		pxt_nap(ns);
	while (pxt_clock_ns(CLOCK_MONOTONIC) - begin < ns);
}

void pxt_fence_heavy(bool others)
{
	bool done = pxt_fence_heavy_now();

	if (done && others &&
	    membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) == 0)
		wait_for_stores(PXT_FENCE_OTHERS_NS);
	/* Waits for a grace period of the kernel. */
	else if ((!done || others) && membarrier(MEMBARRIER_CMD_GLOBAL) != 0)
		wait_for_stores(PXT_FENCE_SETTLING_NS);
	pxt_fence_full();
}

bool pxt_fence_heavy_now(void)
{
	bool done;

	pxt_fence_full();
	done = membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
	pxt_fence_full();
	return done;
}
