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
expect_err '^posixtrace: story.speedscope: [1-9][0-9]* slices, of [0-9]+ events; it does not show events that are in none$'
"$EMIT" none.ptl 40 point=00
run "$POSIXTRACE" convert --to speedscope -o none.speedscope none.ptl
expect_status 0
expect_err '^posixtrace: none.speedscope: 0 slices, of [0-9]+ events; it does not'
expect_err '^posixtrace: none.speedscope: nothing is in it; pairs of events such as'
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

# Slices that do not end: in one that ends, at the end of the log, in too many;
# the end of another name, or of one with another separator, ends nothing.
# shellcheck disable=SC2046
"$EMIT" cut.ptl 40 a_begin=00 b_begin=00 a_end=00 b_end=00 \
	m_begin=00 m:end=00 m_stop=00 m_end=00 \
	work_begin@n=1 work_begin@k=1 work_end@n=2 work_end@k=2 \
	$(seq 4098 | sed 's/.*/deep_begin=00/') \
	$(seq 4098 | sed 's/.*/deep_end=00/') \
	c_begin=00 d_begin=00 d_end=00
for format in chrome speedscope; do
	run "$POSIXTRACE" convert --to $format -q -o cut.$format cut.ptl
	expect_status 0
	run "$POSIXTRACE" convert --to $format -q -x 'posix_trace_*' --last 2 -o last.$format cut.ptl
	expect_status 0
done
"$POSIXTRACE" stat --json cut.ptl >cut.stat
# Scripts have 53 bits for an integer.
"$EMIT" large.ptl 40 a@n=9007199254740991 a@n=9007199254740992 \
	b@n=-9007199254740992 b@n=-9007199254740993
"$POSIXTRACE" convert --to chrome -q -o large.chrome large.ptl
if "$POSIXTRACE" query --csv --no-header cut.ptl "SELECT name, count(*)
		FROM slices GROUP BY name" >cut.csv 2>err; then
	printf '%s\n' a,1 d,1 deep,2050 m,1 work,2 | diff - cut.csv >&2 ||
		fail 'other slices in query'
fi

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
# One request with its lock has lost its end, and is cut there.
assert {name: len(all_) for name, all_ in slices.items()} == {
    "request": 149, "lock": 179,
    "request (did not end)": 1, "lock (did not end)": 1}, slices.keys()
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
assert len(set(names)) == len(names), names
assert totals == {name: sum(all_) for name, all_ in slices.items()}, totals

large = [(event["ph"], event["args"]["n"]) for event in
         load("large.chrome")["traceEvents"] if "n" in event.get("args", ())]
assert large[-8:] == [
    ("i", 2**53 - 1), ("C", 2**53 - 1), ("i", str(2**53)), ("C", 2**53),
    ("i", -2**53), ("C", -2**53), ("i", str(-2**53 - 1)), ("C", -2**53 - 1),
], large

def nested_chrome(name):
    stack, found = [], []
    for event in load(name)["traceEvents"]:
        if event["ph"] == "B":
            stack.append(event["name"])
        elif event["ph"] == "E":
            found.append((len(stack) - 1, stack.pop()))
    assert not stack
    return found

def nested_speedscope(name):
    file, depth, found = load(name), 0, []
    frames = [frame["name"] for frame in file["shared"]["frames"]]
    for event in file["profiles"][0]["events"]:
        if event["type"] == "C":
            found.append((depth - 1, frames[event["frame"]]))
        depth += 1 if event["type"] == "O" else -1
    assert depth == 0
    return found

CUT = " (did not end)"
expected = ([(1, "b" + CUT), (0, "a"), (0, "m"), (1, "work"), (0, "work")] +
            [(depth, "deep") for depth in range(2049, -1, -1)] +
            [(1, "d"), (0, "c" + CUT)])
assert nested_chrome("cut.chrome") == expected, nested_chrome("cut.chrome")
assert nested_speedscope("cut.speedscope") == expected
assert nested_chrome("last.chrome") == [(0, "d")]
assert nested_speedscope("last.speedscope") == [(0, "d")]
names = [event.get("name") for event in load("cut.chrome")["traceEvents"]
         if event["ph"] == "i"]
assert names == ["b_end", "m:end", "m_stop"] + 2048 * ["deep_end"], names
with open("cut.stat", encoding="utf-8") as file:
    stat = json.load(file)
assert {row["what"]: row["times"] for row in stat["durations"]} == {
    "a": 1, "m": 1, "work": 2, "deep": 2050, "d": 1}, stat["durations"]
END
python3 check.py || fail 'something else is in the files'
