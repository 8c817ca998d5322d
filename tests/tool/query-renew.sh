#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A session of posixtrace query about logs that change between two statements.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${EMIT:?where is the maker of logs?}"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'

# begin LOG...: a session, which is told to by `say`.
begin() {
	rm -f statements answers
	mkfifo statements
	"$POSIXTRACE" query -i -q --csv --no-header "$@" <statements \
		>answers 2>err &
	session=$!
	kill_at_end "$session"
	exec 5>statements
}

has_lines() {
	[ "$(wc -l <answers)" -ge "$1" ]
}

# say LINES STATEMENT: until there are so many lines of answers.
say() {
	echo "$2" >&5
	wait_for has_lines "$1"
}

# end STATUS LINE...: of the session, and all that it has answered.
end() {
	status=0
	exec 5>&-
	wait "$session" || status=$?
	[ "$status" -eq "$1" ] || fail "status $status"
	shift
	printf '%s\n' "$@" | diff - answers >&2 || fail 'other answers'
}

# Another log is copied over a complete one: a longer one, a shorter one, and one of
# the other kind.
"$EMIT" few 40 one@n=1 both=00
"$EMIT" many 40 two@n=2 two@n=3 both=00
sql="SELECT count(*), (SELECT sum(events) FROM threads), (SELECT count(*)
	FROM types WHERE event IN ('one', 'two', 'both')) FROM events WHERE id > 64;"
for logs in 'few many 2 3' 'many few 3 2'; do
	# shellcheck disable=SC2086
	set -- $logs
	cp "$1" log
	begin log
	say 1 "SELECT count(*) FROM events WHERE id > 64;"
	cp "$2" log
	say 2 "SELECT count(*) FROM events WHERE id > 64;"
	say 3 "$sql"
	end 0 "$3" "$4" "$4,$(($4 + 2)),2"
done
cp few log
begin log
say 1 'SELECT n FROM one;'
cp many log
say 3 'SELECT n FROM two;'
say 4 'SELECT event FROM types WHERE id = 65;'
end 0 1 2 3 two

# One that is no log is told, and one that is there again is read.
cp few log
begin log
say 1 'SELECT n FROM one;'
echo 'this is no log' >log
echo 'SELECT n FROM one;' >&5
wait_for test -s err
cp many log
say 3 'SELECT n FROM two;'
end 1 1 2 3
expect_err '^posixtrace: query: log: '
[ "$(wc -l <err)" -eq 1 ] || fail 'more than one line about it'

# Of another file that gets the name of a log that is told, once; it is read when it is
# opened.
count='SELECT count(*) FROM events WHERE id > 64;'
cp few log
cp few other
begin log other
say 1 "$count"
cp many new
mv new log
say 2 "$count"
say 3 "$count"
expect_one_line
expect_err '^posixtrace: log: was replaced; .* [.]open '
echo .open >&5
say 4 "$count"
say 5 "SELECT group_concat(n, '+') FROM (SELECT n FROM two);"
# One that cannot be opened leaves what there was.
echo 'this is no log' >new
mv new log
printf '.open\n.open log\n' >&5
say 6 "$count"
end 0 4 4 4 5 2+3 5
expect_err '^posixtrace: query: log: '
expect_err '^posixtrace: query: [.]open opens the logs of this session '
[ "$(grep -c 'log: was replaced' err)" -eq 2 ] || fail 'told more or less than once'

# Types that come later have their tables then, and names of columns.
: >writing
# shellcheck disable=SC2016 # for the shell that is recorded
"$POSIXTRACE" record -q -o growing --stream-size 64K -- sh -c '
	while [ -e writing ]; do
		"$1" 100 >list
		[ ! -e go ] || "$2" go >list
	done' sh "$EXAMPLES_DIR/typed" "$EXAMPLES_DIR/checksum" &
recorder=$!
kill_at_end "$recorder"
# The status is that of a log that is not complete.
has_table() {
	"$POSIXTRACE" query -q --no-header growing \
		"SELECT count(*) > 0 FROM \"$1\"" >found 2>&1 || :
	[ "$(cat found)" = 1 ]
}
wait_for has_table furnace:done
begin growing
say 1 "SELECT count(*) FROM types WHERE event = 'checksum:file_end';"
echo 'something' >go
wait_for has_table checksum:file_end
say 2 'SELECT count(*) > 0 FROM "checksum:file_end";'
say 3 "SELECT \"table\" FROM types WHERE event = 'checksum:file_end';"
echo '.tables' >&5
exec 5>&-
wait "$session" || :
rm writing
wait "$recorder" || :
head -n 3 answers >first
printf '%s\n' 0 1 checksum:file_end | diff - first >&2 || fail 'other answers'
[ "$(grep -cxF checksum:file_end answers)" -eq 2 ] || fail 'no such table in .tables'
