#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The command's advice helps, and impossible options are reported.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# A log with no limit that could not be written: not of the size of the log.
make_files 200 10
cat >small.sh <<'END'
mount -t tmpfs -o size=900k tmpfs small && cd small && shift "$1" || exit 99
got=0
"$POSIXTRACE_COMMAND" record -o log -- "$@" >../list 2>../err || got=$?
"$POSIXTRACE_COMMAND" report log >../lines 2>../report.err
exit $got
END
mkdir small
for user in -m -rm; do
	what="record on a full disk ($user)"
	: >out
	got=0
	unshare $user sh small.sh 1 "$EXAMPLES_DIR/typed" 4000 2>err || got=$?
	[ ! -f report.err ] || break
done
if [ -f report.err ]; then
	expect_status 1
	expect_err '; log lost [1-9][0-9]*, they could not be written; give the file more room; log$'
	mv report.err err
	expect_err '; log lost [1-9][0-9]*, they could not be written; '
	# The controller records its own events before those of other processes.
	grep -q ' posix_trace_start ' lines || fail 'no START in the log'
fi
run "$POSIXTRACE" record -o log --log-policy until-full --log-size 8K -- \
	"$EXAMPLES_DIR/checksum" files
expect_status 3
expect_err '; log lost [1-9][0-9]*, a larger --log-size or --log-policy append '

# The listing has as many events as the summary of record.
same_count() {
	"$POSIXTRACE" record -o log "$@" -- "$EXAMPLES_DIR/typed" 5000 2>err \
		>list || [ $? -eq 3 ] || fail "record $*"
	: >out
	said=$(sed -n 's/^posixtrace: \([0-9]*\) events,.*/\1/p' err)
	listed=$("$POSIXTRACE" report -q --json log | only_events log | wc -l)
	[ "$said" = "$listed" ] ||
		fail "record $*: says $said events, and $listed are listed"
}
same_count
same_count --stream-size 4K
same_count --stream-size 4K --policy loop
same_count --stream-size 4K --policy until-full
same_count --log-policy loop --log-size 30K
same_count --log-policy until-full --log-size 30K

# With the recommended size nothing is lost, also if each of many threads has a
# chunk of its own, which the fill level does not show.
"$POSIXTRACE" record -o log -- "$MANY_THREADS" 100 1000 >out 2>err ||
	[ $? -eq 3 ]
size=$(sed -n 's/.* \([0-9]*[KMG]\) would do; .*/\1/p' err)
what="record --stream-size ${size:-1M}, which would do"
"$POSIXTRACE" record -o log --stream-size "${size:-1M}" -- \
	"$MANY_THREADS" 100 1000 >out 2>err || fail "$what: $(cat err)"

# With more threads than a stream has room for, no size is promised.
"$POSIXTRACE" record -o log --policy loop --stream-size 64K -- \
	"$MANY_THREADS" 2100 20 >out 2>err || [ $? -eq 3 ] || fail 'many threads'
what='record of 2100 threads'
expect_err '; lost [1-9][0-9]*; .*, a stream takes 2048 threads at a time; '

# A target that cannot map a stream: what may be the cause is said.
"$POSIXTRACE" record -o log -- sh -c "ulimit -n 4; exec $EXAMPLES_DIR/typed 5" \
	>out 2>err || [ $? -eq 3 ] || fail 'a target without descriptors'
what='record of a target without descriptors'
expect_err ': no process attached, .* \(ulimit -v, ulimit -n\); '

# Sizes that no stream has.
run "$POSIXTRACE" record -o log --stream-size=1 -- "$EXAMPLES_DIR/typed" 1
expect_err '^posixtrace: --stream-size 1: no stream is that small; it has 7[.]7 KiB$'
run "$POSIXTRACE" record -q -o log --stream-size=8K -- "$EXAMPLES_DIR/typed" 5
expect_status 0
expect_no_err

# Data that no event has.
for sub in record live; do
	case $sub in
	record) set -- -o log ;;
	live) set -- ;;
	esac
	run "$POSIXTRACE" "$sub" "$@" --max-data 65505 -- \
		"$EXAMPLES_DIR/typed" 1
	expect_err '^posixtrace: ([a-z]+: )?--max-data 65505: no event is that large; data is truncated to 65504 bytes$'
	run "$POSIXTRACE" "$sub" "$@" --max-data 65504 -- \
		"$EXAMPLES_DIR/typed" 1
	! grep -q max-data err || fail 'a size that is possible is refused'
done

# A program of whose calls none is traced has no trace points to look for.
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB
	export POSIXTRACE_PRELOAD
	"$POSIXTRACE" record --preload -x posixtrace_exit -x posixtrace_malloc \
		-o log -- sleep 0 2>err
	: >out
	! grep -q 'posix_trace_event()' err || fail 'advice on trace points'
	"$POSIXTRACE" report log 2>err >out
	! grep -q 'posix_trace_event()' err || fail 'advice on trace points'
	unset POSIXTRACE_PRELOAD
fi

# Words that are no slip of another one.
misuse() {
	words=$1
	shift
	run "$POSIXTRACE" "$@"
	expect_status 2
	expect_one_line
	expect_err "$words"
}
for format in dot svg pdf html; do
	misuse 'no such format; .posixtrace convert --help. lists' \
		convert --to $format -o x log
done
misuse "no such format; did you mean 'log'" convert --to lgo -o x log
misuse "no such format; did you mean 'perfetto'" convert --to perfeto -o x log
misuse "no such command; try 'posixtrace --help'" lost

# One of two that exclude each other.
misuse 'one form at a time; leave one' report --csv --json log
misuse 'one form at a time; leave one' report --json --csv log
misuse 'one process at a time, or all; leave one' record --all -p $$ -o x
misuse 'one process at a time, or all; leave one' record -p 1 -p $$ -o x

# A part that ends before it begins.
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/typed" 5 >list
reversed='the part would end before it begins; give the earlier time first$'
misuse "report: --to 1ms: $reversed" report --from 2ms --to 1ms log
misuse "report: --from 2ms: $reversed" report --to 1ms --from 2ms log
misuse "slice: --to 1ms: $reversed" slice -o x --from 2ms --to 1ms log
misuse "view: --to 1: $reversed" view -o x --from 2 --to 1 log
misuse "merge: --to 1: $reversed" merge -o x --from 2 --to 1 log log
misuse "convert: --to-time @2020-01-01T00:00:00Z: $reversed" convert --to csv -o x \
	--from-time @2021-01-01T00:00:00Z \
	--to-time @2020-01-01T00:00:00Z log
[ ! -e x ] || fail 'a misuse left a file behind'
run "$POSIXTRACE" report -q --from 1ms --to 1ms log
expect_status 0
expect_no_err
run "$POSIXTRACE" report -q --from 1ms --to @2020-01-01T00:00:00Z log
expect_status 0
expect_err '^posixtrace: the part of the trace that was asked for ends before it begins; nothing is in it$'
[ "$(wc -l <err)" -eq 1 ] || fail 'said more than once'
