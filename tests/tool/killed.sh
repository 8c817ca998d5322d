#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# When the recorder is killed the command goes on, and what was written to
# the log can be read, but the log is said to be incomplete.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 800 10
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
: >survived
END
"$POSIXTRACE" record -o log --stream-size 16K -- sh job "$EXAMPLES_DIR" >out 2>err &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait_end 'a killed recorder' "$recorder"
expect_status 137

run "$POSIXTRACE" report log
expect_status 4
expect_err '^posixtrace: log: incomplete, '
[ "$(grep -c ' checksum:file_end ' out)" -ge 1 ] || fail 'nothing is there'

: >go
wait_for test -e survived
