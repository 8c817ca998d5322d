#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Small tools: sort, find, xargs, tar, awk, dd, tee, split, timeout.
#
# needs: awk=mawk find=findutils tar=tar
# seconds: 60
set -eu

mkdir tree
seq 1 200000 | sort -R --random-source=/bin/sh >shuffled
sort -n --parallel=2 -S 1M shuffled | cksum
split -l 5000 -a 3 shuffled tree/part
find tree -type f -print0 | sort -z | xargs -0 -n 3 -P 4 wc -l |
	sort | cksum
tar --sort=name --mtime=@0 --owner=0 --group=0 -cf - tree | cksum
awk '{ n += $1 } END { print n; "echo command" | getline x; print x; system("exit 3") }' shuffled
dd if=shuffled bs=1000 count=50 status=none | tee copy | wc -c
yes | head -n 3
timeout 0.2 sleep 5 || echo "timeout: $?"
env -i /bin/echo nothing
nice -n 1 echo nice
{ sleep 5 & } ; kill $! ; wait $! 2>/dev/null || echo "sleep: $?"
