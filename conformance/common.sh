# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT
# shellcheck shell=sh

# For the scripts of the suite that source it; they define die().

# A number above zero, or the end.  The shell computes with it: 08 would be octal.
number() {
	case $2 in
	'' | *[!0-9]* | 0* | ???????*)
		die "$1 wants a number from 1 to 999999, not '$2'"
		;;
	esac
}

# new_folder PATH: makes $work, PATH and a number.  That of this process may be taken,
# by a run in another PID namespace, or one that was killed.
new_folder() {
	work=$1.$$
	taken=0
	until (umask 077 && mkdir "$work" 2>/dev/null); do
		[ -e "$work" ] || die "cannot make $work"
		taken=$((taken + 1))
		work=$1.$$.$taken
	done
}

# work_folder NAME: the same, but the path can stand in CFLAGS, where blanks separate
# words.
work_folder() {
	case ${TMPDIR:-/tmp} in
	*[[:space:]]*) new_folder "/tmp/$1" ;;
	*) new_folder "${TMPDIR:-/tmp}/$1" ;;
	esac
}

# has_room FILE: for what a compiler writes.
has_room() {
	dd if=/dev/zero of="$1.room" bs=65536 count=8 2>"$1.log.room"
	set -- $? "$1"
	rm -f "$2.room" "$2.log.room"
	return "$1"
} 2>/dev/null

# That there is none in $work is no fault of anything else.
need_room() {
	has_room "$work/all" || die "there is no room in $work; TMPDIR can name" \
		'another folder'
}

# What patient() waits for, and whether a signal came before its number was known.
child='' asked=''

# The first signal ends the script; a second one must not interrupt the trap on EXIT,
# which ignores all of them.
signals_end() {
	trap 'trap "" HUP INT TERM; die "ended by a signal"' HUP INT TERM
}

# patient OUTPUT COMMAND [ARGUMENT...]: run it so that a signal does not wait for its
# end.  Needs signals_end, and end_child in the trap on EXIT.
patient() {
	output=$1
	shift
	trap 'asked=1' HUP INT TERM
	"$@" >"$output" 2>&1 &
	child=$!
	signals_end
	[ -z "$asked" ] || { trap '' HUP INT TERM; die 'ended by a signal'; }
	wait "$child"
	set -- $?
	child=''
	return "$1"
}

end_child() {
	[ -z "$child" ] || { kill "$child"; wait "$child"; } 2>/dev/null
}

# For the tests of scripts, which end with $status.
# same WHAT WANTED GOT
same() {
	[ "$2" = "$3" ] && return
	echo "$1: expected $2, got $3"
	# shellcheck disable=SC2034 # for who sources this
	status=1
}

count() {
	grep -c "$@" || :
}
