#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record` ends as the command does, and passes signals on.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

run "$POSIXTRACE" record -o log -- sh -c 'echo to-out; echo to-err >&2'
expect_status 0
expect_out '^to-out$'
expect_err '^to-err$'
expect_err '^posixtrace: [0-9]+ events, .*; lost 0; peak fill [0-9]+ % of '

run "$POSIXTRACE" record -q -o log -- sh -c 'exit 5'
expect_status 5
expect_no_err

# The core dump, if any, goes to the scratch directory.
# shellcheck disable=SC2016
run "$POSIXTRACE" record -q -o log -- sh -c 'kill -KILL $$'
expect_status 137
# shellcheck disable=SC2016
run "$POSIXTRACE" record -q -o log -- sh -c 'kill -TERM $$'
expect_status 143

# The command's options are its own, with and without --.
run "$POSIXTRACE" record -q -o log sh -c 'exit 6'
expect_status 6
run "$POSIXTRACE" record -q -o log -- sh -c 'exit 7' --quiet
expect_status 7

run "$POSIXTRACE" record -o absent -- ./no-such-command
expect_status 127
expect_one_line
expect_err './no-such-command: No such file or directory; '
: >no-program
run "$POSIXTRACE" record -o absent -- ./no-program
expect_status 126
expect_one_line
expect_err './no-program: Permission denied; '
if [ -e absent ]; then
	fail 'a log of a command that never ran'
fi

# SIGTERM and SIGHUP reach the command, SIGINT alone does not end anything.
for signal in TERM HUP; do
	rm -f ready
	"$POSIXTRACE" record -q -o log -- sh -c "
		trap 'exit 9' $signal
		trap 'exit 8' INT
		: >ready
		while :; do sleep 0.05; done" >out 2>err &
	recorder=$!
	kill_at_end "$recorder"
	wait_for test -e ready
	kill -INT "$recorder"
	sleep 0.2
	kill "-$signal" "$recorder"
	wait_end "SIG$signal" "$recorder"
	expect_status 9
	expect_no_err
	run "$POSIXTRACE" report log
	expect_status 0
done

# The command starts with the signal mask and dispositions it would have.
"$POSIXTRACE" record -q -o log -- grep -E '^Sig(Blk|Ign)' /proc/self/status >by
grep -E '^Sig(Blk|Ign)' /proc/self/status >alone
cmp -s by alone || fail 'the command has other signals blocked or ignored'
"$POSIXTRACE" live -q --json -- \
	grep -E '^Sig(Blk|Ign)' /proc/self/status >out 2>by
cmp -s by alone || fail 'live: other signals are blocked or ignored'

# And with no descriptor more.
"$POSIXTRACE" record -q -o log -- ls /proc/self/fd >by
ls /proc/self/fd >alone
[ "$(wc -l <by)" -eq "$(wc -l <alone)" ] || fail 'a descriptor leaked'
