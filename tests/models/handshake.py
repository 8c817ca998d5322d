#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""(C) and (D) of ring/order.h for herd7: the handshake of a writer that has no
fence with a controller that calls membarrier().

membarrier makes the writer pass a full barrier between two of its
instructions; which two is up to the machine, so there is a litmus file for
each place.  The clock is a word T that only grows, read by an ordinary load:
every reordering that a processor may do with its counter is allowed.

usage: handshake.py FOLDER      write the files there
"""

import pathlib
import sys

# In both threads: T, tail, record, run word, and membarrier's two flags.
REGISTERS = {"X1": "T", "X2": "tail", "X3": "run", "X5": "record",
             "X10": "asked", "X11": "passed"}

BARRIER_IN_WRITER = ["DMB ISH", "LDR W20,[X10]", "DMB ISH", "MOV W21,#1",
                     "STR W21,[X11]", "DMB ISH"]
MEMBARRIER = ["DMB ISH", "MOV W20,#1", "STR W20,[X10]", "DMB ISH",
              "LDR W21,[X11]", "DMB ISH"]

BUSY = ["MOV W9,#3", "STR W9,[X2]"]
STAMP = ["LDR W4,[X1]", "STR W4,[X5]"]
COMMIT = ["MOV W6,#2", "STLR W6,[X2]"]
IF_RUNNING = ["LDR W7,[X3]", "CBNZ W7,LC00"]	# 0: it runs
IF_STARTED = ["LDR W7,[X3]", "CBZ W7,LC00"]	# 1: it runs
IF_STARTED_BEFORE = ["LDR W8,[X3]", "CBZ W8,LC00"]
OUT = ["LC00:"]
SET_RUN = ["MOV W6,#1", "STR W6,[X3]"]
READ_CLOCK = ["LDR W4,[X1]"]
READ_TAIL = ["LDAR W5,[X2]"]

# name: writer, controller before membarrier, after it, what must not be.
HANDSHAKES = {
    # INV-5: a reader takes time 1, and neither sees nor waits for an event of
    # time 0.
    "settle": (BUSY + STAMP + COMMIT, READ_CLOCK, READ_TAIL,
               r"1:X4=1 /\ 0:X4=0 /\ 1:X5=0"),
    # INV-3: an event that was committed has a time after STOP's.
    "stop": (BUSY + STAMP + IF_RUNNING + COMMIT + OUT, SET_RUN, READ_CLOCK,
             r"0:X7=0 /\ 0:X4=1 /\ 1:X4=0"),
    # INV-3: an event that was committed has a time before START's.
    "start": (IF_STARTED_BEFORE + BUSY + STAMP + IF_STARTED + COMMIT + OUT,
              READ_CLOCK, SET_RUN,
              r"0:X8=1 /\ 0:X7=1 /\ 0:X4=0 /\ 1:X4=1"),
    # A reader sleeps although there is an event, and no thread will wake it.
    "sleep": (BUSY + STAMP + COMMIT + ["LDR W7,[X3]"], SET_RUN, READ_TAIL,
              r"0:X7=0 /\ 1:X5=0"),
}


def litmus(name, writer, controller, condition):
    clock = ["MOV W0,#1", "STR W0,[X1]"]
    length = max(len(writer), len(controller))
    rows = zip(*(code + [""] * (length - len(code))
                 for code in (writer, controller, clock)))
    state = " ".join(f"{thread}:{register}={word};" for thread in (0, 1)
                     for register, word in REGISTERS.items())
    code = "".join(f" {a} | {b} | {c} ;\n" for a, b, c in rows)
    return (f"AArch64 {name}\n{{ {state} 2:X1=T; }}\n P0 | P1 | P2 ;\n{code}"
            f"exists (0:X20=1 /\\ 1:X21=1 /\\ {condition})\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, (writer, before, after, condition) in HANDSHAKES.items():
        for place in range(len(writer) + (writer[-1] != "LC00:")):
            code = writer[:place] + BARRIER_IN_WRITER + writer[place:]
            text = litmus(f"{name}-{place}", code,
                          before + MEMBARRIER + after, condition)
            (folder / f"{name}-{place}.litmus").write_text(text)


if len(sys.argv) != 2:
    sys.exit(__doc__)
main()
