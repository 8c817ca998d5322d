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

# Programs below those that have no file, also if none of these is left when they
# begin.  Every process between is linked with the library.
[ -n "${PRELOAD_LIB-}" ] || exit 0
cat >below.sh <<'END'
. ./fill.sh
fill
i=0
while [ $i -lt 10 ]; do
	i=$((i + 1))
	( (sleep 0.02; exec "$EXAMPLES_DIR/typed" 1) & )
	sh -c 'sleep 0.02; sh -c "exec $EXAMPLES_DIR/typed 1" & true'
	"$EXAMPLES_DIR/typed" 1
	sh -c '(sh -c "exec $EXAMPLES_DIR/typed 1"); kill -9 $$'
done >done 2>/dev/null
while [ "$(wc -l <done)" -lt 40 ]; do
	sleep 0.05
done
ls /dev/shm/posixtrace-* >left
rm /dev/shm/fill
END
cat >twice.sh <<'END'
"$1" record --preload --stream-size 8M -o log -- sh below.sh || exit
"$1" record -q -o next -- true
ls /dev/shm/posixtrace-* >left-next
END
unshare -m sh mounted.sh sh twice.sh "$POSIXTRACE" >out 2>err ||
	fail 'record --preload'
run "$POSIXTRACE" check log
expect_status 0
expect_out ', none lost$'
run "$POSIXTRACE" report --no-header -e furnace:batch log
[ "$(wc -l <out)" -eq 40 ] || fail "$(wc -l <out) of 40 programs are there"
grep -q '^p.*[.]in$' left || fail 'those killed have left nothing'
! grep '^p' left-next || fail 'something of a process is left'
