#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Who had a lock that a program waited for, as far as the C library tells.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

[ -e "$PRELOAD_LIB" ] || skip 'the preload library is not built'

run "$POSIXTRACE" record -q -o log --preload -e @lock -- \
	"$EXAMPLES_DIR/../tests/preload/preload-contended"
expect_status 0
run "$POSIXTRACE" report --no-header -e @lock log
expect_status 0
main=$(awk '$5 == "mutex_wait" { print $4; exit }' out)
[ -n "$main" ] || fail 'no wait for a mutex'
[ "$(grep -c " mutex_wait .* holder=$main\$" out)" -eq 3 ] ||
	fail 'holders of a mutex'
# Of readers nothing is known.
[ "$(grep -c " rdlock_wait .* holder=$main\$" out)" -eq 3 ] ||
	fail 'holders of a lock for reading'
[ "$(grep -c " wrlock_wait .* holder=$main\$" out)" -eq 3 ] ||
	fail 'holders of a lock for writing'
[ "$(grep -c ' holder=' out)" -eq 9 ] || fail 'a holder of something else'
expect_out ' barrier_wait +barrier=0x[0-9a-f]+ result=1 '

run "$POSIXTRACE" stat --by=lock log
expect_status 0
expect_out ' HOLDER HELD BY$'
expect_out " mutex +0x[0-9A-F]+ +0x[0-9A-F]+ +$main "
