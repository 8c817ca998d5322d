#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What calls took, by what they are, who made them and what they concern.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${FILES_AND_LOCKS:?where is the program that tells of files and locks?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

"$POSIXTRACE" record -q -o log -- "$FILES_AND_LOCKS"
run "$POSIXTRACE" stat --json --by=call,thread,process,file,lock log
expect_status 0
expect_no_err
python3 - out <<'END' || fail 'what the calls took'
import json
import sys

stat = json.load(open(sys.argv[1]))

def ns(text):
    return round(float(text) * 1e9)

def table(name, *keys):
    return {tuple(row[key] for key in keys): row for row in stat[name]}

calls = {name.removeprefix("posixtrace_"): row
         for (name,), row in table("calls", "call").items()}
# Programs get whole names.
assert all(row["call"].startswith("posixtrace_") for row in stat["calls"])
reads = [3000, 500, 6000, 100, 7000, 13]
assert calls["read"]["times"] == len(reads)
assert ns(calls["read"]["total"]) == sum(reads)
assert ns(calls["read"]["min"]) == 13 and ns(calls["read"]["max"]) == 7000
assert ns(calls["open"]["total"]) == 3011
assert ns(calls["mutex_wait"]["total"]) == 125
totals = [ns(row["total"]) for row in stat["calls"]]
assert totals == sorted(totals, reverse=True)

parent = stat["locks"][0]["pid"]
child, = {row["pid"] for row in stat["processes"]} - {parent}
assert sum(row["times"] for row in stat["processes"]) == \
    sum(row["times"] for row in stat["threads"]) == \
    sum(row["times"] for row in stat["calls"]) == 22

files = {key: (row["times"], ns(row["total"]), row["read"], row["written"])
         for (key,), row in table("files", "file").items()}
assert files == {
    "/data/one": (5, 1000 + 3000 + 6000 + 100 + 9, 16, 0),
    '/data/two, "2"': (3, 2000 + 4000 + 8000, 0, 21),
    "fd 7 of %d" % parent: (1, 500, 0, 0),
    "stdout": (1, 600, 0, 30),
    "fd 3 of %d" % child: (1, 7000, 2, 0),
    "/data/missing": (1, 11, 0, 0),
    "fd 3 of %d" % parent: (1, 13, 0, 0),
}, files

locks = {key: (row["times"], ns(row["total"]), ns(row["max"]))
         for key, row in table("locks", "lock", "address").items()}
assert locks == {
    ("mutex", "0x1000"): (2, 120, 70),
    ("cond", "0x1000"): (1, 60, 60),
    ("mutex", "0x2000"): (1, 5, 5),
    ("rwlock", "0x3000"): (2, 70, 40),
    ("spin", "0x1000"): (1, 4, 4),
    ("sem", "0x1000"): (1, 3, 3),
    ("barrier", "0x1000"): (1, 2, 2),
}, locks
waits = stat["longest_waits"]
assert [ns(row["seconds"]) for row in waits] == \
    [70, 60, 50, 40, 30, 5, 4, 3, 2]
held = [row for row in waits if "holder" in row]
assert {row["lock"] for row in held} == {"rwlock"} and len(held) == 2
assert {(row["holder"], row["held_by"]) for row in held} == \
    {(parent, waits[0]["name"])}
END

# Events that are not picked still say which file a descriptor is.
run "$POSIXTRACE" stat --by=file -e posixtrace_write log
expect_status 0
expect_out '^/data/two, .* +2 .* 0 +21$'
expect_out '^stdout +1 '
! grep -q one out || fail 'a file that nothing was written to'
run "$POSIXTRACE" stat --by=file --events=10- log
expect_status 0
expect_out '^/data/two, .* +1 '

# What the stream does by itself is not what the program does.
run "$POSIXTRACE" stat --by=call,thread log
! grep -q posix_trace out || fail 'the flushes of the stream are calls'

# Its events have numbers all the same: those of report and stat.
for option in --events=5-9 --events=-4 --last=3 '--events=4- --last=9'; do
	# shellcheck disable=SC2086
	"$POSIXTRACE" report -q --json $option log | python3 -c '
import json, sys
names = [json.loads(line)["event"] for line in sys.stdin]
own = ("posix_trace_", )
print(sorted(n for n in names if not n.startswith(own)))' >expected
	# shellcheck disable=SC2086
	"$POSIXTRACE" stat --json --by=event $option log | python3 -c '
import json, sys
print(sorted(row["event"] for row in json.load(sys.stdin)["events"]
             for _ in range(row["times"])))' >counted
	cmp -s expected counted || fail "other events with $option"
	# shellcheck disable=SC2086
	"$POSIXTRACE" convert -q --to perfetto -o part.perfetto $option log
	for name in $(sed 's/posixtrace_//g' expected | tr -dc 'a-z_ '); do
		grep -aqF "$name" part.perfetto ||
			fail "perfetto $option: no $name"
	done
done

# A part of the rows, and their distribution.
run "$POSIXTRACE" stat --by=file,call --top=2 log
expect_status 0
expect_out '^other files +5$'
expect_out '^other calls +9$'
run "$POSIXTRACE" stat --by=lock --histogram log
expect_status 0
expect_out '^ *[0-9]+ mutex +0x1000 +0\.000000032 +0\.000000064 +1 #+$'
expect_out '^ *[0-9]+ mutex +0x1000 +0\.000000064 +0\.000000128 +1 #+$'

# How often events occurred, and the time from one to the next on a thread.
run "$POSIXTRACE" stat --json --by=event log
expect_status 0
mv out stat
"$POSIXTRACE" report -q --json log >listed
python3 - stat listed <<'END' || fail 'the events'
import json
import sys

def ns(text):
    whole, part = ("%s" % text).split(".")
    return int(whole) * 10**9 + int(part)

times, last, apart = {}, {}, {}
for line in open(sys.argv[2]):
    event = json.loads(line)
    name = event["event"]
    if not name.startswith("posix_trace_"):
        times[name] = times.get(name, 0) + 1
        key = name, event["pid"], event["tid"]
        if key in last:
            apart.setdefault(name, []).append(ns(event["time"]) - last[key])
        last[key] = ns(event["time"])
rows = json.load(open(sys.argv[1]), parse_float=str)["events"]
assert {row["event"]: row["times"] for row in rows} == times
assert [row["times"] for row in rows] == sorted(times.values(), reverse=True)
for row in rows:
    if row["event"] in apart:
        assert ns(row["min"]) == min(apart[row["event"]]), row
        assert ns(row["max"]) == max(apart[row["event"]]), row
    else:
        assert "min" not in row, row
assert apart["posixtrace_read"]
END

# What cannot be.
run "$POSIXTRACE" stat --by=file,socks log
expect_status 2
expect_err "--by=socks: what to group by is call, thread, process, file, lock or event"
run "$POSIXTRACE" stat --by= log
expect_status 2
run "$POSIXTRACE" stat --top=3 log
expect_status 2
expect_err '--top: only with --by'
run "$POSIXTRACE" stat --by=call --top=0 log
expect_status 2
expect_err '--top=0: not a number of rows'
