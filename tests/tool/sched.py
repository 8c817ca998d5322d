# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Check the events of `record --sched`, as `report --json` prints them.

usage: sched.py FILE [KEY=VALUE ...]

Each thread gets a processor and leaves it in turns, of those that there are; what an
event tells of the time before it is the time since the event before it; a word says
the same in both; and no two threads have one processor at the same time.

threads=N  there are so many threads at least
ended=N    so many have ended
still=N    so many have not, when the recording ended
ran=MS     each thread that records work:sleeps ran so long at least
waited=MS  ... and waited
between    each thread left its processor, waiting, between its events work:sleeps
           and work:woke, and had it whenever it recorded them
"""
import collections
import json
import os
import sys

IN, OUT = "posixtrace_sched_in", "posixtrace_sched_out"
# At the end of the recording.
STILL = "posixtrace_sched_still"
LOST = "posix_trace_overflow"
# Rounding of times, in ns, and how exactly two clocks are related (posixtrace-added(3)).
SLACK = 2000


def fail(text, event=None):
    print("FAILED:", text, "at", event, file=sys.stderr)
    sys.exit(1)


def ns_of(event):
    seconds, rest = event["time"].split(".")
    return int(seconds) * 10**9 + int(rest)


def check_thread(events):
    """Return what the thread did for how long, and its last word."""
    sums = collections.Counter()
    last = None
    for event in events:
        args, is_in = event["args"], event["event"] == IN
        if last and last["event"] == STILL:
            fail("the recording had ended", event)
        if event["event"] == STILL:
            does = "running" if last["event"] == IN else last["args"]["state"]
            if args["state"] != does or args["cpu"] != last["args"]["cpu"] or \
                    abs(ns_of(event) - ns_of(last) - args["for_ns"]) > SLACK:
                fail(f"was {last}", event)
            sums["ran" if does == "running" else does] += args["for_ns"]
            last = event
            continue
        word = args["after"] if is_in else args["state"]
        length = args["off_ns"] if is_in else args["ran_ns"]
        if not 0 <= args["cpu"] < os.sysconf("SC_NPROCESSORS_CONF"):
            fail("no such processor", event)
        if last:
            # Where events are lost, a length is not known.
            if is_in == (last["event"] == IN) and length:
                fail("twice the same", event)
            if is_in and word not in ("unknown", last["args"].get("state")):
                fail(f"was {last}", event)
            if not is_in and length and args["cpu"] != last["args"]["cpu"]:
                fail(f"had {last['args']['cpu']}", event)
            off = ns_of(event) - ns_of(last) - length
            if length and abs(off) > SLACK:
                fail(f"{off} ns more", event)
        if last and last["event"] == OUT and last["args"]["state"] == "ended":
            fail("had ended", event)
        sums["ran" if not is_in else word] += length
        last = event
    return sums, "still" if last["event"] == STILL else last["args"].get("state")


def check_processors(switches):
    """In the order of time, each processor has one thread at most."""
    has = {}
    for event in switches:
        if event["event"] == LOST:
            has = {}
            continue
        # What it did before is lost.
        if not event["args"].get("ran_ns", event["args"].get("off_ns")):
            has.pop(event["args"]["cpu"], None)
        cpu, tid = event["args"]["cpu"], event["tid"]
        if event["event"] == IN:
            if has.get(cpu, (tid, 0))[0] != tid:
                other, since = has[cpu]
                if ns_of(event) - since > SLACK:
                    fail(f"processor {cpu} has thread {other}", event)
            has[cpu] = tid, ns_of(event)
        elif has.get(cpu, (0, 0))[0] == tid:
            del has[cpu]


def check_between(events):
    """Of one thread, with those that it records."""
    sleeps = has = None
    for event in events:
        if event["event"] == "work:sleeps":
            sleeps = []
        elif event["event"] == "work:woke":
            if (OUT, "waiting") not in (sleeps or ()) or sleeps[-1][0] != IN:
                fail(f"it was {sleeps}", event)
            sleeps = None
        elif event["event"] in (IN, OUT):
            has = event["event"] == IN
            if sleeps is not None:
                sleeps.append((event["event"], event["args"].get("state")))
        if event["event"].startswith("work:") and not has:
            fail("it has no processor", event)


def main(path, *wanted):
    with open(path, encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    wanted = dict(word.partition("=")[::2] for word in wanted)
    threads, every = collections.defaultdict(list), collections.defaultdict(list)
    for event in events:
        every[event["pid"], event["tid"]].append(event)
        if event["event"] in (IN, OUT, STILL):
            threads[event["pid"], event["tid"]].append(event)
    ends = stills = 0
    for key, own in threads.items():
        sums, state = check_thread(own)
        ends += state == "ended"
        stills += state == "still"
        # A sanitizer has a thread of its own.
        if not any(event["event"].startswith("work:") for event in every[key]):
            continue
        for what, word in ("ran", "ran"), ("waited", "waiting"):
            if what in wanted and sums[word] < int(wanted[what]) * 10**6:
                fail(f"{what} {sums[word]} ns", key)
        if "between" in wanted:
            check_between(every[key])
    check_processors([event for event in events if event["event"] in (IN, OUT, LOST)])
    if len(threads) < int(wanted.get("threads", 1)):
        fail(f"{len(threads)} threads")
    if ends < int(wanted.get("ended", 0)):
        fail(f"{ends} have ended")
    if stills != int(wanted.get("still", stills)):
        fail(f"{stills} have not ended")


main(*sys.argv[1:])
