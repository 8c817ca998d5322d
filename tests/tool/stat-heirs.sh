#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# stat --by=file knows what children and programs have inherited: in whatever order
# parents and children are recorded, and where redirections are not.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${HEIRS:?where is the program that tells of heirs?}"
: "${REDIRECTING:?where is the program that redirects?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

"$POSIXTRACE" record -q -o log -- "$HEIRS"
run "$POSIXTRACE" stat --json --by=file log
expect_status 0
expect_no_err
# The numbers of processes are those of the order in which they occur.
python3 - out <<'END' >have || fail 'the output'
import json
import re
import sys

for row in json.load(open(sys.argv[1]))["files"]:
    print(re.sub(r"of \d+$", "of PID", row["file"]),
          round(float(row["total"]) * 1e9))
END
sort have >sorted
sort >want <<'END'
stdin 1
/srv/file 330
fd 5 of PID 40
pipe:[7] 2000
./rel/name 4000
/srv/in 6000
fd 2 of PID 4000
fd 2 of PID 4000
fd 1 of PID 600
fd 6 of PID 700
pipe 20-21 of PID 920
epoll 4 of PID 900
fd 6 of PID 60
fd 21 of PID 80
@in@side 90
END
diff -u want sorted || fail 'what heirs have'

run "$POSIXTRACE" diff --json --by=file log log
expect_out '"file": "@in@side"'

[ -e "${PRELOAD_LIB:-}" ] || exit 0
echo something >in
"$POSIXTRACE" record -q --preload -o log -- "$REDIRECTING" </dev/null |
	cat || fail 'redirecting'
run "$POSIXTRACE" report --no-header -e @process log
expect_out ' process +parent=[0-9]+ inherited=[1-9][0-9]*$'
expect_out ' inherited +fd=0 path="/dev/null"$'
run "$POSIXTRACE" stat --by=file log
expect_status 0
expect_out "^$PWD/spawned +1 .* 0 +3\$"
expect_out "^$PWD/in-place +1 .* 0 +3\$"
expect_out '^in .* 7 +0$'
expect_out '^fd 40 of [0-9]+ +1 '
expect_out '^fd 41 of [0-9]+ +1 '
[ "$(grep -c '^fd 30 of [0-9]* *1 ' out)" -eq 2 ] || fail 'what exec closes'
if grep -E '^std(in|out) ' out; then
	fail 'the standard streams of children'
fi
