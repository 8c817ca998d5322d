#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A database server: making it, transactions, a benchmark, its end.
#
# needs: /usr/lib/postgresql/*/bin/initdb=postgresql
# seconds: 120
set -eu

for bin in /usr/lib/postgresql/*/bin; do
	:
done
# It does not run as root.
as=
if [ "$(id -u)" -eq 0 ]; then
	chmod 755 .. .
	mkdir -p base
	chown postgres base
	as='setpriv --reuid postgres --regid postgres --clear-groups'
fi
mkdir -p base
here=$PWD/base
cd base
$as "$bin/initdb" -D "$here/data" -A trust --no-sync >log 2>&1
echo "initdb: $?"
$as "$bin/pg_ctl" -D "$here/data" -w -l "$here/server.log" \
	-o "-k $here -h ''" start >/dev/null
psql() {
	$as "$bin/psql" -h "$here" -d postgres -qAt -c "$1"
}
psql 'create table t as select n, md5(n::text) from generate_series(1, 20000) n'
psql 'select count(*), sum(n) from t'
psql 'begin; delete from t; rollback; select count(*) from t'
$as "$bin/pgbench" -h "$here" -i -q postgres >/dev/null 2>&1
$as "$bin/pgbench" -h "$here" -c 4 -j 2 -t 50 postgres 2>/dev/null |
	grep 'actually processed'
psql 'vacuum analyze'
$as "$bin/pg_ctl" -D "$here/data" -w -m fast stop >/dev/null
echo "server: $?"
