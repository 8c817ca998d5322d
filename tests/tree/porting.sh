#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The programs of doc/porting.md: those for other systems compile with declarations
# of what they call, and those for this library compile, and print or record what the
# page says.
#
# usage: LIBRARY_DIR=DIR [POSIXTRACE_COMMAND=FILE] porting.sh SOURCE_ROOT
set -eu

: "${LIBRARY_DIR:?}"
page=$1/doc/porting.md
include=$1/include
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
export LD_LIBRARY_PATH="$LIBRARY_DIR"

complain() {
	echo "$*" >&2
	status=1
}

cat >"$dir/declarations.h" <<'END'
#include <stdint.h>
typedef unsigned long ULONG;
typedef uint8_t rui8_t;
typedef uint16_t rui16_t;
static inline int trace_logi(int code, unsigned a, unsigned b)
{
	return code && a && b;
}
__attribute__((format(printf, 2, 3)))
static inline int trace_logf(int code, const char *format, ...)
{
	return code && format;
}
#define TX_TRACE_USER_EVENT_START 4096
static inline void tx_trace_enable(void *start, ULONG size, ULONG objects)
{
	(void)start;
	(void)(size + objects);
}
static inline void tx_trace_disable(void)
{
}
static inline void tx_trace_user_event_insert(ULONG event, ULONG a, ULONG b, ULONG c,
					      ULONG d)
{
	(void)(event + a + b + c + d);
}
#define RKH_TE_USER 192
#define RKH_TRC_USR_BEGIN(event) { (void)(event);
#define RKH_TUSR_UI8(width, value) (void)(width + value)
#define RKH_TUSR_UI16(width, value) (void)(width + value)
#define RKH_TRC_USR_END() }
END

# Each program into a file, and its comment into another one.
awk -v dir="$dir" '
	/^<!-- program: / {
		name = $3
		sub(/;$/, "", name)
		print > (dir "/" name ".comment")
		print name > (dir "/names")
	}
	/^```$/ { inside = 0 }
	inside { print > (dir "/" name ".c") }
	/^```c$/ { inside = 1 }' "$page"

# What a comment says behind a word.
expected() {
	sed 's/^<!-- //; s/ -->$//' "$dir/$1.comment" | tr ';' '\n' |
		sed -n "s/^ *$2: //p"
}

# run PROGRAM [COMPILER_OPTION...]
run() {
	program=$1
	shift
	"${CC:-cc}" -Wall -Wextra -Werror "$@" -I"$include" -I"$include/posixtrace" \
		-o "$dir/$program" "$dir/$program.c" -L"$LIBRARY_DIR" \
		-lposixtrace || {
		complain "$program: does not compile"
		return
	}
	"$dir/$program" >"$dir/$program.out" || complain "$program: status $?"
	expected "$program" prints >"$dir/prints"
	while read -r line; do
		grep -q -e "$line" "$dir/$program.out" ||
			complain "$program: does not print '$line'"
	done <"$dir/prints"
	expected "$program" reports >"$dir/reports"
	[ -s "$dir/reports" ] && [ -n "${POSIXTRACE_COMMAND:-}" ] || return 0
	"$POSIXTRACE_COMMAND" record -q -o "$dir/log" -- "$dir/$program" ||
		complain "$program: cannot be recorded"
	"$POSIXTRACE_COMMAND" report -q "$dir/log" >"$dir/$program.report"
	while read -r line; do
		grep -qE -e "$line" "$dir/$program.report" || {
			cat "$dir/$program.report" >&2
			complain "$program: does not record '$line'"
		}
	done <"$dir/reports"
}

programs=0
while read -r name; do
	case $(cat "$dir/$name.comment") in
	*'; elsewhere'*) run "$name" -include "$dir/declarations.h" ;;
	*) run "$name" ;;
	esac
	programs=$((programs + 1))
done <"$dir/names"
[ "$programs" -eq 7 ] || complain "$programs programs"
exit $status
