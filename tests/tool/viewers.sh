#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# convert --to chrome and --to speedscope: valid, properly nested, and with the
# slices, values and losses of the log.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${MAKE_STORY:?where is make-story?}" "${MAKE_DUMP:?and make-dump?}"
: "${EMIT:?and the maker of logs?}"

"$MAKE_STORY" story
run "$POSIXTRACE" convert --to chrome -o story.json story
expect_status 3
run "$POSIXTRACE" convert --to speedscope -o story.speedscope story
expect_status 3
expect_err 'does not show that 3 events were lost'
"$POSIXTRACE" convert --to chrome -q -o - story | cmp - story.json ||
	fail 'standard output has another file'
"$EMIT" own.ptl 40 x_begin=00 x_end=00
"$POSIXTRACE" convert --to chrome -q -e '*' -o - own.ptl >own
grep -q 'posix_trace' own || fail 'no own events of the stream'
for format in chrome speedscope; do
	"$EMIT" empty.ptl 40
	run "$POSIXTRACE" convert --to $format -q -o empty.$format empty.ptl
	expect_status 0
	# The stream's own events only if they are asked for.
	"$POSIXTRACE" convert --to $format -q -o - own.ptl >own
	if grep -q 'posix_trace' own; then
		fail "$format: the own events of the stream, unasked"
	fi
	"$EMIT" odd.ptl 40 "$(printf 'a"\033\377_begin=00')" x_end=00
	run "$POSIXTRACE" convert --to $format -q -o odd.$format odd.ptl
	expect_status 0
	"$MAKE_DUMP" 40 >dump.trx
	run "$POSIXTRACE" convert --to $format -q -o dump.$format dump.trx
	expect_status 0
	run "$POSIXTRACE" convert --to $format -o /dev/full story
	expect_status 1
	expect_one_line
done

command -v python3 >/dev/null || exit 0
cat >check.py <<'END'
import json

def load(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)

for name in ("empty", "odd", "dump"):
    load(name + ".chrome")
    load(name + ".speedscope")

story = load("story.json")
events = story["traceEvents"]
first = int(story["otherData"]["first_ns"])
assert first == 1700000000000000000
depth, slices, count = {}, {}, {}
for event in events:
    count[event["ph"]] = count.get(event["ph"], 0) + 1
    stack = depth.setdefault(event["tid"], [])
    if event["ph"] == "B":
        stack.append(event)
    elif event["ph"] == "E":
        begin = stack.pop()
        assert event["ts"] >= begin["ts"]
        slices.setdefault(begin["name"], []).append(
            round((event["ts"] - begin["ts"]) * 1000))
assert not any(depth.values())
assert count["C"] == 299, count
assert count["M"] == 3, count
# One request had lost its end, and closes where something was lost.
assert len(slices["request"]) == 150 and len(slices["lock"]) == 180
assert max(slices["request"]) == 10000000
lost = [e for e in events if e.get("name") == "LOST"]
assert [e["args"]["events"] for e in lost] == [3], lost
cycle = next(e for e in events if e["ph"] == "C")
assert cycle["args"] == {"n": 0, "temperature": 20}
begin = next(e for e in events if e["ph"] == "B")
assert begin["args"] == {"id": 0, "path": "/"}, begin

file = load("story.speedscope")
names = [frame["name"] for frame in file["shared"]["frames"]]
totals = {}
for profile in file["profiles"]:
    stack, at = [], 0
    for event in profile["events"]:
        assert event["at"] >= at
        at = event["at"]
        if event["type"] == "O":
            stack.append(event)
            continue
        begin = stack.pop()
        assert begin["frame"] == event["frame"]
        name = names[begin["frame"]]
        totals[name] = totals.get(name, 0) + at - begin["at"]
    assert not stack and at <= profile["endValue"]
assert {p["name"] for p in file["profiles"]} == {"main", "logger"}
assert totals == {name: sum(all_) for name, all_ in slices.items()}, totals
END
python3 check.py || fail 'something else is in the files'
