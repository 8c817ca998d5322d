#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# posixtrace query -i on a terminal.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
command -v python3 >/dev/null || skip 'python3 is not installed'

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 5 >list
# Without libedit the terminal edits a line, and there is no history.
edits=
! ldd "$POSIXTRACE" | grep -q libedit || edits=edits
for locale in C C.UTF-8; do
	LC_ALL=$locale TERM=xterm python3 "$here/query_session.py" \
		"$POSIXTRACE" $edits || fail "the session in $locale"
done
LC_ALL=C TERM=dumb python3 "$here/query_session.py" "$POSIXTRACE" ||
	fail 'the session on a dumb terminal'
