#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `slice` makes a log of a part of a log.  The report of the new log has the
# events and losses of that part.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# slice OPTION...: as `report` with the same options.
slice() {
	"$POSIXTRACE" report -q --json "$@" log >expected
	run "$POSIXTRACE" slice -q -o part "$@" log
	expect_status 0
	expect_no_out
	expect_no_err
	"$POSIXTRACE" report -q --json part >out
	cmp out expected || fail "slice $* has other events than report $*"
	run "$POSIXTRACE" check part
	expect_status 0
}

make_files 60 30000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 3 files >list
tid=$("$POSIXTRACE" report -q --json log | sed -n 's/.*"tid":\([0-9]*\).*/\1/p' |
	sort -u | tail -n 1)
slice
slice --from 1ms
slice --to 3ms
slice --from 1ms --to 3ms
slice -e 'checksum:file_*'
slice -x 'checksum:*'
slice -t "$tid"
slice --from 1ms -e 'checksum:file_*' -t "$tid"
slice --from 10m
slice -e no:such

"$POSIXTRACE" report -q --json log >all
"$POSIXTRACE" slice -q -o part --events 11-20 log
sed -n 11,20p all >expected
"$POSIXTRACE" report -q --json part | cmp - expected || fail 'a range'
"$POSIXTRACE" slice -q -o part --last 5 - <log
tail -n 5 all >expected
"$POSIXTRACE" report -q --json part | cmp - expected || fail 'the last'
run "$POSIXTRACE" slice -o part --last 5 log
expect_status 0
expect_one_line
expect_err '^posixtrace: part: 5 events$'

# In pieces, of which the log can be made again.
again() {
	run "$POSIXTRACE" slice -o piece.ptl "$@" log
	expect_status 0
	expect_one_line
	expect_err "^posixtrace: piece.ptl: $(wc -l <all) events in [0-9]+ files, numbered$"
	[ -e piece-0002.ptl ] || fail 'just one piece'
	[ "$(find . -name 'piece*' | wc -l)" -eq \
		"$(sed 's/.* in \([0-9]*\) .*/\1/' err)" ] || fail 'other files'
	"$POSIXTRACE" merge -q -o whole piece-*.ptl || fail 'merge'
	"$POSIXTRACE" report -q --json whole | cmp - all || fail "slice $*"
}
again --every 1ms
"$POSIXTRACE" report -q --json --to 999999ns log >expected
"$POSIXTRACE" report -q --json piece-0001.ptl | cmp - expected ||
	fail 'the time of a piece'
rm piece-*

# Larger ones.
mv log small
hex=$(head -c 7000 /dev/zero | od -An -v -tx1 | tr -d ' \n')
# shellcheck disable=SC2046
"$EMIT" log 8000 $(seq -f "n:%g=$hex" 100)
"$POSIXTRACE" report -q --json log >all
again --size 1M
[ -z "$(find . -name 'piece-*' -size +1024k)" ] || fail 'a piece too large'
rm piece-*
again --size 1M --every 100us
rm piece-*
mv small log
cp log piece-0002.ptl
run "$POSIXTRACE" slice -o piece.ptl --every 100us piece-0002.ptl
expect_status 1
expect_one_line
expect_err '^posixtrace: slice: piece-0002.ptl: is the log itself'
rm piece-*

# The names of threads and types are there.
for of in 'report -t checksum' 'info'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" $of part
	expect_status 0
done
[ "$("$POSIXTRACE" info part | grep -c ' checksum:')" -eq \
	"$("$POSIXTRACE" info log | grep -c ' checksum:')" ] || fail 'the types'

# A gap is in the part that it is in, whatever is picked out.
make_files 800 10
"$POSIXTRACE" record -q -o log --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
lost=$("$POSIXTRACE" report -q log | sed -n 's/.* LOST \([0-9]*\) .*/\1/p')
run "$POSIXTRACE" slice -q -o part -e 'checksum:file_*' log
expect_status 3
run "$POSIXTRACE" report part
expect_status 3
expect_out "---- LOST $lost events, "
expect_err "; lost $lost\$"
run "$POSIXTRACE" slice -q -o part --last 3 log
expect_status 3
run "$POSIXTRACE" report part
expect_status 0
[ "$(grep -c -e '---- LOST' out)" -eq 0 ] || fail 'a gap that was before it'

# Losses after the last event, which no gap reports, are counted, too.
"$POSIXTRACE" record -q -o log --policy until-full --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
"$POSIXTRACE" report -q log | tail -n 1 >expected
for options in '' '-e posix_*'; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" slice -q -o part $options log
	expect_status 3
	"$POSIXTRACE" report -q part | tail -n 1 |
		cmp - expected || fail 'what was lost at the end'
done
run "$POSIXTRACE" convert -q --to log -o part log
expect_status 3
"$POSIXTRACE" report -q part | tail -n 1 | cmp - expected || fail 'convert'

# The readable part of a damaged log.
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" files >list
head -c $(($(stat -c %s log) - 10000)) log >rest
run "$POSIXTRACE" slice -o part rest
expect_status 4
expect_err '^posixtrace: rest: incomplete, '
"$POSIXTRACE" report -q --json rest >expected || [ $? -eq 4 ]
"$POSIXTRACE" report -q --json part | cmp - expected || fail 'what is left'

cp log same
ln -s log link
for name in log link; do
	run "$POSIXTRACE" slice -o "$name" log
	expect_status 1
	expect_one_line
	expect_err 'is the log itself'
	cmp log same || fail 'the log was written over'
done
run "$POSIXTRACE" slice -o /dev/full log
expect_status 1
expect_one_line
(
	ulimit -f 700
	run "$POSIXTRACE" slice -o limited log
	expect_status 1
	expect_one_line
	expect_err 'File too large'
	[ -z "$(find . -name 'limited*')" ] || fail 'half a log is left'
)

# Ended in the middle: all or nothing.
"$POSIXTRACE" record -q -o long -- "$EXAMPLES_DIR/typed" 100000 >list ||
	[ $? -eq 3 ]
for signal in TERM HUP; do
	"$POSIXTRACE" slice -o ended long &
	slicing=$!
	wait_for test -e "ended.$slicing" -o -e ended
	kill -s "$signal" "$slicing" || :
	wait_end "slice until $signal" "$slicing"
	[ -z "$(find . -name 'ended.*')" ] || fail "$signal leaves half a log"
	rm -f ended
done

misuse() {
	words=$1
	shift
	run "$POSIXTRACE" slice "$@"
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err "$words"
}
misuse 'no file to write to; name one with -o' log
misuse 'one trace at a time' -o x log log
misuse 'not a time' -o x --from soon log
misuse 'not a time' -o x --to soon log
misuse 'not a range' -o x --events 5-2 log
misuse 'not a number of events' -o x --last 0 log
misuse 'no such level' -o x --compress=0 log
misuse 'not a time' -o x --every 0 log
misuse 'not a time' -o x --every soon log
misuse 'not a size' -o x --size big log
misuse 'too small for a log' -o x --size 100K log
misuse 'unrecognized option' -o x --names y log
misuse 'unrecognized option' -o x --from-time 1 log
