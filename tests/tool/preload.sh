#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --preload` traces a program that knows nothing of traces.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

[ -e "$PRELOAD_LIB" ] || skip 'the preload library is not built'

echo 'some text' >text
# The copy is made with plain read and write.
run "$POSIXTRACE" record -o log --preload -- dd if=text status=none
expect_status 0
expect_out '^some text$'
expect_err '^posixtrace: [0-9]+ events, '

run "$POSIXTRACE" report --no-header log
expect_status 0
expect_out ' open +path="text" flags=0x[0-9a-f]+ result=[0-9]+ duration=[0-9.]+[mun]?s$'
expect_out ' read +fd=[0-9]+ size=[0-9]+ result=10 duration=[0-9.]+[mun]?s$'
expect_out ' write +fd=1 size=10 result=10 duration=[0-9.]+[mun]?s$'
expect_out ' exit +pid=[0-9]+ status=0$'

run "$POSIXTRACE" report --json log
expect_out '"event":"posixtrace_open",.*"values":\{"path":"text","flags":"0x[0-9a-f]+","result":[0-9]+,"duration":[0-9]+\}\}$'
expect_out '"event":"posixtrace_write",.*"values":\{"fd":1,"size":10,"result":10,"duration":[0-9]+\}\}$'

# So has `stat`, but what a program reads has the whole names.
run "$POSIXTRACE" stat log
expect_status 0
expect_out '^read +[0-9]+ '
if grep posixtrace_ out; then
	fail 'a prefix in what people read'
fi
run "$POSIXTRACE" stat --json log
expect_out '"event_type": "posixtrace_read"'
expect_out '"what": "posixtrace_read"'

# The life of the initial thread that leaves by pthread_exit() has a length.
run "$POSIXTRACE" record -q -o log --preload -- \
	"$EXAMPLES_DIR/../tests/preload/preload-threads"
expect_status 7
run "$POSIXTRACE" report --no-header -e posixtrace_thread_exit log
expect_status 0
if grep -E ' (life|duration)=0ns' out; then
	fail 'a thread that did not live'
fi
[ "$(awk '$3 == $4' out | wc -l)" -eq 1 ] || fail 'the initial thread'

# The errno value of a failed call is shown by name.
run "$POSIXTRACE" record -o log --preload -- cat absent
expect_status 1
run "$POSIXTRACE" report --no-header -e posixtrace_open log
expect_out ' path="absent" .* result=-2\(ENOENT\) '

# Groups of types can be left out, or picked.
run "$POSIXTRACE" record -o log --preload -x @io -- dd if=text status=none
expect_status 0
run "$POSIXTRACE" report --no-header log
expect_status 0
if grep -E ' (open|read|write|close) ' out; then
	fail '-x @io'
fi
run "$POSIXTRACE" record -o log --preload -e posixtrace_write -- dd if=text status=none
expect_status 0
run "$POSIXTRACE" report --no-header -x 'posix_trace_*' log
expect_status 0
[ "$(awk '{ print $5 }' out | sort -u)" = write ] || fail '-e write'

# Small blocks of memory are recorded with an option.
run "$POSIXTRACE" record -o log --preload --preload-threshold 1 -- dd if=text status=none
expect_status 0
run "$POSIXTRACE" report --no-header -e posixtrace_malloc log
expect_status 0
expect_out ' address=0x[0-9a-f]+ size=[0-9]+$'

# What was preloaded before, and the environment, stay as they were.
run "$POSIXTRACE" record -q -o log -- env
expect_status 0
if grep -E '^(LD_PRELOAD|POSIXTRACE_PRELOAD)' out; then
	fail 'preloaded without being asked'
fi

# The library is found in a folder with a space in its name, and nothing that
# was in the variables is lost; a colon cannot be helped.
for folder in 'with space' with:colon; do
	mkdir -p "$folder/tools" "$folder/preload"
	cp "$POSIXTRACE" "$folder/tools/posixtrace"
	cp "$PRELOAD_LIB" "$folder/preload/libposixtrace-preload.so"
done
LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/absent \
	run 'with space/tools/posixtrace' record -o log --preload -- env
expect_status 0
expect_out '^LD_LIBRARY_PATH=.*/with space/preload:.*/absent$'
expect_out '^LD_PRELOAD=libposixtrace-preload.so$'
run "$POSIXTRACE" report --no-header -e posixtrace_exit log
expect_status 0
expect_out ' exit +pid=[0-9]+ status=0$'
run with:colon/tools/posixtrace record -o log --preload -- env
expect_status 1
expect_err 'a path with a colon'

# In a pid namespace, process 1 may be a traced program that starts others.
apart='unshare --pid --mount-proc --fork'
if $apart true 2>/dev/null; then
	# shellcheck disable=SC2086 # several words
	run "$POSIXTRACE" record -q -o log --preload -- $apart sh -c 'env; :'
	expect_status 0
	run "$POSIXTRACE" report --no-header -t env -e posixtrace_exit log
	expect_status 0
	expect_out ' exit +pid=2 status=0$'
else
	echo 'no pid namespace can be had: not tried'
fi
