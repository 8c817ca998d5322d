#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `posixtrace run --preload` becomes a program with the preload library, to which
# `record -p`, `live -p` and `top` attach later, again and again.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
[ -n "$PRELOAD_LIB" ] || skip 'no preload library'

# The program, with its own arguments, and as if it had been run without.
# shellcheck disable=SC2016
run "$POSIXTRACE" run --preload -- sh -c 'echo "$0 $1"; exit 5' one two
expect_status 5
expect_out '^one two$'
expect_no_err
run sh -c 'echo $$; exec "$0" run --preload sh -c "echo \$\$"' "$POSIXTRACE"
[ "$(sort -u out | wc -l)" -eq 1 ] || fail 'it is another process'

# Attached to, twice.  It records nothing before.
cat >work.sh <<'END'
while ! [ -e go ]; do
	cat </dev/null >made
	sleep 0.01
done
END
"$POSIXTRACE" run --preload -- sh work.sh &
worker=$!
kill_at_end "$worker"
wait_for test -e made
for log in first second; do
	run timeout 60 "$POSIXTRACE" record --duration=0.5s -o $log -p $worker
	expect_status 0
	run "$POSIXTRACE" report -q --json -e fork $log
	expect_out "\"pid\":$worker,"
	run "$POSIXTRACE" report -q --json -e exec $log
	expect_out '/(cat|sleep)"'
done
: >go
wait_end 'the program' "$worker"
expect_status 0

# What it is given is as with record.
run "$POSIXTRACE" run --preload --preload-threshold=1K --functions --functions-only=no \
	--functions-depth=3 -- env
expect_status 0
expect_out '^LD_PRELOAD=.*libposixtrace-preload'
expect_out '^POSIXTRACE_PRELOAD_MALLOC=1024$'
expect_out '^POSIXTRACE_PRELOAD_FUNCTIONS=3 0$'
expect_out '^\+no$'
run "$POSIXTRACE" run --functions -- env
expect_out '^LD_PRELOAD=.*libposixtrace-preload'

# What does not go.
for wrong in '--preload' '-- true' '--functions-only=x --preload -- true' \
		'--preload-threshold=1K --functions -- true' '--preload -o x -- true'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" run $wrong
	expect_status 2
	expect_one_line
done
run "$POSIXTRACE" run --preload -- ./missing
expect_status 127
expect_one_line
expect_err '^posixtrace: run: \./missing: No such file or directory; name a program that can be run$'
run "$POSIXTRACE" run --preload -- ./work.sh
expect_status 126
expect_one_line
