#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The shared library exports exactly the functions of the public headers, the
# data that the inline trace point reads, and sysconf() (see libposixtrace/api/sysconf.c);
# the symbol map lists the same.
# What the static library defines for the linker is that or begins with pxt_.
# The module for dumps exports one object.
#
# usage: exports.sh SOURCE_ROOT SHARED_LIBRARY STATIC_LIBRARY MODULE [sysconf]
set -eu

root=$1 shared=$2 static=$3 module=$4
shift 4
hidden=sysconf
[ $# -eq 0 ] || hidden=nothing
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# Without comments and directives, which may go over several lines, a name
# before a parenthesis is a function; one that ends in _ is inline.
functions() {
	sed -e ':more' -e '/\\$/{N' -e 's/\\\n//' -e 'b more' -e '}' "$1" |
	sed -e 's:/\*.*\*/::g' -e '/\/\*/,/\*\//d' -e '/^[ 	]*#/d' |
	grep -o '\<posix_\{0,1\}trace_[a-z_0-9]*[ 	]*(' | tr -d ' 	(' |
	grep -v '_$'
}

{
	functions "$root/include/trace.h"
	functions "$root/include/posixtrace.h"
	functions "$root/include/posixtrace-added.h"
	functions "$root/include/posixtrace-mapping.h"
	functions "$root/include/posixtrace-recovery.h"
	functions "$root/include/posixtrace-rkh.h"
	functions "$root/include/posixtrace-streams.h"
	functions "$root/include/posixtrace-threadx.h"
	echo __posix_trace_event
	echo __posix_trace_gate
	# If the library was built with -Dsysconf=true, else nothing.
	printf '%s\n' "$@"
} | grep . | sort -u >"$dir/headers"
sed -n 's/^	\([a-z_0-9]*\);$/\1/p' "$root/libposixtrace/posixtrace.map" |
	grep -vx "$hidden" | sort >"$dir/map"
exported() {
	nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' |
		sed 's/@.*//' | sort
}
exported "$shared" >"$dir/shared"
# A sanitizer adds names of its own.
nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' |
	grep -vE '^(pxt_|__odr_asan)' | sort >"$dir/static"

status=0
for list in map shared static; do
	if ! diff "$dir/headers" "$dir/$list" >"$dir/diff"; then
		echo "headers (<) and $list (>) differ:" >&2
		cat "$dir/diff" >&2
		status=1
	fi
done
if [ "$(grep -c '^posix_trace_' "$dir/headers")" -ne 50 ]; then
	echo 'trace.h does not declare the 50 functions of the standard' >&2
	status=1
fi
# The exports according to the Debian package.
sed -n 's/^ \([a-z_0-9]*\)@POSIXTRACE_0 .*/\1/p' \
	"$root/packaging/debian/libposixtrace0.symbols" |
	grep -vx "$hidden" | sort >"$dir/symbols"
if ! diff "$dir/map" "$dir/symbols" >"$dir/diff"; then
	echo 'the symbol map (<) and packaging/debian (>) differ:' >&2
	cat "$dir/diff" >&2
	status=1
fi
if [ "$(exported "$module" | grep -v '^__odr_asan')" != pxt_dump_module ]; then
	echo 'the module exports more than pxt_dump_module' >&2
	status=1
fi
exit $status
