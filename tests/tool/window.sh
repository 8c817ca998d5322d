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
assert len(events) >= min(len(lines), 256), (len(events), len(lines))
for line, event in zip(lines[len(lines) - len(events):], events):
    data = bytes.fromhex(line["data"])[:12].ljust(12, b"\0")
    words = [len(line["data"]) // 2] + [
        int.from_bytes(data[at:at + 4], sys.byteorder) for at in (0, 4, 8)]
    assert event["id"] == 4096 + line["id"], (line, event)
    assert event["info"] == words, (line, event)
END
for options in '--policy loop --stream-size 16K' \
	'--policy until-full --stream-size 16K' \
	'--log-policy loop --log-size 16K' \
	'--log-policy until-full --log-size 8K' '-e no:such'; do
	# shellcheck disable=SC2086
	"$POSIXTRACE" record -q -o kind $options -- \
		"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ]
	"$POSIXTRACE" report -q --json kind >kind.report || [ $? -eq 3 ]
	show kind
	python3 window.py kind.report kind.shown || fail "window: $options"
done
