#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# posixtrace query, and what writes files, with little room or few files: an
# error is one line, which names the limit.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"
: "${MAKE_STORY:?where is make-story?}" "${MAKE_DUMP:?where is make-dump?}"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
"$MAKE_STORY" story || fail 'make-story'
"$MAKE_DUMP" 100 >dump || fail 'make-dump'

# limited LIMIT ARGUMENT...: the command is run with ulimit LIMIT.
limited() {
	limit=$1
	shift
	run sh -c "ulimit $limit; exec \"\$@\"" sh "$POSIXTRACE" "$@"
}

# It has failed, for which there is one reason.
failed_for() {
	expect_status 1
	expect_one_line
	expect_err "$1"
}

large='raise the limit of a file.s size \(ulimit -f\)$'
many='raise the limit of open files \(ulimit -n\)$'
sort='WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c
	LIMIT 100000) SELECT x, randomblob(90) r FROM c ORDER BY r'

# Sorting takes a file, which may be no longer.
limited '-f 10' query -q story "$sort"
failed_for "^posixtrace: query: SQL: line 1, column 1: a file that SQLite needs meanwhile: File too large; $large"
expect_no_out
limited '-f 10' query -q story 'SELECT * FROM events'
failed_for "^posixtrace: query: standard output: File too large; the output is not complete, $large"
limited '-f 10' report -q story
failed_for "^posixtrace: report: standard output: File too large; the listing is not complete, $large"
limited '-f 10' trcrpt story
expect_status 1
expect_err "^posixtrace: trcrpt: standard output: File too large; the report is not complete, $large"
limited '-f 100' convert -q --to sqlite -o db story
failed_for "^posixtrace: convert: db: File too large; $large"
for to in chrome json perfetto tracex log; do
	limited '-f 1' convert -q --to $to -o file story
	[ "$to" != perfetto ] || [ "$got" -ne 2 ] || continue
	failed_for "^posixtrace: convert: file: File too large; $large"
done
[ "$(echo *)" = 'dump err out story' ] || fail "left: $(echo *)"

# A row that is too long is no fault of where it goes.  A sanitizer takes more than all.
limited '-v 300000' query -q story 'SELECT 1'
if [ "$got" -eq 3 ]; then
	limited '-v 300000' query -q story "WITH RECURSIVE c(x) AS (SELECT 1 UNION
		ALL SELECT x + 1 FROM c LIMIT 1000) SELECT group_concat(x ||
		printf('%.*c', 79999, 'x')) FROM c"
	failed_for '^posixtrace: query: .*out of memory'
	! grep -q 'standard output' err || fail "$(cat err)"
fi

# The same on a full disk.
mkdir small
cat >small.sh <<'END'
mount -t tmpfs -o size=64k none small 2>/dev/null || exit 77
exec env TMPDIR="$PWD/small" "$@"
END
if run unshare -m sh small.sh true && [ "$got" -eq 0 ]; then
	run unshare -m sh small.sh "$POSIXTRACE" query -q story "$sort"
	failed_for '^posixtrace: query: SQL: line 1, column 1: a file that SQLite needs meanwhile: No space left on device; name a directory with more room with TMPDIR$'
	run unshare -m sh small.sh "$POSIXTRACE" convert -q --to sqlite \
		-o small/db story
	failed_for '^posixtrace: convert: small/db: .*; name a file with more room with -o, .* TMPDIR$'
fi

# A descriptor more each time, until there are enough.
enough() {
	command=$1
	shift
	for n in 5 6 7 8 9 10 11 12; do
		limited "-n $n" "$command" "$@"
		[ "$got" -eq 1 ] || break
		failed_for "^posixtrace: $command: .*Too many open files; $many"
	done
	expect_status 3
}
enough query -q story "$sort"
enough query -q story story 'SELECT count(*) FROM events'
enough query -q story 'SELECT count(*) FROM events, threads, slices LIMIT 3'
enough convert -q --to sqlite -o db story
enough convert -q --to chrome -o file story
