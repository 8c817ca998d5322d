#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# POSIXTRACE in the environment gives a program that creates no stream a log;
# whatever is wrong with it, the program runs as without.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# In a forked child the leak checker looks for the threads of the parent, and
# says that it cannot stop them.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

: "${ENDING:?where is the program?}" "${ENDING_STATIC:?and the other one?}"

# Run with this value.
with() {
	value=$1
	shift
	run env "POSIXTRACE=$value" "$@"
}

# The log is there, and has so many events of the program.
expect_events() {
	n=$("$POSIXTRACE" report -e ending:step "$1" 2>/dev/null | grep -c ending:step) || :
	[ "$n" -eq "$2" ] || fail "$what: $n events in $1, not $2"
}

expect_complete() {
	run "$POSIXTRACE" check "$1"
	expect_status 0
}

# Not traced, which is said in one line, and nothing else happens.
expect_refused() {
	expect_status 0
	expect_no_out
	expect_one_line
	expect_err "POSIXTRACE: .*$1.*; not traced\$"
	posixtrace_logs=$(find . -name 'refused*' | wc -l)
	[ "$posixtrace_logs" -eq 0 ] || fail "$what: left a file"
}

# The ends that leave a complete log.
for program in "$ENDING" "$ENDING_STATIC"; do
	for how in return threads close fork storm; do
		rm -f log
		with log=log "$program" $how 100
		expect_status 0
		expect_no_out
		expect_no_err
		expect_complete log
		n=100
		[ $how != threads ] || n=800
		expect_events log $n
	done
	rm -f log
	with log=log "$program" pthread_exit 100
	expect_status 0
	expect_complete log
	expect_events log 200
done

# Those that leave one which is recovered, or read together with the memory.
for how in _exit kill; do
	rm -f log
	with log=log,policy=flush "$ENDING" $how 1000
	if grep -q posixtrace err; then
		fail "$what: a message"
	fi
	expect_events log 1000
	run "$POSIXTRACE" recover log
	expect_status 0
	expect_events log 1000
	expect_complete log
done

# Forked children are in it with inherit, and make no log of their own.
rm -f log
with log=log,inherit "$ENDING" storm 100
expect_status 0
expect_no_err
expect_events log 6500
rm -f log
with log=log,inherit "$ENDING" spawn 100 "$ENDING" return 50
expect_status 0
expect_no_err
expect_complete log
expect_events log 150

# Programs that are run have the variable, too: a log for each process ...
mkdir each
with log=each/%n-%p "$ENDING" spawn 10 "$ENDING" spawn 20 "$ENDING_STATIC" return 30
expect_status 0
expect_no_err
[ "$(find each -name 'ending-[0-9]*' | wc -l)" -eq 2 ] || fail 'not two logs'
[ "$(find each -name 'ending-static-[0-9]*' | wc -l)" -eq 1 ] || fail 'not one log'
sum=0
for log in each/*; do
	expect_complete "$log"
	sum=$((sum + $("$POSIXTRACE" report "$log" | grep -c ending:step)))
done
[ $sum -eq 60 ] || fail "$sum events in the logs of three processes"
# ... or, without %p, one line of each that finds the log in use.
rm -f log
with log=log "$ENDING" spawn 10 "$ENDING" return 20
expect_status 0
[ "$(grep -c 'log: another process writes its log there' err)" -eq 1 ] ||
	fail "$what: not one message"
expect_complete log
expect_events log 10
# A process that becomes another program leaves the log of the first alone.
rm -f log
with log=log "$ENDING" exec 10 "$ENDING" return 20
expect_status 0
expect_err 'log: is there already'
expect_events log 10

# Nothing that is there is overwritten: not a log, nor anything else.
cp log before
with log=log "$ENDING" return 1
expect_status 0
expect_err 'log: is there already, remove it or use %p in the name; not traced$'
cmp -s log before || fail 'an old log was changed'
ln -s nowhere link
with log=link "$ENDING" return 1
expect_status 0
expect_err 'link: is there already'
if [ -e nowhere ]; then
	fail 'a link was followed'
fi

# Two that begin at once: one has the log, the other says so.
for round in 1 2 3 4 5; do
	rm -f log
	POSIXTRACE=log=log "$ENDING" return 1000 2>first &
	one=$!
	POSIXTRACE=log=log "$ENDING" return 1000 2>second || :
	wait $one
	cat first second >err
	: >out
	what="two at once, round $round"
	expect_one_line
	expect_events log 1000
done

# A program that creates streams has its own ones, as without the variable.
rm -f log
with log=log "$ENDING" own 100
expect_status 0
expect_out '^100$'
expect_no_err
expect_events log 100

# The words.
with log=words-%n-100%%,stream-size=4M,max-data=2,policy=loop,log-policy=loop,log-size=1M \
	"$ENDING" return 100
expect_status 0
expect_no_err
run "$POSIXTRACE" info words-ending-100%
for line in 'name +ending' 'stream full policy +loop' 'log full policy +loop' \
		'max data.* 2' 'inherit.* close'; do
	expect_out "$line"
done
run "$POSIXTRACE" report words-ending-100%
expect_out 'ending:step .*cut'
with log=excluded,exclude=ending:step "$ENDING" return 100
expect_no_err
expect_events excluded 0
with log=only,event=ending:step,event=other "$ENDING" return 100
expect_events only 100
with log=other,event=other "$ENDING" return 100
expect_complete other
expect_events other 0

# What is wrong is said.
while read -r value message; do
	with "$value" "$ENDING" return 10
	expect_refused "$message"
done <<'END'
nonsense nonsense: no such word
log log: has no value
log= log=: the name is empty
log=refused, no such word
log=refused,log=refused given twice
inherit log=FILE is missing
log=refused,inherit=yes takes no value
log=refused,stream-size=1Q not a size
log=refused,stream-size=-1 not a size
log=refused,stream-size=0 too small
log=refused,stream-size=99999999999999999999 too large
log=refused,stream-size=17179869183G too large|Cannot allocate|do not go together
log=refused,policy=maybe no such policy
log=refused,log-policy=maybe no such policy
log=refused,log-size=1M no limit with log-policy=append
log=refused,event=a* no patterns
log=refused,event= the name is empty
log=refused%d stands for nothing
log=refused% stands for nothing
log=no-such-folder/refused No such file
log=/proc/refused proc/refused
log=. is there already
END
with "log=$(head -c 5000 /dev/zero | tr '\0' x)" "$ENDING" return 1
expect_refused 'too long|name too long'
with "log=$(head -c 9000 /dev/zero | tr '\0' x)" "$ENDING" return 1
expect_refused 'value is too long'
with "$(printf 'log=refused,\033[31m\n\001')" "$ENDING" return 1
expect_refused 'no such word'
if grep -q "$(printf '\033')" err; then
	fail 'an escape sequence goes to the terminal'
fi
head -c 3000 /dev/urandom | tr '\0=' '[x*]' >garbage
with "$(cat garbage)" "$ENDING" return 1
expect_status 0

# What a program records into, no command replaces.
rm -f log
POSIXTRACE=log=log "$ENDING" return 100000000 &
program=$!
kill_at_end "$program"
wait_for test -s log
kill -STOP "$program"
run "$POSIXTRACE" record -o log -- true
expect_status 1
expect_one_line
expect_err 'log: the recorder of a stream is writing to it; name another'
kill -KILL "$program"
wait "$program" 2>/dev/null || :
run "$POSIXTRACE" recover log
run "$POSIXTRACE" record -q -o log -- true
expect_status 0

# An empty value is none.
with '' "$ENDING" return 1
expect_status 0
expect_no_err

# Nobody reads the message: the program goes on, without SIGPIPE.
(POSIXTRACE=wrong "$ENDING" return 1; echo $? >status) 2>&1 >/dev/null | true
wait_for test -s status
[ "$(cat status)" -eq 0 ] || fail 'the message ended the program'
POSIXTRACE=wrong "$ENDING" return 1 2>&- || fail 'without standard error'
# Closed standard streams: the log is not taken for one of them.
rm -f log
POSIXTRACE=log=log "$ENDING" return 100 <&- >&- 2>&- || fail 'all closed'
expect_complete log
expect_events log 100

# A disk that is full, or a limit: events are missing, and it is told.
rm -f log
(ulimit -f 64; POSIXTRACE=log=log "$ENDING" return 100000 2>err; echo $? >status)
: >out
what='a limit of the file'
[ "$(cat status)" -eq 0 ] || fail 'the limit ended the program'
expect_one_line
expect_err 'POSIXTRACE: .*log: .*(too large|that large)'
if [ -e /dev/full ] && [ "$(id -u)" -eq 0 ] && mkdir full &&
		mount -t tmpfs -o size=64k none full 2>/dev/null; then
	with log=full/log "$ENDING" return 100000
	umount full
	expect_status 0
	expect_one_line
	expect_err 'POSIXTRACE: full/log: No space left on device; '
fi

# What reads logs makes none of itself.
rm -f log
with log=log "$POSIXTRACE" report -q words-ending-100%
expect_status 0
expect_no_err
with log=log "$POSIXTRACE" --version
expect_status 0
if [ -e log ]; then
	fail 'the command made a log of itself'
fi
# But the program that it records has the variable.
with log=log "$POSIXTRACE" record -q -o recorded -- "$ENDING" return 100
expect_status 0
expect_events log 100
expect_events recorded 100
