#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The output of convert --to perfetto has every event of the log, on the track
# of its thread, with its time and arguments, and all losses.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 5 >list

# A build without this target explains what to do.
if "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build'; then
	run "$POSIXTRACE" convert --to perfetto -o never typed
	expect_status 1
	expect_one_line
	expect_err 'without --to perfetto; .*-Dperfetto=enabled$'
	[ ! -e never ] || fail 'a file without what writes it'
	exit 0
fi

command -v python3 >/dev/null || skip 'python3 is not installed'
walk=$here/../perfetto_walk.py

# show TRACE: decode the trace into TRACE.json.
show() {
	python3 "$walk" "$1" >"$1.json" 2>err ||
		fail "Perfetto would stumble over $1"
}

# same.py REPORT TRACE: the instants are the events of the report.
cat >same.py <<'END'
import json
import sys

lines = [json.loads(line) for line in open(sys.argv[1])]
own = "posix_trace_overflow" if "own" in sys.argv else "posix_trace_"
lines = [line for line in lines if not line["event"].startswith(own)]
trace = json.load(open(sys.argv[2]))
calls = [one for one in trace["slices"] if one["notes"]
         and "events lost" not in one["notes"]]
for call in calls:
    call["time"] = call["end"]
shown = calls + [one for one in trace["instants"]
                 if "events lost" not in one["notes"]]
assert len(lines) == len(shown), (len(lines), len(shown))


def key(event):
    return (event["time"], event["name"], event["place"])


for line in lines:
    seconds, ns = line["time"].split(".")
    line["time"] = int(seconds) * 10**9 + int(ns)
    line["name"] = line["event"]
    if line["id"] < 64 and line["name"].startswith("posixtrace_"):
        line["name"] = line["name"][len("posixtrace_"):]
    line["place"] = [line["pid"], line["tid"]]
for one in shown:
    track = one["track"]
    thread = track.get("thread")
    if thread:
        one["place"] = [thread["pid"], thread["tid"]]
    else:
        parents = {t["uuid"]: t for t in trace["tracks"]}
        process = parents[track["parent"]]["process"]
        assert track["name"] == "trace stream"
        one["place"] = [process["pid"], 0]
for line, one in zip(sorted(lines, key=key), sorted(shown, key=key)):
    assert key(line) == key(one), (line, one)
    colon = line["name"].find(":")
    category = [line["name"][:colon]] if colon > 0 else []
    assert one["category"] == category, one
    point = one["notes"].pop("trace point", ["pointer", 0])
    assert point == ["pointer", int(line["addr"], 16)], (line, one)
    assert ("data cut" in one["notes"]) == line["truncated"]
    for name, value in line.get("args", {}).items():
        kind, noted = one["notes"][name]
        if kind == "pointer":
            noted = "0x%x" % noted
        assert noted == value, (name, line, one)
    if "args" not in line and line["data"] and line["id"] >= 64:
        data = bytes.fromhex(line["data"])
        noted = one["notes"]["data"][1]
        text = data.decode("utf-8", "replace").rstrip("\0")
        assert noted in (line["data"], text), (line, one)
END

same() {
	show "$2"
	python3 same.py "$1" "$2.json" "${3:-}" 2>err || fail "$2 is not $1"
}

# Arguments, with their names and types.
run "$POSIXTRACE" convert --to perfetto -o typed.pftrace typed
expect_status 0
expect_no_out
expect_one_line
"$POSIXTRACE" report -q --json typed >all
expect_err "^posixtrace: typed.pftrace: $(grep -vc '"posix_trace_' all) events\$"
same all typed.pftrace
python3 - typed.pftrace.json <<'END' 2>err || fail 'types of arguments'
import json
import sys

trace = json.load(open(sys.argv[1]))
found = {}
for one in trace["instants"]:
    for name, (kind, value) in one["notes"].items():
        found.setdefault(name, set()).add(kind)
for name, kind in {"zone": "uint", "celsius": "double", "door": "bool",
                   "name": "string", "recipe": "pointer",
                   "raw": "string"}.items():
    assert found[name] == {kind}, (name, found[name])
# The clocks are those of this machine, and of today.
import time
assert abs(trace["clocks"]["1"] - time.time_ns()) < 3600 * 10**9
assert abs(trace["clocks"]["3"] - time.monotonic_ns()) < 3600 * 10**9
assert {track["thread"]["name"] for track in trace["tracks"]
        if "thread" in track} == {"typed"}
assert [track["process"]["name"] for track in trace["tracks"]
        if "process" in track] == ["typed"]
END

# Many threads; what they begin and end are slices.
make_files 60 1000
"$POSIXTRACE" record -q -o threads -- "$EXAMPLES_DIR/checksum" -j 3 files >list
run "$POSIXTRACE" convert --to perfetto -o threads.pftrace threads
expect_status 0
"$POSIXTRACE" report -q --json threads >all
same all threads.pftrace
python3 - all threads.pftrace.json <<'END' 2>err || fail 'slices'
import json
import sys

lines = [json.loads(line) for line in open(sys.argv[1])]
trace = json.load(open(sys.argv[2]))
begun = {}
expected = set()
for line in lines:
    time = int(line["time"].replace(".", ""))
    if line["event"] == "checksum:file_begin":
        begun[line["tid"]] = time
    elif line["event"] == "checksum:file_end":
        expected.add((line["tid"], begun[line["tid"]], time))
assert len(expected) == 60
assert expected == {
    (one["track"]["thread"]["tid"], one["time"], one["end"])
    for one in trace["slices"] if one["name"] == "checksum:file"}
END

# A part of it, none of it.  The numbers are those of report.
"$POSIXTRACE" convert -q --to perfetto -o part --last 7 threads
tail -n 7 all | grep -v '"posix_trace_' >part.all
same part.all part
"$POSIXTRACE" convert -q --to perfetto -o part -e '*_end' threads
"$POSIXTRACE" report -q --json -e '*_end' threads >part.all
same part.all part
# The stream's own events are there if they are asked for.
"$POSIXTRACE" convert -q --to perfetto -o part -e '*' threads
same all part own
"$POSIXTRACE" convert -q --to perfetto -o none -e no:such threads
show none

# A gap is where it was, whatever is picked out, and is no success.
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
lost=$("$POSIXTRACE" report loop 2>&1 >list | sed -n 's/.*; lost \([0-9]*\);.*/\1/p')
run "$POSIXTRACE" convert --to perfetto -o loop.pftrace loop
expect_status 3
"$POSIXTRACE" report -q --json loop >all || :
same all loop.pftrace
cat >lost.py <<'END'
import json
import sys

trace = json.load(open(sys.argv[1]))
lost = [one for one in trace["slices"] + trace["instants"]
        if "events lost" in one["notes"]]
assert sum(one["notes"]["events lost"][1] for one in lost) == int(sys.argv[2])
assert {one["track"]["name"] for one in lost} == {"lost events"}
slices = [one for one in lost if "end" in one]
assert len(slices) == trace["dropped"] == int(sys.argv[3])
times = [one["time"] for one in trace["instants"]
         if "events lost" not in one["notes"]]
for one in slices:
    assert one["time"] < one["end"]
    assert not any(one["time"] < time < one["end"] for time in times)
END
python3 lost.py loop.pftrace.json "$lost" 1 2>err || fail 'the gap'
# The mark of a gap is on an event, so something follows it.
"$POSIXTRACE" convert -q --to perfetto -o part -e posix_trace_stop loop || :
show part
python3 lost.py part.json "$lost" 1 2>err || fail 'the gap, if not asked for'

# Losses at the end are included, too.
"$POSIXTRACE" record -q -o full --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
lost=$("$POSIXTRACE" report full 2>&1 >list | sed -n 's/.*; lost \([0-9]*\);.*/\1/p')
run "$POSIXTRACE" convert --to perfetto -o full.pftrace full
expect_status 3
show full.pftrace
python3 lost.py full.pftrace.json "$lost" 0 2>err || fail 'the end'

# Names and strings may be any bytes.
"$EMIT" bad 64 "$(printf 'a:\377\033[31m"')=00ff80" "$(printf '\303\050')" \
	"$(printf ':x')=6869" posixtrace_read=00 posixtrace_open=00 ||
	fail 'the log of odd names'
run "$POSIXTRACE" convert --to perfetto -o bad.pftrace bad
expect_status 0
"$POSIXTRACE" report -q --json bad >all
same all bad.pftrace

# Data that was cut is marked.
"$EMIT" cut 4 long=0102030405060708
"$POSIXTRACE" convert -q --to perfetto -o cut.pftrace cut
"$POSIXTRACE" report -q --json cut >all
grep -q '"truncated":true' all || fail 'nothing was cut'
same all cut.pftrace

# Calls have their length.
if [ -e "$PRELOAD_LIB" ]; then
	echo text >text
	"$POSIXTRACE" record -q -o calls --preload -- \
		dd if=text status=none >list
	"$POSIXTRACE" convert -q --to perfetto -o calls.pftrace calls
	"$POSIXTRACE" report -q --json calls >all
	same all calls.pftrace
	python3 - calls.pftrace.json <<'END' 2>err || fail 'calls'
import json
import sys

trace = json.load(open(sys.argv[1]))
reads = [one for one in trace["slices"] if one["name"] == "read"]
assert reads
for one in reads:
    assert one["end"] - one["time"] <= one["notes"]["duration ns"][1]
    assert one["notes"]["fd"][0] == "int"
END
fi

# A dump has no date; its tracks are named by the contexts of ThreadX.
"$MAKE_DUMP" init 10 >dump
run "$POSIXTRACE" convert --to perfetto -o dump.pftrace dump
expect_status 0
expect_err "^posixtrace: dump.pftrace: a tick of the target's clock is shown as a nanosecond\$"
show dump.pftrace
python3 - dump.pftrace.json <<'END' 2>err || fail 'the dump'
import json
import sys

trace = json.load(open(sys.argv[1]))
assert trace["clocks"] is None
assert trace["instants"]
assert not any("thread" in track for track in trace["tracks"])
END

# What cannot be.
run "$POSIXTRACE" convert --to perfetto --names x -o no typed
expect_status 2
expect_one_line
expect_err '^posixtrace: convert: --names: does not go with --to perfetto; '
run "$POSIXTRACE" convert --to perfetto --compress -o no typed
expect_status 2
expect_one_line
[ ! -e no ] || fail 'a file in spite of misuse'
if [ -w /dev/full ]; then
	run "$POSIXTRACE" convert --to perfetto -o /dev/full typed
	expect_status 1
	expect_one_line
	expect_err ': /dev/full: is a device; '
fi
(
	ulimit -f 8
	run "$POSIXTRACE" convert --to perfetto -o limited threads
	expect_status 1
	expect_err '^posixtrace: convert: limited: File too large; '
	[ -z "$(find . -name 'limited*')" ] || fail 'half a trace is left'
)
mkdir directory
# shellcheck disable=SC2016
small_disk='mount -t tmpfs -o size=16k none directory 2>/dev/null || exit 77
	"$0" convert --to perfetto -o directory/trace threads
	status=$?
	ls directory
	exit $status'
status=0
unshare -m sh -c "$small_disk" "$POSIXTRACE" >out 2>err || status=$?
if [ "$status" -ne 77 ] && ! grep -q unshare err; then
	ended 'convert onto a full disk' "$status"
	expect_status 1
	expect_one_line
	expect_err '^posixtrace: convert: directory/trace: No space left on device; '
	expect_no_out
else
	echo 'no privilege to mount a small disk: not tried'
fi
