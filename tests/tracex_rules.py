#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Would TraceX open this trace buffer, and what would it show?

usage: tracex_rules.py [--json] [--names FILE] FILE...

Reads a TXTB file as TraceX's parser does: from the first byte on, without
seeking, by nothing but the header's differences; and then holds it against
what TraceX's windows need.  It shares no code with what writes such files.
Prints a line for each rule that is broken and exits 1 then.

--json   print what TraceX shows: an object for each file with its threads,
         objects and events, times in ticks since the first event
--names  custom event definitions to hold against what they need as well
"""

import argparse
import json
import struct
import sys

ENTRY = 32
MOST_BYTES = 0x07FFFFFF
NOT_A_THREAD = {0xFFFFFFFF: "Interrupt", 0xF0F0F0F0: "Initialize/Idle"}
TYPES = {1: "thread", 2: "timer", 3: "queue", 4: "semaphore", 5: "mutex",
         6: "event flags", 7: "block pool", 8: "byte pool"}
BUILT_IN = range(1, 1000)


class Rejected(Exception):
    """TraceX's parser gives up."""


class Reader:
    """The bytes of a file, one after the other."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, size, what):
        piece = self.data[self.at:self.at + size]
        if len(piece) < size:
            raise Rejected("the file ends in the %s, at offset %d" %
                           (what, self.at + len(piece)))
        self.at += size
        return piece


class Trace:
    def __init__(self, data):
        self.faults = []
        reader = Reader(data)
        self.read_header(reader)
        self.read_objects(reader)
        self.read_entries(reader)
        self.work_out_time()
        self.check_objects()
        self.check_windows()

    def fault(self, text, *args):
        self.faults.append(text % args)

    def read_header(self, reader):
        raw = reader.take(48, "header")
        if raw[:4] == b"TXTB":
            self.order = ">"
        elif raw[:4] == b"BTXT":
            self.order = "<"
        else:
            raise Rejected("no trace file id")
        (self.mask, self.base, registry, _, self.name_size, registry_end,
         self.buffer, self.buffer_end, self.current) = struct.unpack(
             self.order + "4x3I2H4I12x", raw)
        if self.name_size >= 64:
            raise Rejected("object names of %d bytes" % self.name_size)
        if registry_end <= registry:
            raise Rejected("the registry has no slot")
        size = 16 + self.name_size
        self.n_slots = (registry_end - registry) // size
        if self.n_slots == 0:
            raise Rejected("the registry has no whole slot")
        if self.buffer_end <= self.buffer:
            raise Rejected("the buffer has no entry")
        if self.buffer_end - self.buffer > MOST_BYTES:
            raise Rejected("the buffer has more than 128 MiB")
        self.n_entries = (self.buffer_end - self.buffer) // ENTRY
        # What TraceX does not look at, and then reads from the wrong place.
        if registry - self.base != 48:
            self.fault("the registry does not begin at 48")
        if (registry_end - registry) % size:
            self.fault("slack behind the last slot")
        if self.buffer != registry_end:
            self.fault("a gap between registry and buffer")
        if (self.buffer_end - self.buffer) % ENTRY:
            self.fault("slack behind the last entry")

    def read_objects(self, reader):
        self.objects = []
        for slot in range(self.n_slots):
            raw = reader.take(16 + self.name_size, "registry")
            _, kind, high, low, address, one, two = struct.unpack(
                self.order + "4B3I", raw[:16])
            if kind == 0:
                continue
            name = raw[16:].split(b"\0", 1)[0]
            if name == raw[16:]:
                self.fault("slot %d: the name does not end", slot)
            self.objects.append({
                "slot": slot, "type": kind, "address": address,
                "parameters": [one, two], "name": name,
                "priority": (high & 3) << 8 | low})

    def read_entries(self, reader):
        """The events, oldest first; the first unused entry ends them."""
        entries, head = [], 0
        for at in range(self.n_entries):
            words = struct.unpack(self.order + "8I",
                                  reader.take(ENTRY, "buffer"))
            if words[0] == 0:
                break
            if self.buffer + at * ENTRY == self.current:
                head = at
            entries.append(words)
        self.entries = entries[head:] + entries[:head]

    def work_out_time(self):
        """Only differences of neighbours, and the direction by majority."""
        stamps = [words[3] & self.mask for words in self.entries]
        rises = sum(b > a for a, b in zip(stamps[1:], stamps[2:]))
        falls = sum(b < a for a, b in zip(stamps[1:], stamps[2:]))
        self.is_rising = rises > falls
        self.is_static = len(set(stamps)) <= 1
        now, self.ticks = 0, []
        for i, stamp in enumerate(stamps):
            if i:
                step = stamp - stamps[i - 1]
                now += (step if self.is_rising else -step) % (self.mask + 1)
            self.ticks.append(now)

    def check_objects(self):
        seen = {}
        for found in self.objects:
            address, name = found["address"], found["name"]
            if address in seen:
                self.fault("slots %d and %d: the same address 0x%x",
                           seen[address], found["slot"], address)
            seen[address] = found["slot"]
            if not 0 < address < 0xF0F0F0F0:
                self.fault("slot %d: address 0x%x", found["slot"], address)
            if not name or not all(0x20 <= c <= 0x7E for c in name):
                self.fault("slot %d: the name %r shows as something else",
                           found["slot"], name)
            # Its handlers split what they show, "name (0x...)", there.
            if b"(" in name:
                self.fault("slot %d: the name %r breaks the search for it",
                           found["slot"], name)
            if found["type"] == 1 and found["priority"] == 0:
                self.fault("slot %d: priority 0", found["slot"])

    def check_windows(self):
        if len(self.entries) < 2:
            self.fault("fewer than two events: its windows stay empty")
        elif self.is_static:
            self.fault("the time source is static: no Time View")
        elif not self.is_rising:
            self.fault("it takes the clock to run down")
        others = {found["address"] for found in self.objects
                  if found["type"] != 1}
        for at, words in enumerate(self.entries):
            context, priority, event = words[:3]
            if context not in NOT_A_THREAD:
                if context in others:
                    self.fault("event %d: the thread 0x%x is another object",
                               at, context)
                if context >= 0xF0F0F0F0:
                    self.fault("event %d: thread 0x%x", at, context)
                if not priority & 0x3FF or priority & 0x7C00FC00:
                    self.fault("event %d: priority word 0x%x", at, priority)
            if event >> 16:
                self.fault("event %d: only 16 bits of id 0x%x are seen", at,
                           event)
            if event in BUILT_IN and context not in NOT_A_THREAD:
                self.fault("event %d: id %d has a meaning of its own", at,
                           event)

    def shown(self):
        threads = {}
        for found in self.objects:
            if found["type"] == 1:
                threads.setdefault(found["address"], found["name"])
        events = []
        for words, ticks in zip(self.entries, self.ticks):
            context = words[0]
            name = NOT_A_THREAD.get(context)
            if name is None:
                raw = threads.get(context)
                name = raw.decode("latin-1") if raw else "Un-named Thread"
            events.append({"context": context, "thread": name,
                           "id": words[2] & 0xFFFF, "ticks": ticks,
                           "stamp": words[3], "info": list(words[4:])})
        return {
            "objects": [{"type": found["type"],
                         "kind": TYPES.get(found["type"], "other"),
                         "address": found["address"],
                         "parameters": found["parameters"],
                         "name": found["name"].decode("latin-1")}
                        for found in self.objects],
            "events": events}


def check_names(path):
    """What is wrong with custom event definitions, line by line."""
    with open(path, encoding="ascii") as file:
        lines = file.read().split("\n")
    if lines[0] != "Start" or lines[-2:] != ["End", ""]:
        yield "not between Start and End"
    for line in lines[1:-2]:
        fields = [field.strip() for field in line.split(",")]
        if len(fields) != 13:
            yield "%d fields: %s" % (len(fields), line)
            continue
        if "(" in fields[1]:
            yield "the name breaks the search for it: %s" % line
        # White letters on two colours, of the upper and the lower half.
        for at in (3, 6):
            colour = [int(field.strip("()")) for field in fields[at:at + 3]]
            light = (299 * colour[0] + 587 * colour[1] + 114 * colour[2])
            if light > 128000:
                yield "white letters on %r: %s" % (colour, line)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--names")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    status = 0
    for fault in check_names(options.names) if options.names else ():
        print("%s: %s" % (options.names, fault), file=sys.stderr)
        status = 1
    for path in options.files:
        with open(path, "rb") as file:
            data = file.read(48 + MOST_BYTES)
        try:
            trace = Trace(data)
        except Rejected as error:
            print("%s: rejected: %s" % (path, error), file=sys.stderr)
            status = 1
            continue
        for fault in trace.faults:
            print("%s: %s" % (path, fault), file=sys.stderr)
            status = 1
        if options.json:
            print(json.dumps(trace.shown(), separators=(",", ":")))
    return status


if __name__ == "__main__":
    sys.exit(main())
