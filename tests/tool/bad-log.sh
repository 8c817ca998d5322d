#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `report` explains why a file is no log, and why it cannot write its output.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

bad() {
	words=$1
	shift
	run "$POSIXTRACE" report "$@"
	expect_status 1
	expect_no_out
	expect_one_line
	expect_err "$words"
}

bad 'posixtrace.ptl: No such file or directory; name'
bad 'nothing: No such file or directory; name' nothing
bad 'not a regular file; name' .
bad 'not a regular file; name' /dev/zero
mkfifo pipe
bad 'not a regular file; name' pipe
: >empty
bad 'not a trace log: the file is empty; .*try again' empty
# A reader of this file waits for the kernel's next message; opening it may need
# a privilege.
if { : </proc/kmsg; } 2>/dev/null; then
	for command in report info check; do
		run timeout 20 "$POSIXTRACE" "$command" /proc/kmsg
		expect_status 1
		expect_err '/proc/kmsg: .*not a trace log'
	done
fi
echo 'this is no log' >words
bad 'not a trace log; name' words
head -c 100000 /dev/zero >zeros
bad 'not a trace log; name' zeros
# The head follows the window for TraceX.  Its fourth word has the byte order,
# and is wrong here.
"$POSIXTRACE" record -q -o swapped -- "$EXAMPLES_DIR/typed" 1 >/dev/null
at=$(grep -abo PXTLOG1 swapped | head -n 1 | cut -d : -f 1)
: >order
for byte in 0 1 2 3; do
	dd if=swapped of=byte bs=1 skip=$((at + 12 + byte)) count=1 2>/dev/null
	cat byte order >longer
	mv longer order
done
dd if=order of=swapped bs=1 seek=$((at + 12)) conv=notrunc 2>/dev/null
bad 'swapped: not a trace log: offset 36: a log of libposixtrace, but not' swapped
"$POSIXTRACE" record -q -o log -- true || fail 'record'
bad 'not a regular file; name' - </dev/null
head -c 8192 log >begun
bad 'not a trace log yet: it has no head; try again' begun

# A log can be read from standard input if that is a file.
run "$POSIXTRACE" report -
expect_status 1
run "$POSIXTRACE" report - <log
expect_status 0
expect_out 'posix_trace_start'

# Cut off anywhere, it is read as far as it goes, or refused: no crash.
size=$(stat -c %s log)
for part in 1 2 3 4 5 6 7 8 9; do
	head -c $((size * part / 10)) log >shorter
	run "$POSIXTRACE" report shorter
	expect_status 0 1 3 4
done

if [ -w /dev/full ]; then
	status=0
	"$POSIXTRACE" report log >/dev/full 2>err || status=$?
	ended 'report to a full disk' "$status"
	expect_status 1
	expect_one_line
	expect_err 'standard output: No space left on device; '
fi

# A reader that has seen enough is no error, and neither is there a message.
mkfifo closed
: <closed &
exec 5>closed
wait $!
trap '' PIPE
status=0
"$POSIXTRACE" report log >&5 2>err || status=$?
exec 5>&-
trap - PIPE
ended 'report to a closed pipe' "$status"
expect_status 0
if grep -v '^posixtrace: [0-9]* events' err; then
	fail 'a closed pipe is told'
fi
