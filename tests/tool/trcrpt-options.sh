#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The options of trcrpt: what they pick out, how it looks, and what is
# refused.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${EMIT:?where is the program that makes logs?}"
ln -s "$POSIXTRACE" trcrpt
ln -s "$POSIXTRACE" trcupdate
export TZ=UTC

misuse() {
	words=$1
	shift
	run ./trcrpt "$@"
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err "$words"
}

misuse '-C: .*processor' -C all log
misuse '-D: .*groups' -D x log
misuse '-K: .*groups' -K x log
misuse '-G: .*groups' -G
misuse '-n: .*addresses of the kernel' -n unix log
misuse '-M: .*memory trace' -M all
misuse '-l: .*component trace' -l all
misuse '-@: .*workload partitions' '-@' x
misuse '-O component: .*component trace' -O component=on
misuse '-O PURR' -O PURR=on
misuse '-O removedups' -O removedups=on
misuse "did you mean 'timestamp'" -O timestmp=1
misuse 'no such setting; try' -O nonsense=1
misuse 'a number from 0 to 3' -O timestamp=4
misuse 'a number from 0 to 500' -O pagesize=501
misuse 'on or off' -O exec=yes
misuse 'all or shown' -O delta=none
misuse 'number of seconds' -O starttime=soon
misuse 'number of seconds' -O endtime
misuse 'not a date; write mmddhhmmssyy' -s 0231000000026
misuse 'not a date' -s 023000000026
misuse 'not a date' -e 1301000000x6
misuse 'not a list of thread ids' -T 1,x
misuse 'not a list of thread ids' -T 5 -T '!6'
misuse 'not a process' -p 12x
misuse 'no hook id and no name' -d ,
misuse 'one log at a time; -m' a b
misuse "invalid option -- 'Z'" -Z

"$EMIT" log 64 alpha beta gamma beta
list() {
	run ./trcrpt -h -O timestamp=3 "$@"
	expect_status 0
	got=$(tr -s ' ' <out | tr '\n' ';')
}
is() {
	[ "$got" = "$1" ] || fail "$what: '$got', not '$1'"
}
list -d 010,012 log
is '010 alpha;012 gamma;'
list -d '0100 0120' log
is '010 alpha;012 gamma;'
list -d 01 -k 011 log
is '010 alpha;012 gamma;'
list -d 'b*' log
is '011 beta;011 beta;'
list -d beta,gamma -k gamma log
is '011 beta;011 beta;'
list -k '00,b*,012' log
is '010 alpha;'
list -O ids=off -d alpha log
is 'alpha;'
list -p emit -d alpha log
is '010 alpha;'
list -p other -d alpha log
is ''
list -p 1 log
is ''

run ./trcrpt -h -O pid=on,tid=on,timestamp=3 -d alpha log
pid=$(awk '{ print $2 }' out)
tid=$(awk '{ print $3 }' out)
list -p "7,$pid" -d alpha log
is '010 alpha;'
list -T "$tid" -d alpha log
is '010 alpha;'
list -T "!$tid" -d alpha log
is ''
list -T "!1 2" -d alpha log
is '010 alpha;'

# Times: by date, and since the start.
list -s 010100000070 -e 010100000037 -d alpha log
is '010 alpha;'
list -e 010100000000 -d alpha log
is ''
list -s 010100000037 -d alpha log
is ''
list -O starttime=0,endtime=3600 -d alpha log
is '010 alpha;'
list -O starttime=3600 log
is ''
list -O endtime=0 log
is '001 TRACE ON posix_trace_start;'

# The forms of the times.
run ./trcrpt -O timestamp=1 -d alpha log
expect_out '^ID    ELAPSED_SEC   APPL    SYSCALL KERNEL  INTERRUPT$'
expect_out '^010 {6}[0-9]\.[0-9]{6}   alpha$'
run ./trcrpt -O timestamp=2 -d alpha,beta log
expect_out '^ID     ELAPSED_SEC     DELTA_USEC   APPL '
expect_out '^010    0\.[0-9]{9}          0\.000   alpha$'
run ./trcrpt -h -d 'alpha,gamma' log
shown=$(awk '/gamma/ { print $3 }' out)
run ./trcrpt -h -O delta=all -d 'alpha,gamma' log
all=$(awk '/gamma/ { print $3 }' out)
awk -v shown="$shown" -v all="$all" 'BEGIN { exit !(all <= shown) }' ||
	fail "delta=all: $all, shown: $shown"
run ./trcrpt -O 2line=on -d alpha log
expect_out '^ID     ELAPSED_SEC     DELTA_MSEC$'
expect_out '^        APPL    SYSCALL KERNEL  INTERRUPT$'
expect_out '^010    0\.[0-9]{9}       0\.[0-9]{6}$'
expect_out '^        alpha$'

# Pages: the heading comes again.
run ./trcrpt -O pagesize=5 log
expect_status 0
[ "$(grep -c ELAPSED out)" -eq 2 ] || fail 'pagesize: headings'
run ./trcrpt -O pagesize=0 log
[ "$(grep -c ELAPSED out)" -eq 1 ] || fail 'pagesize=0: headings'

# Tables instead of the report.
run ./trcrpt -O hist=on -h -d 01 log
expect_status 0
[ "$(cat out)" = "$(printf '%s\n' '010                1  alpha' \
	'011                2  beta' '012                1  gamma')" ] ||
	fail 'hist'
run ./trcrpt -j -h -d 01 log
expect_status 0
expect_out '^011  0000 beta$'
[ "$(wc -l <out)" -eq 3 ] || fail '-j'
run ./trcrpt -j -d 001
expect_status 0
expect_out '^001  [0-9.]+ +KERNEL +TRACE ON$'

# Raw entries: the hook word and the data.
"$EMIT" log 64 alpha=0102030405060708ff
run ./trcrpt -r -h -O timestamp=3 -d alpha log
expect_out '^010    [0-9a-f]{8} [0-9a-f]{8} 01020304 05060708 ff$'

# -x is exec=on, and svc does nothing.
run ./trcrpt -x -O svc=on -d alpha log
expect_out '^ID  PROCESS NAME   I    ELAPSED_SEC '
expect_out '^010 emit  '

# Several logs are merged by time, and a type is the same in all.
"$EMIT" one 64 alpha beta
"$EMIT" two 64 beta delta
run ./trcrpt -m -h -O timestamp=3 -d 01 two one
expect_status 0
[ "$(tr -s ' ' <out | tr '\n' ';')" = '012 alpha;010 beta;010 beta;011 delta;' ] ||
	fail "merge: $(cat out)"

# -o: another file, never the log.
run ./trcrpt -o report -d alpha -h -O timestamp=3 one
expect_status 0
expect_no_out
[ "$(cat report)" = '010    alpha' ] || fail '-o'
cp one copy
run ./trcrpt -o one one
expect_status 1
expect_err 'is the log itself'
cmp one copy || fail '-o has touched the log'
run ./trcrpt -o nothere/report one
expect_status 1
expect_one_line
if [ -w /dev/full ]; then
	run ./trcrpt -o /dev/full one
	expect_status 1
	expect_err 'not complete'
fi
run ./trcrpt -v -d alpha one
expect_err 'one: opened'
expect_err 'trcfmt: opened'
./trcrpt log 2>err | head -n 1 >out
expect_no_err

run ./trcrpt --help
expect_status 0
expect_out '^Usage: trcrpt '
run ./trcrpt --version
expect_out '^posixtrace [0-9]'
