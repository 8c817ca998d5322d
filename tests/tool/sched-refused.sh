#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Where the kernel refuses `record --sched`, one line says so, and recording goes on.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# ENOSYS, EACCES, EPERM, EMFILE, ENOMEM and EINVAL.
for number in 38 13 1 24 12 22; do
	run "$REFUSING" "$number" "$POSIXTRACE" record -q --sched -o log -- \
		"$SCHED_WORK" 2 2 100 100
	[ "$got" -ne 77 ] || skip 'no seccomp filter can be installed'
	expect_status 0
	expect_one_line
	expect_err '^posixtrace: --sched: .*; recording goes on without --sched$'
	run "$POSIXTRACE" report -q log
	expect_status 0
	[ "$(grep -c 'work:woke' out)" -eq 4 ] || fail 'recording has gone on'
	! grep sched_ out || fail 'it was refused'
done

# Few descriptors: one for each processor is needed.
# shellcheck disable=SC2016
run sh -c 'ulimit -n 12; exec "$0" "$@"' "$POSIXTRACE" record --sched -o log -- \
	"$SCHED_WORK" 2 2 100 100
expect_status 0 1
