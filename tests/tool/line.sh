#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A producer on a pseudo terminal, with a receiver.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

run timeout 60 "$EXAMPLES_DIR/line" "$POSIXTRACE" log \
	"$EXAMPLES_DIR/typed" 20
expect_status 0
expect_err 'posixtrace: 162 events, lost 0 \(0 on the line\); .* 0 damaged; log$'
run "$POSIXTRACE" report log
expect_status 0
expect_out ' furnace:batch +name="batch 20" '
[ "$(grep -c 'furnace:reading' out)" -eq 120 ] || fail 'not all readings'

# If the command cannot be run, that is reported, and the line ends.
run timeout 60 "$EXAMPLES_DIR/line" "$POSIXTRACE" log ./nothing
expect_status 127

# With frames that arrive damaged it counts what a report of the log lists.
run "$POSIXTRACE" live --frames -o frames -- "$EXAMPLES_DIR/typed" 500
python3 - <<'END'
frames = bytearray(open("frames", "rb").read())
for at in range(len(frames) // 3, len(frames) - 2000, len(frames) // 20):
    frames[at] ^= 0x10
open("frames", "wb").write(frames)
END
run "$POSIXTRACE" receive -o damaged frames
expect_status 3
said=$(sed -n 's/^posixtrace: \([0-9]*\) events, lost [1-9].*/\1/p' err)
run "$POSIXTRACE" report damaged
expect_err "^posixtrace: $said events, "
