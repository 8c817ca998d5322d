#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A database on disk, with a crash in the middle and a second reader.
#
# needs: sqlite3=sqlite3
# seconds: 60
set -eu

cat >build.sql <<'END'
pragma journal_mode = wal;
create table numbers(n integer primary key, text);
begin;
with recursive upto(n) as (values(1) union all
	select n + 1 from upto where n < 30000)
	insert into numbers select n, hex(n * n) from upto;
commit;
create index by_text on numbers(text);
select count(*), sum(length(text)) from numbers;
pragma integrity_check;
END
sqlite3 new.db <build.sql
sqlite3 new.db 'begin immediate; delete from numbers where n % 2; select changes(); rollback; select count(*) from numbers;'
# shellcheck disable=SC2016
{ echo 'begin; delete from numbers;'; echo '.shell kill -KILL $PPID'; } |
	sqlite3 new.db || echo "killed: $?"
sqlite3 new.db 'select count(*) from numbers; pragma integrity_check; vacuum;'
sqlite3 new.db .dump | cksum
