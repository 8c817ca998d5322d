#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `report --json` prints one valid object per line, with the contents of the
# text.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'

make_files 20 100000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 2 files >list ||
	fail 'record'
run "$POSIXTRACE" report --no-header --data hex log
expect_status 0
mv out text
run "$POSIXTRACE" report --json log
expect_status 0

python3 - out text <<'END' || fail 'the objects'
import json
import re
import sys

members = {"time": str, "pid": int, "tid": int, "id": int, "event": str,
           "addr": str, "truncated": bool, "data": str}
first = before = None
events = [json.loads(line) for line in open(sys.argv[1], "rb")]
lines = open(sys.argv[2]).read().splitlines()
assert len(events) == len(lines) > 40, (len(events), len(lines))
for event, line in zip(events, lines):
    # Of system events only, as these have no described arguments.
    assert ("values" in event) == (event["event"] in [
        "posix_trace_start", "posix_trace_stop", "posix_trace_filter"]), event
    event.pop("values", None)
    assert {name: type(value) for name, value in event.items()} == members, event
    assert re.fullmatch(r"[0-9]+\.[0-9]{9}", event["time"]), event
    assert re.fullmatch(r"0x(0|[1-9a-f][0-9a-f]*)", event["addr"]), event
    assert len(bytes.fromhex(event["data"])) * 2 == len(event["data"])
    seconds, nanoseconds = event["time"].split(".")
    time = int(seconds) * 10**9 + int(nanoseconds)
    first = time if first is None else first
    assert before is None or time >= before, event
    before = time
    words = line.split()
    ns = "".join(words[0].split("."))
    assert int(ns) == time - first, (line, event)
    assert [int(words[2]), int(words[3]), words[4]] == [
        event["pid"], event["tid"], event["event"]], (line, event)
    assert (words[5:] or [""])[0] == event["data"], (line, event)
    if event["event"].startswith("checksum:"):
        assert event["id"] > 64 and event["addr"] != "0x0", event
paths = [bytes.fromhex(event["data"]).rstrip(b"\0").decode()
         for event in events if event["event"] == "checksum:file_begin"]
assert sorted(paths) == sorted("files/%04d" % i for i in range(20)), paths
assert len({event["addr"] for event in events
            if event["event"] == "checksum:file_begin"}) == 1
END

run "$POSIXTRACE" report --json -q -e checksum:file_end log
expect_status 0
expect_no_err
[ "$(wc -l <out)" -eq 20 ] || fail 'patterns'

# Data that exceeds the maximum of the stream is reported as truncated.
"$POSIXTRACE" record -q --max-data 4 -o log -- "$EXAMPLES_DIR/checksum" files \
	>list || fail 'record with little data'
run "$POSIXTRACE" report --json -q -e checksum:file_begin log
expect_status 0
[ "$(grep -c '"truncated":true,"data":"66696c65"' out)" -eq 20 ] ||
	fail 'truncated'
run "$POSIXTRACE" report -q -e checksum:file_begin log
expect_out ' "file" \(cut\)$'
