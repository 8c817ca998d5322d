/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The rare side of the asymmetric fence: membarrier(2). */
#include "base/fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

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
	pxt_fence_full();
	if (membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) != 0)
		membarrier(MEMBARRIER_CMD_GLOBAL);
	pxt_fence_full();
}
