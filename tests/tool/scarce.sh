#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# If a resource for a stream is missing, the error names it and gives advice.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

# Each case has its own /dev/shm.  The cases run as user 12345 if possible,
# because root may do everything.
cat >case.sh <<'END'
mount -t tmpfs -o "mode=1777,$1" tmpfs /dev/shm || exit 99
user=$2
shift 2
eval "$1"
shift
unset XDG_RUNTIME_DIR
if [ "$user" = user ]; then
	exec setpriv --reuid=12345 --regid=12345 --clear-groups \
		sh -c "$LIMIT"'; exec "$@"' sh "$@"
fi
eval "$LIMIT"
exec "$@"
END
LIMIT=:
export LIMIT
chmod 777 .

# options of the mount, user, commands to run before
try() {
	# shellcheck disable=SC2034
	what="record, $3, $LIMIT"
	rm -f log
	got=0
	unshare -m sh case.sh "$@" "$POSIXTRACE" record -o log -- \
		true >out 2>err || got=$?
}

# The same, with the line that explains the failure.
try_in_vain() {
	try "$1" "$2" "$3"
	expect_status 1
	expect_one_line
	expect_err "$4"
}

if ! unshare -m sh case.sh size=4m root : true 2>err; then
	skip 'no mount'
fi
try size=4m root :
expect_status 0

# Full while it records: what programs that are executed then have mapped cannot be
# stored, which the recorder does not trip over.
cat >fill.sh <<'END'
head -c 20000000 /dev/zero >/dev/shm/fill 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	"$EXAMPLES_DIR/typed" 1 >/dev/null
done
END
got=0
what='record, /dev/shm becomes full'
unshare -m sh case.sh size=3000K root : "$POSIXTRACE" record -o log -- \
	sh fill.sh >out 2>err || got=$?
expect_status 0 3
! grep -q 'cut off' err || fail "$what: took it for cut off"
rm -f log

# A file system without room for the log: what there was room for is whole.
mkdir room
cat >full-disk.sh <<'END'
mount -t tmpfs -o size="$1" tmpfs room || exit 1
shift
"$POSIXTRACE" record "$@" -o room/log -- "$EXAMPLES_DIR/typed" 20000 >out 2>err
status=$?
"$POSIXTRACE" check room/log >checked
check=$?
umount room
echo "$status $check"
END
export POSIXTRACE
for size in 72K 80K 100K 200K 333K 600K; do
	for policy in append 'loop --log-size=4M' 'until-full --log-size=4M'; do
		# shellcheck disable=SC2086
		said=$(unshare -m sh full-disk.sh $size --log-policy=$policy)
		[ "$said" = '1 3' ] || [ "$said" = '0 3' ] ||
			fail "$size, $policy: $said: $(cat err checked)"
		expect_err 'No space left on device; the log ends early'
		grep -q '^log: whole, [0-9]* events, [1-9][0-9]* lost$' checked ||
			fail "$size, $policy: $(cat checked)"
	done
done

# A descriptor less each time: until it is the command that cannot be had.
for n in 9 8 7 6 5; do
	LIMIT="ulimit -n $n"
	try size=4m root :
	[ "$got" -ne 0 ] || continue
	expect_status 1
	expect_one_line
	expect_err '(too few files may be open, .*|Too many open files.*)\(ulimit -n\)$'
	! grep -q 'memory' err || fail 'the wrong cause'
done
LIMIT=:
try_in_vain size=1m root : \
	'the stream: [0-9.]+ [MK]iB is left in /dev/shm, .* are needed [(]704[.]0 KiB besides --stream-size[)]; .* choose a smaller --stream-size$'
# Sanitizers want terabytes of addresses, and read /proc.
case $("$POSIXTRACE" --version; ldd "$POSIXTRACE") in
*lib[at]san*) ;;
*)
	for k in 20000 30000 40000 60000 80000; do
		LIMIT="ulimit -v $k"
		try size=9m root :
		[ "$got" -ne 0 ] || continue
		expect_status 1
		expect_one_line
		expect_err 'the stream: .* addresses.*\(ulimit -v\)'
	done
	for k in 512 1024 4096; do
		LIMIT="ulimit -d $k"
		# It may be too little to load the program.
		# shellcheck disable=SC3045 # where there is no -d the next line says so
		{
			(ulimit -d "$k" && exec "$POSIXTRACE" --version) >/dev/null
		} 2>/dev/null || continue
		try size=9m root :
		[ "$got" -ne 0 ] || continue
		expect_status 1
		expect_one_line
		expect_err 'the stream: .* of data, .*\(ulimit -d\)$'
	done
	# Of live the thread that waits for the command is the second one.
	LIMIT='ulimit -d 2048'
	got=0
	what='live, ulimit -d'
	unshare -m sh case.sh size=9m root : "$POSIXTRACE" live -- true \
		>out 2>err || got=$?
	[ "$got" -eq 0 ] || {
		expect_status 1
		expect_one_line
		expect_err 'the stream: .* of data, .*\(ulimit -d\)$'
	}
	LIMIT=:
	try_in_vain size=9m root 'mount -t tmpfs tmpfs /proc' \
		'the stream: there is no /proc, .*mount it'
	;;
esac
# No --stream-size is so small that it would do.
try_in_vain size=600k root : \
	'is left in /dev/shm, .* make it larger [(]mount -o remount,size=[)]$'
# Room enough, but not for as many files.
for n in 1 2 3 4 5 6; do
	try_in_vain "size=9m,nr_inodes=$n" root : \
		'the stream: /dev/shm has [0-9] inodes left, .* allow more [(]mount -o remount,nr_inodes=[)]$'
done
# Too little for the beginning of a log.
LIMIT='ulimit -f 10'
try_in_vain size=9m root : 'log: File too large; .*[(]ulimit -f[)]$'
# Blocks of 512 bytes or of 1024, by the shell.
for blocks in 500 1500 9000; do
	LIMIT="ulimit -f $blocks"
	try_in_vain size=4m root : \
		'the stream: a file may be no longer than [0-9.]+ [MK]iB, .*[(]ulimit -f[)]$'
done
LIMIT=:
try_in_vain size=4m root 'ln -s / /dev/shm/posixtrace-0' \
	'/dev/shm/posixtrace-0 is no directory; remove it'
try_in_vain size=4m root 'mkdir -m 755 /dev/shm/posixtrace-0' \
	'/dev/shm/posixtrace-0 is open to others \(mode 755\)'
# shellcheck disable=SC2016
try_in_vain size=64m root 'mkdir -m 700 /dev/shm/posixtrace-0;
	for n in $(seq 0 63); do mkdir -p /dev/shm/posixtrace-0/s$n/full; done' \
	'/dev/shm/posixtrace-0/s0 is a directory that is not empty, '
try_in_vain size=4m root 'mkdir -m 700 /dev/shm/posixtrace-0;
	chown 12345 /dev/shm/posixtrace-0' \
	'/dev/shm/posixtrace-0 is of user 12345, not of user 0; have it removed'
try_in_vain size=4m root 'mount -o remount,ro /dev/shm' \
	'/dev/shm is read-only; mount it writable, '

# There is no message "nothing to recover" if the directory cannot be read.
what='recover, a planted directory'
got=0
unshare -m sh case.sh size=4m root 'ln -s / /dev/shm/posixtrace-0' \
	"$POSIXTRACE" recover >out 2>err || got=$?
expect_status 1
expect_one_line
expect_err '/dev/shm/posixtrace-0: cannot be read, .*; have it removed'

# Users without permission.
if ! setpriv --reuid=12345 --regid=12345 --clear-groups \
	"$POSIXTRACE" --version >/dev/null 2>&1 ||
	! setpriv --reuid=12345 --regid=12345 --clear-groups \
	sh -c ': >mine' 2>/dev/null; then
	exit 0
fi
try size=4m user :
expect_status 0
try_in_vain size=4m user 'chmod 000 /dev/shm' \
	'/dev/shm: Permission denied; give it mode 1777, '
try_in_vain size=4m user 'mkdir -m 000 /dev/shm/posixtrace-12345;
	chown 12345 /dev/shm/posixtrace-12345' \
	'/dev/shm/posixtrace-12345: Permission denied; give it mode 700'
# LeakSanitizer needs a thread to look for leaks, if it is built in.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
# shellcheck disable=SC2016
LIMIT='prlimit --pid $$ --nproc=1'
try_in_vain size=4m user : \
	'cannot be started: .*\(ulimit -u\)$'
# The recorder is one, the command another; then there is no thread, or not two.
for n in 2 3; do
	LIMIT="prlimit --pid \$\$ --nproc=$n"
	try_in_vain size=4m user : \
		"no thread can be started .* $n processes .*\\(ulimit -u\\)\$"
done

# To root of a user namespace the directory of the machine's root is not its own,
# and nobody is to remove it.
if unshare -U -r true 2>/dev/null; then
	LIMIT='exec unshare -U -r "$@"'
	try_in_vain size=4m user 'mkdir -m 700 /dev/shm/posixtrace-0' \
		'/dev/shm/posixtrace-0 is of a user 0 outside of this user namespace; mount a tmpfs'
	LIMIT=:
fi

# A closed standard error, or all of them: no remark gets into a file.
"$POSIXTRACE" record -o whole -- true 2>/dev/null
for closed in '2>&-' '1>&- 2>&-' '<&- 2>&-' '<&- 1>&- 2>&-' '<&-'; do
	eval "\"\$POSIXTRACE\" record -o closed -- true $closed" || :
	run "$POSIXTRACE" check closed
	expect_status 0
	eval "\"\$POSIXTRACE\" slice -o part whole $closed" || :
	run "$POSIXTRACE" check part
	expect_status 0
	eval "\"\$POSIXTRACE\" convert --to csv -o csv whole $closed" || :
	if grep -n 'posixtrace: ' csv; then
		fail "a remark in a file, with $closed"
	fi
	rm -f closed part csv
done
