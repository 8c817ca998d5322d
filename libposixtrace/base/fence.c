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

bool pxt_fence_register(void)
{
	return membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED) == 0;
}

void pxt_fence_heavy(void)
{
	/* Waits for a grace period of the kernel. */
	if (!pxt_fence_heavy_now() && membarrier(MEMBARRIER_CMD_GLOBAL) != 0)
		pxt_nap(PXT_FENCE_SETTLING_NS);
	pxt_fence_full();
}

bool pxt_fence_heavy_now(void)
{
	bool done;

	pxt_fence_full();
	done = membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) == 0;
	pxt_fence_full();
	return done;
}
