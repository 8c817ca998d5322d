#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A statement about a log that is being written sees one state of it, in all its
# parts; the next statement sees what is there then.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'

# The program ends with the files, too, if the test fails.
: >writing
# shellcheck disable=SC2016 # for the shell that is recorded
"$POSIXTRACE" record -q -o growing --stream-size 64K -- sh -c '
	while [ -e writing ]; do
		"$1" 100 >list
	done' sh "$EXAMPLES_DIR/typed" &
recorder=$!
kill_at_end "$recorder"
events() {
	"$POSIXTRACE" query -q --csv --no-header growing \
		'SELECT count(*) FROM events'
}
has_events() {
	[ -s growing ] && [ "$(events)" -gt "$1" ]
}
wait_for has_events 0

# The inner part begins again and again while the outer one is being read.
for time in 1 2 3 4 5; do
	run "$POSIXTRACE" query -q --csv --no-header growing '
		SELECT count(*), min(n), max(n), (SELECT sum(events) FROM threads)
		FROM (SELECT CASE a.rowid % 100000 WHEN 1 THEN
				(SELECT count(*) FROM events b WHERE a.rowid > 0)
			END AS n FROM events a)'
	awk -F , '{ exit !($1 > 0 && $1 == $2 && $2 == $3 && $3 == $4) }' out ||
		fail "time $time: $(cat out)"
done

# In a session the second statement has more: it waits for that.
mkfifo statements
"$POSIXTRACE" query -q -i --csv --no-header growing <statements >out 2>err &
session=$!
exec 5>statements
echo 'SELECT count(*) FROM events;' >&5
wait_for test -s out
first=$(head -n 1 out)
wait_for has_events "$first"
echo 'SELECT count(*) FROM events;' >&5
exec 5>&-
wait "$session" || :
[ "$(tail -n 1 out)" -gt "$first" ] || fail "the second statement: $(cat out)"

# What is said of it; and when it is written no more.
run "$POSIXTRACE" query growing 'SELECT 1'
expect_err '^posixtrace: growing: is being written; a statement is about '
expect_one_line
rm writing
status=0
wait "$recorder" || status=$?
# 3: the stream is small, so events may have been lost.
[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || fail "status $status"
run "$POSIXTRACE" query growing 'SELECT 1'
expect_status "$status"
! grep -q 'being written' err || fail 'it is written no more'
