#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""(C) and (D) of ring/order.h for herd7: the handshake of a writer that has no
fence with a controller that calls membarrier(), for arm64 and x86-64.

membarrier makes the writer pass a full barrier between two of its
instructions; which two is up to the machine, so there is a litmus file for
each place.  The clock is a word T that only grows, read by an ordinary load:
every reordering that a processor may do with its counter is allowed.

usage: handshake.py FOLDER      write the files there, and to FOLDER/without
                                those that lack what they are about
"""

import pathlib
import sys

# A step: ("set", word, number), ("put", word, value), ("release", word, number),
# ("get", value, word), ("acquire", value, word), ("fence",), or ("if", value,
# number): go to the end unless it is that.  Words are in memory, values not.
BARRIER_IN_WRITER = [("fence",), ("get", "asked", "ask"), ("fence",),
                     ("set", "pass", 1), ("fence",)]
MEMBARRIER = [("fence",), ("set", "ask", 1), ("fence",),
              ("get", "passed", "pass"), ("fence",)]

BUSY = [("set", "tail", 3)]
STAMP = [("get", "time", "T"), ("put", "record", "time")]
COMMIT = [("release", "tail", 2)]
IF_RUNNING = [("get", "now", "run"), ("if", "now", 0)]
IF_STARTED = [("get", "now", "run"), ("if", "now", 1)]
IF_STARTED_BEFORE = [("get", "before", "run"), ("if", "before", 1)]
STOP_OR_START = [("set", "run", 1)]
READ_CLOCK = [("get", "time", "T")]
READ_TAIL = [("acquire", "seen", "tail")]
# A handler interrupts a record, and its thread's second lane is a new one.
INNER = [("set", "end", 1), ("set", "inner", 3), ("get", "later", "T"),
         ("release", "inner", 2)]
READ_LANES = [("acquire", "lanes", "end"), ("acquire", "seen", "tail"),
              ("acquire", "other", "inner")]

# name: writer, controller before membarrier, after it, what must not be.
HANDSHAKES = {
    # INV-5: a reader takes time 1, and neither sees nor waits for an event of
    # time 0.
    "settle": (BUSY + STAMP + COMMIT, READ_CLOCK, READ_TAIL,
               "1:time=1 /\\ 0:time=0 /\\ 1:seen=0"),
    # The same of the record that a handler interrupts, and of the handler's.
    "nested": (BUSY + STAMP[:1] + INNER + COMMIT, READ_CLOCK, READ_LANES,
               "1:time=1 /\\ (0:time=0 /\\ 1:seen=0 \\/ 0:later=0 /\\ "
               "(1:lanes=0 \\/ 1:other=0))"),
    # INV-3: an event that was committed has a time after STOP's.
    "stop": (BUSY + STAMP + IF_RUNNING + COMMIT, STOP_OR_START, READ_CLOCK,
             "0:now=0 /\\ 0:time=1 /\\ 1:time=0"),
    # INV-3: an event that was committed has a time before START's.
    "start": (IF_STARTED_BEFORE + BUSY + STAMP + IF_STARTED + COMMIT,
              READ_CLOCK, STOP_OR_START,
              "{before}0:now=1 /\\ 0:time=0 /\\ 1:time=1"),
    # A reader sleeps although there is an event, and no thread will wake it.
    "sleep": (BUSY + STAMP + COMMIT + [("get", "now", "run")], STOP_OR_START,
              READ_TAIL, "0:now=0 /\\ 1:seen=0"),
}

CLOCK = [("set", "T", 1)]


class Arm64:
    name, suffix = "AArch64", ""
    words = ["T", "tail", "run", "record", "ask", "pass", "end", "inner"]
    values = ["asked", "passed", "time", "now", "before", "seen", "later",
              "lanes", "other"]

    def state(self):
        return " ".join(f"{thread}:X{n}={word};" for thread in (0, 1, 2)
                        for n, word in enumerate(self.words, 10))

    def register(self, value):
        return f"X{self.values.index(value)}"

    def step(self, kind, *what):
        if kind == "fence":
            return ["DMB ISH"]
        if kind == "if":
            jump = "CBNZ" if what[1] == 0 else "CBZ"
            return [f"{jump} W{self.values.index(what[0])},LC00"]
        load = kind in ("get", "acquire")
        value, word = what if load else what[::-1]
        at = f"[X{self.words.index(word) + 10}]"
        if kind in ("set", "release"):
            store = "STR" if kind == "set" else "STLR"
            return [f"MOV W20,#{value}", f"{store} W20,{at}"]
        verb = {"get": "LDR", "acquire": "LDAR", "put": "STR"}[kind]
        return [f"{verb} W{self.values.index(value)},{at}"]


class X86:
    name, suffix = "X86_64", "-x86"
    registers = {"asked": "r8", "passed": "r9", "time": "ax", "now": "bx",
                 "before": "cx", "seen": "dx", "later": "si", "lanes": "di",
                 "other": "r10"}

    def state(self):
        return " ".join(f"{word}=0;" for word in Arm64.words)

    def register(self, value):
        name = self.registers[value]
        return name if name[0] == "r" else "r" + name

    def narrow(self, value):
        name = self.registers[value]
        return f"%{name}d" if name[0] == "r" else f"%e{name}"

    def step(self, kind, *what):
        if kind == "fence":
            return ["mfence"]
        if kind == "if":
            return [f"cmpl ${what[1]},{self.narrow(what[0])}", "jne LC00"]
        if kind in ("get", "acquire"):
            return [f"movl ({what[1]}),{self.narrow(what[0])}"]
        if kind == "put":
            return [f"movl {self.narrow(what[1])},({what[0]})"]
        return [f"movl ${what[1]},({what[0]})"]


def litmus(arch, name, writer, controller, condition):
    codes = [[line for step in steps for line in arch.step(*step)]
             for steps in (writer, controller, CLOCK)]
    codes[0].append("LC00:")
    length = max(map(len, codes))
    rows = zip(*(code + [""] * (length - len(code)) for code in codes))
    code = "".join(f" {a} | {b} | {c} ;\n" for a, b, c in rows)
    for value in Arm64.values:
        for thread in "01":
            condition = condition.replace(f"{thread}:{value}=",
                                          f"{thread}:{arch.register(value)}=")
    return (f"{arch.name} {name}\n{{ {arch.state()} }}\n P0 | P1 | P2 ;\n{code}"
            f"exists ({condition})\n")


def write_all(folder, arch):
    passed = "0:asked=1 /\\ 1:passed=1 /\\ "
    for name, (writer, before, after, bad) in HANDSHAKES.items():
        wrong = passed + bad.format(before="0:before=1 /\\ ")
        for place in range(len(writer) + 1):
            code = writer[:place] + BARRIER_IN_WRITER + writer[place:]
            full = f"{name}-{place}{arch.suffix}"
            (folder / f"{full}.litmus").write_text(
                litmus(arch, full, code, before + MEMBARRIER + after, wrong))
        # A PC keeps the order of two stores, and of two loads.
        if name != "start" or arch.name == "AArch64":
            full = f"{name}-without-D{arch.suffix}"
            (folder / "without" / f"{full}.litmus").write_text(
                litmus(arch, full, writer, before + after,
                       bad.format(before="0:before=1 /\\ ")))
    writer, before, after, bad = HANDSHAKES["start"]
    full = f"start-without-first-look{arch.suffix}"
    (folder / "without" / f"{full}.litmus").write_text(
        litmus(arch, full, writer[2:5] + BARRIER_IN_WRITER + writer[5:],
               before + MEMBARRIER + after, passed + bad.format(before="")))


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "without").mkdir(parents=True)
    for arch in (Arm64(), X86()):
        write_all(folder, arch)


if len(sys.argv) != 2:
    sys.exit(__doc__)
main()
