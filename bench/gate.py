# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Whether the machine was ours while something was measured."""

import os
import resource
import time

TICK = os.sysconf('SC_CLK_TCK')


def own_seconds():
    """Processor time of this process and of those it has waited for."""
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        total += usage.ru_utime + usage.ru_stime
    return total


def idle_seconds():
    """Of all processors together; waiting for a disk is idle, too."""
    with open('/proc/stat', encoding='ascii') as stat:
        words = stat.readline().split()
    return (int(words[4]) + int(words[5])) / TICK


def daemon_seconds(pid):
    """Of a process that goes on, and of its children."""
    total = 0.0
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            with open(f'/proc/{name}/stat', encoding='latin-1') as stat:
                words = stat.read().rpartition(')')[2].split()
        except OSError:
            continue
        if int(name) == pid or int(words[1]) == pid:
            total += (int(words[11]) + int(words[12])) / TICK
    return total


class Gate:
    """How much of a processor others used since this was made."""

    def __init__(self, daemon=None):
        self.daemon = daemon
        self.time = time.monotonic()
        self.before = self.used()

    def used(self):
        """Idle time, and what is ours of the other."""
        daemon = daemon_seconds(self.daemon) if self.daemon else 0
        return idle_seconds() + own_seconds() + daemon

    def others(self):
        """Processors that others kept busy.  The kernel tells in hundredths
        of a second, so it is asked of half a second or so."""
        took = time.monotonic() - self.time
        return max(0.0, (os.cpu_count() or 1) -
                   (self.used() - self.before) / took)
