#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# convert --to sqlite: the tables that query has, and of a part of the log what
# report prints of it.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${EMIT:?where is the maker of logs?}" "${MAKE_STORY:?and make-story?}"
: "${MAKE_DUMP:?and make-dump?}"

"$POSIXTRACE" query --examples >out 2>err || skip 'built without SQLite'
command -v python3 >/dev/null || skip 'python3 is not installed'
cat >same.py <<'END'
import json
import sqlite3
import subprocess
import sys

posixtrace, log, file = sys.argv[1:4]
db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
db.row_factory = sqlite3.Row
tables = [row[0] for row in db.execute(
    "SELECT name FROM sqlite_schema WHERE type = 'table'")]
assert {"events", "slices", "losses", "threads", "processes", "types",
        "attributes", "clocks"} <= set(tables), tables
for table in tables:
    sql = 'SELECT * FROM "' + table.replace('"', '""') + '"'
    done = subprocess.run([posixtrace, "query", "--json", "-q", log, sql],
                          stdout=subprocess.PIPE, check=False)
    expected = [json.loads(line) for line in
                done.stdout.decode().split("\n") if line]
    rows = [{key: value.hex() if isinstance(value, bytes) else value
             for key, value in dict(row).items()} for row in db.execute(sql)]
    assert rows == expected, table
(check,), = db.execute("PRAGMA integrity_check")
assert check == "ok"
plan = db.execute("EXPLAIN QUERY PLAN SELECT * FROM events WHERE time_ns > 5")
assert "INDEX" in plan.fetchone()["detail"]
END

# same LOG: all of it.
same() {
	run "$POSIXTRACE" convert --to sqlite -o "$1.db" "$1"
	expect_status 0 3
	python3 same.py "$POSIXTRACE" "$1" "$1.db" || fail "$1: other tables"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 5 >list
"$EMIT" odd 40 'a"b=00' "'; DROP TABLE events; --=6161" Events=02 \
	sqlite_master=01 events@n=4
"$MAKE_STORY" story
"$MAKE_DUMP" 30 >dump
for log in typed odd story dump; do
	same $log
done

# rows OPTION...: as many as report prints, with the same options.
rows() {
	"$POSIXTRACE" convert --to sqlite -q -o part.db "$@" story || [ $? -eq 3 ] ||
		fail "convert $*"
	"$POSIXTRACE" report --json -q "$@" story >lines || [ $? -eq 3 ]
	[ "$(python3 -c 'import sqlite3; print(sqlite3.connect("part.db").execute(
		"SELECT count(*) FROM events").fetchone()[0])')" \
		-eq "$(wc -l <lines)" ] || fail "$*: other events"
}
rows -e 'request*'
rows -x 'lock_*' -t worker,101
rows --from 100ms --to 200ms
rows --from 3600.4s --to 3600.6s -t main

# A name is that of a file, also if SQLite could take it for something else;
# a link is written through, by its own name.
mkdir names
for name in file:plain.db file:x%20y.db 'file:z.db?mode=memory' :memory: \
		"it's.db" file:link.db; do
	[ "$name" != file:link.db ] || ln -s target.db "names/$name"
	run sh -c 'cd names && "$1" convert --to sqlite -q -o "$2" ../typed' - \
		"$POSIXTRACE" "$name"
	expect_status 0
	cp "names/$name" named.db && rm "names/$name"
	(cd names && python3 ../same.py "$POSIXTRACE" ../typed ../named.db) ||
		fail "$name: other tables"
	case $name in
	*link*) [ -s names/target.db ] && rm names/target.db ;;
	esac
	[ -z "$(ls names)" ] || fail "$name: another file is left: $(ls names)"
done

# Types that are called as an index would be.
"$EMIT" indexed 40 num=00 'num by time=00' 'events by time=00' 'num by time 2=00'
run "$POSIXTRACE" convert -q --to sqlite -o indexed.db indexed
expect_status 0
expect_no_err

run "$POSIXTRACE" convert --to sqlite -o part.db --last 5 story
expect_status 2
expect_one_line
run "$POSIXTRACE" convert --to sqlite -o - story
expect_status 2
expect_one_line
run "$POSIXTRACE" convert --to sqlite -o story story
expect_status 1
expect_one_line
if [ -d /dev/shm ] && (ulimit -f 100) 2>/dev/null; then
	run sh -c "ulimit -f 100; '$POSIXTRACE' convert --to sqlite -o big.db story"
	expect_status 1
	expect_one_line
	expect_err 'big.db: File too large; raise the limit .*\(ulimit -f\)$'
	[ ! -e big.db ] || fail 'half a database stays'
fi
