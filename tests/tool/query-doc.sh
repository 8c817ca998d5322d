#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The statements in doc/queries.md give the results that are printed there.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${MAKE_STORY:?where is make-story?}" "${DOC_DIR:?where is doc/?}"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
"$MAKE_STORY" story || fail 'make-story'

# A statement is the first block after a question; the next block is its result.
awk '/^    / { text = 1; sub(/^    /, ""); print >(part ? n ".answer" : n ".sql")
		next }
	/^The answer:$/ { part = 1; text = 0; next }
	/^$/ { if (text && !part) { printf "" >(n ".answer") } next }
	{ if (part || !n || text) { n++; part = text = 0 } }' "$DOC_DIR/queries.md"
found=0
for question in *.sql; do
	found=$((found + 1))
	run "$POSIXTRACE" query story "$(cat "$question")"
	expect_status 3
	diff "${question%.sql}.answer" out >&2 ||
		fail "doc/queries.md: another answer to $(cat "$question")"
done
[ "$found" -eq 20 ] || fail "$found questions"

# The same from a machine of the other byte order.
"$MAKE_TWIN" story twin
for question in *.sql; do
	run "$POSIXTRACE" query twin "$(cat "$question")"
	expect_status 3
	diff "${question%.sql}.answer" out >&2 ||
		fail "another answer of the twin to $(cat "$question")"
done
