# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the tests of `record --sched` share; sourced behind support.sh.

# Skip where the kernel refuses perf_event_open().
need_sched() {
	"$POSIXTRACE" record -q --sched -o probe -- true 2>probe.err ||
		fail "record: $(cat probe.err)"
	if grep -q '^posixtrace: --sched: ' probe.err; then
		skip "$(cat probe.err)"
	fi
	rm -f probe probe.err
}

# check_sched LOG [KEY=VALUE ...]: the events of each thread make sense.  See below.
check_sched() {
	checked=$1
	shift
	"$POSIXTRACE" report -q --json "$checked" >"$checked.json" || [ $? -eq 3 ] ||
		fail "report $checked"
	python3 "$(dirname "$SCHED_PY")/sched.py" "$checked.json" "$@" || fail "$checked"
}
SCHED_PY=$0
