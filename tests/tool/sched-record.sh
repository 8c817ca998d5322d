#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --sched` records when each thread of any program got and left a processor, in
# the order of the events that the program records, and nothing of it is in the program.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
# shellcheck source=tests/tool/sched.sh disable=SC1091
. "$(dirname "$0")/sched.sh"
need_sched

run "$POSIXTRACE" record --sched -o log -- "$SCHED_WORK" 3 20 500 2000
expect_status 0
expect_err ' lost 0; '
run "$POSIXTRACE" check log
expect_status 0
check_sched log threads=4 ended=4 ran=9 waited=38 between
run "$POSIXTRACE" report -q log
expect_out ' sched_in +cpu=[0-9]+ off_ns=[0-9]+ after="waiting"$'
expect_out ' sched_out +cpu=[0-9]+ ran_ns=[0-9]+ state="ended"$'
run "$POSIXTRACE" report -q --json -e @sched log
! grep -v sched_ out || fail 'a group of its own'
run "$POSIXTRACE" report -q --json -x @sched log
! grep sched_ out || fail 'a group of its own'
for name in work-0 work-1 work-2; do
	run "$POSIXTRACE" report -q --json -t "$name" -e sched_in log
	[ "$(wc -l <out)" -ge 20 ] || fail "$name slept"
done

# A program that knows nothing of the library, and its children: each process, however
# short.
run "$POSIXTRACE" record --sched -o log -- sh -c '
	for i in 1 2 3 4 5 6 7 8 9 10; do
		/bin/true | /bin/true
	done
	sleep 0.1'
expect_status 0
check_sched log threads=22 ended=22
run "$POSIXTRACE" report -q log
expect_no_err
run "$POSIXTRACE" record --sched --no-inherit -o log -- sh -c '/bin/true; /bin/true; :'
expect_status 0
check_sched log threads=1 ended=1
[ "$(grep -c '"state":"ended"' log.json)" -eq 1 ] || fail 'only the process itself'

# Neither a descriptor nor memory of the recorder is in the program.
# shellcheck disable=SC2016
run "$POSIXTRACE" record -q --sched -o log -- sh -c 'ls -l /proc/$$/fd; cat /proc/$$/maps'
expect_status 0
! grep perf_event out || fail 'the program has them'

# The threads of a program, the calls that it makes, and several logs.
if [ -n "$PRELOAD_LIB" ]; then
	run "$POSIXTRACE" record --sched --preload -o log -- "$SCHED_WORK" 2 30 100 1000
	expect_status 0
	check_sched log threads=3 ended=3 between
fi
run "$POSIXTRACE" record --sched --every=20ms -o many.ptl -- "$SCHED_WORK" 2 60 100 1000
expect_status 0
run "$POSIXTRACE" merge -o log many-*.ptl
expect_status 0
check_sched log threads=3 ended=3 between

# A log has an end.
run "$POSIXTRACE" record --sched --log-policy=until-full --log-size=64K -o log -- \
	"$SCHED_WORK" 2 400 10 10
expect_status 0 3
run "$POSIXTRACE" check log
expect_status 0 3
run "$POSIXTRACE" record --sched --log-policy=loop --log-size=64K -o log -- \
	"$SCHED_WORK" 2 400 10 10
expect_status 3
run "$POSIXTRACE" check log
expect_status 3

# The command cannot be executed.
run "$POSIXTRACE" record --sched -o log -- ./missing
expect_status 127
expect_one_line

# What does not go together.
run "$POSIXTRACE" record --sched -p all
expect_status 2
expect_one_line
run "$POSIXTRACE" record --sched --policy=loop -- true
expect_status 2
expect_one_line
run "$POSIXTRACE" record --sched --snapshot-on=exit -- true
expect_status 2
expect_one_line
