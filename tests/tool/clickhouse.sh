#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `convert --to clickhouse`: its rows are the lines of `report --json`; and, where it is
# installed, ClickHouse takes the tables of `schema` and has the same rows.
# shellcheck source=tests/tool/support.sh disable=SC1091
here=$(cd "$(dirname "$0")" && pwd)
. "$here/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}" "${MAKE_TWIN:?where is it?}"

# same LOG [TAG...]
same() {
	log=$1
	shift
	"$POSIXTRACE" report -q --json "$log" >lines || [ $? -ge 3 ] || fail "report $log"
	words=
	for tag in "$@"; do
		words="$words --tag $tag"
	done
	# shellcheck disable=SC2086 # words
	"$POSIXTRACE" convert -q --to clickhouse $words -o rows "$log" ||
		[ $? -ge 3 ] || fail "convert $log"
	python3 "$here/../rowbinary.py" lines "$@" <rows || fail "$log: other rows"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 200 >list
same typed
same typed rack=7 role=a=b
make_files 4 10
"$POSIXTRACE" record -q -o small --stream-size 8K --policy loop -- \
	"$EXAMPLES_DIR/checksum" files || [ $? -eq 3 ]
same small
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB "$POSIXTRACE" record -q --preload \
		-o calls -- sh -c 'ls / | wc; cat /no/such; exit 0' >out 2>&1
	same calls
fi
for variant in '' big long; do
	# shellcheck disable=SC2086 # words
	"$MAKE_DUMP" $variant 50 >dump
	same dump
done

run "$POSIXTRACE" convert --to clickhouse --tag rack -o rows typed
expect_status 2
expect_err '^posixtrace: convert: --tag rack: not KEY=VALUE'
run "$POSIXTRACE" convert --to clickhouse --tag rack=1 --tag rack=2 -o rows typed
expect_status 2
expect_err "'rack' was given before"
run "$POSIXTRACE" convert --to csv --tag rack=1 -o rows typed
expect_status 2
run "$POSIXTRACE" schema
expect_status 2
run "$POSIXTRACE" schema oracle
expect_status 2
run "$POSIXTRACE" schema clickhouse
expect_status 0
expect_out '^CREATE TABLE IF NOT EXISTS posixtrace_events'

PATH=$PATH:/usr/sbin
if ! command -v clickhouse-server >/dev/null ||
		! command -v clickhouse-client >/dev/null; then
	echo 'without a server: clickhouse-server is not installed'
	exit 0
fi

mkdir server
port=$(python3 -c 'import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >server/config.xml <<END
<?xml version="1.0"?>
<yandex>
<logger><level>warning</level><console>1</console></logger>
<listen_host>127.0.0.1</listen_host><tcp_port>$port</tcp_port>
<path>$PWD/server/data/</path><tmp_path>$PWD/server/tmp/</tmp_path>
<users_config>$PWD/server/users.xml</users_config>
<default_profile>default</default_profile>
<default_database>default</default_database>
<mark_cache_size>5368709</mark_cache_size>
</yandex>
END
cat >server/users.xml <<END
<?xml version="1.0"?>
<yandex><profiles><default></default></profiles><users><default>
<password></password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota>
</default></users><quotas><default></default></quotas></yandex>
END
clickhouse-server --config-file=server/config.xml >server/log 2>&1 &
kill_at_end $!

ask() {
	clickhouse-client --host 127.0.0.1 --port "$port" --query "$1"
}

answers() {
	ask 'SELECT 1' >out 2>err
}
wait_for answers

"$POSIXTRACE" schema clickhouse |
	clickhouse-client --host 127.0.0.1 --port "$port" -n || fail 'the tables'
for log in typed small ${PRELOAD_LIB:+calls} dump; do
	"$POSIXTRACE" convert -q --to clickhouse --tag "of=$log" -o - "$log" |
		ask 'INSERT INTO posixtrace_events FORMAT RowBinary' ||
		fail "$log: is not taken"
	"$POSIXTRACE" report -q --json "$log" >lines || [ $? -ge 3 ]
	ask "SELECT count(), min(time_ns), max(time_ns), sum(lost), sum(address),
			sum(length(data)) FROM posixtrace_events WHERE log = '$log'
			AND tags.value[indexOf(tags.name, 'of')] = '$log'" >found
	python3 - lines >expected <<'END'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
times = [int(row["time"].replace(".", "")) for row in rows]
print(len(rows), min(times), max(times), sum(row.get("lost", 0) for row in rows),
      sum(int(row["addr"], 16) for row in rows) % 2**64,
      sum(len(row["data"]) // 2 for row in rows), sep="\t")
END
	diff expected found >&2 || fail "$log: the server has other rows"
done
[ "$(ask "SELECT sum(n_events) FROM posixtrace_rates
	WHERE event = 'furnace:reading'")" -eq \
	"$("$POSIXTRACE" report -q --no-header -e furnace:reading typed | wc -l)" ] ||
	fail 'the rates'
hottest=$(ask "SELECT max(reals.value[indexOf(reals.name, 'celsius')])
	FROM posixtrace_events WHERE event = 'furnace:reading'")
"$POSIXTRACE" query typed 'SELECT max(celsius) FROM "furnace:reading"' >out
grep -qF "$hottest" out || fail "the hottest is $hottest: $(cat out)"
[ -z "$PRELOAD_LIB" ] ||
	[ "$(ask 'SELECT count() FROM posixtrace_percentiles')" -ge 3 ] ||
	fail 'no percentiles'
