#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A server of ClickHouse takes the tables of `schema` and the rows of `convert --to
# clickhouse`: from ten senders at once, and again after it was killed.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${MAKE_DUMP:?where is the generator of dumps?}"

PATH=$PATH:/usr/sbin
if ! command -v clickhouse-server >/dev/null ||
		! command -v clickhouse-client >/dev/null; then
	skip 'clickhouse-server and clickhouse-client are not installed'
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

# With the status of the client.
ask() {
	clickhouse-client --host 127.0.0.1 --port "$port" --query "$1"
}

answers() {
	ask 'SELECT 1' >out 2>err
}

start() {
	clickhouse-server --config-file=server/config.xml >>server/log 2>&1 &
	server=$!
	kill_at_end "$server"
	wait_for answers
}

# rows LOG [OPTION...]: in a file, since a pipe has the status of its end.
rows() {
	"$POSIXTRACE" convert -q --to clickhouse -o rows "$@" || [ $? -ge 3 ] ||
		fail "convert $*"
}

insert() {
	ask 'INSERT INTO posixtrace_events FORMAT RowBinary'
}

count() {
	ask "SELECT count() FROM posixtrace_events WHERE log = '$1'"
}

start
for _ in 1 2; do
	"$POSIXTRACE" schema clickhouse |
		clickhouse-client --host 127.0.0.1 --port "$port" -n ||
		fail 'the tables'
done

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 200 >list
make_files 4 10
"$POSIXTRACE" record -q -o small --stream-size 8K --policy loop -- \
	"$EXAMPLES_DIR/checksum" files || [ $? -eq 3 ]
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB "$POSIXTRACE" record -q --preload \
		-o calls -- sh -c 'ls / | wc; cat /no/such; exit 0' >out 2>&1
fi
"$MAKE_DUMP" 50 >dump

for log in typed small ${PRELOAD_LIB:+calls} dump; do
	rows --tag "of=$log" "$log"
	insert <rows || fail "$log: is not taken"
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

# What the server makes of them.
readings=$("$POSIXTRACE" report -q --no-header -e furnace:reading typed | wc -l)
[ "$(ask "SELECT sum(n_events) FROM posixtrace_rates
	WHERE event = 'furnace:reading'")" -eq "$readings" ] || fail 'the rates'
hottest=$(ask "SELECT max(reals.value[indexOf(reals.name, 'celsius')])
	FROM posixtrace_events WHERE event = 'furnace:reading'")
"$POSIXTRACE" query typed 'SELECT max(celsius) FROM "furnace:reading"' >out
grep -qF "$hottest" out || fail "the hottest is $hottest: $(cat out)"
[ -z "$PRELOAD_LIB" ] ||
	[ "$(ask 'SELECT count() FROM posixtrace_percentiles')" -ge 3 ] ||
	fail 'no percentiles'

# Ten at once.
senders=
for i in 1 2 3 4 5 6 7 8 9 10; do
	cp typed "typed-$i"
	rows "typed-$i"
	mv rows "rows-$i"
done
for i in 1 2 3 4 5 6 7 8 9 10; do
	insert <"rows-$i" &
	senders="$senders $!"
done
for sender in $senders; do
	wait "$sender" || fail 'a sender failed'
done
n=$(count typed)
for i in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(count "typed-$i")" -eq "$n" ] || fail "typed-$i: $(count "typed-$i")"
done

# Killed while it takes rows: a log of less than a block is there whole or not at all.
cp typed again
rows again
size=$(wc -c <rows)
mkfifo pipe
insert <pipe >out 2>&1 &
sender=$!
exec 3>pipe
head -c $((size / 2)) rows >&3
kill -KILL "$server"
wait "$server" 2>/dev/null || :
tail -c +$((size / 2 + 1)) rows >&3 2>/dev/null || :
exec 3>&-
! wait "$sender" || fail 'the sender did not notice'
start
[ "$(count again)" -eq 0 ] || fail "half a log: $(count again)"
insert <rows || fail 'is not taken again'
[ "$(count again)" -eq "$n" ] || fail "not whole: $(count again)"
[ "$(count typed)" -eq "$n" ] || fail 'what was there is gone'
