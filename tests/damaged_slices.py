# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Damages each block of the log `whole`, and compares the slices that commands find in
the rest with those of the whole log.

usage: damaged_slices.py POSIXTRACE TESTS yes|no

TESTS is where the readers of the formats are; the last one says if perfetto is one of
these.
"""
import bisect
import collections
import json
import sqlite3
import struct
import subprocess
import sys

START, MAGIC, HEADER = 724992, 0x4B4E4843, 128
# The flushes of the stream are slices, too, but not for all.
OWN = "posix_trace_"
OURS = f"WHERE name NOT LIKE '{OWN}%'"
COMMAND, TESTS, HAS_PERFETTO = sys.argv[1], sys.argv[2], sys.argv[3] == "yes"


def run(*args):
    done = subprocess.run([COMMAND, *args], capture_output=True, check=False)
    assert done.returncode in (0, 4), (args, done.stderr)
    return done.stdout.decode()


def query(log):
    rows = run("query", "-q", "--json", log,
               f"SELECT tid, name, start_ns, end_ns FROM slices {OURS}")
    return {tuple(json.loads(line).values()) for line in rows.splitlines()}


def blocks(data):
    at = START
    while at + HEADER <= len(data):
        magic, used = struct.unpack_from("=II", data, at)
        if magic != MAGIC:
            break
        yield at, used
        at += HEADER + used


def sums(slices):
    found = collections.defaultdict(list)
    for _, name, begin, end in slices:
        found[name].append(end - begin)
    return {name: (len(ns), sum(ns), max(ns)) for name, ns in found.items()}


def ns_of(seconds):
    whole, part = seconds.split(".")
    return int(whole) * 10**9 + int(part)


def table(rows, name):
    return {row[name]: (row["times"], ns_of(row["total"]), ns_of(row["max"]))
            for row in rows if not row[name].startswith(OWN)}


def lengths(slices):
    return sorted((name, end - begin) for _, name, begin, end in slices)


def scope_lengths(log):
    run("convert", "-q", "--to", "speedscope", "-o", log + ".scope", log)
    with open(log + ".scope", encoding="utf-8") as file:
        scope = json.load(file)
    frames = [frame["name"] for frame in scope["shared"]["frames"]]
    found = []
    for profile in scope["profiles"]:
        stack = []
        for event in profile["events"]:
            if event["type"] == "O":
                stack.append(event)
                continue
            begin = stack.pop()
            if "(did not end)" not in frames[event["frame"]]:
                found.append((frames[event["frame"]],
                              event["at"] - begin["at"]))
    return sorted(found)


def chrome_lengths(log):
    run("convert", "-q", "--to", "chrome", "-o", log + ".chrome", log)
    with open(log + ".chrome", encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    found, stacks = [], collections.defaultdict(list)
    for event in events:
        stack = stacks[event.get("tid")]
        if event["ph"] == "B":
            stack.append(event)
        elif event["ph"] == "E":
            begin = stack.pop()
            if "(did not end)" not in begin["name"]:
                found.append((begin["name"], round(1000 * event["ts"]) -
                              round(1000 * begin["ts"])))
    return sorted(found)


def walked(walker, path):
    done = subprocess.run([sys.executable, f"{TESTS}/{walker}_walk.py", path],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def view_lengths(log):
    run("view", "-q", "-o", log + ".html", log)
    return sorted((event["slice_name"], event["slice"])
                  for event in walked("view", log + ".html")["events"]
                  if event["slice"] is not None and
                  not event["slice_name"].startswith(OWN))


def perfetto_lengths(log):
    run("convert", "-q", "--to", "perfetto", "-o", log + ".pftrace", log)
    return sorted((one["name"], one["end"] - one["time"])
                  for one in walked("perfetto", log + ".pftrace")["slices"])


def sqlite_rows(log, number):
    path = f"{log}.{number}.db"
    run("convert", "-q", "--to", "sqlite", "-o", path, log)
    return set(sqlite3.connect(path).execute(
        f"SELECT tid, name, start_ns, end_ns FROM slices {OURS}"))


def name_times(slices):
    """By thread and name, the slices by time."""
    found = collections.defaultdict(list)
    for one in sorted(slices, key=lambda one: one[2]):
        found[one[:2]].append(one)
    return found


def in_whole(one, of_name):
    """The slice of the whole log that is this one; it may be some ns apart, as each
    block that is lost takes a clock anchor with it, but less than half of the way
    to the next of its name."""
    at = bisect.bisect(of_name, one[2], key=lambda other: other[2])
    near = of_name[max(at - 2, 0):at + 2]
    step = min(b[2] - a[2] for a, b in zip(near, near[1:]))
    for other in near:
        if max(abs(one[2] - other[2]), abs(one[3] - other[3])) < min(step / 2, 200):
            return other
    raise AssertionError(("no such slice", one, near))


def compare(number, with_files):
    """The slices of the whole log that the commands find in `log`."""
    found = query("log")
    stat = json.loads(run("stat", "--json", "log"), parse_float=str)
    assert table(stat["durations"], "what") == sums(found), "stat"
    stat = json.loads(run("stat", "--json", "--by=call", "log"),
                      parse_float=str)
    assert table(stat["calls"], "call") == sums(found), "stat --by"
    same = {in_whole(one, times[one[:2]]) for one in found}
    assert len(same) == len(found)
    if not with_files:
        return same
    assert sqlite_rows("log", number) == found, "sqlite"
    expected = lengths(found)
    assert scope_lengths("log") == expected, "speedscope"
    assert chrome_lengths("log") == expected, "chrome"
    assert view_lengths("log") == expected, "view"
    if HAS_PERFETTO:
        assert perfetto_lengths("log") == expected, "perfetto"
    return same


def damage(data, places):
    changed = bytearray(data)
    for place in places:
        changed[place] ^= 0xFF
    with open("log", "wb") as file:
        file.write(changed)


def main():
    with open("whole", "rb") as file:
        data = file.read()
    places = [(at, used) for at, used in blocks(data) if used > 4096]
    index = list(blocks(data))[-1][0]
    assert len(places) > 5, places
    places = places[::2]
    tids = {one[0] for one in whole}
    n_cut = n_other = 0
    for number, (at, used) in enumerate(places):
        # Whose the records were is known: the other thread has all it had.
        damage(data, [at + HEADER + used // 2])
        found = compare(2 * number, number == 1)
        lost = {one[0] for one in whole - found}
        assert len(lost) == 1 < len(tids), lost
        n_cut += len(whole - found)
        # It is not, and where the block was is not known either.
        damage(data, [at + 8, index + 8, index + HEADER])
        found = compare(2 * number + 1, number == 2)
        n_other += len(whole - found)
    # Little is left out but what was in those blocks.
    assert n_cut <= len(whole) + 2 * len(places), n_cut
    assert n_other <= len(whole) + 4 * len(places), n_other


whole = query("whole")
times = name_times(whole)
main()
