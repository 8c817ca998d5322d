#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Programs that begin while /dev/shm is full, and so have no file there.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

cat >mounted.sh <<'END'
mount -t tmpfs -o size=12m tmpfs /dev/shm || exit 99
exec "$@"
END
unshare -m sh mounted.sh true 2>err || skip 'no mount'

cat >fill.sh <<'END'
fill() {
	dd if=/dev/zero of=/dev/shm/fill bs=4k 2>/dev/null
	[ "$(df --output=avail /dev/shm | tail -n 1)" -eq 0 ] || exit 98
}
END

record() {
	unshare -m sh mounted.sh "$POSIXTRACE" record -o log "$@" >out 2>err ||
		fail "record $*"
	run "$POSIXTRACE" check log
	expect_status 0
	expect_out ', none lost$'
}

# What one program calls its types is not what the next one's are called.
make_files 2 10
cat >names.sh <<'END'
. ./fill.sh
"$EXAMPLES_DIR/checksum" files
fill
"$EXAMPLES_DIR/typed" 3
"$EXAMPLES_DIR/checksum" files
sh -c '"$EXAMPLES_DIR/typed" 4; true'
rm /dev/shm/fill
"$EXAMPLES_DIR/typed" 5
END
record -- sh names.sh
run "$POSIXTRACE" report --no-header -e furnace:batch log
[ "$(wc -l <out)" -eq 12 ] || fail 'not all batches are there'
run "$POSIXTRACE" report --no-header -e checksum:file_begin log
[ "$(wc -l <out)" -eq 4 ] || fail 'not all files are there'
