#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# posixtrace query: its output, what it refuses, and its error messages.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${EMIT:?where is the maker of logs?}"

"$POSIXTRACE" query --examples >examples 2>err ||
	skip 'built without SQLite'

# ask SQL...: it succeeds, and prints `out`.
ask() {
	run "$POSIXTRACE" query "$@"
	expect_status 0
	expect_no_err
}

# tells EXPECTED ARGUMENT...: check the output without the header.
tells() {
	expected=$1
	shift
	ask --no-header "$@"
	[ "$(cat out)" = "$expected" ] || fail "$*: not '$expected'"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 5 >list

# Three forms of the same.
sql="SELECT what, length(data) AS n, NULL AS none, data FROM \"furnace:done\"
LIMIT 1"
ask typed "$sql"
[ "$(head -n 1 out)" = \
	'what               n  none  data' ] || fail 'other names'
expect_out '^batch 1, 3 steps  17        626174636820312c20332073746570'
ask --csv typed "$sql"
printf '%s\n' what,n,none,data \
	'"batch 1, 3 steps",17,,626174636820312c203320737465707300' |
	diff - out >&2 || fail 'other CSV'
# What is empty is a row, too; a number is no formula, nor without its sign.
tells '""
x
""' --csv typed "SELECT NULL UNION ALL SELECT 'x' UNION ALL SELECT ''"
tells "-.5,+.5e1,\"'-.\",\"'-.x\"" --csv typed "SELECT '-.5', '+.5e1', '-.', '-.x'"
tells '{"a":-0.0,"b":0,"c":-1.5}' --json typed 'SELECT -0.0 AS a, 0 AS b, -1.5 AS c'
# Whole ones are no integers.
tells '2.0,-0.0,2,1e+20,0.5,inf' --csv typed 'SELECT 2.0, -0.0, 2, 1e20, 0.5, 9e999'
tells '{"a":2.0,"b":2}' --json typed 'SELECT avg(2) AS a, 2 AS b'
# All of a text is in JSON only; it has a backslash as it is elsewhere.
text="SELECT char(1, 10, 92) || 'n' AS t"
tells '{"t":"\u0001\u000a\\n"}' --json typed "$text"
tells '\x01\n\n' --csv typed "$text"
# A byte order mark in front is none of the statement.
mark=$(printf '\357\273\277')
tells 7 typed "${mark}SELECT 7"
tells 007 typed -P 'n=7' "${mark}SELECT printf('%03d', :n)"
printf '%s.tables\n%sSELECT 8;\n' "$mark" "$mark" |
	"$POSIXTRACE" query -q --no-header -i typed >out 2>err || fail "$(cat err)"
[ "$(tail -n 1 out)" = 8 ] || fail 'the statement behind a byte order mark'
ask --json typed "$sql"
printf '%s%s\n' '{"what":"batch 1, 3 steps","n":17,"none":null,' \
	'"data":"626174636820312c203320737465707300"}' |
	diff - out >&2 || fail 'other JSON'
run "$POSIXTRACE" query --csv --json typed 'SELECT 1'
expect_status 2
expect_one_line
tells '{"a":1,"a:1":2,"b":"\u001b","c":0.1}' --json typed \
	"SELECT 1 AS a, 2 AS a, char(27) AS b, 0.1 AS c"
ask --no-header typed "SELECT char(27) || char(10) || 'x'"
[ "$(cat out)" = '\x1b\nx' ] || fail 'a terminal would obey that'

# Each example runs.
ask typed -- "$(cat examples)"

# A floating point argument is one, also if it is whole.
tells real typed "SELECT DISTINCT typeof(args ->> '\$.celsius')
	FROM events WHERE args ->> '\$.celsius' IS NOT NULL"

# Parameters, and the log that is the default.
# shellcheck disable=SC2016
tells 2 typed -P 'who=batch 2, 3 steps' -P n=2 'SELECT count(*) + :n - 1
	FROM "furnace:done" WHERE what = $who'
tells integer,real,text --csv typed -P a=-3 -P b=1e3 -P 'c= 3' \
	'SELECT typeof(:a), typeof(:b), typeof(:c)'
run "$POSIXTRACE" query typed 'SELECT :a'
expect_status 1
expect_err '^posixtrace: query: SQL: line 1, column 8: there is no value for the parameter :a; give one with -P a=VALUE$'
run "$POSIXTRACE" query typed -P =5 'SELECT 1'
expect_status 2
expect_err ': -P =5: no name; write NAME=VALUE'
run "$POSIXTRACE" query typed -P :x=1 'SELECT :x'
expect_status 2
expect_err ': -P :x=1: the name is without the : that it has .*; write x=1'
tells 7,8 --csv typed -P 1=7 -P 2=8 'SELECT ?1, ?'
# Of the numbers below one that is there nobody asks.
tells a typed -P 3=a 'SELECT ?3'
tells a,b --csv typed -P 3=a -P 4=b 'SELECT ?3, ?'
tells a,b,c --csv typed -P 3=a -P 1=b -P x=c 'SELECT ?3, ?1, :x'
run "$POSIXTRACE" query typed -P 1=x -P 3=a 'SELECT ?3'
expect_status 1
expect_err ': -P 1=x: there is no parameter \?1 in the statement$'
run "$POSIXTRACE" query typed -P 3=a 'SELECT ?, ?3'
expect_status 1
expect_err 'the parameter \?; give one with -P 1=VALUE$'
run "$POSIXTRACE" query typed -P 3=a "SELECT '?', ?3, ?2"
expect_status 1
expect_err 'the parameter \?2; give one with -P 2=VALUE$'
run "$POSIXTRACE" query typed 'SELECT 1, ?'
expect_status 1
expect_err 'the parameter \?; give one with -P 1=VALUE$'
# One that no statement has is a slip; any of them may have it.
for given in y=2 3=1; do
	run "$POSIXTRACE" query typed -P 1=7 -P $given 'SELECT ?1'
	expect_status 1
	expect_err "^posixtrace: query: -P $given: there is no parameter [:?]${given%=*} in the statement\$"
	[ ! -s out ] || fail 'a result in spite of it'
done
ask typed -P y=2 -P x=1 'SELECT :x; SELECT :y'
run "$POSIXTRACE" query -P a typed 'SELECT :a'
expect_status 2
expect_one_line
# Which of two values is meant nobody knows.
for given in a=2 a=1 a=; do
	run "$POSIXTRACE" query -P a=1 -P "$given" typed 'SELECT :a'
	expect_status 2
	expect_one_line
	expect_err "^posixtrace: query: -P $given: the parameter a has a value already; give it one only\$"
	expect_no_out
done
tells 1,2,3 --csv -P a=1 -P ab=2 -P b=3 typed 'SELECT :a, :ab, :b'
run "$POSIXTRACE" query 'SELECT 1'
expect_status 1
expect_err '^posixtrace: query: posixtrace.ptl: No such file'
cp typed posixtrace.ptl
tells 42 'SELECT count(*) FROM events'
run "$POSIXTRACE" query
expect_status 2
expect_one_line
run "$POSIXTRACE" query typed
expect_status 2
expect_err 'typed: is a file, not a statement'
tells 42 - 'SELECT count(*) FROM events' <typed
run sh -c "'$POSIXTRACE' query - 'SELECT 1' <&-"
expect_status 1
expect_err '^posixtrace: query: -: standard input is closed, or not a regular'

# Sorting takes a file, which may be no longer.
run sh -c "ulimit -f 10; '$POSIXTRACE' query -q typed 'WITH RECURSIVE c(x) AS
	(SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000)
	SELECT x, randomblob(90) r FROM c ORDER BY r'"
expect_status 1
expect_no_out
expect_one_line

# An error in a statement, and its place.
wrong() {
	run "$POSIXTRACE" query typed "$2"
	expect_status 1
	expect_one_line
	expect_err "^posixtrace: query: SQL: $1\$"
}
wrong "line 1, column 8: no such column: tme_ns; did you mean 'time_ns'\\?" \
	'SELECT tme_ns FROM events'
wrong "line 2, column 6: no such table: evnts; did you mean 'events'\\?" \
	'SELECT *
FROM evnts'
wrong 'line 3, column 1: near "FORM": syntax error' 'SELECT *

FORM events'
wrong "line 1, column 15: no such table: batch; did you mean 'furnace:batch'\\?" \
	'SELECT * FROM batch'
# No string, though in double quotes.
wrong "line 1, column 35: no such column: nobody" \
	'SELECT count(*) FROM events WHERE "nobody" = 3'
wrong "line 1, column 8: no such column: recipes_of" \
	'SELECT recipes_of FROM events'
# shellcheck disable=SC2016
wrong 'line 1, column 13: no such function: nope' "SELECT 'ä', nope()"
wrong 'line 2, column 1: near "SELEC": syntax error' 'SELECT 1;
SELEC 2'
# After the results of those in front of it, wherever both go.
"$POSIXTRACE" query --no-header typed 'SELECT 1; SELECT 2; bad' >both 2>&1 || :
printf '%s\n' 1 2 'posixtrace: query: SQL: line 1, column 21: near "bad": syntax error' |
	diff - both >&2 || fail 'another order'

# SQLite tells no place of these.
wrong 'line 1, column 7: incomplete input' 'SELECT'
wrong 'line 2, column 6: incomplete input' 'SELECT 1 +
  2 +

'
wrong 'line 1, column 17: incomplete input' 'SELECT 1; SELECT
'
wrong "line 1, column 30: no such table: evnts; did you mean 'events'\?" \
	"SELECT evnts_n, 'evnts' FROM evnts"
wrong 'line 1, column 22: no such table: nosuch.evnts' \
	'SELECT evnts, 1 FROM nosuch.evnts'
wrong 'line 1, column 15: no such table: no such' 'SELECT * FROM "no such"'
wrong 'line 1, column 27: no such table: other.db' \
	"SELECT 1, 'other.db' FROM 'other.db'"
wrong 'line 1, column 22: no such window: w' \
	'SELECT count(*) OVER w FROM events'
wrong 'line 2, column 11: integer overflow' 'SELECT 1;
  /* ; */ SELECT abs(-9223372036854775807 - 1)'
# Not even a header is printed.
run "$POSIXTRACE" query typed 'SELECT abs(-9223372036854775807 - 1)'
expect_no_out
wrong 'line 2, column 1: not allowed: .*' "SELECT 1; -- it's
ATTACH 'x' AS y"
wrong 'line 1, column 18: there is no value for the parameter :ab; .*' \
	"SELECT 1, ':ab', :ab"

for sql in '' ' ' ';' '/* nothing */'; do
	run "$POSIXTRACE" query typed "$sql"
	expect_status 1
	expect_err '^posixtrace: query: SQL: the statement is empty; '
	[ "$(wc -l <err)" -eq 1 ] || fail 'more than one line about nothing'
done

# Rows that come by type have the same numbers as the others.
ask --csv --no-header typed 'SELECT count(*) FROM (SELECT DISTINCT event FROM events
	WHERE rowid % 3 > 0)'
tells "$(cat out),1" --csv typed 'SELECT count(*), min(one = other) FROM (
	SELECT max(rowid) AS one, min(rowid) AS least, event FROM events
		WHERE rowid % 3 > 0 GROUP BY event) JOIN (
	SELECT max(n) AS other, min(n) AS smallest, name FROM (
		SELECT rowid AS n, event AS name, time_ns AS t FROM events
		ORDER BY t) WHERE n % 3 > 0 GROUP BY name)
	ON event = name AND least = smallest'

# The pragmas that query(1) names are answered.
ask --csv --no-header typed "PRAGMA table_info(clocks)"
expect_out '^0,'
ask --csv --no-header typed "PRAGMA table_list"
expect_out '^main,losses,'

# Statements can only read: no other file is read or written, and nothing is
# created.
before=$(mktemp)
find . ! -name out ! -name err | sort >"$before"
# shellcheck disable=SC2046
run "$POSIXTRACE" query $(yes typed | head -n 1001) 'SELECT 1'
expect_status 2
expect_one_line
expect_err '^posixtrace: query: 1001 logs: at most 1000 '

for sql in "ATTACH 'other' AS o" "ATTACH 'file:other?mode=rwc' AS o" \
		"VACUUM INTO 'other'" "PRAGMA temp_store_directory = '.'" \
		"PRAGMA journal_mode = WAL" "PRAGMA query_only = 0" \
		"CREATE TABLE t(a)" "CREATE TEMP TABLE t(a)" \
		"CREATE VIRTUAL TABLE t USING posixtrace(0)" \
		"CREATE VIRTUAL TABLE t USING fts5(a)" \
		"INSERT INTO events(pid) VALUES (1)" "DELETE FROM events" \
		"UPDATE events SET pid = 1" "DROP TABLE events" \
		"DELETE FROM sqlite_schema" "BEGIN" "ANALYZE" "REINDEX" \
		"; /**/ REINDEX" "VACUUM" \
		"SELECT load_extension('libc.so.6')" \
		"SELECT fts3_tokenizer('simple')" \
		"DETACH main" "ALTER TABLE events RENAME TO e" \
		"SELECT * FROM pragma_integrity_check" \
		"SELECT 1; ATTACH 'other' AS o"; do
	run "$POSIXTRACE" query typed "$sql"
	expect_status 1
	expect_err '^posixtrace: query: SQL: line 1, column [0-9]+: '
done
for sql in "SELECT readfile('typed')" "SELECT writefile('other', 'x')" \
		"SELECT edit('x')" "SELECT fts3_tokenizer('a', x'00')" \
		"SELECT * FROM dbstat" "SELECT * FROM fsdir('.')" \
		"SELECT * FROM csv"; do
	run "$POSIXTRACE" query typed "$sql"
	expect_status 1
	expect_err '^posixtrace: query: SQL: line 1, column [0-9]+: '
done
for table in dbstat sqlite_stmt sqlite_dbpage bytecode; do
	run "$POSIXTRACE" query typed "SELECT * FROM $table"
	expect_status 1
	grep -qE ': (not allowed|no such table): ' err || fail "$table: $(cat err)"
done
find . ! -name out ! -name err | sort | diff "$before" - >&2 || fail 'a statement has made a file'
rm "$before"
tells 3 typed "SELECT count(*) FROM pragma_table_info('attributes')"
tells 6 typed "SELECT sum(value) FROM json_each('[1, 2, 3]')"

# Types of any name have a table, which the table `types` shows.  No part of a
# name is interpreted as SQL.
"$EMIT" odd 40 'a"b=00' "'; DROP TABLE events; --=6161" Events=02 \
	sqlite_master=01 events@n=4 'x y@time_ns=3' 'x y@TIME_NS=3'
printf '%s\n' '"a""b",1' "'; DROP TABLE events; --,1" Events,0 \
	sqlite_master,0 events,0 'x y,1' 'x y~2,1' >expected
ask --csv --no-header odd 'SELECT event, "table" = event FROM types WHERE id > 64'
diff expected out >&2 || fail 'other tables'
tells 4 odd 'SELECT n FROM type_69'

# An empty name, names that differ in case only, and those that are given then.
"$EMIT" names 40 =00 Cycle=01 cycle=02 CYCLE=03 type_64=04 Slices=05 \
	type_65=06 sqlite_x=07
printf '%s\n' 65,,type_65,00 66,Cycle,Cycle,01 67,cycle,type_67,02 \
	68,CYCLE,type_68,03 69,type_64,type_64,04 70,Slices,type_70,05 \
	71,type_65,type_71,06 72,sqlite_x,type_72,07 >expected
ask --csv --no-header names 'SELECT t.id, event, "table", hex(data) FROM types AS t
	JOIN events USING (id, event) WHERE t.id > 64'
diff expected out >&2 || fail 'other names of tables'
while IFS=, read -r id name table data; do
	tells "$data" names "SELECT hex(data) FROM \"$table\""
	tells "$id" names -P "event=$name" \
		'SELECT id FROM events WHERE event = :event'
done <expected
tells 01 names 'SELECT hex(data) FROM cYCLE'
"$EMIT" more 40 A=02 type_66=03 b=04 type_65_1=05 Type_65=06
"$EMIT" less 40 a=01
printf '%s\n' A,A type_66,type_66 b,b type_65_1,type_65_1 Type_65,Type_65 \
	a,type_65_2 >expected
ask --csv --no-header more less 'SELECT event, "table" FROM types WHERE id > 64'
diff expected out >&2 || fail 'other names of tables of two logs'
tells 01 more less 'SELECT hex(data) FROM type_65_2'
tells 2 more less "SELECT count(*) FROM events WHERE event IN ('a', 'A')"
tells 1 odd "SELECT count(*) FROM \"'; DROP TABLE events; --\""
tells 3,4 --csv odd "SELECT (SELECT arg_time_ns FROM \"x y\"), arg_TIME_NS + 1
	FROM \"x y~2\""

# Several logs whose types of one name have other arguments: a table has the
# columns of all; one that a log lacks is NULL there, and one whose type differs
# has none, so every value is as it is in its log.
"$EMIT" u32 40 work@n=7,who=me work~2=00 'first@k=1'
"$EMIT" u64 40 other=00 work@n=18446744073709551615,k=1.5
"$EMIT" text 40 work@N=1,n=12x,who=you work=00
"$EMIT" real 40 work@n=0.5
"$EMIT" none 40 work=0a
tells 'n :who TEXT:k REAL:arg_N INTEGER' --csv u32 u64 text real none "SELECT
	group_concat(name || ' ' || type, ':') FROM pragma_table_info('work')
	WHERE cid BETWEEN 4 AND 7"
# The order of the logs is that of the columns only.
for logs in 'u32 u64 text real none' 'none real text u64 u32'; do
	# shellcheck disable=SC2086
	ask --csv --no-header $logs 'SELECT log, n, typeof(n), who, k, arg_N
		FROM work ORDER BY log, time_ns'
	printf '%s\n' none,,null,,, real,0.5,real,,, text,12x,text,you,,1 \
		text,,null,,, u32,7,integer,me,, \
		u64,18446744073709551615,text,,1.5, |
		diff - out >&2 || fail "other values of $logs"
done
# Each log's own description is in the table of types.
tells 'u32,n:u32 who:str
u64,n:u64 k:f64
text,N:u32 n:str who:str
real,n:f64
none,' --csv u32 u64 text real none "SELECT log, arguments FROM types
	WHERE event = 'work'"
# Numbers are exact in args, too, however they are taken out of it.
"$EMIT" large 40 work@n=18446744073709551615 work@n=9223372036854775808 \
	work@n=9223372036854775807 low@i=-9223372036854775808
for value in "args->>'\$.n'" "args->>'n'" "json_extract(args, '\$.n')" \
		"(SELECT value FROM json_each(args))" \
		'(SELECT n FROM work AS w WHERE w.time_ns = e.time_ns)'; do
	ask --csv --no-header large "SELECT n, typeof(n) FROM (SELECT $value
		AS n FROM events AS e WHERE event = 'work')"
	printf '%s\n' 18446744073709551615,text 9223372036854775808,text \
		9223372036854775807,integer | diff - out >&2 ||
		fail "other numbers by $value"
done
tells -9223372036854775808,integer --csv large "SELECT args->>'i',
	typeof(args->>'i') FROM events WHERE event = 'low'"

# Of a dump the words, of a log what it tells of the stream, in either order.
if [ -n "${MAKE_DUMP:-}" ]; then
	"$MAKE_DUMP" 40 >dump
	"$EMIT" posed 40 tx_queue_send@queue_ptr=3,n=4
	for logs in 'dump posed' 'posed dump'; do
		# shellcheck disable=SC2086
		ask --csv --no-header $logs "SELECT log, typeof(queue_ptr), max(n),
			count(wait_option) = 8 FROM tx_queue_send
			GROUP BY log ORDER BY log"
		printf '%s\n' dump,text,,1 posed,integer,4,0 | diff - out >&2 ||
			fail "$logs: other words"
		# shellcheck disable=SC2086
		tells 0,posed --csv $logs 'SELECT * FROM (SELECT filtered, log
			FROM posix_trace_start)'
	done

	# Threads have their names; interrupts are none, nor is the stream.
	tells 'thread two,8
thread one,4
,4' --csv dump 'SELECT name, events FROM threads'
	tells 2 dump 'SELECT threads FROM processes'
	tells 1 typed 'SELECT threads FROM processes'

	# A word without a meaning has no column, and the one behind it has.
	"$MAKE_DUMP" digits 40 | sed 's/ 45 00 00 00/ f3 00 00 00/' >closed
	tells '0x1A0,418' --csv closed 'SELECT file_ptr, file_size FROM
		fx_file_close ORDER BY time_ns LIMIT 1 OFFSET 1'
	tells 'file_ptr file_size' closed "SELECT group_concat(name, ' ')
		FROM pragma_table_info('fx_file_close') WHERE cid IN (4, 5)"
fi

# A type with the name of a table-valued function of SQLite does not hide it.
"$EMIT" functions 40 json_each=00 JSON_tree=01 pragma_table_info=02 \
	pragma_table_list=01 fts5=00 posixtrace=00 rowid=00 temp.x=00
tells 6,4 --csv functions "SELECT sum(value), (SELECT count(*)
	FROM types WHERE \"table\" LIKE 'type\\_%' ESCAPE '\\')
	FROM json_each('[1, 2, 3]')"
tells 1,1,1,1,1 --csv functions 'SELECT (SELECT count(*) FROM fts5),
	(SELECT count(*) FROM posixtrace), (SELECT count(*) FROM "temp.x"),
	(SELECT count(*) FROM rowid), (SELECT count(*) FROM type_65)'

# Slices with their contents; a slice that contains a gap is left out.
"$EMIT" pairs 40 a_begin=00 b_begin=00 b_end=00 b_begin=00 b_end=00 a_end=00 \
	a_end=00
ask --no-header --csv pairs "SELECT name, depth, self_ns = dur_ns FROM slices
	WHERE name IN ('a', 'b')"
printf '%s\n' b,1,1 b,1,1 a,0,0 | diff - out >&2 || fail 'other slices'
tells 1 pairs "SELECT a.dur_ns - a.self_ns = sum(b.dur_ns) FROM slices AS a,
	slices AS b WHERE a.name = 'a' AND b.name = 'b'"

# Several logs, by their clocks.
"$EMIT" one 40 first=00
"$EMIT" two 40 second=00
"$EMIT" three 40 first=00
tells 'one,first
two,second
three,first' --csv two three one "SELECT log, event FROM events
	WHERE id > 64 ORDER BY time_ns"
tells 2 two three one 'SELECT count(*) FROM "first"'
tells 3 two three one 'SELECT count(*) FROM clocks WHERE real_ns > 0'

# A condition on the time seeks instead of reading up to it; joins by time work,
# too.
tells 5 typed 'SELECT count(*) FROM "furnace:done" AS d JOIN events AS e
	ON e.time_ns BETWEEN d.time_ns - 1000000000 AND d.time_ns - 1
	AND e.id = (SELECT id FROM types WHERE event = '"'furnace:batch'"')
	WHERE d.time_ns = (SELECT max(time_ns) FROM "furnace:done")'
for limit in 'time_ns > 9.3e18' "time_ns > 'x'" 'time_ns < NULL' \
		'time_ns > 9223372036854775807' 'pid = 0.5' 'event = 5' \
		'tid IN (NULL)' 'id = -1'; do
	tells 0 typed "SELECT count(*) FROM events WHERE $limit"
done
tells 42 typed "SELECT count(*) FROM events WHERE time_ns > -1e300"
tells 42 typed "SELECT count(*) FROM events WHERE time_ns > 1.5
	AND tid IN (SELECT tid FROM threads) AND event COLLATE NOCASE <> 'X'"

# A range of times has the same rows where it is used to seek, as a constant and
# from another table, and where SQLite compares the time itself.
"$POSIXTRACE" query --no-header typed "SELECT time_ns FROM events
	WHERE event = 'furnace:batch'" >"times"
at=$(sed -n 3p times)
{
	echo "WITH v(x) AS (VALUES ($at), ($at + 0.5), ('$at'), ('$at.5'), ('x'),
		(x'00'), (NULL), (9.3e18), (-9.3e18), (9223372036854775807),
		(-9223372036854775807 - 1), (1e18))"
	for table in events:time_ns '"furnace:done":time_ns' slices:end_ns; do
		for op in '<' '<=' '>' '>=' '='; do
			printf '%s\n' ", (SELECT sum((SELECT count(*) FROM ${table%:*}
				WHERE ${table##*:} $op x) IS NOT (SELECT count(*)
				FROM ${table%:*} WHERE
				CAST(${table##*:} AS INTEGER) $op x)) FROM v)"
		done
	done | sed '1s/,/SELECT/'
} >ranges
tells 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --csv typed "$(cat ranges)"
for value in "$at" "$at.0" "$at + 0.5" "'$at'" "'$at.5'" "'x'" "x'00'" NULL \
		9.3e18 -9.3e18 9223372036854775807 -9223372036854775808 1e18; do
	for op in '<' '<=' '>' '>=' '='; do
		tells 1 typed "SELECT (SELECT count(*) FROM events
			WHERE time_ns $op $value) = (SELECT count(*) FROM events
			WHERE CAST(time_ns AS INTEGER) $op $value)"
	done
done

# The log is opened once, by a session that reads it as well: opened by the
# command, and by the library.
mkfifo statements
"$POSIXTRACE" query -i --no-header typed <statements >out 2>err &
session=$!
exec 3>statements
echo 'SELECT count(*) FROM events; SELECT count(*) FROM slices;' >&3
until grep -q 42 out; do
	kill -0 $session || fail 'the session has ended'
	sleep 0.01
done
opened=$(for fd in "/proc/$session/fd/"*; do readlink "$fd"; done |
	grep -c "/typed\$")
exec 3>&-
wait $session || fail 'the session has failed'
[ "$opened" -eq 2 ] || fail "the log is open $opened times"

# A session; statements from a pipe are read in the same way.
cat >session <<'END'
.tables
SELECT count(*)
FROM events;
.columns losses

SELECT nope;
SELECT 7 AS seven; SELECT 8
END
run "$POSIXTRACE" query -i typed <session
expect_status 1
expect_out '^furnace:done$'
expect_out '^time_ns INTEGER, events INTEGER, '
expect_out '^      42$'
expect_out '^    7$'
expect_out '^8$'
expect_err '^posixtrace: query: SQL: line 6, column 8: no such column: nope'

# What is behind an error on a line is run, too.
cat >session <<'END'
SELECT nope;SELECT 71; SELEC ';'; SELECT abs(-9223372036854775807 - 1); -- ;
SELECT 72; BEGIN; SELECT 73; SELECT
 nope;
END
run "$POSIXTRACE" query --csv --no-header -i typed <session
expect_status 1
[ "$(grep -c '^7[123]$' out)" -eq 3 ] || fail 'not all were run'
for place in '1, column 8' '1, column 24' '1, column 35' '2, column 12' \
		'3, column 2'; do
	expect_err "^posixtrace: query: SQL: line $place: "
done
[ "$(wc -l <err)" -eq 5 ] || fail 'other errors'
# The input is no text.
printf 'SELECT 71;\nSELECT 72\n\0; SELECT 73;\nSELECT 74;\n' >session
run "$POSIXTRACE" query --csv --no-header -i typed <session
expect_status 1
expect_err '^posixtrace: query: SQL: line 3 has a NUL character; '
[ "$(grep -c '^7.$' out)" -eq 1 ] || fail 'what has a NUL was run'
# The reader closes the pipe, the disk is full, stdout is closed.
run sh -c "\"$POSIXTRACE\" query typed 'WITH RECURSIVE c(n) AS (SELECT 1 UNION
	ALL SELECT n + 1 FROM c LIMIT 1000000) SELECT n FROM c' | head -n 1"
expect_status 0
expect_no_err
if [ -c /dev/full ]; then
	run sh -c "\"$POSIXTRACE\" query typed 'SELECT * FROM events' >/dev/full"
	expect_status 1
	expect_err '^posixtrace: query: standard output: No space left on device; the output is not complete, give it more room$'
fi
run sh -c "\"$POSIXTRACE\" query typed 'SELECT * FROM events' >&-"
expect_status 1
expect_err 'standard output: Bad file descriptor'

# The output is UTF-8 in any locale.
LC_ALL=C "$POSIXTRACE" query --no-header typed "SELECT 'ä' || char(8230)" >out
[ "$(cat out)" = 'ä…' ] || fail 'LC_ALL=C: other text'

# Faults of a log are reported.
make_files 800 10
"$POSIXTRACE" record -q -o lossy --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || :
run "$POSIXTRACE" query lossy 'SELECT count(*) FROM losses'
expect_status 3
head -c 100000 typed >short
run "$POSIXTRACE" query short 'SELECT count(*) FROM events'
expect_status 1 4

# A range of times on the other table does not make slices the inner one, which would
# read the whole log for each event.
run "$POSIXTRACE" query --csv --no-header typed 'EXPLAIN QUERY PLAN SELECT count(*)
	FROM slices s JOIN events e ON e.time_ns BETWEEN s.start_ns AND s.end_ns
	AND e.tid = s.tid WHERE s.dur_ns IN (SELECT dur_ns FROM slices
	ORDER BY dur_ns DESC LIMIT 5) AND e.time_ns BETWEEN 1 AND 2'
expect_status 0
sed -n '1s/.*SCAN \([a-z]*\) .*/\1/p' out | grep -qx s || fail "$(cat out)"
