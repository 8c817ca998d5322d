#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A server, a benchmark with several clients, saving, and its end.
#
# needs: redis-server=redis-server redis-benchmark=redis-tools
# seconds: 60
set -eu

redis-server --port 0 --unixsocket "$PWD/socket" --daemonize no --save '' \
	--appendonly yes --io-threads 2 >server.log 2>&1 &
server=$!
cli="redis-cli -s $PWD/socket"
tries=0
until $cli ping 2>/dev/null | grep -q PONG; do
	tries=$((tries + 1))
	[ $tries -lt 300 ]
	sleep 0.1
done
redis-benchmark -s "$PWD/socket" -n 3000 -c 20 -q -t set,get,lpush,sadd \
	>benchmark 2>&1
echo "benchmark: $?"
for i in 1 2 3; do
	$cli set "key$i" "value$i"
	$cli get "key$i"
done
$cli bgsave
$cli llen mylist
$cli shutdown save
wait "$server"
echo "server: $?"
