#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Viewers get what each thread does as slices on a track of its own.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$here/sched.sh"
need_sched

run "$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 3 50 400 1000
expect_status 0
"$POSIXTRACE" report -q --json log >events

# Both have the slices that the events say, by thread; times in ns.
cat >compare.py <<'END'
import collections, json, sys

events = [json.loads(line) for line in open("events")]
seconds, rest = events[0]["time"].split(".")
first = int(seconds) * 10**9 + int(rest)
wanted, got = collections.defaultdict(list), collections.defaultdict(list)
for event in events:
    if "sched_" not in event["event"]:
        continue
    args = event["args"]
    seconds, rest = event["time"].split(".")
    end = int(seconds) * 10**9 + int(rest) - first
    word = args.get("after", "running")
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    length = args["off_ns"] if "off_ns" in args else args["ran_ns"]
    if length:
        wanted[event["tid"]].append((word, end - length, end))
trace = json.load(open(sys.argv[1]))
if "traceEvents" in trace:
    first = int(trace["otherData"]["first_ns"]) - first
    for one in trace["traceEvents"]:
        if one["ph"] == "X" and one["tid"] > 10**9:
            begin = round(one["ts"] * 1000) + first
            got[one["tid"] - 10**9].append(
                (one["name"], begin, begin + round(one["dur"] * 1000)))
    names = [one["args"]["name"] for one in trace["traceEvents"]
             if one["ph"] == "M" and one["tid"] > 10**9]
    assert {"work-0: processor", "sched-work: processor"} < set(names), names
    assert not [one for one in trace["traceEvents"] if one["ph"] in "iC"
                and "sched_" in one["name"]]
else:
    uuids = {track["uuid"]: track["thread"]["tid"] for track in trace["tracks"]
             if "thread" in track}
    for one in trace["slices"]:
        assert one["track"]["name"] == "processor" and one["depth"] == 0, one
        got[uuids[one["track"]["parent"]]].append(
            (one["name"], one["time"] - first, one["end"] - first))
assert wanted.keys() == got.keys(), (wanted.keys(), got.keys())
for tid, slices in wanted.items():
    assert len(slices) == len(got[tid]), (tid, len(slices), len(got[tid]))
    for one, other in zip(slices, sorted(got[tid], key=lambda slice: slice[2])):
        assert one[0] == other[0] and abs(one[1] - other[1]) < 3000 and \
            one[2] == other[2], (tid, one, other)
END

run "$POSIXTRACE" convert --to chrome -o chrome log
expect_status 0
python3 compare.py chrome || fail 'chrome'
if ! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build'; then
	run "$POSIXTRACE" convert --to perfetto -o perfetto log
	expect_status 0
	python3 "$here/../perfetto_walk.py" perfetto >perfetto.json || fail 'perfetto'
	python3 compare.py perfetto.json || fail 'perfetto'
fi
