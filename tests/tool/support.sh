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

# Under nohup(1), or behind an "&", signals are ignored from the start: then
# neither the shell can trap them nor does `record` pass them on.
if [ -z "${SUPPORT_BEGUN:-}" ] &&
		env --default-signal=HUP true 2>/dev/null; then
	SUPPORT_BEGUN=yes exec env --default-signal=HUP,INT,QUIT,TERM sh "$0" "$@"
fi
unset SUPPORT_BEGUN

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

has_ended() {
	! grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$1/status" 2>/dev/null
}

# ... or its name and its pid.  One that does not end within minutes is shown.
wait_end() {
	what=$1
	got=0
	tries=0
	until has_ended "$2"; do
		tries=$((tries + 1))
		if [ "$tries" -ge 4000 ]; then
			ps -eLo pid,ppid,lwp,stat,wchan:24,args >&2 || :
			cat "/proc/$2/status" >&2 || :
			kill -KILL "$2"
			fail "$what: does not end"
		fi
		sleep 0.05
	done
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

# Of the lines in JSON of this log those that are events: where a stream that
# was full had stopped, or at its end, there is a line of what was lost, too.
only_events() {
	policies=$("$POSIXTRACE" info "$1" | grep 'full policy')
	case $policies in
	*stream\ full\ policy\ *until-full*)
		awk '/"event":"posix_trace_stop".*"data":"01000000"/ { full = 1 }
			/"event":"posix_trace_start"/ { full = 0 }
			!(full && /"event":"posix_trace_overflow"/)' |
			sed '${ /"event":"posix_trace_overflow"/d; }'
		;;
	*log\ full\ policy\ *until-full*)
		# After the stop of a log that was full, too.
		awk 'NR > 1 { print last; stopped = last ~ /"posix_trace_stop"/ }
			{ last = $0 }
			END { if (NR && !(stopped && last ~ /_overflow"/))
				print last }'
		;;
	*)
		cat
		;;
	esac
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
