#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What trcrpt refuses: options of AIX that mean nothing here, each by its name
# and with the reason, and values that are none.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

ln -s "$POSIXTRACE" trcrpt
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
misuse 'end before it begins; give' -O starttime=5,endtime=1 log
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
misuse 'my.trcfmt: -c checks templates.*with -t' -c my.trcfmt
misuse "invalid option -- 'Z'" -Z
