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

# work_folder NAME: makes $work, a folder whose path can stand in CFLAGS, where
# blanks separate words.
work_folder() {
	work=${TMPDIR:-/tmp}/$1.$$
	case $work in
	*[[:space:]]*) work=/tmp/$1.$$ ;;
	esac
	(umask 077 && mkdir "$work") || die "cannot make $work"
}

# What patient() waits for, and whether a signal came before its number was known.
child='' asked=''

signals_end() {
	trap 'die "ended by a signal"' HUP INT TERM
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
	[ -z "$asked" ] || die 'ended by a signal'
	wait "$child"
	set -- $?
	child=''
	return "$1"
}

end_child() {
	[ -z "$child" ] || { kill "$child"; wait "$child"; } 2>/dev/null
}
