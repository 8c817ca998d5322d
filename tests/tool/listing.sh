#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A multi-threaded program is recorded without its doing, and listed.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 20 100000
run "$POSIXTRACE" record -o log -- "$EXAMPLES_DIR/checksum" -j 3 files
expect_status 0
[ "$(wc -l <out)" -eq 20 ] || fail 'the program did not do its work'
expect_err '^posixtrace: [0-9]+ events, .*; lost 0; peak fill [0-9]+ % of 1M, .*; log$'

run "$POSIXTRACE" report log
expect_status 0
expect_err '^posixtrace: [0-9]+ events, .*; lost 0; peak fill [0-9]+ % of 1M, '
[ "$(wc -l <err)" -eq 1 ] || fail 'more than a summary on stderr'

# Two lines of heading; the stream is called after the program.
sed -n 1p out | grep -qE \
	'^# log  stream=checksum  created=20[0-9-]*T[0-9:.]*Z  first=20[0-9-]*T[0-9:.]*Z$' ||
	fail 'the first heading'
sed -n 2p out | grep -qE \
	'^ +TIME s +DELTA us +PID +TID  EVENT +DATA$' || fail 'the second heading'

# The first event is the start of the stream, the last one its stop.
sed -n 3p out | grep -qE \
	'^ +0\.000000000 +\+0\.000 +[0-9]+ +[0-9]+  posix_trace_start +filtered=0 types$' ||
	fail 'the first event'
sed -n '$p' out | grep -qE '  posix_trace_stop +auto=0$' || fail 'the last event'

# One line per event, as many as in the summary.
said=$(sed -n 's/^posixtrace: \([0-9]*\) events.*/\1/p' err)
[ $((said + 2)) -eq "$(wc -l <out)" ] || fail "$said events, other lines"

count() {
	grep -cE "  $1( |\$)" out
}
[ "$(count checksum:file_begin)" -eq 20 ] || fail 'files begun'
[ "$(count checksum:file_end)" -eq 20 ] || fail 'files ended'
[ "$(count checksum:chunk_read)" -ge 40 ] || fail 'chunks read'
expect_out '  checksum:file_begin +"files/0007"$'

# The deltas are the differences of the times, to the nanosecond, and no
# event comes before one that is listed earlier.
awk 'NR > 2 {
	split($1, t, ".")
	ns = t[1] * 1000000000 + t[2]
	delta = $2
	sub(/^\+/, "", delta)
	sub(/\./, "", delta)
	if (NR > 3 && (ns < before || ns - before != delta + 0)) {
		print "line " NR ": " $0
		bad = 1
	}
	before = ns
}
END { exit bad }' out || fail 'times and deltas'

# More than one thread, one process.
[ "$(awk 'NR > 2 { print $4 }' out | sort -u | wc -l)" -ge 2 ] || fail 'threads'
pid=$(awk '/file_begin/ { print $3; exit }' out)
tid=$(awk '/file_begin/ { print $4; exit }' out)

run "$POSIXTRACE" report --no-header -e 'checksum:file_*' -x '*_end' log
expect_status 0
[ "$(wc -l <out)" -eq 20 ] || fail 'patterns'
expect_err "^posixtrace: 20 of $said events"
run "$POSIXTRACE" report --no-header -t "$tid" log
expect_status 0
awk -v tid="$tid" '$4 != tid { exit 1 }' out || fail 'another thread'
[ -s out ] || fail 'no event of the thread'
run "$POSIXTRACE" report --no-header -p "$pid,1" -e checksum:file_end log
expect_status 0
[ "$(wc -l <out)" -eq 20 ] || fail 'the process'
run "$POSIXTRACE" report --no-header -e no:such log
expect_status 0
expect_no_out
expect_err 'none of its events is what '

# A slice in time keeps the times that the lines have in the whole.
run "$POSIXTRACE" report --no-header log
at=$(sed -n 10p out | awk '{ print $1 }')
line=$(sed -n 10p out | cut -c 32-)
run "$POSIXTRACE" report --no-header --from "$at" log
expect_status 0
[ "$(head -n 1 out | awk '{ print $1 }')" = "$at" ] || fail 'the slice'
run "$POSIXTRACE" report --no-header --from "$at" --to "$at" log
expect_status 0
cut -c 32- out | grep -qF -e "$line" || fail 'the slice of a moment'

run "$POSIXTRACE" report --no-header --absolute log
expect_status 0
head -n 1 out | grep -qE '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{9}Z ' ||
	fail 'a date'
date=$(sed -n 10p out | awk '{ print $1 }')
run "$POSIXTRACE" report --no-header --absolute --from "@$date" log
expect_status 0
[ "$(head -n 1 out | awk '{ print $1 }')" = "$date" ] || fail 'a slice by date'

run "$POSIXTRACE" report --no-header --data hex -e checksum:file_begin log
expect_status 0
expect_out ' 66696c65732f30303037(00)?$'
run "$POSIXTRACE" report --no-header --data text -e posix_trace_stop log
expect_status 0
# shellcheck disable=SC1003
expect_out ' "\\x00\\x00\\x00\\x00"$'

# The reader of a pipe may go at any time.
"$POSIXTRACE" report log 2>err | head -n 1 >out
expect_out '^# log'
if grep -v '^posixtrace: [0-9]* events' err; then
	fail 'head is told of'
fi

# A reader of the output may close it early; no listing command reports that as
# an error.
mkfifo pipe
without_reader() {
	what="$* without a reader"
	got=0
	true <pipe &
	reader=$!
	{
		wait "$reader"
		"$@" 2>err || got=$?
	} >pipe
	expect_status 0
	expect_no_err
}
"$POSIXTRACE" record -q -o lossy --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/typed" 20000 >list || [ $? -eq 3 ] || fail 'record lossy'
for name in log lossy; do
	without_reader "$POSIXTRACE" report "$name"
	without_reader "$POSIXTRACE" report --json "$name"
	without_reader "$POSIXTRACE" report --csv "$name"
	without_reader "$POSIXTRACE" stat "$name"
	without_reader "$POSIXTRACE" stat --json "$name"
	without_reader "$POSIXTRACE" info "$name"
done
without_reader "$POSIXTRACE" trcrpt log
without_reader "$POSIXTRACE" check log
without_reader "$POSIXTRACE" report --help
printf '\176\001\002\176\001\002\176' >frames
without_reader "$POSIXTRACE" rkh frames
# The check of a log still reports its faults.
true <pipe &
reader=$!
ended 'check without a reader' 0
{
	wait "$reader"
	"$POSIXTRACE" check lossy 2>err || got=$?
} >pipe
expect_status 3
