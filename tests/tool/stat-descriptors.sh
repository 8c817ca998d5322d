#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# stat --by=file knows descriptors that were made in other ways than by open().
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${DESCRIPTORS:?where is the program that tells of descriptors?}"

command -v python3 >/dev/null || skip 'python3 is not installed'

"$POSIXTRACE" record -q -o log -- "$DESCRIPTORS"
run "$POSIXTRACE" stat --json --by=file,process log
expect_status 0
expect_no_err
python3 - out <<'END' || fail 'what the files are'
import json
import sys

stat = json.load(open(sys.argv[1]))
pid = stat["processes"][0]["pid"]
files = {row["file"]: (row["times"], round(float(row["total"]) * 1e9),
                       row["read"], row["written"])
         for row in stat["files"]}
wanted = {
    "0.0.0.0:80": (1, 10, 0, 0),
    "socket 3 of %d" % pid: (1, 20, 0, 0),
    "0.0.0.0:8080": (7, 30 + 40 + 5000 + 6000 + 50 + 80 + 1, 1, 200),
    "10.0.0.1:4000": (5, 70 + 90 + 700 + 5 + 6, 101, 300),
    "/srv/file": (4, 1000 + 700 + 2000 + 5000, 350, 0),
    "pipe 20-21 of %d" % pid: (4, 2000 + 3000 + 4000 + 1, 41, 40),
    "stdout": (3, 2000 + 2000 + 6000, 0, 60),
    "fd 25 of %d" % pid: (1, 2000, 0, 0),
    "epoll 26 of %d" % pid: (1, 7000, 0, 0),
    "eventfd 27 of %d" % pid: (1, 9000, 8, 0),
    "fd 23 of %d" % pid: (1, 1, 1, 0),
    "fd 4 of %d" % pid: (1, 7, 0, 0),
    "[::1]:53": (1, 100, 0, 0),
    "[::1]:54": (2, 500, 0, 10),
    "/run/log": (2, 900, 0, 20),
    "socket 10 of %d" % pid: (1, 600, 5, 0),
    "socketpair 11-12 of %d" % pid: (2, 3, 8, 8),
    "fd 3 of %d" % pid: (1, 1, 1, 0),
}
for name in sorted(files.keys() | wanted.keys()):
    if files.get(name) != wanted.get(name):
        print(name, files.get(name), "instead of", wanted.get(name))
sys.exit(files != wanted)
END
