#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Signals that `record` was not asked to heed, and a reader of its messages that has
# gone, do not end it; the command has what it would have without it.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# A signal without its --snapshot-on.
cat >send <<'END'
kill -USR1 $PPID
kill -USR2 $PPID
sleep 0.3
"$1/typed" 10
END
for options in '' '--every 1h' '--snapshot-on exit'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" record $options -o s.ptl -- sh send "$EXAMPLES_DIR"
	expect_status 0
	expect_err '^posixtrace: SIGUSR2: no --snapshot-on USR2 was given'
	expect_out '^10 batches'
done
run "$POSIXTRACE" record --snapshot-on USR2 -o s.ptl -- sh send "$EXAMPLES_DIR"
expect_status 0
expect_err ': a snapshot \(USR2\)'

# The states of the signals of the command, with and without the recorder.
states='grep -E "^Sig(Blk|Ign|Cgt)" /proc/self/status'
run sh -c "$states"
cp out expected
run "$POSIXTRACE" record -q -o s.ptl -- sh -c "$states"
cmp out expected || fail 'the command has other signals'
# Or ignored ones.
run env --ignore-signal=USR1,PIPE sh -c "$states"
cp out expected
run env --ignore-signal=USR1,PIPE "$POSIXTRACE" record -q -o s.ptl -- sh -c "$states"
cmp out expected || fail 'the command has other ignored signals'

# Nobody reads the messages: each snapshot is one.
cat >two <<'END'
while [ ! -e gone ]; do sleep 0.02; done
"$1/typed" 10
kill -USR2 $PPID
sleep 0.3
"$1/typed" 10
END
mkfifo messages
(
	trap - EXIT
	ended=0
	env --default-signal=PIPE "$POSIXTRACE" record --snapshot-on USR2 \
		--snapshot-on exit -o m.ptl -- sh two "$EXAMPLES_DIR" \
		2>messages >out1 || ended=$?
	echo "$ended" >status
) &
kill_at_end "$!"
exec 3<messages
exec 3<&-
: >gone
wait_for test -s status
[ "$(cat status)" -eq 0 ] || fail "without a reader: status $(cat status)"
[ -e m-000002.ptl ] || fail 'the second snapshot is missing'
