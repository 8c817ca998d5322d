#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Of the logs that two recorders made with --sched of the same threads, merge makes one
# with each switch once, and with all that either has.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

"$SCHED_WORK" 2 1 200 500 go &
worker=$!
kill_at_end "$worker"
"$POSIXTRACE" record -q --sched -x work:sleeps -x work:woke -o early -p "$worker" 2>/dev/null &
early=$!
wait_for test -s early
sleep 0.3
"$POSIXTRACE" record -q --sched -x work:sleeps -x work:woke -o late -p "$worker" 2>/dev/null &
late=$!
wait_for test -s late
sleep 0.3
kill -INT "$early"
wait_end 'the first recorder' "$early"
sleep 0.3
: >go
wait_end 'the second recorder' "$late"

# What is in one of them or in both: as long as they were apart, and together.
run "$POSIXTRACE" merge -o log early late
expect_status 0
expect_err '^posixtrace: [1-9][0-9]* switches of threads that several logs have were merged once$'
for name in early late log; do
	"$POSIXTRACE" report -q --json -e @sched $name >$name.json
	[ "$(wc -l <$name.json)" -gt 100 ] || fail "too few in $name"
done
cat >compare.py <<'END'
import collections, json

def ns_of(event):
    seconds, rest = event["time"].split(".")
    return int(seconds) * 10**9 + int(rest)

def read(name):
    threads = collections.defaultdict(list)
    for line in open(name + ".json"):
        event = json.loads(line)
        threads[event["tid"]].append((ns_of(event), event["event"][len("posixtrace_"):]))
    return threads

early, late, log = read("early"), read("late"), read("log")
assert set(log) == set(early) | set(late)
for tid, events in log.items():
    if not early[tid] or not late[tid]:
        assert len(events) == len(early[tid]) + len(late[tid]), tid
        continue
    first, last = late[tid][0][0], early[tid][-1][0]
    wanted = [what for ns, what in early[tid] if ns < first - 10**5] + \
        [what for ns, what in late[tid] if ns < last - 10**5] + \
        [what for ns, what in late[tid] if ns > last + 10**5]
    got = [what for ns, what in events
           if ns < last - 10**5 or ns > last + 10**5]
    # At the limits one of them is not whole.
    assert abs(len(wanted) - len(got)) <= 4, (tid, len(wanted), len(got))
    between = [what for ns, what in events if first + 10**6 < ns < last - 10**6]
    assert all(a != b for a, b in zip(between, between[1:])), between
END
python3 compare.py || fail 'merged'
# Nothing else is taken for the same.
run "$POSIXTRACE" merge -o log early
expect_status 0
! grep once err || fail 'of one log'
