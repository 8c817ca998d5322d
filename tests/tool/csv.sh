#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Comma-separated values, and JSON, have every event: as report prints them, and
# as convert writes them.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${EMIT:?where is the maker of logs?}" "${MAKE_DUMP:?and that of dumps?}"

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 5 >list

run "$POSIXTRACE" report --csv typed
expect_status 0
mv out report.csv
run "$POSIXTRACE" convert --to csv -o typed.csv typed
expect_status 0
expect_err '^posixtrace: typed.csv: [0-9]+ events$'
cmp -s typed.csv report.csv || fail 'convert and report are not the same'
[ "$(wc -l <typed.csv)" -eq "$(($("$POSIXTRACE" report --json -q typed |
	wc -l) + 1))" ] || fail 'not a line an event, and one for the columns'
[ "$(head -n 1 typed.csv)" = \
	time,elapsed,pid,tid,event,id,address,truncated,data,text,time_ns,lost ] ||
	fail 'other columns'
run "$POSIXTRACE" report --csv --no-header -q typed
tail -n +2 typed.csv | cmp -s - out || fail 'a heading, or more is missing'

run "$POSIXTRACE" convert --to json -q -o typed.json typed
expect_status 0
"$POSIXTRACE" report --json -q typed | cmp -s - typed.json ||
	fail 'convert --to json and report --json are not the same'

# What was picked out, and nothing: the columns are named.
run "$POSIXTRACE" convert --to csv -q -e furnace:done -o done.csv typed
expect_status 0
[ "$(cut -d, -f5 done.csv | sort -u)" = 'event
furnace:done' ] || fail 'other events'
run "$POSIXTRACE" convert --to csv -q -e no:such -o none.csv typed
expect_status 0
[ "$(wc -l <none.csv)" -eq 1 ] || fail 'not just the names of the columns'

# A loss is no success.
make_files 800 10
"$POSIXTRACE" record -q -o lossy --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
"$POSIXTRACE" report lossy >list 2>lossy.err || [ $? -eq 3 ]
run "$POSIXTRACE" convert --to csv -o lossy.csv lossy
expect_status 3
[ "$(grep -c ',posix_trace_overflow,' lossy.csv)" -eq 1 ] || fail 'no loss'
"$POSIXTRACE" report --csv -q lossy | cmp -s - lossy.csv ||
	fail 'convert --to csv and report --csv differ where events were lost'
lost=$(sed -n 's/.*; lost \([0-9]*\);.*/\1/p' lossy.err)
[ "$(sed -n 's/.*,posix_trace_overflow,.*,,lost=[0-9]*,[0-9]*,\([0-9]*\)$/\1/p' lossy.csv)" \
	-eq "$lost" ] || fail "CSV does not say that $lost events were lost"
"$POSIXTRACE" convert --to json -q -o lossy.json lossy || [ $? -eq 3 ]
"$POSIXTRACE" report --json -q lossy | cmp -s - lossy.json ||
	fail 'convert --to json and report --json differ where events were lost'

# What the words of a ThreadX dump mean.
"$MAKE_DUMP" 10 >dump.trx
run "$POSIXTRACE" report --csv -q dump.trx
expect_status 0
expect_out ',tx_queue_send,[0-9]+,0x0,0,[0-9a-f]{32},queue_ptr=0x10 '

# One type, with a column for each argument; losses stay.
run "$POSIXTRACE" report --csv -q --columns furnace:batch typed
expect_status 0
[ "$(head -n 1 out)" = "time,elapsed,pid,tid,address,truncated,time_ns,lost,\
name,steps,recipe,raw" ] || fail 'other columns of a type'
[ "$(wc -l <out)" -eq 6 ] || fail 'other lines of a type'
expect_out '^[0-9]+\.[0-9]{9},[0-9.]+,[0-9]+,[0-9]+,0x[0-9a-f]+,0,[0-9]{19},,batch 1,3,0x[0-9a-f]+,[0-9a-f]{8}$'
run "$POSIXTRACE" report --csv -q --columns checksum:none lossy
expect_status 1
expect_err 'lossy has no such event type'
run "$POSIXTRACE" report --csv -q --columns posix_trace_stop typed
expect_status 1
expect_err 'have no described arguments'
run "$POSIXTRACE" report --json --columns furnace:batch typed
expect_status 2
expect_err 'give --csv, too$'
"$EMIT" formula 40 '=1+1@time=7' '=1+1@pid=8'
run "$POSIXTRACE" report --csv -q --columns '=1+1' formula
expect_out ',lost,arg_time$'
# Each column has a name of its own, also for who ignores case.
"$EMIT" twice 64 t@time=1,pid=2,arg_pid=3,a=4,A=5
run "$POSIXTRACE" report --csv -q --columns t twice
expect_out ',lost,arg_time,arg_pid,arg_arg_pid,a,arg_A$'
run "$POSIXTRACE" report --csv -q formula
expect_out ",\"'=1\\+1\","

# It is UTF-8, whatever the locale.
"$EMIT" utf 64 'zähler=00'
"$POSIXTRACE" report --csv -q utf >utf.csv
for locale in C POSIX en_US.ISO-8859-1; do
	LC_ALL=$locale "$POSIXTRACE" report --csv -q utf | cmp - utf.csv ||
		fail "$locale: other CSV"
done
grep -q 'zähler' utf.csv || fail 'no UTF-8'

# Misuse, a disk that is full.
run "$POSIXTRACE" convert --to cvs -o never typed
expect_status 2
expect_err "did you mean 'csv'"
run "$POSIXTRACE" report --csv --template=none typed
expect_status 2
expect_err 'leave out --csv$'
run "$POSIXTRACE" convert --to csv -o /dev/full typed
expect_status 1
expect_one_line

command -v python3 >/dev/null || exit 0

# Values that have commas, quotes and anything else in them.
"$EMIT" odd 64 "a,b\"c\"=612c2262220a0d00" "$(printf 'n\nl\r')=610a" \
	"$(printf 'a:\377\033[31m"')=00ff80" plain=6100 empty= t:n@n=5
cat >same.py <<'END'
import csv
import json
import sys

def escaped(name):
    letters = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(c if c >= " " else letters.get(c, "\\x%02x" % ord(c))
                   for c in name)


with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
with open(sys.argv[2], encoding="utf-8") as file:
    events = [json.loads(line) for line in file]
assert len(rows) == len(events) > 0
first = None
for row, event in zip(rows, events):
    for name in ("time", "data"):
        assert row[name] == event[name], (row, event)
    assert row["event"] == escaped(event["event"]), (row, event)
    for name in ("pid", "tid", "id"):
        assert int(row[name]) == event[name], (row, event)
    assert row["address"] == event["addr"]
    assert (row["truncated"] == "1") == event["truncated"]
    sec, ns = map(int, row["time"].split("."))
    first = first or (sec * 10**9 + ns)
    past, part = map(int, row["elapsed"].split("."))
    assert past * 10**9 + part == sec * 10**9 + ns - first
    for name, value in event.get("args", {}).items():
        assert name + "=" in row["text"], (row, event)
    lost = event.get("lost", 0)
    assert int(row["time_ns"]) == sec * 10**9 + ns, row
    assert row["lost"] == (str(lost) if lost else ""), row
    assert bool(row["text"]) == bool(
        row["data"] or lost or row["text"] == "filtered=0 types"), row
    assert row["text"].endswith("lost=%d" % lost) or not lost, row
END
same() {
	"$POSIXTRACE" convert --to csv -q -o "$1.csv" "$1" || :
	"$POSIXTRACE" report --json -q "$1" >"$1.json" || :
	python3 same.py "$1.csv" "$1.json" || fail "$1: CSV and JSON differ"
}
same typed
same lossy
same odd

# A part of it counts from the beginning of the log, by both commands.
for pick in --events=3-9 --last=2 '-e furnace:done'; do
	# shellcheck disable=SC2086 # an option and its argument
	"$POSIXTRACE" convert --to csv -q -o part.csv $pick typed
	# shellcheck disable=SC2086
	"$POSIXTRACE" report --csv -q $pick typed >report.csv
	cmp part.csv report.csv || fail "$pick: convert and report differ"
done
