#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the events of a log, and of a ThreadX dump, come to.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${EMIT:?where is the maker of logs?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

# A log: the numbers are those that the report has.
make_files 40 30000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 2 files >list
"$POSIXTRACE" report -q --json log >events
run "$POSIXTRACE" stat log
expect_status 0
expect_no_err
expect_out '^checksum:file_begin +40 '
expect_out '^events +[0-9]+$'
run "$POSIXTRACE" stat --json log
expect_status 0
python3 - events out <<'END' || fail 'the numbers of a log'
import collections
import json
import sys

def load(name):
    return json.load(open(name), object_pairs_hook=lambda pairs: {
        key.replace("_", " "): value for key, value in pairs})

events = [json.loads(line) for line in open(sys.argv[1])]
stat = load(sys.argv[2])
types = collections.Counter(event["event"] for event in events)
threads = collections.Counter((event["pid"], event["tid"]) for event in events)
assert stat["events"] == len(events)
assert {row["event type"]: row["events"]
        for row in stat["event types"]} == types
assert {(int(row["pid"]), int(row["tid"])): row["events"]
        for row in stat["threads"]} == threads
# The zero bytes at the end of an event set are not shown.
assert stat["bytes of data"] == sum(
    256 if event["event"] == "posix_trace_start" else len(event["data"]) // 2
    for event in events)
assert stat["losses"]["lost"] == 0 == stat["losses"]["gaps"]

# How long there was what began and ended.
begun, took = {}, collections.defaultdict(list)
for event in events:
    stem, _, word = event["event"].rpartition("_")
    if stem == "posix_trace":
        continue  # that the stream runs is in no thread
    thread = begun.setdefault((event["pid"], event["tid"]), [])
    sec, ns = map(int, event["time"].split("."))
    if word in ("begin", "start"):
        thread.append((stem, sec * 10**9 + ns))
    elif word in ("end", "stop"):
        while thread:
            what, since = thread.pop()
            if what == stem:
                took[stem].append(sec * 10**9 + ns - since)
                break
rows = {row["what"]: row for row in stat["durations"]}
assert len(took["checksum:file"]) == 40, took.keys()
assert rows.keys() == took.keys(), (rows.keys(), took.keys())
for what, ns in took.items():
    row, ns = rows[what], sorted(ns)
    assert row["times"] == len(ns)
    for name, exact in (("min", ns[0]), ("max", ns[-1]),
                        ("total", sum(ns)), ("mean", sum(ns) / len(ns))):
        assert abs(float(row[name]) * 1e9 - exact) < 1.5, (row, name, exact)
    for name, part in (("median", 50), ("p90", 90), ("p99", 99)):
        exact = ns[-(-part * len(ns) // 100) - 1]
        assert abs(float(row[name]) * 1e9 - exact) <= exact / 100 + 1, (
            row, name, exact)
END

# Types of one name with different arguments are one row, if it has that name.
"$EMIT" twins 40 work@n=1 work@k=1 work@k=2 work~9=00 work~1=00 other~2=00
run "$POSIXTRACE" stat --json twins
expect_status 0
python3 - out <<'END' || fail 'types of one name'
import json
import sys

rows = {row["event_type"]: row for row in
        json.load(open(sys.argv[1]))["event_types"]}
assert rows["work"]["events"] == 4 and rows["work"]["bytes"] == 13, rows
assert rows["work~1"]["events"] == rows["other~2"]["events"] == 1, rows
assert len(rows) == 5, rows  # with start and stop
assert rows["work"]["last"] > rows["work"]["first"], rows
END

make_files 800 10
"$POSIXTRACE" record -q -o lost --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
# Bytes in its blocks that are none.
cp log damaged
size=$(stat -c %s damaged)
printf '%064d' 0 | dd of=damaged bs=1 seek=$((size - 500)) conv=notrunc \
	status=none
run "$POSIXTRACE" stat damaged
expect_status 4
expect_err 'damaged: incomplete, .*; the rest was counted'

run "$POSIXTRACE" stat --json lost
expect_status 3
python3 - out <<'END' || fail 'the losses of a log'
import json
import sys

def load(name):
    return json.load(open(name), object_pairs_hook=lambda pairs: {
        key.replace("_", " "): value for key, value in pairs})

losses = load(sys.argv[1])["losses"]
assert losses["lost"] > 0 and losses["gaps"] == 1, losses
END

# A dump of which all is known: H waits for a mutex that L has, while M runs.
cat >dump.py <<'END'
import struct

H, M, L, MUTEX, ISR, INIT = 0x1000, 0x2000, 0x3000, 0x5000, 2**32 - 1, 0xF0F0F0F0
PRIORITY = {H: 5, M: 10, L: 20}
EVENTS = [
    (0, INIT, 6), (1, INIT, 6),
    (10, L, 52, MUTEX, 0, 0, 0),
    (20, L, 1, H, 3, 0, H),             # L is preempted
    (30, H, 52, MUTEX, 2**32 - 1, L, 1),
    (40, H, 2, H, 13, 0x20000 + 900, L),
    (50, L, 1, M, 4, 0, M),             # L is preempted, by M
    (60, M, 112, 5, 0, 0, 0),
    (70, M, 2, M, 4, 0, L),
    (80, ISR, 3), (85, ISR, 4),
    (90, L, 57, MUTEX, L, 0, 0),
    (95, L, 1, H, 13, 0, H),            # L is preempted
    (110, H, 2, H, 3, 0x20000 + 950, 0),
    (150, ISR, 3), (152, ISR, 3), (154, ISR, 4), (155, ISR, 4),
    (160, L, 6),
]
slots = b"".join(
    struct.pack("<4B3I32s", 0, kind, 0x80 if kind == 1 else 0,
                PRIORITY.get(address, 0), address, start, 1000, name)
    for kind, address, start, name in (
        (1, H, 0x20000, b"high"), (1, M, 0x30000, b"middle"),
        (1, L, 0x40000, b"low"), (5, MUTEX, 0, b"mutex")))
entries, running = b"", 0
for time, context, event, *info in EVENTS:
    if context == ISR:
        word = L if time < 100 else 0
    elif context == INIT:
        word = 0
    else:
        word = 0x80000000 | PRIORITY[context] << 16 | PRIORITY[context]
    entries += struct.pack("<8I", context, word, event, time,
                           *(info + [0] * 4)[:4])
start = 48 + len(slots)
open("dump.trx", "wb").write(
    struct.pack("<4I2H7I", 0x54585442, 2**32 - 1, 0, 48, 0, 32, start, start,
                start + len(entries), start, 0xAAAAAAAA, 0xBBBBBBBB,
                0xCCCCCCCC) + slots + entries)
END
python3 dump.py
run "$POSIXTRACE" stat --json dump.trx
expect_status 0
expect_no_err
python3 - out <<'END' || fail 'the numbers of a dump'
import json
import sys

def load(name):
    return json.load(open(name), object_pairs_hook=lambda pairs: {
        key.replace("_", " "): value for key, value in pairs})

stat = load(sys.argv[1])
def is_equal(name, value):
    assert stat[name] == value, (name, stat[name], value)
is_equal("events", 19)
is_equal("span ticks", 160)
is_equal("context switches", 6)
is_equal("preemptions", 3)
is_equal("interrupts", 3)
is_equal("nested interrupts", 1)
is_equal("suspensions", 3)
is_equal("resumptions", 3)
is_equal("priority inversions", {"bounded": 0, "unbounded": 1})
ticks = {row["thread"]: row["ticks"] for row in stat["execution profile"]}
assert ticks == {"high": 35, "middle": 20, "low": 45, "(interrupt)": 10,
                 "(idle)": 40, "(initialization)": 10}, ticks
waits = {(row.get("object"), row["reason"]): (row["suspensions"], row["ticks"])
         for row in stat["suspensions by object"]}
assert waits == {("mutex", "mutex"): (1, 55), (None, "sleep"): (1, 0),
                 (None, "suspended"): (1, 0)}, waits
assert [(row["thread"], row["used"]) for row in stat["stacks"]] == [
    ("high", 100)], stat["stacks"]
services = {(row["thread"], row["service"]): row["count"]
            for row in stat["services"]}
assert services == {("high", "tx_mutex_get"): 1, ("low", "tx_mutex_get"): 1,
                    ("low", "tx_mutex_put"): 1,
                    ("middle", "tx_thread_sleep"): 1}, services
END

# Genuine dumps: every tick is attributed to a context.
if [ -d "${PXT_SAMPLES:-/nowhere}/txtb" ]; then
	for dump in "$PXT_SAMPLES"/txtb/*.trx; do
		run "$POSIXTRACE" stat --json "$dump"
		expect_status 0
		python3 - out <<'END' || fail "the ticks of $dump"
import json
import sys

def load(name):
    return json.load(open(name), object_pairs_hook=lambda pairs: {
        key.replace("_", " "): value for key, value in pairs})

stat = load(sys.argv[1])
assert sum(row["ticks"] for row in stat["execution profile"]) == \
    stat["span ticks"] > 0
assert stat["events"] in (950, 974)
assert stat["context switches"] == sum(
    row.get("switched to") or 0 for row in stat["execution profile"])
assert stat["preemptions"] <= stat["context switches"]
END
	done
fi

run "$POSIXTRACE" stat log log
expect_status 2
expect_one_line
run "$POSIXTRACE" stat events
expect_status 1
expect_one_line
run "$POSIXTRACE" stat nowhere
expect_status 1
expect_one_line
