#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The overlay headers and <trace.h> have the same definitions, in any order of
# inclusion; and <trace.h> corrects the system's headers without them.
#
# usage: overlays.sh SOURCE_ROOT
set -eu

root=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

complain() {
	echo "$*" >&2
	status=1
}

# What a program may find true after the headers named in $1.
expectations() {
	cat <<-'END'
	#if _POSIX_TRACE != 200809L || _POSIX_TRACE_EVENT_FILTER != 200809L || \
	    _POSIX_TRACE_INHERIT != 200809L || _POSIX_TRACE_LOG != 200809L
	#error options
	#endif
	#if _POSIX_TRACE_EVENT_NAME_MAX != 30 || _POSIX_TRACE_NAME_MAX != 8 || \
	    _POSIX_TRACE_SYS_MAX != 8 || _POSIX_TRACE_USER_EVENT_MAX != 32
	#error minima
	#endif
	#if TRACE_EVENT_NAME_MAX < 30 || TRACE_NAME_MAX < 8 || \
	    TRACE_SYS_MAX < 8 || TRACE_USER_EVENT_MAX < 32
	#error limits
	#endif
	extern trace_attr_t attr;
	extern trace_id_t trid;
	extern trace_event_id_t id;
	extern trace_event_set_t set;
	END
}

# compile FILE FLAG...
compile() {
	file=$1
	shift
	"${CC:-cc}" -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only \
		-D_POSIX_C_SOURCE=200809L "$@" -I"$root/include" "$file" ||
		complain "$(tr '\n' ' ' <"$dir/order"): $* fails"
}

# permute N DONE REST...: call try with each order of REST after DONE.
permute() {
	done=$1
	shift
	if [ $# -eq 0 ]; then
		# shellcheck disable=SC2086 # a list of words
		try $done
		return
	fi
	for next in "$@"; do
		rest=
		for other in "$@"; do
			[ "$other" = "$next" ] || rest="$rest $other"
		done
		# shellcheck disable=SC2086
		(permute "$done $next" $rest; exit $status) || status=1
	done
}

try() {
	for header in "$@"; do
		echo "#include <$header>"
	done >"$dir/order"
	{ cat "$dir/order"; expectations; } >"$dir/order.c"
	compile "$dir/order.c" -I"$root/include/posixtrace"
	case " $* " in
	*' trace.h '*) compile "$dir/order.c" ;;
	esac
}

permute '' trace.h unistd.h limits.h sys/types.h
permute '' unistd.h limits.h sys/types.h

# The macros, by name and value.
macros() {
	"${CC:-cc}" -std=gnu11 -dM -E -I"$root/include" "$@" |
		grep -E '^#define _?(POSIX_)?TRACE_?[A-Z_]* +[0-9]+L?$' |
		grep -vE 'POSIX_TRACE_(LOOP|UNTIL|FLUSH|APPEND)' | sort
}
echo '#include <trace.h>' >"$dir/trace.c"
printf '#include <unistd.h>\n#include <limits.h>\n' >"$dir/overlay.c"
macros "$dir/trace.c" | grep -E '^#define (_POSIX|TRACE)' >"$dir/trace.macros"
macros -I"$root/include/posixtrace" "$dir/overlay.c" |
	grep -E '^#define (_POSIX|TRACE)' >"$dir/overlay.macros"
cmp "$dir/trace.macros" "$dir/overlay.macros" ||
	complain 'the macros of the overlays are not those of trace.h'
[ "$(wc -l <"$dir/trace.macros")" -eq 12 ] ||
	complain 'trace.h does not have the 12 option and limit macros'

# The types, by their text.
types() {
	sed -n '/^#ifndef POSIXTRACE_TYPES_DEFINED/,/^#endif .*_TYPES_DEFINED/p' "$1"
}
types "$root/include/trace.h" >"$dir/trace.types"
types "$root/include/posixtrace/sys/types.h" >"$dir/overlay.types"
[ -s "$dir/trace.types" ] || complain 'trace.h has no types'
cmp "$dir/trace.types" "$dir/overlay.types" ||
	complain 'the types of sys/types.h are not those of trace.h'

# Strict ISO C owns the names without the underscore.
printf '#include <limits.h>\n#ifdef TRACE_NAME_MAX\n#error\n#endif\nint i;\n' \
	>"$dir/order.c"
: >"$dir/order"
compile "$dir/order.c" -U_POSIX_C_SOURCE -I"$root/include/posixtrace"

exit $status
