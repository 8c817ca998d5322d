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
first = told = None
state = {}
for line in open("events.json"):
    event = json.loads(line)
    seconds, rest = event["time"].split(".")
    now = int(seconds) * 10**9 + int(rest)
    first = now if first is None else first
    if "sched_" not in event["event"]:
        continue
    tid, args = event["tid"], event["args"]
    is_in, is_out = (event["event"].endswith(end) for end in ("in", "out"))
    word = args["after"] if is_in else "running" if is_out else args["state"]
    word = {"preempted": "ready", "new": "ready"}.get(word, word)
    length = args["off_ns"] if is_in else args["ran_ns" if is_out else "for_ns"]
    sums[tid, word] += min(length, now - first)
    # What no event has ended, since others are not there.
    before, since = state.get(tid, (word, 0))
    if before not in (word, "ended"):
        sums[tid, before] += max(0, min(told, now - length) - since)
    if is_in:
        counts[tid, word] += 1
        counts[tid, "times in"] += 1
    word = "running" if is_in else args["state"] if is_out else "ended"
    state[tid] = {"preempted": "ready", "new": "ready"}.get(word, word), now
    told = now
# Of no thread it is known any longer.
for tid, (word, since) in state.items():
    sums[tid, word] += told - since
assert len(rows) == len(state), (len(rows), len(state))
for row in rows:
    for word in "running", "ready", "waiting":
        ns = sums[row["tid"], word]
        assert abs(row[word] * 1e9 - ns) < 20000, (word, ns, row)
    assert row["times_in"] == counts[row["tid"], "times in"], row
    assert row["waited"] == counts[row["tid"], "waiting"], row
    if sys.argv[1] == "all" and row["name"].startswith("work-"):
        assert row["running"] > 0.019 and row["waiting"] > 0.049, row
        assert row["longest_wait"] >= 0.001, row
END
compare_stat() {
	"$POSIXTRACE" stat --json "$@" log >stat.json || [ $? -eq 4 ] || fail "stat $*"
	"$POSIXTRACE" report -q --json "$@" log >events.json || [ $? -eq 4 ] ||
		fail "report $*"
	python3 compare.py "$whole" || fail "compare $*"
}
whole=all
compare_stat
whole=
compare_stat --from=20ms --to=60ms
compare_stat -t work-1
compare_stat -e @sched
compare_stat -e sched_out

# A thread that waits when the recording ends has waited until then ...
run "$POSIXTRACE" record -q --sched -o log -- sh -c 'sleep 100 & echo $! >pid; exec sleep 0.3'
expect_status 0
kill "$(cat pid)"
check_sched log still=1
compare_stat
python3 - <<END || fail 'what waited until the end'
import json
row, = [row for row in json.load(open("stat.json"))["processor"]
        if row["tid"] == $(cat pid)]
assert row["waiting"] > 0.25, row
END

# ... but nobody knows what it did after the recorder was killed.
"$POSIXTRACE" record -q --sched -o log -- "$SCHED_WORK" 2 1 400 1000 go &
recorder=$!
kill_at_end "$recorder"
wait_for test -s log
sleep 1.5
worker=$(pgrep -P "$recorder" -x sched-work)
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
sleep 0.5
: >go
has_ended() {
	! kill -0 "$worker" 2>/dev/null
}
wait_for has_ended
run "$POSIXTRACE" recover log
expect_status 0 4
compare_stat
check_sched log still=0
python3 - <<'END' || fail 'what was not known'
import json
stat = json.load(open("stat.json"))
for row in stat["processor"]:
    assert sum(row[word] for word in ("running", "ready", "waiting")) < \
        stat["seconds"] - 0.4, (row, stat["seconds"])
END

# Other traces have no such table.
run "$POSIXTRACE" record -q -o log -- "$SCHED_WORK" 1 1 10 10
run "$POSIXTRACE" stat log
expect_status 0
! grep '^processor$' out || fail 'a table without rows'
