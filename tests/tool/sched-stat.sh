#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `stat` says how long each thread ran, was ready and waited, as the events say.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

run "$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 3 50 400 1000
expect_status 0
run "$POSIXTRACE" stat log
expect_status 0
expect_out '^processor$'
expect_out '^ *PID +TID NAME +RUNNING +READY +WAITING +PERCENT +TIMES IN +PREEMPTED +WAITED'
for name in sched-work work-0 work-1 work-2; do
	expect_out "^ *[0-9]+ +[0-9]+ $name "
done

# compare_stat [OPTION ...]: with what the events of that part of the log say.
cat >compare.py <<'END'
import collections, json, sys

rows = json.load(open("stat.json"))["processor"]
sums, counts = collections.Counter(), collections.Counter()
first = last = None
state = {}
for line in open("events.json"):
    event = json.loads(line)
    seconds, rest = event["time"].split(".")
    now = int(seconds) * 10**9 + int(rest)
    first = now if first is None else first
    last = now
    if "sched_" not in event["event"]:
        continue
    tid, args = event["tid"], event["args"]
    is_in = event["event"].endswith("in")
    word = args["after"] if is_in else "running"
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    length = args["off_ns"] if is_in else args["ran_ns"]
    sums[tid, word] += min(length, now - first)
    if is_in:
        counts[tid, word] += 1
        counts[tid, "times in"] += 1
    state[tid] = ("running" if is_in else args["state"], now)
for tid, (word, since) in state.items():
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    sums[tid, word] += last - since
assert len(rows) == len(state), (len(rows), len(state))
for row in rows:
    for word in "running", "ready", "waiting":
        ns = sums[row["tid"], word]
        assert abs(row[word] * 1e9 - ns) < 20000, (word, ns, row)
    assert row["times_in"] == counts[row["tid"], "times in"], row
    assert row["waited"] == counts[row["tid"], "waiting"], row
    if len(sys.argv) == 1 and row["name"].startswith("work-"):
        assert row["running"] > 0.019 and row["waiting"] > 0.049, row
        assert row["longest_wait"] >= 0.001, row
END
compare_stat() {
	"$POSIXTRACE" stat --json "$@" log >stat.json || fail "stat $*"
	"$POSIXTRACE" report -q --json "$@" log >events.json || fail "report $*"
	python3 compare.py "$@" || fail "compare $*"
}
compare_stat
compare_stat --from=20ms --to=60ms
compare_stat -t work-1
compare_stat -e @sched

# Other traces have no such table.
run "$POSIXTRACE" record -q -o log -- "$SCHED_WORK" 1 1 10 10
run "$POSIXTRACE" stat log
expect_status 0
! grep '^processor$' out || fail 'a table without rows'
