#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A log may contain any time.  Times before 1970 or after 2262, which no log can
# have, are shown as the nearest valid time, and no event is lost.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
command -v python3 >/dev/null || skip 'python3 is not installed'
export PYTHONDONTWRITEBYTECODE=1

"$EMIT" true 64 a:one=01 a:two=02 a:three=03
n=$("$POSIXTRACE" report -q --json true | wc -l)

# events_of LOG: so many as there were, in their order.
events_of() {
	run "$POSIXTRACE" report -q --json "$1"
	expect_status 0
	[ "$(wc -l <out)" -eq "$n" ] || fail "$1: events are missing"
	[ "$(grep -o 'a:[a-z]*' out | tr '\n' ' ')" = 'a:one a:two a:three ' ] ||
		fail "$1: another order"
}

for ns in -9223372036854775808 -1000000000000 9223372036854775000 \
	9223372036854775807; do
	python3 "$here/../move_log.py" true far there " $ns" || fail 'move_log.py'
	events_of far
	for command in stat trcrpt 'convert -q --to tracex -o far.trx'; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command far
		expect_status 0
		expect_no_err
	done
	run "$POSIXTRACE" slice -q -o part far
	expect_status 0
	events_of part
	run "$POSIXTRACE" merge -q -o merged far
	expect_status 0
	events_of merged
	for log in part merged; do
		run "$POSIXTRACE" check "$log"
		expect_status 0
	done
	if "$POSIXTRACE" convert --to perfetto -o far.pftrace far 2>err; then
		grep -q ': [1-9][0-9]* times before 1970 or after 2262 are shown' \
			err || [ "$ns" = 9223372036854775000 ] ||
			fail "$ns: not told"
	fi
done

# No --from is so far that all would be there.
for command in slice merge; do
	run "$POSIXTRACE" "$command" -q -o part --from @9999-12-31T23:59:59Z true
	expect_status 0
	"$POSIXTRACE" report -q --json part >out
	expect_no_out
done

# moments LOG: of its events.
moments() {
	"$POSIXTRACE" report -q --json "$1" | grep -o '"time":"[0-9.]*"'
}

# A log of many years has its times in the logs that are made of it.
python3 "$here/../move_log.py" true old there 1000000000000 ||
	fail 'move_log.py'
run "$POSIXTRACE" merge -q -o long old true
expect_status 0
expect_no_err
moments old >expected
moments true >>expected
moments long >out
cmp out expected || fail 'other times are merged'
run "$POSIXTRACE" merge -q -o again long
expect_status 0
run "$POSIXTRACE" slice -q -o part long
expect_status 0
run "$POSIXTRACE" convert -q --to log -o copy long
expect_status 0
for log in again part copy; do
	moments "$log" >out
	cmp out expected || fail "$log: other times"
done

# What is farther from the first event than a log can have is told.
python3 "$here/../move_log.py" true far there 9223372036854775807 ||
	fail 'move_log.py'
run "$POSIXTRACE" merge -q -o merged old far
expect_status 0
expect_err "^posixtrace: merged: $n events are too long after the first"
events=$("$POSIXTRACE" report -q --json merged | wc -l)
[ "$events" -eq "$((2 * n))" ] || fail 'events are missing'
