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

# All have the slices that the events say, by thread; times in ns.
cat >compare.py <<'END'
import collections, json, sys

events = [json.loads(line) for line in open("events")]

def ns_of(event):
    seconds, rest = event["time"].split(".")
    return int(seconds) * 10**9 + int(rest) - first

first = 0
first = ns_of(events[0])
wanted, got = collections.defaultdict(list), collections.defaultdict(list)
state, told = {}, 0
for event in events:
    if "sched_" not in event["event"]:
        continue
    args, end = event["args"], ns_of(event)
    word = args.get("after", "running") if "still" not in event["event"] else args["state"]
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    length = args.get("off_ns", args.get("ran_ns", args.get("for_ns")))
    # Nothing begins before what is there.
    if length and end > 0:
        wanted[event["tid"]].append((word, max(0, end - length), end))
    state[event["tid"]] = "ended" if "for_ns" in args else args.get("state", "running"), end
    told = end
# What no event ends is known until the last event of any thread.
for tid, (word, since) in state.items():
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    if word != "ended" and since < told:
        wanted[tid].append((word, since, told))
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
    assert "work-0: processor" in names, names
    assert not [one for one in trace["traceEvents"] if one["ph"] in "iC"
                and "sched_" in one["name"]]
elif "tables" in trace:
    shift = int(trace["tables"]["origin"]) - first
    for one in trace["events"]:
        was = trace["tables"]["types"][one["type"]].get("was")
        if was and one["slice"]:
            got[one["lane"]["tid"]].append(
                (was, one["ns"] - one["slice"] + shift, one["ns"] + shift))
    for one in trace["tables"]["states"]:
        got[trace["tables"]["lanes"][one["lane"]]["tid"]].append(
            (one["was"], one["begin"] + shift, one["end"] + shift))
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

# compare_all [OPTION ...]: of that part of the log.
compare_all() {
	"$POSIXTRACE" report -q --json "$@" log >events
	run "$POSIXTRACE" convert --to chrome "$@" -o chrome log
	expect_status 0
	python3 compare.py chrome || fail "chrome $*"
	run "$POSIXTRACE" view "$@" -o page.html log
	expect_status 0
	python3 "$here/../view_walk.py" page.html >page.json || fail "page $*"
	python3 compare.py page.json || fail "page $*"
	! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build' || return 0
	run "$POSIXTRACE" convert --to perfetto "$@" -o perfetto log
	expect_status 0
	python3 "$here/../perfetto_walk.py" perfetto >perfetto.json || fail "perfetto $*"
	python3 compare.py perfetto.json || fail "perfetto $*"
}
compare_all
compare_all -t work-0
# From the middle of what threads do, to the middle.
"$POSIXTRACE" report -q --json log >all
from=$(python3 -c '
import json
events = [json.loads(line) for line in open("all")]
switch, = [event for event in events if "sched_in" in event["event"]][9:10]
print(float(switch["time"]) - float(events[0]["time"]))')
compare_all --from="${from}s" --to="$(echo "$from" | awk '{ print $1 + 0.02 }')s"
