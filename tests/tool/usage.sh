#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Every misuse is one line on stderr and status 2, and does nothing.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

misuse() {
	words=$1
	shift
	run "$POSIXTRACE" "$@"
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err "$words"
}

misuse 'no command.*--help'
misuse 'no such command; did you mean .record' recrod
misuse 'no such command; did you mean .report' rep
misuse 'no such command; try' quite-different-word
misuse 'no such option' --nonsense
misuse 'no such command' help nonsense
misuse 'one command at a time' help record report

misuse "unrecognized option '--nonsense'; try .*--help" record --nonsense
misuse "invalid option -- 'Z'" record -Z
misuse 'requires an argument' record -o
misuse 'ambiguous' record --log=4M
misuse 'no command and no -p PID; try' record
misuse 'no command and no -p PID; try' record -o x.ptl --
misuse '-p 1 and the command true' record -p 1 true
misuse 'not a process id' record -p 12x
misuse 'not a process id' record -p -4
misuse 'not a process id' record -p 0
misuse 'not a process id' record -p 99999999999999999999
misuse 'the name is empty' record -o '' true
misuse 'the name is empty' merge -o '' a.ptl b.ptl
misuse 'the format log is not written as a stream; name a file' record -o - true
misuse 'the format log is not written as a stream; name a file' merge -o - a.ptl b.ptl
misuse 'the format log is not written as a stream; name a file' receive -o - unix:socket
misuse 'not a size; write' record --stream-size 4Q true
misuse 'not a size; write' record --stream-size -1 true
misuse 'not a size; write' record --stream-size 99999999999G true
misuse 'too small' record --stream-size 0 true
misuse 'choose flush, loop or until-full' record --policy append true
misuse 'choose append, loop or until-full' record --log-policy flush true
misuse '--log-policy' record --log-size 1M true
misuse 'no patterns here.*exact names' record -x 'ctl:*' true
misuse 'did you mean .@io' record -x @oi true
misuse 'no such group; there are' record -e @nonsense true
misuse 'longer than an event name' record -e \
	0123456789012345678901234567890123456789012345678901234567890123 true
misuse 'goes with -p' record --duration 1 true
misuse 'not a time; write' record -p 1 --duration 0
misuse 'not a time; write' record -p 1 --duration 1y
misuse 'too late' record --preload -p 1
misuse 'without --preload' record --preload-threshold 4K true

misuse 'one trace at a time' report a.ptl b.ptl
misuse 'choose auto, text or hex' report --data base64
misuse 'choose auto, always or never' report --color=blue
misuse 'not a time; write' report --from soon
misuse 'not a time; write' report --to @yesterday
misuse 'not an id' report -p 1,
misuse "doesn't allow an argument" report --json=1
misuse 'leave out --json' report --json --template x
misuse 'leave out --absolute' report --absolute --template x
misuse 'no file of updates' trcupdate
misuse 'did you mean .trcupdate' trcupdat

# Control characters do not reach the terminal, nor make a second line.
misuse 'no such command' "$(printf 'a\033[31m\nb')"
if grep -q "$(printf '\033')" err; then
	fail 'an escape character in a message'
fi

if [ "$(ls)" != "$(printf 'err\nout')" ]; then
	fail 'a misuse left a file behind'
fi
