#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# TraceX opens every completed log as it is, and shows the newest events: by
# its rules as tracex_rules.py has them.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v python3 >/dev/null || skip 'python3 is not installed'
rules=$here/../tracex_rules.py

show() {
	for one in "$@"; do
		python3 "$rules" --json "$one" >"$one.shown" 2>err ||
			fail "TraceX would not open $one"
	done
}

make_files 40 100000
cat >window.py <<'END'
import json
import sys

lines = [json.loads(line) for line in open(sys.argv[1])]
lines = [line for line in lines
         if line["event"] not in ("posix_trace_overflow",
                                  "posix_trace_resume")]
events = [event for event in json.load(open(sys.argv[2]))["events"]
          if event["id"] not in (6, 65529)]
# All events that fit, except where time stamps have to be added.
assert len(events) >= min(len(lines), 1019), (len(events), len(lines))
for line, event in zip(lines[len(lines) - len(events):], events):
    data = bytes.fromhex(line["data"])
    size = 256 if line["event"] == "posix_trace_start" else len(data)
    data = data[:12].ljust(12, b"\0")
    words = [size] + [
        int.from_bytes(data[at:at + 4], sys.byteorder) for at in (0, 4, 8)]
    assert event["id"] == 4096 + line["id"], (line, event)
    assert event["info"] == words, (line, event)
    # What the controller records is of no thread, and takes no time of one.
    context = line["tid"] if line["tid"] else 0xF0F0F0F0
    assert event["context"] == context, (line, event)
threads = [found for found in json.load(open(sys.argv[2]))["objects"]
           if found["kind"] == "thread"]
assert all(0 < found["parameters"][1] < 1 << 31 for found in threads), threads
END
is_shown() {
	"$POSIXTRACE" report -q --json kind >kind.report || [ $? -eq 3 ]
	show kind
	python3 window.py kind.report kind.shown || fail "window: $*"
}
for options in '--policy loop --stream-size 16K' \
	'--policy until-full --stream-size 16K' '--stream-size 16K' \
	'--log-policy loop --log-size 16K' \
	'--log-policy until-full --log-size 8K' \
	'--log-policy until-full --log-size 100K --stream-size 16K' \
	'-e no:such'; do
	# shellcheck disable=SC2086
	"$POSIXTRACE" record -q -o kind $options -- \
		"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ]
	is_shown "$options"
done

# Twenty threads whose chunks end at the same time, memory that was written over
# when the log was full, and what was compressed.
make_files 4000 10
for options in '' '--log-policy until-full --log-size 1M' \
	'--log-policy until-full --log-size 200K --stream-size 64K' \
	'--log-policy loop --log-size 200K' '--policy loop --stream-size 64K' \
	'--stream-size 64K' '--compress --stream-size 64K'; do
	# shellcheck disable=SC2086
	"$POSIXTRACE" record -q -o kind $options -- \
		"$EXAMPLES_DIR/checksum" -j 20 files >list 2>err ||
		[ $? -eq 3 ] || grep -q 'without; leave it out' err ||
		fail "record $options"
	is_shown "twenty threads $options"
done
