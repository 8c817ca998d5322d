#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The report: heading, columns, hook ids, and what has no template.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${EMIT:?where is the program that makes logs?}"
ln -s "$POSIXTRACE" trcrpt
export TZ=UTC

"$EMIT" log 64 alpha=68656c6c6f beta=0102 gamma \
	alpha=000102030405060708090a0b0c0d0e0f1011
run ./trcrpt log
expect_status 0
expect_no_err
sed -n 1p out | grep -qE \
	'^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [0-9]{2} [0-9:]{8} 20[0-9]{2}$' ||
	fail 'the date'
expect_out '^Log: log$'
expect_out '^Trace name: emit$'
expect_out '^Generation: pxt'
expect_out '^Policies: stream FLUSH, log LOOP, inheritance CLOSE_FOR_CHILD$'
expect_out '^Clock resolution: 0\.[0-9]{9} s$'
heads='ID     ELAPSED_SEC     DELTA_MSEC   APPL    SYSCALL KERNEL  INTERRUPT'
grep -qxF "$heads" out || fail 'the heading of the columns'
expect_out '^001    0\.000000000       0\.000000                   TRACE ON posix_trace_start$'
expect_out '^010    0\.[0-9]{9}       [0-9]\.[0-9]{6}   alpha "hello"$'
expect_out '^011 .{32}beta 0102  \|\.\.\|$'
expect_out '^012 .{32}gamma$'
expect_out '^ {36}00010203 04050607 08090a0b 0c0d0e0f  \|\.{16}\|$'
expect_out '^ {36}1011  \|\.\.\|$'
expect_out '^002 .{48}TRACE OFF posix_trace_stop$'

# A template of our own, by directive, by label, and by place in the list.
cat >my.trcfmt <<'END'
#%map 0AA:0007 "beta" env=32
0AA 2.0 L=SVC "BETA" "sub=" $HD " " W1 X2 \n "second line"
0AB 2.0 L=INT "gamma"
010 1.0 L=APPL "@ALPHA" "place"
END
run ./trcrpt -t my.trcfmt -h log
expect_status 0
expect_out '^0AA .{32}        BETA sub=0007  (0201|0102)$'
expect_out '^ {44}second line$'
expect_out '^0AB .{32} {24}gamma$'
expect_out '^010 .{32}place$'
if grep -q ELAPSED out; then
	fail '-h, and there is a heading'
fi

# The same from the other program.
run "$POSIXTRACE" report -q --template my.trcfmt -e beta log
expect_status 0
grep -qxF "$heads" out || fail 'the heading of posixtrace report'
expect_out '^0AA .{32}        BETA sub=0007  (0201|0102)$'
if grep -q posix_trace_start out; then
	fail 'report -e with a template'
fi
run "$POSIXTRACE" trcrpt -h -t my.trcfmt -d 0AA log
expect_status 0
[ "$(wc -l <out)" -eq 2 ] || fail 'the sub-command trcrpt'

# All columns; the process is called as the stream.
run ./trcrpt -O exec=on,cpuid=on,pid=on,tid=on log
expect_out '^ID  PROCESS NAME   CPU PID      TID      I    ELAPSED_SEC     DELTA_MSEC   APPL '
expect_out '^012 emit           -   [0-9 ]{9}[0-9 ]{9} {5}[0-9]\.[0-9]{9} .* gamma$'

# Data that was cut.
"$EMIT" log 4 alpha=6162636465
run ./trcrpt -h -d alpha log
expect_out ' alpha "abcd" \[truncated\]$'
run ./trcrpt -h -d alpha -t my.trcfmt log
expect_out ' place \[truncated\]$'

# An automatic id never lands on a template that is another's.
cat >claim.trcfmt <<'END'
#%map 010 "omega"
010 1.0 "omega" "of omega"
END
"$EMIT" log 64 alpha omega
run ./trcrpt -h -t claim.trcfmt log
expect_out '^F40 .{32}alpha$'
expect_out '^010 .{48}omega of omega$'

# The map fixes ids, whatever the order of the types is later.
"$EMIT" log 64 first second
run ./trcrpt --mkmap -d '*st,second' log
expect_status 0
expect_out '^#%map 0100 "first"$'
expect_out '^#%map 0110 "second"$'
cp out fixed.trcfmt
printf '%s\n' '010 1.0 L=APPL "@" "one"' '011 1.0 L=APPL "@" "two"' >>fixed.trcfmt
"$EMIT" log 64 second first
run ./trcrpt -h -t fixed.trcfmt -O timestamp=3 -d 01 log
expect_status 0
[ "$(tr -s ' ' <out)" = "$(printf '011 two\n010 one')" ] ||
	fail 'the fixed map'

# An error in the evaluation of an event is reported once, and the report
# continues.
cat >zero.trcfmt <<'END'
010 1.0 L=APPL "@" {{ $a = 1 / $HD }} $a "on"
END
run ./trcrpt -h -O timestamp=3 -t zero.trcfmt -d 01 log
expect_status 0
expect_out '^010    0000 on$'
expect_err '^posixtrace: zero\.trcfmt:1.*: warning: .*zero'

# Errors in a template name file, line and column, and nothing is reported.
printf '%s\n' '010 1.0 "a"' '011 1.0 "x" X4, 01 "a", ' '012 1.0 "x' >bad.trcfmt
run ./trcrpt -t bad.trcfmt log
expect_status 1
expect_no_out
expect_err '^posixtrace: trcrpt: bad\.trcfmt:2:[0-9]+: '
expect_err '^posixtrace: trcrpt: bad\.trcfmt:3:[0-9]+: '
run ./trcrpt -c -t bad.trcfmt
expect_status 1
run ./trcrpt -c -t my.trcfmt
expect_status 0
expect_no_out
run ./trcrpt -c
expect_status 0
expect_no_err
run ./trcrpt -t nothere.trcfmt log
expect_status 1
expect_err 'nothere\.trcfmt'

# Without any templates there is still a report.
run env POSIXTRACE_TEMPLATES= ./trcrpt -h log
expect_status 0
expect_out '^010 .* second$'

# No log, no regular file, no such file.
for wrong in trcrpt . nothere; do
	run ./trcrpt "$wrong"
	expect_status 1
	expect_no_out
	expect_one_line
done
run ./trcrpt
expect_status 1
expect_err 'posixtrace\.ptl'

# Losses are reported at their place, at the end, and by the status.
make_files 400 10
run "$POSIXTRACE" record -o log --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files
lost=$(sed -n 's/.*; lost \([1-9][0-9]*\);.*/\1/p' err)
[ -n "$lost" ] || fail 'nothing was lost'
run ./trcrpt -h log
expect_status 3
expect_out "^006 .*TRACE BUFFER OVERFLOW posix_trace_overflow lost=$lost\$"
expect_out '^006 .*TRACE BUFFER RESUME posix_trace_resume$'
expect_err "^posixtrace: log: $lost events were lost\$"
run "$POSIXTRACE" report -q --template my.trcfmt log
expect_status 3
expect_out "^ *---- LOST $lost events ----\$"
