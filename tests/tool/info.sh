#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `info` shows the properties of a log, and of a ThreadX dump.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}"

make_files 2 5000
"$POSIXTRACE" record -q -o log -- "$EXAMPLES_DIR/checksum" files/* \
	>/dev/null || fail 'record'
run "$POSIXTRACE" info log
expect_status 0
expect_no_err
expect_out '^file +log$'
expect_out '^format +libposixtrace log$'
expect_out '^  version +1$'
expect_out '^  created +20[0-9-]+T[0-9:.]+Z$'
expect_out '^  log full policy +append$'
expect_out '^  complete +yes$'
expect_out '^  lost from log +0$'
expect_out '^PID +TID +NAME +SIDE +BLOCKS +RECORDS +BYTES$|^ +PID'
expect_out ' checksum +traced '
expect_out '^ +[0-9]+ checksum:file_begin$'
run "$POSIXTRACE" info --blocks log
expect_out '^SERIAL +OFFSET +BYTES +RECORDS'
expect_out '^ +1 +72[0-9]+ '
run "$POSIXTRACE" info --json log
expect_status 0
expect_out '^  "format": "libposixtrace log",$'
expect_out '^    "complete": true,$'
if command -v python3 >/dev/null; then
	python3 -m json.tool <out >/dev/null || fail 'info --json is no JSON'
fi

"$MAKE_DUMP" srec big 21 >dump
run "$POSIXTRACE" info dump
expect_status 0
expect_no_err
expect_out '^format +ThreadX trace buffer \(TXTB\)$'
expect_out '^stored as +S-records$'
expect_out '^  byte order +big endian$'
expect_out '^  timer mask +0xFFFFFFFF$'
expect_out '^  events +16$'
expect_out '^  wrapped +yes$'
expect_out '^  generation version +ThreadX TXTB$'
expect_out '^thread +thread one +0x20000100 +5 stack_start=0x20002000 stack_size=1024 in use +48$'
expect_out '^queue +queue 0 +0x20000300 +queue_size=400 +message_size=1 +in use '
expect_out '^ +[0-9]+ tx_queue_send +69 +8$'
run "$POSIXTRACE" info --json dump
expect_out '^      "name": "thread one",$'
if command -v python3 >/dev/null; then
	python3 -m json.tool <out >/dev/null || fail 'info --json is no JSON'
fi

# A name may hold anything.
"$MAKE_DUMP" 3 >odd
printf '\033[2Jx\200\n' | dd of=odd bs=1 seek=64 conv=notrunc 2>/dev/null
run "$POSIXTRACE" info odd
expect_status 0
expect_out '^thread +\\x1b\[2Jx\\x80\\n'
run "$POSIXTRACE" info --json odd
expect_out '\\u001B\[2Jx'

"$MAKE_DUMP" 10 | head -c $((48 + 8 * 48 + 5 * 32)) >shorter
run "$POSIXTRACE" info shorter
expect_status 4
expect_out '^  missing +5$'

run "$POSIXTRACE" info
expect_status 1
expect_err 'posixtrace.ptl: No such file'
echo nothing >words
run "$POSIXTRACE" info words
expect_status 1
expect_one_line
run "$POSIXTRACE" info log dump
expect_status 2
expect_one_line
run "$POSIXTRACE" info --jsno log
expect_status 2
if [ -w /dev/full ]; then
	status=0
	"$POSIXTRACE" info dump >/dev/full 2>err || status=$?
	ended 'info to a full disk' "$status"
	expect_status 1
	expect_err 'standard output: No space left on device'
fi
