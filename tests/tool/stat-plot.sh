#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Distributions of durations as a picture; what a trace calls its events is no
# command for gnuplot, nor for a shell.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${TIMED_CALLS:?where is the program that makes calls?}"

evil="it's \`touch bad\` <&> @x"
worse="'; system 'touch bad'; set title '"
worst='" ; !touch bad ; "\ '
"$POSIXTRACE" record -q -o other.ptl -- "$TIMED_CALLS" read=2000,100 fsync=0,1
"$POSIXTRACE" record -q -o log -- "$TIMED_CALLS" read=1000,100 write=5000,50 \
	"${evil}_begin=0,1" "${evil}_end=0,1" "${worse}_begin=0,1" \
	"${worse}_end=0,1" "${worst}_begin=0,1" "${worst}_end=0,1" \
	größe_begin=0,1 größe_end=0,1 'x]]>y_begin=0,1' 'x]]>y_end=0,1'

# Without gnuplot it is one line of advice, and the tables are there.
mkdir other
without_path() {
	PATH=$PWD/other "$POSIXTRACE" "$@"
}
run without_path stat --by=call --plot=out.svg log
expect_status 1
expect_one_line
expect_err 'gnuplot: .*; install the package gnuplot'
expect_out '^read +100 '
[ ! -e out.svg ] || fail 'a picture that nobody drew'

# What gnuplot says is told.
printf '%s\n' '#!/bin/sh' 'echo "line 0: it does not like this" >&2' 'exit 1' \
	>other/gnuplot
chmod +x other/gnuplot
run without_path stat --by=call --plot=out.svg log
expect_status 1
expect_one_line
expect_err 'out.svg: gnuplot failed: line 0: it does not like this'
[ ! -e out.svg ] || fail 'a picture of an error'

misuse() {
	words=$1
	shift
	run "$POSIXTRACE" stat "$@" log
	expect_status 2
	expect_one_line
	expect_err "$words"
}
misuse '--plot: only with --by' --plot=out.svg
misuse '--plot: one picture has only one key' --by=call,file --plot=out.svg
misuse '--plot=-: not a file' --by=call --plot=-
cp log copy
run "$POSIXTRACE" stat --by=call --plot=log log
expect_status 1
expect_err '--plot=log: that is the trace'
cmp log copy || fail 'the trace is overwritten'
run "$POSIXTRACE" stat --by=call --plot=none/out.svg log
expect_status 1
expect_err 'none/out.svg: .*; name another file with --plot$'
run "$POSIXTRACE" diff --plot=other log other.ptl
expect_status 1
expect_err 'other: is a directory; name a regular file with --plot$'
run "$POSIXTRACE" stat --by=lock --plot=out.svg log
expect_status 1
expect_err 'out.svg: there are no durations to draw'

run "$POSIXTRACE" diff --plot=log other.ptl log
expect_status 1
expect_one_line
expect_err '--plot=log: that is a trace'
cmp log copy || fail 'the trace is overwritten'
run "$POSIXTRACE" diff --by=call,file --plot=out.svg other.ptl log
expect_status 2
expect_err '--plot: one picture has only one key'

command -v gnuplot >/dev/null || skip 'gnuplot is not installed'
command -v python3 >/dev/null || skip 'python3 is not installed'

for key in call thread process file; do
	run "$POSIXTRACE" stat --by="$key" --plot="$key.svg" log
	expect_status 0
	expect_no_err
done
[ ! -e bad ] || fail 'a name was executed'
run "$POSIXTRACE" stat --by=call --top=1 --plot=one.svg log
expect_status 0
# Both sides of a comparison.
run "$POSIXTRACE" diff --top=6 --plot=diff.svg log other.ptl
expect_status 0
expect_no_err
[ ! -e bad ] || fail 'a name was executed'
python3 - call.svg one.svg diff.svg "$evil" "$worse" <<'END' || fail 'the picture'
import sys
import xml.etree.ElementTree

def texts(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    return ["".join(text.itertext()).strip() for text in root.iter()
            if text.tag.endswith("}text")]

every, one, diff = (texts(path) for path in sys.argv[1:4])
for name in ["read", "write", "log", "größe", "x]] >y", *sys.argv[4:]]:
    assert name in every, (name, every)
assert "write" in one and "read" not in one, one
for name in ["read A", "read B", "A: log, B: other.ptl", sys.argv[4] + " A"]:
    assert name in diff, (name, diff)
assert "write B" not in diff
END
