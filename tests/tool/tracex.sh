#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# TraceX accepts the output of convert for any log, and shows its contents, by
# the rules in tracex_rules.py.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
rules=$here/../tracex_rules.py

opens() {
	python3 "$rules" "$@" 2>err || fail "TraceX would not open $*"
}

# same_events REPORT SHOWN...: what TraceX shows of the files is what the
# report has: order, threads, types, words.
cat >same.py <<'END'
import json
import sys

lines = [json.loads(line) for line in open(sys.argv[1])]
shown = []
for name in sys.argv[2:]:
    shown += [event for event in json.load(open(name))["events"]
              if event["id"] not in (6, 65529)]
assert len(lines) == len(shown), (len(lines), len(shown))
for line, event in zip(lines, shown):
    assert event["id"] == 4096 + line["id"], (line, event)
    data = bytes.fromhex(line["data"])
    data = data[:16].ljust(16, b"\0")
    words = [int.from_bytes(data[at:at + 4], sys.byteorder)
             for at in range(0, 16, 4)]
    assert event["info"] == words, (line, event)
    if line["tid"] == 0:
        assert event["context"] == 0xF0F0F0F0, (line, event)
    else:
        assert event["context"] == line["tid"], (line, event)
        assert str(line["tid"]) in event["thread"], (line, event)
if lines:
    def us(line):
        seconds, ns = line["time"].split(".")
        return int(seconds) * 10**9 + int(ns)
    at = 0
    for name in sys.argv[2:]:
        events = json.load(open(name))["events"]
        first = [event for event in events if event["id"] not in (6, 65529)][0]
        origin = us(lines[at])
        for event in events:
            if event["id"] in (6, 65529):
                continue
            told = event["ticks"] - first["ticks"]
            true = (us(lines[at]) - origin) / 1000
            assert abs(told - true) <= 1, (told, true, lines[at])
            at += 1
END

show() {
	for one in "$@"; do
		python3 "$rules" --json "$one" >"$one.shown" 2>err ||
			fail "TraceX would not open $one"
	done
}

make_files 40 100000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 3 files >list
"$POSIXTRACE" report -q --json log >all
n=$(wc -l <all)

# The whole of it in one file.
run "$POSIXTRACE" convert --to tracex -o run.trx --names run.trxc log
expect_status 0
expect_no_out
[ "$(wc -l <err)" -eq 2 ] || fail 'not one line of what it is and one of what not'
expect_err "^posixtrace: run.trx: $n events\$"
expect_err '^posixtrace: run.trx: TraceX does not show: .*data after 16 bytes'
show run.trx
python3 same.py all run.trx.shown || fail 'the whole'

# Our own reader gives them back: order, threads, names and words.
"$POSIXTRACE" report -q --json run.trx >back
python3 - all back <<'END' || fail 'the round trip'
import json
import sys

before, after = ([json.loads(line) for line in open(name)]
                 for name in sys.argv[1:])
assert len(before) == len(after)
for a, b in zip(before, after):
    assert a["event"] == b["event"], (a, b)
    assert a["tid"] == 0 or a["tid"] == b["tid"], (a, b)
    data = bytes.fromhex(a["data"])[:16].ljust(16, b"\0")
    word = len(bytes.fromhex(b["data"])) // 4
    words = [int.from_bytes(bytes.fromhex(b["data"])[at:at + word],
                            sys.byteorder)
             for at in range(0, 4 * word, word)]
    assert words == [int.from_bytes(data[at:at + 4], sys.byteorder)
                     for at in range(0, 16, 4)], (a, b)
END

# The names: 13 fields a line, one line for each id that occurs.
opens --names run.trxc run.trx
grep -qE '^[0-9]+, checksum:file_begin, FB, ' run.trxc || fail 'a name'
python3 - run.trx.shown run.trxc <<'END' || fail 'an id without a name'
import json
import sys

ids = {event["id"] for event in json.load(open(sys.argv[1]))["events"]}
lines = open(sys.argv[2]).read().split("\n")[1:-2]
assert ids - {6} <= {int(line.split(",")[0]) for line in lines}
END

# Parts of it.
run "$POSIXTRACE" convert --to tracex -o part.trx -q --events 10-29 log
expect_status 0
expect_no_err
sed -n 10,29p all >part
show part.trx
python3 same.py part part.trx.shown || fail '--events'
"$POSIXTRACE" convert --to tracex -o part.trx -q --last 7 log
tail -n 7 all >part
show part.trx
python3 same.py part part.trx.shown || fail '--last'
"$POSIXTRACE" report -q --no-header log >lines
from=$(sed -n 10p lines | awk '{ print $1 }')
to=$(sed -n 60p lines | awk '{ print $1 }')
"$POSIXTRACE" convert --to tracex -o part.trx -q --from-time "$from" \
	--to-time "$to" -x '*idle*' log
"$POSIXTRACE" report -q --json --from "$from" --to "$to" -x '*idle*' log >part
[ -s part ] || fail 'the times are not in the log'
show part.trx
python3 same.py part part.trx.shown || fail '--from-time'
"$POSIXTRACE" convert --to tracex -o part.trx -q --events 3- --last 2 \
	-e checksum:file_end log
grep '"checksum:file_end"' all | tail -n 2 >part
show part.trx
python3 same.py part part.trx.shown || fail '--last of some'

# Segments, each of which opens, and together they are the whole.
run "$POSIXTRACE" convert --to tracex -o seg.trx --segment 50 log
expect_status 0
expect_err "^posixtrace: seg.trx: $n events in $(((n + 49) / 50)) files, numbered\$"
[ ! -e seg.trx ] || fail 'a file without a number'
[ "$(echo seg-0*.trx | wc -w)" -eq $(((n + 49) / 50)) ] || fail 'segments'
show seg-0*.trx
python3 same.py all seg-0*.trx.shown || fail 'the segments'

# One event, and none at all.
"$POSIXTRACE" convert --to tracex -o one.trx -q --events 5 log
sed -n 5p all >part
show one.trx
python3 same.py part one.trx.shown || fail 'one event'
"$POSIXTRACE" convert --to tracex -o none.trx -q -e no:such log
opens none.trx

# A silence in which 32 bits of nanoseconds would wrap unnoticed.
cat >job <<'END'
"$1/checksum" files; sleep 1.2; "$1/checksum" files
END
"$POSIXTRACE" record -q -o long -- sh job "$EXAMPLES_DIR" >list
"$POSIXTRACE" convert --to tracex --tick 1ns -o long.trx -q long
"$POSIXTRACE" report -q --json long >part
show long.trx
python3 - part long.trx.shown <<'END' || fail 'nanoseconds'
import json
import sys

times = [json.loads(line)["time"].replace(".", "")
         for line in open(sys.argv[1])]
ticks = [event["ticks"] for event in json.load(open(sys.argv[2]))["events"]
         if event["id"] not in (6, 65529)]
assert ticks == [int(time) - int(times[0]) for time in times]
assert any(event["id"] == 65529
           for event in json.load(open(sys.argv[2]))["events"])
END
# Two processes may not look like one.
expect_two=$(python3 -c 'import json, sys
print(len({e["thread"] for e in json.load(open("long.trx.shown"))["events"]}))')
[ "$expect_two" -ge 3 ] || fail 'processes are mixed up'

# Names that TraceX would stumble over: the kind that systemd's "(sd-pam)" has.
mkdir odd
cp "$EXAMPLES_DIR/checksum" 'odd/(sum, a)'
"$POSIXTRACE" record -q -o odd.log -- 'odd/(sum, a)' files >list
"$EMIT" named 64 'fn(0), a name of more than thirty-one bytes=00'
for log in odd.log named; do
	opens "$log"
	"$POSIXTRACE" convert --to tracex -q -o odd.trx --names odd.trxc "$log"
	opens --names odd.trxc odd.trx
done
grep -q '^[0-9]*, fn\[0\]; a name of more than thirty-one bytes, ' odd.trxc ||
	fail 'a long name'

# What was lost is shown as the event it is, and is no success.
make_files 800 10
"$POSIXTRACE" record -q -o lost --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
run "$POSIXTRACE" convert --to tracex -o lost.trx lost
expect_status 3
opens lost.trx

# The genuine dumps, by TraceX's own numbers: the rules are TraceX's.
if [ -d "${PXT_SAMPLES:-/nowhere}/txtb" ]; then
	for pair in demo_threadx:974:156206 demo_filex:950:949000 \
		demo_netx_tcp:950:949000; do
		name=${pair%%:*}
		python3 "$rules" --json "$PXT_SAMPLES/txtb/$name.trx" \
			>genuine 2>/dev/null || :
		python3 - "${pair#*:}" <<'END' || fail "the rules on $name"
import json
import sys

count, ticks = map(int, sys.argv[1].split(":"))
events = json.load(open("genuine"))["events"]
assert (len(events), events[-1]["ticks"]) == (count, ticks), (
    len(events), events[-1]["ticks"])
END
	done
fi

# Errors are reported in one line.
usage() {
	run "$POSIXTRACE" convert "$@"
	expect_status 2
	expect_no_out
	expect_one_line
}
usage -o x log
usage --to tracex log
usage --to trasex -o x log
expect_err "did you mean 'tracex'"
usage --to tracex -o x --events 5-4 log
usage --to tracex -o x --events 0-4 log
usage --to tracex -o x --events - log
usage --to tracex -o x --last 0 log
usage --to tracex -o x --tick 2s log
usage --to tracex -o x --from-time yesterday log
usage --to tracex -o x log log
for bad in /dev/full . no/dir/x; do
	run "$POSIXTRACE" convert --to tracex -o "$bad" log
	expect_status 1
	expect_one_line
done
(
	ulimit -f 1
	run "$POSIXTRACE" convert --to tracex -o limited log
	expect_status 1
	expect_err '^posixtrace: convert: limited: File too large; '
	[ -z "$(find . -name 'limited*')" ] || fail 'half a file is left'
)
run "$POSIXTRACE" convert --to tracex -o x --segment 99999999 log
expect_status 1
expect_one_line
run "$POSIXTRACE" convert --to tracex -o x run.trx
expect_status 1
expect_one_line
run "$POSIXTRACE" convert --to tracex -o x all
expect_status 1
expect_one_line
[ ! -e x ] || fail 'a file was left'
