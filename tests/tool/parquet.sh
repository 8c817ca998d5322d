#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Our JSON lines as a Parquet file, by DuckDB, as posixtrace-convert(1) has it.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

command -v duckdb >/dev/null || skip 'duckdb is not installed'

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 20 >list
"$POSIXTRACE" convert --to json -q -o x.json typed
duckdb -c "COPY (FROM 'x.json') TO 'x.parquet'" >out || fail 'no Parquet file'
[ "$(head -c 4 x.parquet)" = PAR1 ] || fail 'x.parquet is none'
rows=$(wc -l <x.json)
last=$(tail -n 1 x.json | sed 's/^{"time":"\([0-9.]*\)".*/\1/')
duckdb -c "SELECT count(*) AS n, max(time) AS last, max(args.celsius) > 0 AS hot
	FROM 'x.parquet'" >out
for word in "$rows" "$last" true; do
	grep -qF "$word" out || fail "$word is not in: $(cat out)"
done
