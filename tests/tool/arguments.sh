#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Events with arguments are reported by name and value, as described in their
# log.  Logs from earlier versions, without descriptions, can still be read.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

reader=$here/../read_log.py

run "$POSIXTRACE" record -o log -- "$EXAMPLES_DIR/typed" 3
expect_status 0
run "$POSIXTRACE" report log
expect_status 0
expect_out ' furnace:reading +zone=1 celsius=[0-9.]+ door=(true|false)$'
expect_out ' furnace:batch +name="batch 3" steps=[0-9]+ recipe=0x[0-9a-f]+ raw=[0-9a-f]+$'
run "$POSIXTRACE" report --data hex -e furnace:batch log
expect_out ' furnace:batch +[0-9a-f]{20,}$'

run "$POSIXTRACE" report --json -e furnace:reading log
expect_out '"args":\{"zone":1,"celsius":[0-9.e+-]+,"door":(true|false)\}\}$'

# The reader that knows nothing but the manual page finds the same.
if command -v python3 >/dev/null; then
	python3 "$reader" log >theirs
	"$POSIXTRACE" report -q --json log >ours
	python3 - <<'END' || fail 'the two readers differ'
import json, sys
ours = [json.loads(line) for line in open("ours")]
theirs = [json.loads(line) for line in open("theirs")]
# What the data of system events means is not in the log.
for event in ours:
    event.pop("values", None)
sys.exit(ours != theirs or not any("args" in event for event in ours))
END

	# A log as it was before: without the types, its blocks where they were.
	python3 - "$(dirname "$reader")" <<'END'
import struct, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from read_log import BLOCKS, HEAD, TYPES, crc32c
log = bytearray(open("log", "rb").read())
# Earlier versions did not mark types with arguments in the object registry.
for slot in range(48, 48 + 255 * 48, 48):
    if log[slot + 1] == 15:
        log[slot + 12:slot + 16] = bytes(4)
del log[TYPES:BLOCKS]
log[HEAD + 72:HEAD + 80] = struct.pack("=Q", TYPES)
log[HEAD + 468:HEAD + 472] = struct.pack("=I", crc32c(log[HEAD:HEAD + 468]))
open("old", "wb").write(log)
END
	run "$POSIXTRACE" report --data hex log
	grep -v '^#' out >new-report
	run "$POSIXTRACE" report --data hex old
	expect_status 0
	grep -v '^#' out >old-report
	cmp -s new-report old-report || fail 'the old log has other events'
	run python3 "$reader" --check old
	expect_status 0

	# A description that was damaged is none, and the rest is there.
	python3 - "$(dirname "$reader")" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from read_log import BLOCKS, TYPES
log = bytearray(open("log", "rb").read())
at = log.index(b"zone:u", TYPES, BLOCKS)
log[at] ^= 1
open("damaged", "wb").write(log)
END
	run "$POSIXTRACE" report damaged
	expect_status 4
	expect_out ' furnace:reading +[0-9a-f]+$'
	expect_out ' furnace:batch +name='
fi

# A stream of all processes has them too, the copy of a log, and a log whose
# recorder was killed.
"$POSIXTRACE" record -q --all -o all >out 2>err &
recorder=$!
kill_at_end "$recorder"
wait_for test -s all
"$EXAMPLES_DIR/typed" 3 >list
"$EXAMPLES_DIR/typed" 3 >list
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137
# The contents except for the times, which are computed more exactly when the
# log is opened again.
says() {
	"$POSIXTRACE" report -q --no-header -e 'furnace:*' "$1" |
		awk '{ $1 = $2 = ""; print }'
}
says all >expected
run "$POSIXTRACE" recover -q all
expect_status 0
says all >out
expect_out ' furnace:batch name="batch 3" steps=[0-9]+ recipe=0x[0-9a-f]+ raw=[0-9a-f]+$'
cmp out expected || fail 'recovered, it says something else'
run "$POSIXTRACE" convert -q --to log -o copy all
expect_status 0
says copy >out
cmp out expected || fail 'the copy says something else'

# Without trace points it does the same.
"$EXAMPLES_DIR/typed" 3 >with
"$EXAMPLES_DIR/typed_disabled" 3 >without
cmp with without || fail 'POSIXTRACE_DISABLE changes what the program does'
run "$POSIXTRACE" record -o log -- "$EXAMPLES_DIR/typed_disabled" 3
run "$POSIXTRACE" report log
if grep -q furnace out; then
	fail 'POSIXTRACE_DISABLE leaves trace points'
fi
