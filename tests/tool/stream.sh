#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# -o - is standard output wherever a stream can be written.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

make_files 10 20000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" -j 2 files >list

# streams FORMAT COMMAND...: the bytes are those of a file.
streams() {
	format=$1
	shift
	"$POSIXTRACE" "$@" -q -o file log
	run "$POSIXTRACE" "$@" -q -o - log
	expect_status 0
	expect_no_err
	cmp file out || fail "$format has other bytes on standard output"
	"$POSIXTRACE" "$@" -q -o - log | cmp file - ||
		fail "$format has other bytes in a pipe"
	rm file
	[ ! -e ./- ] || fail "$format made a file called -"
}

for format in csv json rkh; do
	streams "$format" convert --to "$format"
done
if "$POSIXTRACE" convert -q --to perfetto -o file log 2>err; then
	streams perfetto convert --to perfetto
	[ ! -e file ] || fail 'the file is still there'
fi

# The command line is in a page.
run "$POSIXTRACE" view -q -o - log
expect_status 0
expect_no_err
head -n 1 out | grep -qi '^<!doctype html>' || fail 'no page'
[ "$(tail -c 8 out)" = '</html>' ] || fail 'the page is not complete'

run "$POSIXTRACE" convert --to json -o - log
expect_status 0
expect_one_line
expect_err "^posixtrace: standard output: $(wc -l <out) events$"

run "$POSIXTRACE" trcrpt -h -o - log
expect_status 0
[ -s out ] || fail 'no report'
mv out expected
"$POSIXTRACE" trcrpt -h log | cmp expected - || fail 'trcrpt -o -'

# The reader of the output may close it early.
"$POSIXTRACE" record -q --stream-size 64M -o long -- \
	"$EXAMPLES_DIR/typed" 5000 >list
got=0
{
	"$POSIXTRACE" convert -q --to csv -o - long 2>err || echo $? >got
} | head -n 1 >out
[ ! -s got ] || fail "status $(cat got) when the reader goes"
expect_no_err

# A full disk is no success.
if [ -w /dev/full ]; then
	got=0
	"$POSIXTRACE" convert -q --to csv -o - long >/dev/full 2>err || got=$?
	[ "$got" -eq 1 ] || fail "status $got with a full disk"
	expect_one_line
	expect_err '^posixtrace: convert: standard output: No space left'
fi

# A file that is no stream is refused in one line, and no output is created.
for command in 'convert --to log' 'convert --to tracex' 'convert --to ctf' \
		slice merge; do
	# shellcheck disable=SC2086
	run "$POSIXTRACE" $command -o - log
	expect_status 2
	expect_no_out
	expect_one_line
	expect_err 'is not written as a stream; name a file$'
done
[ ! -e ./- ] || fail 'a file called -'
