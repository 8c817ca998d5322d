#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A script with pipes, traps, subshells, jobs and signals, by dash.
#
# needs: dash=dash
# seconds: 30
set -eu

cat >script <<'END'
trap 'echo got USR1' USR1
trap 'echo leaving' EXIT
kill -USR1 $$
for i in 1 2 3 4 5 6 7 8 9 10; do
	echo "$i" | sed 's/$/ x/' | tr x y
done
( trap 'exit 7' TERM; while :; do sleep 0.01; done ) &
sleep 0.1
kill -TERM $!
wait $! || echo "job: $?"
sh -c 'kill -KILL $$' || echo "killed: $?"
sh -c 'ulimit -c 0; kill -SEGV $$' || echo "crashed: $?"
x=$(cat <<HERE
$(ls / | wc -l >/dev/null; echo nested)
HERE
)
echo "$x"
nosuchcommand 2>/dev/null || echo "none: $?"
exec 5>file; echo to-file >&5; exec 5>&-; cat file
command -v cat >/dev/null && exec sh -c 'exit 3'
END
dash script || echo "status $?"
