#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What could not be read of a log is in no slice: a pair of which the two events are
# on either side of a damaged block may be none.
# shellcheck source=tests/tool/support.sh disable=SC1091
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/support.sh"
: "${NESTED:?where is the program with slices?}"

command -v python3 >/dev/null || skip 'python3 is not installed'
"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
perfetto=yes
! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build' ||
	perfetto=no

"$POSIXTRACE" record -q -o whole -- "$NESTED"
python3 "$here/../damaged_slices.py" "$POSIXTRACE" "$here/.." $perfetto ||
	fail 'slices that are not in the whole log, or too few'
