#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Without a template, trcrpt prints the data as the log describes it: arguments
# by name, text, or the records of RKH.  Templates are for other data.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${EMIT:?where is the program that makes logs?}"
: "${RKH_STREAMS:?where is the program that makes streams?}"
ln -s "$POSIXTRACE" trcrpt

run "$POSIXTRACE" record -o log -- "$EXAMPLES_DIR/typed" 1
expect_status 0
run ./trcrpt -h -O timestamp=3 -d 'furnace:*' log
expect_status 0
expect_no_err
expect_out '^010 +furnace:reading zone=0 celsius=20 door=true$'
expect_out '^011 +furnace:batch name="batch 1" steps=3 recipe=0x[0-9a-f]+ raw=[0-9a-f]{8}$'
expect_out '^012 +furnace:done what="batch 1, 3 steps"$'
run "$POSIXTRACE" report --template missing.trcfmt log
expect_status 1
: >my.trcfmt
run "$POSIXTRACE" report --template my.trcfmt log
expect_status 0
expect_out ' furnace:reading zone=1 celsius=32\.5 door=true$'
expect_out ' furnace:done what="batch 1, 3 steps"$'

# With several logs, each one's own description is used.
cp log log2
run ./trcrpt -h -m -O timestamp=3 -d 'furnace:done' log log2
expect_status 0
[ "$(grep -c 'what="batch 1, 3 steps"$' out)" -eq 2 ] || fail 'merged'

# What was cut, as far as it goes.
run "$POSIXTRACE" record --max-data 10 -o cut -- "$EXAMPLES_DIR/typed" 1
run ./trcrpt -h -O timestamp=3 cut
expect_out '^010 +furnace:reading zone=0 celsius=20 door=true$'
expect_out '^011 +furnace:batch name="batch 1" \[truncated\]$'
expect_out '^012 +furnace:done what="batch 1, 3" \[truncated\]$'

# The events by template, where another has no template.
cat >half.trcfmt <<'END'
010 1.0 L=SVC "furnace:done" W1 A9
END
run ./trcrpt -h -O timestamp=3 -t half.trcfmt log
expect_status 0
expect_out '^010 {12}furnace:done batch 1,$'
expect_out '^[0-9A-F]{3} +furnace:reading zone=1 celsius=33 door=false$'

# Records of RKH that were made into a log.
"$RKH_STREAMS" kinds >stream
run "$POSIXTRACE" rkh stream -o rkh.ptl
expect_status 0
run ./trcrpt -h -O timestamp=3 -d 'SMA.GET' rkh.ptl
expect_status 0
expect_out '^[0-9A-F]{3} +SMA\.GET "ao=blinky, sig=TICK,.*"$'
cat >rkh.trcfmt <<'END'
0AB 1.0 L=APPL "SMA.GET" {{ $n = $HL }} W1 "[" $n%S8
END
run ./trcrpt -h -O timestamp=3 -t rkh.trcfmt -d 'SMA.GET' rkh.ptl
expect_status 0
expect_out '^0AB +SMA\.GET \[ao=blinky, sig=TICK,.*[0-9]$'
