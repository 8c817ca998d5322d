#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The page made by `view` has every event that `report` lists, with its time,
# its thread and its data, and all losses.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
walk=$here/../view_walk.py

# show PAGE: decode the page into PAGE.json.
show() {
	python3 "$walk" "$1" >"$1.json" 2>err || fail "$1 is no page to be shown"
}

# same.py REPORT LINES PAGE: the events are those of the report, as JSON and as
# text.
cat >same.py <<'END'
import json
import sys

report = [json.loads(line) for line in open(sys.argv[1])]
texts = [line.rstrip("\n") for line in open(sys.argv[2])]
page = json.load(open(sys.argv[3]))["events"]
# The stream's own events are there only if -e selects them.
if "-e" not in sys.argv:
    kept = [not line["event"].startswith("posix_trace_") for line in report]
    report = [line for line, keep in zip(report, kept) if keep]
    texts = [line for line, keep in zip(texts, kept) if keep]
assert len(report) == len(texts) == len(page), (len(report), len(page))
for line, text, event in zip(report, texts, page):
    assert int(line["time"].replace(".", "")) == event["time"], (line, event)
    label = line["event"]
    if line["id"] < 64 and label.startswith("posixtrace_"):
        label = label[len("posixtrace_"):]
    assert label == event["name"] and line["id"] == event["id"]
    lane = event["lane"]
    assert (line["pid"], line["tid"]) == (lane["pid"], lane["tid"])
    assert int(line["addr"], 16) == event["address"], (line, event)
    assert line["truncated"] == event["cut"]
    # This line represents the event's effect.
    if line["event"] == "posix_trace_overflow":
        assert " ---- LOST " in text, text
        continue
    said = []
    for kind, name, value in event["fields"]:
        if kind == "value":
            value = name + "=" + value
        elif kind == "hex" and said:
            value = "...=" + value
        said.append(value)
    said = " ".join(said)
    assert bool(line["data"]) == bool(said) or line["id"] == 2, (text, said)
    assert said in text, (text, said)
    assert event["cut"] or text.endswith(said), (text, said)
END

# same LOG PAGE OPTION...: with these options for both.
same() {
	log=$1
	page=$2
	shift 2
	"$POSIXTRACE" report -q --json "$@" "$log" >all || :
	"$POSIXTRACE" report -q --no-header "$@" "$log" >lines || :
	show "$page"
	python3 same.py all lines "$page.json" "$@" 2>err || fail "$page is not $log $*"
}

# Arguments; the page is beside the log, and nothing is replaced unasked.
"$POSIXTRACE" record -q -o typed.ptl -- "$EXAMPLES_DIR/typed" 5 >list
run "$POSIXTRACE" view typed.ptl
expect_status 0
expect_no_out
expect_one_line
expect_err '^posixtrace: typed.html: [0-9]+ events$'
same typed.ptl typed.html
echo mine >typed.html
run "$POSIXTRACE" view typed.ptl
expect_status 2
expect_one_line
expect_err '^posixtrace: view: typed.html: is there already; -o typed.html replaces it$'
[ "$(cat typed.html)" = mine ] || fail 'another file was replaced'
run "$POSIXTRACE" view -q -o typed.html --title 'A <b> & "title"' typed.ptl
expect_status 0
expect_no_err
same typed.ptl typed.html
python3 - typed.html.json <<'END' 2>err || fail 'the tables'
import json
import sys
import time

tables = json.load(open(sys.argv[1]))["tables"]
assert tables["title"] == 'A <b> & "title"' and tables["log"] == "typed.ptl"
assert tables["command"].startswith("posixtrace view -q ")
assert tables["stream"] == "typed" and tables["dated"] and not tables["dump"]
assert abs(int(tables["created"]) - time.time_ns()) < 3600 * 10**9
assert tables["lost"] == "0" and not tables["incomplete"]
assert tables["losses"] == [] and "rest" not in tables
assert {lane.get("name") for lane in tables["lanes"] if lane["tid"]} == {"typed"}
assert {one["name"] for one in tables["processes"]} == {"typed"}
assert any(kind.get("arguments", "").startswith("zone:u")
           for kind in tables["types"])
END
run "$POSIXTRACE" view -q -o stdin.html - <typed.ptl
expect_status 0
same typed.ptl stdin.html
run "$POSIXTRACE" view - <typed.ptl
expect_status 2
expect_one_line
expect_err ': no file to write to; name one with -o$'

# Many threads; what they begin and end are slices.
make_files 60 1000
"$POSIXTRACE" record -q -o threads -- "$EXAMPLES_DIR/checksum" -j 3 files >list
run "$POSIXTRACE" view -q threads
expect_status 0
same threads threads.html
python3 - all threads.html.json <<'END' 2>err || fail 'slices'
import json
import sys

begun = {}
expected = set()
for line in map(json.loads, open(sys.argv[1])):
    time = int(line["time"].replace(".", ""))
    if line["event"] == "checksum:file_begin":
        begun[line["tid"]] = time
    elif line["event"] == "checksum:file_end":
        expected.add((line["tid"], begun[line["tid"]], time))
assert len(expected) == 60
assert expected == {
    (one["lane"]["tid"], one["time"] - one["slice"], one["time"])
    for one in json.load(open(sys.argv[2]))["events"]
    if one["slice"] is not None and one["slice_name"] == "checksum:file"}
END

# A part of it, none of it.
for options in '-e *_end' '-x *_end' '--from 1ms' '--to 2ms'; do
	set -f
	# shellcheck disable=SC2086
	"$POSIXTRACE" view -q -o part $options threads
	# shellcheck disable=SC2086
	same threads part $options
	set +f
done
"$POSIXTRACE" view -q -o part --last 7 threads
show part
"$POSIXTRACE" report -q --json threads | tail -n 7 |
	grep -v '"posix_trace_' >all
"$POSIXTRACE" report -q --no-header threads | tail -n 7 |
	grep -v ' posix_trace_' >lines
python3 same.py all lines part.json 2>err || fail 'the last ones'
# Times are those since the first event of the log, whatever is picked out.
python3 - part.json threads.html.json <<'END' 2>err || fail 'another origin'
import json
import sys

origins = {json.load(open(path))["tables"]["origin"] for path in sys.argv[1:]}
assert len(origins) == 1 and origins != {"0"}
END
# The stream's own events, and their lane, are there if they are asked for.
if grep -q '"posix_trace_\|"tid": 0' threads.html.json; then
	fail 'the own events of the stream, unasked'
fi
"$POSIXTRACE" view -q -o part -e '*' threads
same threads part -e '*'
grep -q '"tid": 0' part.json ||
	fail 'no own events of the stream, though asked for'
run "$POSIXTRACE" view -q -o none -e no:such threads
expect_status 0
same threads none -e no:such

# A gap is where it was, whatever is picked out, and is no success.
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
lost=$("$POSIXTRACE" report loop 2>&1 >list | sed -n 's/.*; lost \([0-9]*\);.*/\1/p')
run "$POSIXTRACE" view loop
expect_status 3
same loop loop.html
cat >lost.py <<'END'
import json
import sys

page = json.load(open(sys.argv[1]))
tables = page["tables"]
gaps = tables["losses"]
assert tables["lost"] == sys.argv[2]
assert sum(int(gap["events"]) for gap in gaps) + \
    int(tables.get("rest", 0)) == int(sys.argv[2])
assert len(gaps) == int(sys.argv[3])
for gap in gaps:
    assert gap["first"] < gap["resume"]
    assert not any(gap["first"] < one["ns"] < gap["resume"]
                   for one in page["events"])
    # No slice is drawn over a gap.
    assert not any(one["slice"] is not None and
                   one["ns"] - one["slice"] < gap["resume"] <= one["ns"]
                   for one in page["events"] if one["lane"]["tid"])
END
python3 lost.py loop.html.json "$lost" 1 2>err || fail 'the gap'
"$POSIXTRACE" view -q -o part -e '*:idle*' loop || :
show part
python3 lost.py part.json "$lost" 1 2>err || fail 'the gap, if not asked for'
"$POSIXTRACE" record -q -o full --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
lost=$("$POSIXTRACE" report full 2>&1 >list | sed -n 's/.*; lost \([0-9]*\);.*/\1/p')
run "$POSIXTRACE" view full
expect_status 3
show full.html
python3 lost.py full.html.json "$lost" 0 2>err || fail 'the end'

# Names and strings may be any bytes, and are nothing but text.
"$EMIT" bad 96 "$(printf 'a:\377\033[31m"')=00ff80" "$(printf '\303\050')" \
	'</script><script>alert(1)</script>=3c2f7363726970743e' \
	'<!--=3c212d2d' "$(printf ':x\342\200\256')=6869" \
	"x'y=0a1b1c1d1e1f" posixtrace_read=00 posixtrace_open=00 ||
	fail 'the log of odd names'
mv bad '<b onload=x>.ptl'
run "$POSIXTRACE" view '<b onload=x>.ptl'
expect_status 0
same '<b onload=x>.ptl' '<b onload=x>.html'
if grep -q 'alert\|<b ' '<b onload=x>.html'; then
	fail 'something of the trace is HTML'
fi

# Data that was cut is marked.
"$EMIT" cut 4 long=0102030405060708
run "$POSIXTRACE" view -q cut
expect_status 0
same cut cut.html
grep -q '"truncated":true' all || fail 'nothing was cut'

# Calls have their length.
if [ -e "$PRELOAD_LIB" ]; then
	echo text >text
	"$POSIXTRACE" record -q -o calls --preload -- \
		dd if=text status=none >list
	"$POSIXTRACE" view -q calls
	same calls calls.html
	python3 - calls.html.json <<'END' 2>err || fail 'calls'
import json
import sys

reads = [one for one in json.load(open(sys.argv[1]))["events"]
         if one["name"] == "read"]
assert reads and any(one["slice"] for one in reads)
for one in reads:
    assert one["slice"] is None or one["slice"] > 0
    assert {field[1] for field in one["fields"]} == {
        "fd", "size", "result", "duration"}
END

	# Arrows go from what has brought about something to that.
	"$POSIXTRACE" record -q -o threads.calls --preload -- \
		"$EXAMPLES_DIR/../tests/preload/preload-threads" >list || [ $? -eq 7 ]
	"$POSIXTRACE" record -q -o children --preload -- sh -c \
		'trap : USR1; (kill -USR1 $$); true | cat; /bin/true' >list
	for log in threads.calls children; do
		"$POSIXTRACE" view -q -o "$log.html" "$log"
		show "$log.html"
	done
	python3 - threads.calls.html.json children.html.json <<'END' 2>err ||
import json
import sys

def arrows_of(path):
    page = json.load(open(path))
    arrows, events = page["tables"]["arrows"], page["events"]
    assert "left_out" not in arrows
    for event in events:
        event["values"] = {field[1]: field[-1] for field in event["fields"]}
    pairs = [(events[a] if a >= 0 else page["tables"]["lanes"][-1 - a], events[b])
             for a, b in zip(arrows["from"], arrows["to"])]
    return events, pairs

def named(events, name):
    return [event for event in events if event["name"] == name]

events, pairs = arrows_of(sys.argv[1])
starts = named(events, "thread_start")
found = [(a, b) for a, b in pairs if b["name"] == "thread_start"]
assert len(found) == len(starts) == 5, (len(found), len(starts))
for a, b in found:
    assert a["name"] == "thread_create"
    assert a["values"]["thread"] == b["values"]["thread"]
    assert a["lane"] != b["lane"]

events, pairs = arrows_of(sys.argv[2])
kinds = {}
for a, b in pairs:
    kinds.setdefault((a["name"], b["name"]), []).append((a, b))
children = len(named(events, "fork"))
assert children >= 3
assert len(kinds["fork", "process"]) == len(kinds["exit", "waitpid"]) == children
for a, b in kinds["fork", "process"]:
    assert int(a["values"]["child"]) == b["lane"]["pid"] != a["lane"]["pid"]
for a, b in kinds["exit", "waitpid"]:
    assert int(b["values"]["result"]) == a["lane"]["pid"] != b["lane"]["pid"]
(a, b), = kinds["kill", "signal"]
assert int(a["values"]["to"]) == b["lane"]["pid"] != a["lane"]["pid"]
assert set(kinds) == {("fork", "process"), ("exit", "waitpid"), ("kill", "signal")}
END
		fail 'arrows'

	# Those of locks are from the lane of who had it.
	"$POSIXTRACE" record -q -o contended --preload -- \
		"$EXAMPLES_DIR/../tests/preload/preload-contended" >list
	"$POSIXTRACE" view -q contended
	show contended.html
	python3 - contended.html.json <<'END' 2>err || fail 'who had it'
import json
import sys

page = json.load(open(sys.argv[1]))
arrows, events = page["tables"]["arrows"], page["events"]
held = {b: page["tables"]["lanes"][-1 - a]["tid"]
        for a, b in zip(arrows["from"], arrows["to"]) if a < 0}
wanted = {}
for i, event in enumerate(events):
    values = {field[1]: field[-1] for field in event["fields"]}
    if "holder" in values:
        wanted[i] = int(values["holder"])
assert held and held == wanted, (held, wanted)
END
fi

# A dump has no date; its lanes are named by the contexts of ThreadX.
"$MAKE_DUMP" init 10 >dump
run "$POSIXTRACE" view -q dump
expect_status 0
expect_no_err
show dump.html
"$POSIXTRACE" report -q --json dump >all
python3 - all dump.html.json <<'END' 2>err || fail 'the dump'
import json
import sys

report = [json.loads(line) for line in open(sys.argv[1])]
page = json.load(open(sys.argv[2]))
assert page["tables"]["dump"] and not page["tables"]["dated"]
assert len(report) == len(page["events"]) > 0
for line, event in zip(report, page["events"]):
    assert line["ticks"] == event["ns"] and line["event"] == event["name"]
    assert line["context"] == event["lane"]["context"]
    said = {name: value for kind, name, value in event["fields"]
            if kind == "value"}
    assert list(line["words"]) == list(said)
    for name, value in line["words"].items():
        known = line["objects"].get(name)
        assert said[name] == str(value) + ("(%s)" % known if known else "")
END

# Too many events are refused, and their number is reported.
n=$("$POSIXTRACE" report -q --json -x 'posix_trace_*' threads | wc -l)
run "$POSIXTRACE" view -o limited --max-events $((n - 1)) threads
expect_status 1
expect_one_line
expect_err "^posixtrace: view: threads: $n events, .*--from, --to, -e, .*--max-events\$"
[ -z "$(find . -name 'limited*')" ] || fail 'a page of a part'
run "$POSIXTRACE" view -q -o limited --max-events "$n" threads
expect_status 0

misuse() {
	words=$1
	shift
	run "$POSIXTRACE" view "$@"
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err "$words"
}
for number in 0 -1 x 1x ''; do
	misuse 'not a number of events' -o no --max-events "$number" threads
done
misuse 'one trace at a time' -o no threads another
misuse 'not a time' -o no --from soon threads
misuse 'not a range' -o no --events 5-2 threads

# What cannot be.
run "$POSIXTRACE" view -o threads threads
expect_status 1
expect_one_line
expect_err ': threads: is the log itself'
run "$POSIXTRACE" view -o no missing
expect_status 1
expect_one_line
head -c 20000 "$POSIXTRACE" >garbage
run "$POSIXTRACE" view -o no garbage
expect_status 1
expect_one_line
[ ! -e no ] || fail 'a page of nothing'
if [ -w /dev/full ]; then
	run "$POSIXTRACE" view -o /dev/full threads
	expect_status 1
	expect_one_line
	expect_err ': /dev/full: is a device; '
fi
(
	ulimit -f 8
	run "$POSIXTRACE" view -o short threads
	expect_status 1
	expect_one_line
	expect_err '^posixtrace: view: short: File too large; '
	[ -z "$(find . -name 'short*')" ] || fail 'half a page is left'
)
mkdir directory
# shellcheck disable=SC2016
small_disk='mount -t tmpfs -o size=16k none directory 2>/dev/null || exit 77
	"$0" view -o directory/page threads
	status=$?
	ls directory
	exit $status'
status=0
unshare -m sh -c "$small_disk" "$POSIXTRACE" >out 2>err || status=$?
if [ "$status" -ne 77 ] && ! grep -q unshare err; then
	ended 'view onto a full disk' "$status"
	expect_status 1
	expect_one_line
	expect_err '^posixtrace: view: directory/page: No space left on device; '
	expect_no_out
else
	echo 'no privilege to mount a small disk: not tried'
fi

# Ended in the middle: all or nothing.
"$POSIXTRACE" record -q -o long -- "$EXAMPLES_DIR/typed" 30000 >list ||
	[ $? -eq 3 ]
for signal in TERM HUP; do
	"$POSIXTRACE" view -q -o ended long &
	viewing=$!
	wait_for test -e "ended.$viewing" -o -e ended
	kill -s "$signal" "$viewing" || :
	wait_end "view until $signal" "$viewing"
	[ -z "$(find . -name 'ended.*')" ] || fail "$signal leaves half a page"
	rm -f ended
done

# A log whose writer died is shown as far as it goes.
head -c $(($(wc -c <threads) - 5000)) threads >torn
run "$POSIXTRACE" view -o torn.html torn
expect_status 4
show torn.html
grep -q '"incomplete": true' torn.html.json || fail 'nobody says that it is torn'
