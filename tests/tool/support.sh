# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the tests of the posixtrace command share; a test sources it first.
# It takes from the environment where things are:
#
#   POSIXTRACE_COMMAND  the program, which tests call $POSIXTRACE
#   EXAMPLES_DIR        the example programs
#   PRELOAD_LIB         the library for --preload; may be missing
#   PYTHON              the interpreter; without it, the python3 of $PATH
#
# A test runs in a directory of its own that is removed at the end.
set -eu

# Under nohup(1), or started with "&", a process ignores signals from the start.
# Then the shell cannot trap them, and `record` does not pass them on.
if [ -z "${SUPPORT_BEGUN:-}" ] &&
		env --default-signal=HUP true 2>/dev/null; then
	SUPPORT_BEGUN=yes exec env --default-signal=HUP,INT,QUIT,TERM sh "$0" "$@"
fi
unset SUPPORT_BEGUN

: "${POSIXTRACE_COMMAND:?where is the program?}"
# Not exported: it starts a stream in programs that are linked with the library.
unset POSIXTRACE
POSIXTRACE=$POSIXTRACE_COMMAND
: "${EXAMPLES_DIR:?where are the examples?}"
PRELOAD_LIB=${PRELOAD_LIB:-}
unset NO_COLOR LD_PRELOAD
export LC_ALL=C.UTF-8

# What $PATH has may be a script of a version manager, which takes ten times as
# long to start as the interpreter.
if [ -x "${PYTHON:-}" ]; then
	python3() {
		"$PYTHON" "$@"
	}
fi

scratch=$(mktemp -d)
helpers=
clean_up() {
	# shellcheck disable=SC2086
	[ -z "$helpers" ] || kill -KILL $helpers 2>/dev/null || :
	rm -rf "$scratch" "$scratch.runs" "$scratch.hangs"
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

# What hangs: processes, what each waits for, and the stacks, if that is allowed.
show_hanging() {
	ps -eLo pid,ppid,lwp,stat,wchan:24,args || :
	for hanging in "$@"; do
		echo "--- process $hanging:"
		cat "/proc/$hanging/status" || :
		head "/proc/$hanging/task"/*/stack || :
		timeout -s KILL 20 gdb -p "$hanging" -batch \
			-ex 'thread apply all backtrace' || :
	done 2>&1
}

# descendants PID: their pids, the nearest first.
descendants() {
	for child in $(ps -o pid= --ppid "$1"); do
		echo "$child"
		descendants "$child"
	done
}

# No command that a test runs takes minutes.  One that does is shown, and ended
# with its children, so that it says why instead of being ended with the test.
# The watcher is no child of the test, which may wait for its children, and has
# none of its files.
watch_runs() {
	cd /
	seen=
	while kill -0 $$ && [ -d "$scratch" ]; do
		sleep 2
		now=$(date +%s)
		running=$(cat "$scratch.runs")
		if [ -z "$running" ] || [ "$running" != "$seen" ]; then
			seen=$running
			since=$now
		elif [ $((now - since)) -ge "${RUN_LIMIT:-200}" ]; then
			hanging=$(descendants $$)
			# shellcheck disable=SC2086 # words
			show_hanging $hanging >"$scratch.hangs"
			# shellcheck disable=SC2086 # words
			kill -KILL $hanging
			return
		fi
	done
}

# Run a command for the expect_ functions: its output, errors and status.
runs=0
run() {
	what=$*
	got=0
	runs=$((runs + 1))
	echo "$runs" >"$scratch.runs"
	[ "$runs" -ne 1 ] || (watch_runs </dev/null >/dev/null 2>&1 &)
	"$@" >out 2>err || got=$?
	: >"$scratch.runs"
	[ -e "$scratch.hangs" ] || return 0
	cat "$scratch.hangs" >&2
	fail "$what: does not end"
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

# ... or its name and its pid.  One that does not end within minutes is shown:
# by the clock, so that a busy machine does not end the whole test before that.
wait_end() {
	what=$1
	got=0
	until=$(($(date +%s) + 200))
	until has_ended "$2"; do
		if [ "$(date +%s)" -ge "$until" ]; then
			show_hanging "$2" >&2
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

# An error is one line with the place, the cause and the remedy.
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
	until=$(($(date +%s) + 100))
	until "$@"; do
		[ "$(date +%s)" -lt "$until" ] || fail "still not: $*"
		sleep 0.05
	done
}

# Files for the example checksum to work on, files/0000 and so on: how many,
# and bytes each.
make_files() {
	mkdir -p files
	head -c $(($1 * $2)) /dev/zero | split -d -a 4 -b "$2" - files/
}
