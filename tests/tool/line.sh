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

# A command that cannot be run is told, and the line ends.
run timeout 60 "$EXAMPLES_DIR/line" "$POSIXTRACE" log ./nothing
expect_status 127
