#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A command of a test that never ends is shown, and fails the test.  A test that
# is started with signals ignored, as by nohup(1), has no such command because of
# that: record would not pass them on.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

cat >hangs.sh <<'END'
. "$HERE/support.sh"
run true
run sh -c 'sleep 1000; true'
echo 'still here'
END
status=0
HERE=$here RUN_LIMIT=1 sh hangs.sh >shown 2>&1 || status=$?
ended hangs.sh "$status"
expect_status 1
grep -q '^--- process' shown || fail "nothing is shown: $(cat shown)"
grep -q 'sleep 1000' shown || fail "the command is not shown: $(cat shown)"
grep -q '^FAILED: sh -c sleep 1000; true: does not end' shown ||
	fail "no reason: $(cat shown)"
if grep -q 'still here' shown; then
	fail 'the test goes on'
fi

(trap '' HUP INT QUIT TERM; sh "$here/status.sh") >shown 2>&1 ||
	fail "with signals ignored: $(cat shown)"
