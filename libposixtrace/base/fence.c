/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rare side of the asymmetric fence: membarrier(2). */
#include "base/fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/futex.h"

static int membarrier(int command)
{
	return (int)syscall(SYS_membarrier, command, 0, 0);
}

/*
 * What a processor has executed reaches memory within microseconds, whatever
 * it does then; a thread that was descheduled has passed a barrier.
 */
enum { SETTLING_NS = 1000000 };

bool pxt_fence_register(void)
{
	return membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED) == 0;
}

void pxt_fence_heavy(void)
{
	pxt_fence_full();
	if (membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) != 0 &&
	    membarrier(MEMBARRIER_CMD_GLOBAL) != 0)
		pxt_nap(SETTLING_NS);
	pxt_fence_full();
}
