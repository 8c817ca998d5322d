#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `merge` makes one log of several: it has the events of all logs in the order
# of time, and no information is lost or confused.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

# The contents of each log, in the order of time.  Ids are those of each log;
# gaps are reported where they end.
union() {
	for one in "$@"; do
		"$POSIXTRACE" report -q --json "$one" || [ $? -ge 3 ] ||
			fail "report $one"
	done | without_ids | sort -s -t '"' -k 4,4n
}

without_ids() {
	grep -v '"event":"posix_trace_\(overflow\|resume\)"' |
		sed 's/"id":[0-9]*,//'
}

# The merged log is that of these logs.
is_union() {
	"$POSIXTRACE" report -q --json merged >lines || [ $? -eq 3 ] ||
		fail 'report of the merged log'
	without_ids <lines >out
	union "$@" >expected
	cmp out expected || fail "merged are other events than $*"
	run "$POSIXTRACE" check merged
	expect_status 0 3
}

refuse() {
	words=$1
	shift
	rm -f out.log
	run "$POSIXTRACE" merge -o out.log "$@"
	expect_status 1
	expect_no_out
	expect_one_line
	expect_err "$words"
	[ ! -e out.log ] || fail "$what: a log all the same"
	[ -z "$(find . -name 'out.log*')" ] || fail "$what: a draft is left"
}

make_files 300 10
# Two at a time, so that their events are mixed.
"$POSIXTRACE" record -q -o a -- "$EXAMPLES_DIR/checksum" -j 3 files >list.a &
first=$!
"$POSIXTRACE" record -q -o b -- "$EXAMPLES_DIR/checksum" -j 2 files >list.b
wait "$first"
"$POSIXTRACE" record -q -o c -- "$EXAMPLES_DIR/typed" 5 >list.c
run "$POSIXTRACE" merge -o merged a b c
expect_status 0
expect_no_out
expect_one_line
expect_err '^posixtrace: merged: [0-9]+ events of 3 logs$'
is_union a b c
for command in info stat trcrpt 'convert --to tracex -o out.trx'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" $command merged
	expect_status 0
done
if "$POSIXTRACE" merge -q --compress -o merged a b c 2>err; then
	is_union a b c
fi
"$POSIXTRACE" merge -q -o merged - <a || fail 'standard input'
is_union a

# Equal times: as the logs are named.
run "$POSIXTRACE" merge -q -o merged --align posix_trace_start c a
expect_status 0
expect_no_err
"$POSIXTRACE" report -q --no-header merged | head -n 2 >out
pid=$("$POSIXTRACE" report -q --json c | head -n 1 | sed 's/.*"pid":\([0-9]*\).*/\1/')
[ "$(awk '$1 == 0 { print $3 }' out | head -n 1)" = "$pid" ] || fail 'a tie'
[ "$(awk '$1 == 0' out | wc -l)" -eq 2 ] || fail 'not aligned'

# Offsets, by name and by number; they add up.
start() {
	"$POSIXTRACE" report -q --json "$1" | sed -n \
		's/.*"time":"\([0-9]*\)\.\([0-9]*\)".*"event":"posix_trace_start".*/\1\2/p' |
		head -n 1
}
run "$POSIXTRACE" merge -q -o later --offset c=+1.5ms --offset 1=-500us c
expect_status 0
[ "$(($(start later) - $(start c)))" -eq 1000000 ] || fail 'the offset'

run "$POSIXTRACE" merge -q -o later --offset 1=@2030-01-31T12:00:00.5Z \
	--offset c=+1us c
expect_status 0
[ "$(start later)" = 1896091200500001000 ] || fail 'the date'

# A board that does not know the year.
"$POSIXTRACE" merge -q -o early --offset 1=-400000h c
run "$POSIXTRACE" merge -q -o merged --offset c=-400000h a c
expect_status 0
is_union early a

# Part by part, and together again.
"$POSIXTRACE" report -q --json a >expected
half=$(($(wc -l <expected) / 2))
"$POSIXTRACE" slice -q -o part1 --events "-$half" a
"$POSIXTRACE" slice -q -o part2 --events "$((half + 1))-" a
run "$POSIXTRACE" merge -q -o merged part1 part2
expect_status 0
"$POSIXTRACE" report -q --json merged | cmp - expected || fail 'the parts'

# Parts of it, as report picks them.
"$POSIXTRACE" merge -q -o merged a b c
"$POSIXTRACE" merge -q -o picked -e 'checksum:file_*' --from 1us --to 10m a b c
"$POSIXTRACE" report -q --json -e 'checksum:file_*' --from 1us --to 10m \
	merged >expected
"$POSIXTRACE" report -q --json picked >out
cmp out expected || fail 'what was picked'
[ -s out ] || fail 'nothing was picked'

# The same ids for other types, the same names for other arguments: no data is
# taken for what it is not.
"$EMIT" one 256 t:a=01 t:b=02 t:x@n=7 t:raw=0102 t:y@n=1
"$EMIT" two 256 t:b=03 t:a=04 t:x@m=8 t:raw@n=9 t:y@n=2 t:only=05
run "$POSIXTRACE" merge -q -o merged one two
expect_status 0
"$POSIXTRACE" report -q --no-header merged |
	awk '/ t:/ { $1 = $2 = $3 = $4 = ""; print }' | sed 's/^ *//' >out
cat >expected <<'END'
t:a 01
t:b 02
t:x n=7
t:raw 0102
t:y n=1
t:b 03
t:a 04
t:x~2 m=8
t:raw~2 n=9
t:y n=2
t:only 05
END
cmp out expected || fail 'other types, or other data'
[ "$("$POSIXTRACE" info merged | grep -c ' t:')" -eq 8 ] || fail 'the types'

# One that has a number gets another one, not two.
"$EMIT" one 256 t:z@n=1 t:z@s=a
"$EMIT" two 256 t:z@m=2 t:z@s=b t:z@f=1.5
run "$POSIXTRACE" merge -q -o merged one two
"$POSIXTRACE" report -q --no-header merged |
	awk '/ t:/ { $1 = $2 = $3 = $4 = ""; print }' | sed 's/^ *//' >out
cat >expected <<'END'
t:z n=1
t:z~2 s="a"
t:z~3 m=2
t:z~2 s="b"
t:z~4 f=1.5
END
cmp out expected || fail 'numbers of types'

# A name may be empty, and stays so.
"$EMIT" nameless 256 =01 t:a=02
run "$POSIXTRACE" merge -q -o merged one nameless
expect_status 0
is_union one nameless
run "$POSIXTRACE" slice -q -o part nameless
expect_status 0
"$POSIXTRACE" report -q --json nameless >expected
grep -q '"event":""' expected || fail 'a name is not empty'
"$POSIXTRACE" report -q --json part | cmp - expected || fail 'nameless, cut'

# A gap stays where it was, and as large; also that of a stream that was full.
for policy in loop until-full; do
	"$POSIXTRACE" record -q -o lost --policy "$policy" --stream-size 16K -- \
		"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] ||
		fail 'record'
	"$POSIXTRACE" record -q -o after -- "$EXAMPLES_DIR/typed" 2 >list
	lost=$("$POSIXTRACE" report -q lost | sed -n 's/.* LOST \([0-9]*\) .*/\1/p')
	[ "$lost" -gt 0 ] || fail 'nothing was lost'
	run "$POSIXTRACE" merge -o merged c lost after
	expect_status 3
	expect_err '^posixtrace: lost: events were lost '
	[ "$(wc -l <err)" -eq 2 ] || fail 'not a line of each'
	is_union c lost after
	run "$POSIXTRACE" report merged
	expect_status 3
	# The size of which stream would have been sufficient is unknown.
	expect_err "; lost $lost\$"
	[ "$(grep -c -e '---- LOST' out)" -eq 1 ] || fail 'the gaps'
	expect_out "---- LOST $lost events, "
	# Before the first later event: of the stream, or of all streams.
	grep -A 2 -e '---- LOST' out | tail -n 1 | grep -q \
		"$([ "$policy" = loop ] && echo checksum: ||
		echo posix_trace_start)" || fail 'the gap is elsewhere'
	run "$POSIXTRACE" check merged
	expect_status 3
done

# The readable part of a damaged log is merged, and the log is named.
head -c $(($(stat -c %s a) - 30000)) a >part
run "$POSIXTRACE" merge -o merged part c
expect_status 4
expect_err '^posixtrace: part: incomplete, '
[ "$(wc -l <err)" -eq 2 ] || fail 'not a line of each'
is_union part c

# Also events that are still in memory.
cat >job <<'END'
"$1/checksum" files >list
: >ready
while [ -e list ] && [ ! -e go ]; do sleep 0.05; done
: >survived
END
"$POSIXTRACE" record -q -o killed -- sh job "$EXAMPLES_DIR" >out 2>err &
recorder=$!
wait_for test -e ready
kill -KILL "$recorder"
wait "$recorder" 2>/dev/null || :
# The clock goes on, so its times are known better at each opening.
run "$POSIXTRACE" merge -q -o merged killed c
expect_status 4
expect_one_line
"$POSIXTRACE" report -q merged >out
[ "$(grep -c ' checksum:file_end ' out)" -eq 300 ] || fail 'what was in memory'
: >go
wait_for test -e survived
"$POSIXTRACE" recover -q killed >out 2>err || [ $? -eq 3 ] || fail 'recover'
run "$POSIXTRACE" merge -q -o merged killed c
expect_status 0 3
is_union killed c

# Threads of another machine have ids of their own, and their names.
if command -v python3 >/dev/null; then
	export PYTHONDONTWRITEBYTECODE=1
	python3 "$here/../move_log.py" b there there || fail 'move_log.py'
	"$POSIXTRACE" check -q there || fail 'another machine'
	run "$POSIXTRACE" merge -o merged b there c
	expect_status 0
	expect_err '^posixtrace: there: from another machine than b, there: '
	"$POSIXTRACE" report -q --json merged >out
	for id in pid tid; do
		sed -n "s/.*\"$id\":\([0-9]*\).*/\1/p" out | sort -u >got
		"$POSIXTRACE" report -q --json b >of.b
		"$POSIXTRACE" report -q --json c >of.c
		cat of.b of.c | sed -n "s/.*\"$id\":\([0-9]*\).*/\1/p" |
			sort -u >expected
		sed -n "s/.*\"$id\":\([1-9][0-9]*\).*/\1/p" of.b | sort -u |
			awk '{ printf "%d\n", $1 + 10000000 }' >>expected
		sort -u expected | cmp - got || fail "ids of other machines: $id"
	done
	"$POSIXTRACE" info merged | grep -q '^  host  *[^ ]*,there$' ||
		fail 'the hosts'
	# Merged once more they stay as they are, and others are kept apart.
	mv out expected
	run "$POSIXTRACE" merge -q -o again merged
	"$POSIXTRACE" report -q --json again | cmp - expected || fail 'merged again'
	python3 "$here/../move_log.py" b farther yonder || fail 'move_log.py'
	run "$POSIXTRACE" merge -o again merged farther
	expect_status 0
	expect_err ': its process and thread ids have 20000000 added$'
	run "$POSIXTRACE" merge -q -o again --keep-ids c there
	expect_status 0
	mv again merged
	is_union c there
fi

# Many.
many=
for i in $(seq 40); do
	"$EMIT" "many$i" 64 "n:$i=00" n:all=01
	many="$many many$i"
done
# shellcheck disable=SC2086
run "$POSIXTRACE" merge -q -o merged $many
expect_status 0
# shellcheck disable=SC2086
is_union $many
# More events of one time than the clock has ticks for, of as many threads,
# keep their order.
# shellcheck disable=SC2086
"$POSIXTRACE" merge -q -o merged --align n:all $many
"$POSIXTRACE" report -q --json merged >lines
for one in $many; do
	"$POSIXTRACE" report -q --json "$one" | grep '"n:all"' |
		sed 's/.*\("pid":[0-9]*\).*/\1/'
done >expected
grep '"n:all"' lines | sed 's/.*\("pid":[0-9]*\).*/\1/' >out
cmp out expected || fail 'events of one time'
[ "$(grep '"n:all"' lines | cut -d '"' -f 4 | uniq | wc -l)" -eq 1 ] ||
	fail 'not of one time'
"$POSIXTRACE" slice -q -o copy merged
"$POSIXTRACE" report -q --json copy | cmp - lines || fail 'when cut'
(
	# shellcheck disable=SC3045
	ulimit -n 64
	# shellcheck disable=SC2086
	run "$POSIXTRACE" merge -q -o few $many
	expect_status 1
	expect_one_line
	expect_err 'only 64 files may be open; allow [0-9]+ with'
)

# Nothing is written over, read twice, or taken for a log.
refuse 'nonesuch: No such file' a nonesuch
refuse '^posixtrace: merge: job: not a trace log' a job
refuse 'the same log as a; name it once' a b a
ln -s a link
refuse 'the same log as a; name it once' a link
refuse 'the same log as -; name it once' - - <a
refuse 'has no event .no:such. to align' --align no:such a b
refuse 'before 1970' --offset a=-2000000000s a b
# More than 146 years, which is the longest that a log can span.
refuse 'a: with the offsets .* more than 146 years after' --offset a=+1500000h a b
refuse 'a: with the offsets .* more than 146 years' --offset 1=@2200-01-01T00:00:00Z a b
"$MAKE_DUMP" 10 >dump
refuse 'a ThreadX dump, ' a dump
"$MAKE_TWIN" a twin
refuse 'twin: from a machine of the other byte order' a twin
cp a same
for name in a link; do
	run "$POSIXTRACE" merge -o "$name" b a
	expect_status 1
	expect_one_line
	expect_err 'is one of the logs, which would be gone'
	cmp a same || fail 'a log was written over'
done
for output in /dev/full . nowhere/x; do
	run "$POSIXTRACE" merge -o "$output" a b
	expect_status 1
	expect_one_line
done
run "$POSIXTRACE" merge -o - a b
expect_status 2
expect_one_line
(
	# No room: not a log, and not half of one either.
	ulimit -f 700
	refuse 'File too large; raise the limit of a file.s size \(ulimit -f\)' a b
)

misuse() {
	words=$1
	shift
	run "$POSIXTRACE" merge "$@"
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err "$words"
}
misuse 'no file to write to; name one with -o' a b
misuse 'no logs to merge' -o x
misuse 'not a log and a time' -o x --offset a a b
misuse 'not a log and a time' -o x --offset a=soon a b
misuse 'not a log and a time' -o x --offset a=--1s a b
misuse 'not a log and a time' -o x --offset =1s a b
misuse 'not a log and a time' -o x --offset a=@soon a b
misuse 'a date, and --align' -o x --offset a=@2030-01-31T12:00:00Z --align e a
misuse 'no log of that name is merged' -o x --offset d=1s a b
misuse 'no log of that name is merged' -o x --offset 3=1s a b
misuse 'no log of that name is merged' -o x --offset 0=1s a b
misuse 'not a time' -o x --from soon a b
misuse 'no such level' -o x --compress=99 a b
misuse 'not an id' -o x -p me a b
