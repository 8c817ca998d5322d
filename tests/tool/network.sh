#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What is recorded of the sockets of a program that knows nothing of traces.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

[ -e "$PRELOAD_LIB" ] || skip 'the preload library is not built'

run "$POSIXTRACE" record -q -o log --preload -- \
	"$EXAMPLES_DIR/../tests/preload/preload-net"
expect_status 0
run "$POSIXTRACE" report --no-header -e @net log
expect_status 0
took='duration=[0-9.]+[mun]?s$'
expect_out " socket +family=2\(AF_INET\) type=1\(SOCK_STREAM\) protocol=0 flags=0x80000 result=[0-9]+ $took"
expect_out " socketpair +first=[0-9]+ second=[0-9]+ flags=0x800 result=0 $took"
expect_out " bind +fd=[0-9]+ address=\"127\.0\.0\.1:0\" result=0 $took"
expect_out " bind +fd=[0-9]+ address=\"here\" result=0 $took"
expect_out " listen +fd=[0-9]+ backlog=7 result=0 $took"
expect_out " connect +fd=[0-9]+ address=\"127\.0\.0\.1:[1-9][0-9]+\" result=0 $took"
expect_out " connect +fd=[0-9]+ address=\"@posixtrace-[0-9]+(\\\\x00)*\" result=0 $took"
expect_out " connect +fd=[0-9]+ address=\"gone\" result=-2\(ENOENT\) $took"
expect_out " accept +fd=[0-9]+ address=\"127\.0\.0\.1:[1-9][0-9]+\" flags=0x80000 result=[0-9]+ $took"
expect_out " send +fd=[0-9]+ size=20 result=20 $took"
expect_out " recv +fd=[0-9]+ size=13 result=13 $took"
expect_out " shutdown +fd=[0-9]+ how=1\(SHUT_WR\) result=0 $took"
# An address that the program has no room for is no address.
expect_out ' accept +fd=[0-9]+ address="" flags=0x0 result=[0-9]+ '

run "$POSIXTRACE" report --no-header -e @io log
expect_out " write +fd=[0-9]+ size=10 result=10 $took"
expect_out " read +fd=[0-9]+ size=0 result=-14\(EFAULT\) $took"
expect_out " transfer +from=[0-9]+ to=[0-9]+ size=4 result=4 $took"

run "$POSIXTRACE" stat --by=file log
expect_status 0
expect_out '^127\.0\.0\.1:[1-9][0-9]+ '
expect_out '^socketpair [0-9]+-[0-9]+ of [0-9]+ '
