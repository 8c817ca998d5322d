# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the tests of the posixtrace command share; a test sources it first.
# It takes from the environment where things are:
#
#   POSIXTRACE     the program
#   EXAMPLES_DIR   the example programs
#   PRELOAD_LIB    the library for --preload; may be missing
#
# A test runs in a directory of its own that is removed at the end.
set -eu

: "${POSIXTRACE:?where is the program?}"
: "${EXAMPLES_DIR:?where are the examples?}"
PRELOAD_LIB=${PRELOAD_LIB:-}
unset NO_COLOR LD_PRELOAD
export LC_ALL=C.UTF-8

scratch=$(mktemp -d)
helpers=
clean_up() {
	# shellcheck disable=SC2086
	[ -z "$helpers" ] || kill -KILL $helpers 2>/dev/null || :
	rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"

fail() {
	echo "FAILED: $*" >&2
	if [ -f err ]; then
		echo '--- stdout:' >&2
		head -n 40 out >&2
		echo '--- stderr:' >&2
		head -n 40 err >&2
	fi
	exit 1
}

skip() {
	echo "skipped: $*"
	exit 77
}

# Run a command for the expect_ functions: its output, errors and status.
run() {
	what=$*
	got=0
	"$@" >out 2>err || got=$?
}

# A process in the background that must not outlive the test.
kill_at_end() {
	helpers="$helpers $1"
}

# The same for what cannot be run by run: its name and status ...
ended() {
	what=$1
	got=$2
}

# ... or its name and its pid.
wait_end() {
	what=$1
	got=0
	wait "$2" || got=$?
}

# One of these statuses.
expect_status() {
	for one in "$@"; do
		[ "$got" -ne "$one" ] || return 0
	done
	fail "$what: status $got, not $*"
}

# The output, or the errors, have a line that matches.
expect_out() {
	grep -qE -e "$1" out || fail "$what: no line '$1' on stdout"
}

expect_err() {
	grep -qE -e "$1" err || fail "$what: no line '$1' on stderr"
}

expect_no_out() {
	if [ -s out ]; then
		fail "$what: something on stdout"
	fi
}

expect_no_err() {
	if [ -s err ]; then
		fail "$what: something on stderr"
	fi
}

# An error is one line that says where, what, why and what to do.
expect_one_line() {
	[ "$(wc -l <err)" -eq 1 ] || fail "$what: not one line on stderr"
	expect_err '^posixtrace: .*[:;] .*'
}

# Wait until a command succeeds, for a minute or so at most.
wait_for() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ "$tries" -lt 1200 ] || fail "still not: $*"
		sleep 0.05
	done
}

# Files for the example checksum to work on, files/0000 and so on: how many,
# and bytes each.
make_files() {
	mkdir -p files
	head -c $(($1 * $2)) /dev/zero | split -d -a 4 -b "$2" - files/
}
